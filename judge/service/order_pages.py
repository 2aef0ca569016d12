"""Writes the pages on which orders are made: one for each seat that has one, in each turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from judge.game.notices import find_view
from judge.game.person.person import ANYBODY, Person
from judge.game.proof.secret_links import (
    ORDER_PAGES,
    has_order_page,
    name_order_page,
    name_order_page_folder,
)
from judge.game.state import Game, Play, Seat, Stage
from judge.library import load_geometry
from judge.model.when import describe_moment
from judge.site.folder import (
    remove_folder,
    remove_other_files,
    remove_other_folders,
    write_site_files,
)
from judge.site.order_page import OrderPage, build_shared_order_files, render_order_page
from judge.site.pages import SiteFile

ROOT = "../../"
"""The way from such a page to what all share."""


class OrderPages:
    """Keeps the pages for orders as the games are."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._folders: dict[str, frozenset[str]] = {}  # by games, those of their seats
        self._shown: dict[str, Game] = {}

    def write_pages_of_game(self, game: Game, people: Mapping[str, Person]) -> None:
        """Write the pages of a game as it is now. Raises OSError.

        A page that is there already stays as it is, unless the game was seen otherwise since.
        """
        seats = [
            seat
            for seat in game.players
            if has_order_page(game, seat, people.get(seat.address.lower(), ANYBODY))
        ]
        folders = frozenset(name_order_page_folder(game, seat) for seat in seats)
        for folder in sorted(self._folders.get(game.name, folders) - folders):
            remove_folder(self._folder / folder)
        self._folders[game.name] = folders
        before = self._shown.get(game.name)
        anew = before is not None and _identify_turn(before) != _identify_turn(game)
        self._shown.pop(game.name, None)
        if seats:
            self._shown[game.name] = game
        write_site_files(self._folder, self._build_files_of_game(game, seats), anew)
        if isinstance(game, Play):
            for seat in seats:
                page = self._folder / name_order_page(game, seat)
                remove_other_files(page.parent, {page.name})

    def _build_files_of_game(self, game: Game, seats: Sequence[Seat]) -> Iterator[SiteFile]:
        geometry = load_geometry(game.variant.map.name)
        if not isinstance(game, Play) or geometry is None or not seats:
            return
        yield from build_shared_order_files()
        due = describe_moment(game.due_at, game.settings.zone) if game.due_at else ""
        for seat in seats:
            page = OrderPage(
                game.name, find_view(game, seat), game.variant, geometry, seat.powers, due
            )
            make = partial(render_order_page, page, ROOT)
            yield SiteFile(name_order_page(game, seat), make, settled=True)

    def remove_others(self) -> None:
        """Remove all pages but those of the games that were written. Raises OSError."""
        kept = {Path(folder).name for folders in self._folders.values() for folder in folders}
        remove_other_folders(self._folder / ORDER_PAGES, kept)


def _identify_turn(game: Game) -> object:
    """Return what a page shows of a game."""
    return (game.position, game.number, game.due_at) if isinstance(game, Play) else None


def name_public_page(game: Game) -> str:
    """Return where whoever looks on finds the page to try orders, from the site's own folder."""
    return f"games/{game.name.lower()}/order.html"


def build_public_order_page(game: Game) -> Sequence[SiteFile] | None:
    """Return the page on which whoever looks on tries orders of all powers.

    There is none unless the master wants it and all see the whole board.
    """
    geometry = load_geometry(game.variant.map.name)
    if not isinstance(game, Play) or game.stage is Stage.ENDED or geometry is None:
        return None
    view = find_view(game, None)
    if game.settings.pages != "public" or not game.disclosure.has_open_board(view):
        return None
    page = OrderPage(game.name, view, game.variant, geometry, tuple(game.variant.map.powers))
    make = partial(render_order_page, page, ROOT)
    return (*build_shared_order_files(), SiteFile(name_public_page(game), make))
