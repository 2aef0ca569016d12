"""HISTORY: all turns as the hobby's tools read them, and the centers year by year, as bars too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.hooks import Variant
from judge.letters.judge_format import JudgeFormatReport
from judge.letters.phrasing import load_words
from judge.letters.plain_text import put_lines_behind_bar, put_prose_behind_bar
from judge.letters.reasons import write_sentence
from judge.model.letter import Chronicle, HistoryTurn
from judge.model.sections import Growth
from judge.model.view import View
from judge.model.when import describe_moment, format_sent_date

FEW = 2
"""After so many turns jDip does not expect that a game is over."""


def tabulate_growth(section: Chronicle, variant: Variant) -> Growth:
    """Return the centers, as last counted each year, of those who were seen whole."""
    years: dict[str, View] = {}
    for past in section.turns:
        view = past.view
        if (
            view.played is None
            or JudgeFormatReport(view, past.heading, variant).has_counted_centers()
        ):
            years[variant.calendar.write_printed_year(view.played) if view.played else "Start"] = (
                view
            )
    return Growth.from_views(variant.map.powers, tuple(years.items()))


def render_history(section: Chronicle, variant: Variant, code: str) -> str:
    """Return every turn's mail without its head; ``code`` is the judge's.

    What map programs are not to take for a turn of the game stands behind bars.
    """
    views = [past.view for past in section.turns]
    if sum(view.played is not None for view in views) <= FEW:
        views = [replace(view, ended=None) for view in views]
    return "\n\n".join(
        f"Date:    {format_sent_date(past.at)}\n"
        f"Subject: {code}:{past.heading.game} - {past.event}\n\n"
        + "\n\n".join((_render_results(past, view, variant), *_render_sequel(past, variant)))
        for past, view in zip(section.turns, views, strict=True)
    )


def _render_results(past: HistoryTurn, view: View, variant: Variant) -> str:
    return JudgeFormatReport(view, past.heading, variant).render_results()


def _render_sequel(past: HistoryTurn, variant: Variant) -> Iterator[str]:
    """Yield what was done after a turn, and the turns that were played then and taken back."""
    yield from _render_actions_after(past, variant)
    for gone in past.taken_back:
        when = describe_moment(gone.at, gone.heading.zone)
        results = _render_results(gone, gone.view, variant)
        yield put_lines_behind_bar(f"Taken back: {gone.event} of {when}\n\n{results}")
        yield from _render_actions_after(gone, variant)


def _render_actions_after(past: HistoryTurn, variant: Variant) -> Iterator[str]:
    return (put_prose_behind_bar(write_sentence(why, load_words(variant))) for why in past.sequel)


TALLEST = 24
"""The height of the highest bar in pixels."""
WIDTH = 72
PHONE = 42
"""How many characters of a table go beside the names of powers on a phone."""

Years = tuple[tuple[str, tuple[int, ...]], ...]


def split_growth_to_fit(section: Growth, room: int = PHONE) -> Iterator[Years]:
    """Yield as many years at a time as there is room for in characters."""
    fit = max(room // _measure_cell_width(section), 1)
    for start in range(0, len(section.rows), fit):
        yield section.rows[start : start + fit]


def write_growth_table_lines(section: Growth) -> Iterator[str]:
    """Yield the lines of a table, a row for each power and as many years in a part as fit."""
    wide, cell = max(map(len, section.powers), default=0), _measure_cell_width(section)
    for part, years in enumerate(split_growth_to_fit(section, WIDTH - wide)):
        if part:
            yield ""
        yield " " * wide + "".join(f"{year:>{cell}}" for year, _ in years)
        for number, power in enumerate(section.powers):
            counts = (str(counts[number] or "-") for _, counts in years)
            yield f"{power:<{wide}}" + "".join(f"{count:>{cell}}" for count in counts)


def _measure_cell_width(section: Growth) -> int:
    return max((len(year) for year, _ in section.rows), default=0) + 2


def list_growth_bars(section: Growth) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield each power with its centers year by year, and how high the bar of each is."""
    most = max((count for _, counts in section.rows for count in counts), default=0) or 1
    for number, power in enumerate(section.powers):
        counts = [counts[number] for _, counts in section.rows]
        yield power, [(count, -(-count * TALLEST // most)) for count in counts]
