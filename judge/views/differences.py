"""What a reader sees otherwise in one view than in an earlier one of the same turn."""

from __future__ import annotations

from collections.abc import Iterator

from judge.model.map import Location
from judge.model.position import Unit
from judge.model.reason import Reason
from judge.model.view import View


def list_view_differences(old: View, new: View) -> Iterator[Reason]:
    """Yield what is to be told of the units that came and went, and of centers' owners."""
    was, now = _list_all_seen_units(old), _list_all_seen_units(new)
    if gone := [unit for unit in was if unit not in now]:
        yield Reason("board_gone" if new.whole else "sight_gone", tuple(gone))
    if come := [unit for unit in now if unit not in was]:
        yield Reason("board_now" if new.whole else "sight_now", tuple(come))
    for code in sorted({*old.owners, *new.owners}):
        owner, center = new.owners.get(code, ""), Location(code)
        if owner == old.owners.get(code, ""):
            continue
        if owner:
            yield Reason("center_seen", (center, owner))
        elif new.whole or old.owners[code] in new.powers:
            yield Reason("center_seen", (center,))
        else:
            yield Reason("center_unowned", (center, old.owners[code]))


def _list_all_seen_units(view: View) -> list[Unit]:
    return [*view.units, *view.dislodged_foreign, *(gone.unit for gone in view.dislodged)]
