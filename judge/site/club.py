"""The pages of the club: who wins, how all are rated, how tournaments stand; what listed games come
to; those who let it be shown how they play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from judge.game.clock.dates import write_duration
from judge.game.club.results import (
    HallLine,
    PastResult,
    RatingLine,
    ReliabilityLine,
    StatisticsLine,
    arrange_statistics,
)
from judge.game.tournament.state import TournamentLine
from judge.model.sections import ScoreTable
from judge.model.turn import Phase
from judge.site.pages import Site, SiteFile, SiteRoom, render_template

CLUB_FOLDER = "club"
"""Where these pages are, below the folder of the site."""

CLUB = SiteRoom(f"{CLUB_FOLDER}/index.html", "Club")


class ClubOnShow(NamedTuple):
    """What the first page of the club shows: halls by variants, ratings by kinds of game, and the
    newest tournaments."""

    halls: Mapping[str, Sequence[HallLine]]
    ratings: Mapping[str, Sequence[RatingLine]]
    tournaments: Sequence[TournamentLine]


class TournamentOnShow(NamedTuple):
    """A tournament as anybody may see it: how it stands, its rules by their names, its standings,
    and the names of the listed games of each round."""

    line: TournamentLine
    rules: Sequence[tuple[str, str]]
    table: ScoreTable
    games: Sequence[Sequence[str]]


def build_club_file(site: Site, club: ClubOnShow) -> SiteFile:
    """Return the first page of the club."""
    make = partial(
        render_template,
        "club.html.j2",
        site=site,
        club=club,
        page_of=find_page_of_tournament,
        root="../",
    )
    return SiteFile(CLUB.path, make)


def find_page_of_tournament(name: str) -> str:
    """Return the name of the page of a tournament; no other page of the club has it."""
    return f"{name}-tournament" if name == "index" else name


def build_tournament_file(site: Site, shown: TournamentOnShow) -> SiteFile:
    """Return the page of a tournament."""
    make = partial(render_template, "tournament.html.j2", site=site, shown=shown, root="../")
    return SiteFile(f"{CLUB_FOLDER}/{find_page_of_tournament(shown.line.name)}.html", make)


STATISTICS_FOLDER = "statistics"
"""Where these pages are, below the folder of the site."""

STATISTICS = SiteRoom(f"{STATISTICS_FOLDER}/index.html", "Statistics")


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
    return SiteFile(f"{STATISTICS_FOLDER}/{variant}.html", make)


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


PERSONS_FOLDER = "persons"
"""Where these pages are, below the folder of the site."""

PERSONS = SiteRoom(f"{PERSONS_FOLDER}/index.html", "Players")


class PersonOnShow(NamedTuple):
    """A person: the name that they let be shown, what became of their games, their ratings."""

    name: str
    results: Sequence[PastResult]
    ratings: Sequence[RatingLine]


def name_pages(names: Mapping[int, str]) -> dict[int, str]:
    """Return the names of the pages of persons, by their numbers; no two have the same."""
    pages: dict[int, str] = {}
    for person, name in names.items():
        plain = re.sub(r"[^\w]+", "-", name.casefold()).strip("-") or "player"
        page = plain if plain not in pages.values() and plain != "index" else f"{plain}-{person}"
        pages[person] = page
    return pages


def build_person_file(site: Site, page: str, person: PersonOnShow) -> SiteFile:
    """Return the page of a person."""
    make = partial(render_template, "person.html.j2", site=site, person=person, root="../")
    return SiteFile(f"{PERSONS_FOLDER}/{page}.html", make)


def list_of_persons(site: Site, rows: Iterable[tuple[str, str]]) -> SiteFile:
    """Return the page that leads to those of persons, of whom ``rows`` has name and page."""
    listed = sorted(rows, key=lambda row: row[0].casefold())
    make = partial(render_template, "persons.html.j2", site=site, persons=listed, root="../")
    return SiteFile(PERSONS.path, make)
