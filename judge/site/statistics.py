"""The pages of statistics: what listed games come to that have ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from judge.game.clock.dates import write_duration
from judge.game.club.statistics import ReliabilityLine, StatisticsLine, arrange_statistics
from judge.model.turn import Phase
from judge.site.pages import Site, SiteFile, SiteRoom, render_template

FOLDER = "statistics"
"""Where these pages are, below the folder of the site."""

STATISTICS = SiteRoom(f"{FOLDER}/index.html", "Statistics")


def build_statistics_file(site: Site, variant: str, rows: Sequence[StatisticsLine]) -> SiteFile:
    """Return the page of a variant."""
    arranged = arrange_statistics(rows)
    paces = [
        (Phase(row.key.label).display_name, row.tally.number, write_duration(row.pace))
        for row in arranged.paces
    ]
    make = partial(
        render_template,
        "statistics.html.j2",
        site=site,
        variant=variant,
        shown=arranged,
        paces=paces,
        root="../",
    )
    return SiteFile(f"{FOLDER}/{variant}.html", make)


def list_of_statistics(
    site: Site, games: Mapping[str, int], reliable: Sequence[ReliabilityLine]
) -> SiteFile:
    """Return the page that leads to those of variants, of which so many games have ended, and
    tells how reliable those are who let it be shown."""
    make = partial(
        render_template,
        "all_statistics.html.j2",
        site=site,
        games=sorted(games.items()),
        reliable=reliable,
        root="../",
    )
    return SiteFile(STATISTICS.path, make)
