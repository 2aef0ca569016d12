"""The board in words: what each power has, as far as the reader sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from judge.hooks import Variant
from judge.letters.events import has_won, write_lasting_fact_sentences
from judge.letters.phrasing import Words, count_with_noun
from judge.letters.plain_text import tie_words_together
from judge.letters.reasons import finish_sentence
from judge.model.map import Map
from judge.model.position import Unit, collect_blockaded_centers
from judge.model.turn import Phase
from judge.model.view import View


class Holding(NamedTuple):
    """What one power has. ``head`` counts it; the rest is as orders name it: ``A BUD``, ``BUD``.

    ``retreating`` are units that wait to retreat, ``new`` and ``lost`` the centers that changed
    their owner in the phase just played. ``power`` is "" for the centers that are nobody's.
    """

    power: str
    head: str
    units: tuple[str, ...]
    retreating: tuple[str, ...]
    centers: tuple[str, ...]
    new: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def title(self) -> str:
        """Whose it is."""
        return self.power or "Free"

    @property
    def labeled_lists(self) -> tuple[str, ...]:
        """What there is to list, each with its word; no unit is parted where a line ends."""
        owned = [f"{code} (new)" if code in self.new else code for code in self.centers]
        lists = (
            ("", self.units),
            ("waiting to retreat: ", self.retreating),
            ("centers: ", owned),
            ("lost: ", self.lost),
        )
        return tuple(
            f"{word}{', '.join(tie_words_together(part) for part in entries)}"
            for word, entries in lists
            if entries
        )


def list_holdings(view: View, variant: Variant) -> tuple[Holding, ...]:
    """Return what every power has that has anything, the strongest first; at the end what is free.

    Powers of which the reader sees a part come after those that they see whole.
    """
    all_holdings = [_build_holding(view, variant.map, power) for power in variant.map.powers]
    rows = [row for row in all_holdings if row.units or row.retreating or row.centers or row.lost]
    rows.sort(key=lambda row: (not _is_seen_whole(view, row.power), -len(row.centers)))
    owned_or_lost = {*view.owners, *view.lost}
    free = tuple(
        sorted(c for c in variant.map.centers if c in view.watched and c not in owned_or_lost)
    )
    if free:
        rows.append(Holding("", count_with_noun(len(free), "center"), (), (), free, (), ()))
    return tuple(rows)


def list_board_remarks(view: View, words: Words) -> Iterator[str]:
    """Yield what else there is to know of the board: what is destroyed, blockaded, closed now."""
    yield from write_lasting_fact_sentences(view, words)
    if view.lost:
        yield finish_sentence(f"no supply centers any more: {_join_codes(view.lost)}")
    if shut := collect_blockaded_centers(view.units, view.owners, words.map.blockading_kinds):
        yield finish_sentence(f"blockaded, and counting for nobody: {_join_codes(shut)}")
    if view.closed and view.turn.phase is not Phase.ADJUSTMENTS and not view.ended:
        yield finish_sentence(f"nothing can enter in this season: {_join_codes(view.closed)}")


def _build_holding(view: View, game_map: Map, power: str) -> Holding:
    centers = view.centers_of(power)
    had = [code for code, owner in view.former.items() if owner == power]
    shows_changes = view.played is not None and _is_seen_whole(view, power)
    new = tuple(code for code in centers if code not in had) if shows_changes else ()
    lost = tuple(sorted(code for code in had if code not in centers)) if shows_changes else ()
    waiting = (*(gone.unit for gone in view.dislodged), *view.dislodged_foreign)
    units = view.units_of(power)
    head = _describe_counts(view, power, len(units), len(new) - len(lost))
    gone = (unit for unit in waiting if unit.power == power)
    return Holding(
        power,
        head,
        _list_unit_texts(units, game_map),
        _list_unit_texts(gone, game_map),
        centers,
        new,
        lost,
    )


def _describe_counts(view: View, power: str, units: int, change: int) -> str:
    if not _is_seen_whole(view, power):
        return "in sight"
    centers = count_with_noun(len(view.centers_of(power)), "center")
    parts = [f"{centers} ({change:+d})" if change else centers, count_with_noun(units, "unit")]
    due = view.due.get(power, 0)
    if due and view.turn.phase is Phase.ADJUSTMENTS and not view.ended:
        parts.append(f"builds {due}" if due > 0 else f"removes {-due}")
    if view.votes.get(power):
        parts.append(count_with_noun(view.votes[power], "vote"))
    if has_won(view, power):
        parts.append("wins the game")
    return ", ".join(parts)


def _is_seen_whole(view: View, power: str) -> bool:
    """Say whether the reader sees all that the power has."""
    return view.whole or power in view.due


def _list_unit_texts(units: Iterable[Unit], game_map: Map) -> tuple[str, ...]:
    kinds = game_map.kinds
    return tuple(f"{kinds[unit.kind].code} {unit.at}" for unit in units if unit.kind in kinds)


def _join_codes(codes: Iterable[str]) -> str:
    return ", ".join(sorted(codes))
