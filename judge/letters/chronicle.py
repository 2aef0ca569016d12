"""HISTORY: all turns as the hobby's tools read them, and the centers year by year."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.hooks import Variant
from judge.letters.judge_format import Report
from judge.letters.phrasing import words_of
from judge.letters.plain_text import bar, barred
from judge.letters.reasons import sentence
from judge.model.growth import Growth
from judge.model.letter import Chronicle, Past
from judge.model.view import View
from judge.model.when import sent, spoken

FEW = 2
"""After so many turns jDip does not expect that a game is over."""


def growth(section: Chronicle, variant: Variant) -> Growth:
    """Return the centers, as last counted each year, of those who were seen whole."""
    years: dict[str, View] = {}
    for past in section.turns:
        view = past.view
        if view.played is None or Report(view, past.heading, variant).counted():
            years[variant.calendar.year(view.played) if view.played else "Start"] = view
    return Growth.of(variant.map.powers, tuple(years.items()))


def history(section: Chronicle, variant: Variant, code: str) -> str:
    """Return every turn's mail without its head; ``code`` is the judge's.

    What map programs are not to take for a turn of the game stands behind bars.
    """
    views = [past.view for past in section.turns]
    if sum(view.played is not None for view in views) <= FEW:
        views = [replace(view, ended=None) for view in views]
    return "\n\n".join(
        f"Date:    {sent(past.at)}\nSubject: {code}:{past.heading.game} - {past.event}\n\n"
        + "\n\n".join((_results(past, view, variant), *_sequel(past, variant)))
        for past, view in zip(section.turns, views, strict=True)
    )


def _results(past: Past, view: View, variant: Variant) -> str:
    return Report(view, past.heading, variant).results()


def _sequel(past: Past, variant: Variant) -> Iterator[str]:
    """Yield what was done after a turn, and the turns that were played then and taken back."""
    yield from _done(past, variant)
    for gone in past.taken_back:
        when = spoken(gone.at, gone.heading.zone)
        results = _results(gone, gone.view, variant)
        yield barred(f"Taken back: {gone.event} of {when}\n\n{results}")
        yield from _done(gone, variant)


def _done(past: Past, variant: Variant) -> Iterator[str]:
    return (bar(sentence(why, words_of(variant))) for why in past.sequel)
