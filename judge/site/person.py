"""The pages of those who let it be shown how they play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from judge.game.club.results import PastResult, RatingLine
from judge.site.pages import Site, SiteFile, SiteRoom, render_template

FOLDER = "persons"
"""Where these pages are, below the folder of the site."""

PERSONS = SiteRoom(f"{FOLDER}/index.html", "Players")


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
    return SiteFile(f"{FOLDER}/{page}.html", make)


def list_of_persons(site: Site, rows: Iterable[tuple[str, str]]) -> SiteFile:
    """Return the page that leads to those of persons, of whom ``rows`` has name and page."""
    listed = sorted(rows, key=lambda row: row[0].casefold())
    make = partial(render_template, "persons.html.j2", site=site, persons=listed, root="../")
    return SiteFile(PERSONS.path, make)
