"""Makes an answer shorter that is too long for one letter, and says how the rest is had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.model.files import GameFiles
from judge.model.letter import Asked, Chronicle, News, Notice, Page, Section
from judge.model.reason import Reason
from judge.model.transcript import Lines

_NOTES = ("some_left_out", "turns_left_out", "file_left_out", "all_left_out")


def shortened(notice: Notice) -> Notice | None:
    """Return an answer without the later half of what was asked for, of the turns of the only
    chronicle, or of the lines that were read, or without a file; None if it is no answer, or as
    short as can be.

    What is left out is asked for by the lines of ``more``. One page of HELP always goes whole: long
    ones come by part.
    """
    if not notice.kind.may_be_cut:
        return None
    asked = notice.asked
    chronicle = next((each for _, answer in asked for each in answer if _has_turns(each)), None)
    half = len(asked) // 2
    if half:
        more = tuple(line for line, _ in asked[half:])
        return _less(notice, asked[:half], asked[half:], more, Reason("some_left_out"))
    if isinstance(chronicle, Chronicle):
        half = len(chronicle.turns) // 2
        codes = [past.event.partition(" ")[0] for past in chronicle.turns[half:]]
        line = f"HISTORY {notice.game} FROM {codes[0]} TO {codes[-1]}"
        part = (asked[0][0], (Chronicle(chronicle.turns[:half]),))
        return _less(notice, (part,), asked, (line,), Reason("turns_left_out", (line,)))
    game = next((each for _, answer in asked for each in answer if _has_files(each)), None)
    if isinstance(game, GameFiles):
        fewer = (asked[0][0], (replace(game, files=game.files[:-1]),))
        why = Reason("file_left_out", (game.files[-1].name,))
        return _less(notice, (fewer,), asked, (), why)
    if asked and not any(isinstance(each, Page) for each in asked[0][1]):
        others = [Reason("some_left_out")] if notice.more else []
        return _less(notice, (), asked, (), Reason("all_left_out"), *others)
    lines = next((each for each in notice.sections if isinstance(each, Lines)), Lines(()))
    if len(lines.heard) > 1:
        cut = tuple(why for why in lines.cut if why.code != "lines_left_out")
        heard = lines.heard[: len(lines.heard) // 2]
        less = Lines(heard, (Reason("lines_left_out"), *cut))
        sections = tuple(less if each is lines else each for each in notice.sections)
        return replace(notice, sections=sections)
    return None


def _has_turns(section: Section) -> bool:
    return isinstance(section, Chronicle) and len(section.turns) > 1


def _has_files(section: Section) -> bool:
    return isinstance(section, GameFiles) and len(section.files) > 1


def _less(
    notice: Notice,
    kept: Sequence[Asked],
    gone: Sequence[Asked],
    more: tuple[str, ...],
    *why: Reason,
) -> Notice:
    """Return the notice with some answers gone, and why."""
    out = {id(each) for _, answer in (*notice.asked, *gone) for each in answer}
    rest = [each for each in notice.sections if id(each) not in out and not _is_note(each)]
    told = [each for _, answer in kept for each in answer]
    sections = (*rest, *told, *map(News, why))
    return replace(notice, sections=sections, asked=tuple(kept), more=(*more, *notice.more))


def _is_note(section: Section) -> bool:
    return isinstance(section, News) and section.what.code in _NOTES
