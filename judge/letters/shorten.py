"""Makes an answer shorter that is too long for one letter, and says how the rest is had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.model.letter import Asked, Chronicle, News, Notice, Page, Section
from judge.model.pages import PageOfValues
from judge.model.reason import Reason
from judge.model.sections import GameFiles, Lines

_NOTES = ("some_left_out", "turns_left_out", "file_left_out", "all_left_out")


def shorten_answer(notice: Notice) -> Notice | None:
    """Return an answer without the later half of what was asked for, of the turns of the only
    chronicle, or of the lines that were read, or without a file; None if it is no answer, or as
    short as can be.

    What is left out is asked for by the lines of ``more``. One page of HELP always goes whole: long
    ones come by part.
    """
    if not notice.kind.may_be_cut:
        return None
    asked = notice.asked
    chronicle = next(
        (section for _, answer in asked for section in answer if _has_several_turns(section)), None
    )
    half = len(asked) // 2
    if half:
        more = tuple(line for line, _ in asked[half:])
        return _without_answers(notice, asked[:half], asked[half:], more, Reason("some_left_out"))
    if isinstance(chronicle, Chronicle):
        half = len(chronicle.turns) // 2
        codes = [past.event.partition(" ")[0] for past in chronicle.turns[half:]]
        line = f"HISTORY {notice.game} FROM {codes[0]} TO {codes[-1]}"
        part = (asked[0][0], (Chronicle(chronicle.turns[:half]),))
        return _without_answers(notice, (part,), asked, (line,), Reason("turns_left_out", (line,)))
    game = next(
        (section for _, answer in asked for section in answer if _has_several_files(section)), None
    )
    if isinstance(game, GameFiles):
        fewer = (asked[0][0], (replace(game, files=game.files[:-1]),))
        why = Reason("file_left_out", (game.files[-1].name,))
        return _without_answers(notice, (fewer,), asked, (), why)
    if asked and not any(isinstance(section, Page | PageOfValues) for section in asked[0][1]):
        further_reasons = [Reason("some_left_out")] if notice.more else []
        return _without_answers(notice, (), asked, (), Reason("all_left_out"), *further_reasons)
    lines = next((section for section in notice.sections if isinstance(section, Lines)), Lines(()))
    if len(lines.heard) > 1:
        cut = tuple(why for why in lines.cut if why.code != "lines_left_out")
        first_lines = lines.heard[: len(lines.heard) // 2]
        less = Lines(first_lines, (Reason("lines_left_out"), *cut))
        sections = tuple(less if section is lines else section for section in notice.sections)
        return replace(notice, sections=sections)
    return None


def _has_several_turns(section: Section) -> bool:
    return isinstance(section, Chronicle) and len(section.turns) > 1


def _has_several_files(section: Section) -> bool:
    return isinstance(section, GameFiles) and len(section.files) > 1


def _without_answers(
    notice: Notice,
    answers_kept: Sequence[Asked],
    gone: Sequence[Asked],
    more: tuple[str, ...],
    *why: Reason,
) -> Notice:
    """Return the notice with some answers gone, and why."""
    out = {id(section) for _, answer in (*notice.asked, *gone) for section in answer}
    rest = [
        section
        for section in notice.sections
        if id(section) not in out and not _is_shortening_note(section)
    ]
    sections_kept = [section for _, answer in answers_kept for section in answer]
    sections = (*rest, *sections_kept, *map(News, why))
    return replace(notice, sections=sections, asked=tuple(answers_kept), more=(*more, *notice.more))


def _is_shortening_note(section: Section) -> bool:
    return isinstance(section, News) and section.what.code in _NOTES
