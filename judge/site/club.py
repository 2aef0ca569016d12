"""The pages of the club: who wins, who is rated how, and how tournaments stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from judge.game.club.results import HallLine, RatingLine
from judge.game.tournament.state import TournamentLine
from judge.model.sections import ScoreTable
from judge.site.pages import Site, SiteFile, SiteRoom, render_template

FOLDER = "club"
"""Where these pages are, below the folder of the site."""

CLUB = SiteRoom(f"{FOLDER}/index.html", "Club")


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
    return SiteFile(f"{FOLDER}/{find_page_of_tournament(shown.line.name)}.html", make)
