"""The files of a site: every page, picture and feed by its path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from judge.letters.render import make_template_environment
from judge.pictures.raster import png
from judge.site.game import NEWEST, FeedEntry, GameOnShow, ListedGame, TurnOnShow

PREVIEW, COLORS = 800, 64
"""How wide the picture is that others show beside a link to a turn, and its colors."""


def render_template(name: str, **values: object) -> str:
    """Return a page that a template makes of the values."""
    return make_template_environment().get_template(f"site/{name}").render(values)


class SiteRoom(NamedTuple):
    """A part of the site that all pages lead to: its path, and what it is called."""

    path: str
    title: str


class Site(NamedTuple):
    """What all pages know: the judge's name, where they are found on the web ("" if that is not
    known), the domain that names what is in the feeds ("" where there are none), its rooms, and
    the address to which one writes in order to play ("" where nobody can).
    """

    name: str
    url: str = ""
    domain: str = ""
    rooms: tuple[SiteRoom, ...] = ()
    address: str = ""


class SiteFile(NamedTuple):
    """A file of the site. ``settled``: once written it stays as it is."""

    path: str
    made: Callable[[], str | bytes]
    settled: bool = False


def build_shared_files() -> Iterator[SiteFile]:
    """Yield what all pages share."""
    for name in ("style.css", "steps.js", "film.js", "search.js"):
        yield SiteFile(name, partial(render_template, name))


def build_front_page_files(
    site: Site, games: Sequence[ListedGame], more: str = ""
) -> Iterator[SiteFile]:
    """Yield the list of games; ``more`` is the page that leads to the others, if there are any."""
    page = partial(render_template, "index.html.j2", site=site, games=games, more=more, root="")
    yield SiteFile("index.html", page)
    if site.domain:
        entries = [(game, entry) for game in games for entry in game.entries]
        entries.sort(key=lambda row: row[1].at, reverse=True)
        yield build_feed(site, "feed.xml", "index.html", site.name, entries[:NEWEST], "")


def build_files_of_game(site: Site, game: GameOnShow) -> Iterator[SiteFile]:
    """Yield the files of one game, its own page last: whoever comes by it finds the others."""
    turns = game.turns
    for number, turn in enumerate(turns):
        settled = number < len(turns) - 2
        if game.geometry is not None:
            yield SiteFile(f"{game.folder}/{turn.code}.svg", turn.draw_picture, settled)
            if site.url:
                preview = partial(_paint_preview, turn)
                yield SiteFile(f"{game.folder}/{turn.code}.png", preview, settled)
        page = partial(_render_turn_page, site, game, number)
        yield SiteFile(f"{game.folder}/{turn.code}.html", page, settled)
    if site.domain:
        entries = [(game.listed_game, entry) for entry in game.listed_game.entries]
        yield build_feed(
            site,
            f"{game.folder}/feed.xml",
            f"{game.folder}/index.html",
            game.title,
            entries,
            "../../",
        )
    render = partial(render_template, site=site, game=game, root="../../")
    if game.has_film:
        yield SiteFile(f"{game.folder}/film.html", partial(render, "film.html.j2"))
    yield SiteFile(f"{game.folder}/index.html", partial(render, "game.html.j2"))


def _paint_preview(turn: TurnOnShow) -> bytes:
    return png(turn.draw_picture(), PREVIEW, COLORS)


def _render_turn_page(site: Site, game: GameOnShow, number: int) -> str:
    def find_turn(number: int) -> TurnOnShow | None:
        return game.turns[number] if 0 <= number < len(game.turns) else None

    return render_template(
        "turn.html.j2",
        site=site,
        game=game,
        turn=game.turns[number],
        before=find_turn(number - 1),
        after=find_turn(number + 1),
        root="../../",
    )


def build_feed(
    site: Site,
    path: str,
    home: str,
    title: str,
    entries: Sequence[tuple[ListedGame, FeedEntry]],
    root: str,
) -> SiteFile:
    """Return a feed. Its links are whole where the site knows its address, else from the feed.

    ``home`` is the page that it belongs to.
    """
    return SiteFile(
        path,
        partial(
            render_template, "feed.xml.j2",
            site=site, path=path, home=home, title=title, entries=entries,
            root=site.url or root,
        ),
    )  # fmt: skip
