"""Makes an answer shorter that is too long for one letter, and says how the rest is had."""

from __future__ import annotations

from dataclasses import replace

from judge.model.ledger import Ledger
from judge.model.letter import (
    Addresses,
    Chronicle,
    Growth,
    Listing,
    News,
    Notice,
    Page,
    PositionSection,
    Section,
    Standing,
)
from judge.model.reason import Reason
from judge.model.transcript import Lines

_ASKED = (Addresses, Chronicle, Growth, Ledger, Listing, Page, PositionSection, Standing)
"""What is in an answer because it was asked for."""

_NOTES = ("some_left_out", "turns_left_out", "all_left_out")


def shortened(notice: Notice) -> Notice | None:
    """Return an answer without the later half of what was asked for, of the turns of the only
    chronicle, or of the lines that were read; None if it is no answer, or as short as can be.

    One page of HELP always goes whole: long ones come by part.
    """
    if notice.kind != "reply":
        return None
    sections = [each for each in notice.sections if not _is_note(each)]
    asked = [each for each in sections if isinstance(each, _ASKED)]
    lines = next((each for each in sections if isinstance(each, Lines)), Lines(()))
    if len(asked) > 1:
        kept = [*asked[: len(asked) // 2]]
        note = Reason("some_left_out")
    elif asked and isinstance(asked[0], Chronicle) and len(asked[0].turns) > 1:
        turns = asked[0].turns
        half = len(turns) // 2
        kept = [Chronicle(turns[:half])]
        note = Reason("turns_left_out", (notice.game, turns[half].event.partition(" ")[0]))
    elif asked and not isinstance(asked[0], Page):
        kept, note = [], Reason("all_left_out")
    elif len(lines.heard) > 1:
        half = len(lines.heard) // 2
        cut = tuple(why for why in lines.cut if why.code != "lines_left_out")
        less = Lines(lines.heard[:half], (Reason("lines_left_out"), *cut))
        return replace(
            notice, sections=tuple(less if each is lines else each for each in notice.sections)
        )
    else:
        return None
    rest = [each for each in sections if each not in asked]
    return replace(notice, sections=(*rest, *kept, News(note)))


def _is_note(section: Section) -> bool:
    return isinstance(section, News) and section.what.code in _NOTES
