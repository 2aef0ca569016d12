"""The files of a site: every page, picture and feed by its path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from judge.site.game import NEWEST, Entry, GameLine, GameOnShow, TurnOnShow
from judge.site.templates import render


class Site(NamedTuple):
    """What all pages know: the judge's name, where they are found on the web ("" if that is not
    known), and the domain that names what is in the feeds ("" where there are none).
    """

    name: str
    url: str = ""
    domain: str = ""


class File(NamedTuple):
    """A file of the site. ``settled``: once written it stays as it is."""

    path: str
    made: Callable[[], str]
    settled: bool = False


def common(site: Site) -> Iterator[File]:
    """Yield what all pages share."""
    for name in ("style.css", "steps.js"):
        yield File(name, partial(render, name))


def front(site: Site, games: Sequence[GameLine]) -> Iterator[File]:
    """Yield the list of games."""
    yield File("index.html", partial(render, "index.html.j2", site=site, games=games, root=""))
    if site.domain:
        entries = [(game, entry) for game in games for entry in game.entries]
        entries.sort(key=lambda row: row[1].at, reverse=True)
        yield _feed(site, "feed.xml", "", site.name, entries[:NEWEST], "")


def pages(site: Site, game: GameOnShow) -> Iterator[File]:
    """Yield the files of one game, its own page last: whoever comes by it finds the others."""
    turns = game.turns
    for number, turn in enumerate(turns):
        settled = number < len(turns) - 2
        if game.geometry is not None:
            yield File(f"{game.folder}/{turn.code}.svg", turn.picture, settled)
        page = partial(_turn, site, game, number)
        yield File(f"{game.folder}/{turn.code}.html", page, settled)
    if site.domain:
        entries = [(game.line, entry) for entry in game.line.entries]
        yield _feed(
            site, f"{game.folder}/feed.xml", f"{game.folder}/", game.title, entries, "../../"
        )
    page = partial(render, "game.html.j2", site=site, game=game, root="../../")
    yield File(f"{game.folder}/index.html", page)


def _turn(site: Site, game: GameOnShow, number: int) -> str:
    def at(number: int) -> TurnOnShow | None:
        return game.turns[number] if 0 <= number < len(game.turns) else None

    return render(
        "turn.html.j2",
        site=site,
        game=game,
        turn=game.turns[number],
        before=at(number - 1),
        after=at(number + 1),
        root="../../",
    )


def _feed(
    site: Site,
    path: str,
    home: str,
    title: str,
    entries: Sequence[tuple[GameLine, Entry]],
    root: str,
) -> File:
    """Return a feed. Its links are whole where the site knows its address, else from the feed."""
    return File(
        path,
        partial(
            render, "feed.xml.j2", site=site, path=path, home=home, title=title, entries=entries,
            root=site.url or root,
        ),
    )  # fmt: skip
