"""HISTORY: all turns as the hobby's tools read them, and the centers year by year."""

from __future__ import annotations

from dataclasses import replace

from judge.hooks import Variant
from judge.letters.judge_format import Report
from judge.letters.when import sent
from judge.model.letter import Chronicle, Growth
from judge.model.view import View

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
    """Return every turn's mail without its head; ``code`` is the judge's."""
    views = [past.view for past in section.turns]
    if sum(view.played is not None for view in views) <= FEW:
        views = [replace(view, ended=None) for view in views]
    return "\n\n".join(
        f"Date:    {sent(past.at)}\n"
        f"Subject: {code}:{past.heading.game} - {past.event}\n\n"
        f"{Report(view, past.heading, variant).results()}"
        for past, view in zip(section.turns, views, strict=True)
    )
