"""The pages that list games, however many there are."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from functools import partial

from judge.site.game import FeedEntry, ListedGame, SeatsOnOffer
from judge.site.pages import (
    Site,
    SiteFile,
    SiteRoom,
    build_feed,
    build_front_page_files,
    render_template,
)

SHOWN = 40
"""So many games stand on the front page: those in which a turn was played last."""

SHELF = 100
"""So many have a page together on which they stay."""

FOLDER = "all"
"""Where the pages of all games are, below the folder of the site."""


SITEMAP, ROOMS_MAP = "sitemap.xml", "rooms.xml"
"""The maps for search engines: of all other maps, and of the pages that are not of games."""

OPENINGS = SiteRoom("openings.html", "Open seats")
FINISHED = SiteRoom("finished.html", "Finished games")


class Catalog:
    """All games that are listed, and the pages that list them.

    What a change costs, and how long a page is, does not grow with the number of games. A game is
    known by its row, which is a number that it keeps; later games have higher ones.
    """

    def __init__(self, shown: int = SHOWN, shelf: int = SHELF) -> None:
        self._shown, self._shelf = shown, shelf
        self._games: dict[int, ListedGame] = {}
        self._by_moment: list[tuple[float, int]] = []
        self._shelves = 0
        self._changed = set[int]()
        self._open: dict[int, ListedGame] = {}
        self._over: dict[int, str] = {}  # as rows of their page
        self._is_over_changed = True

    def __len__(self) -> int:
        return len(self._games)

    def put_game(self, row: int, game: ListedGame) -> None:
        """Put a game in, or in the place of what was said of it."""
        if self._games.get(row) == game:
            return
        self.remove_game(row)
        self._games[row] = game
        if game.opening:
            self._open[row] = game
        if game.over:
            self._over[row] = render_template("finished_row.html.j2", game=game)
            self._is_over_changed = True
        insort(self._by_moment, _find_moment(row, game))
        shelf = row // self._shelf
        if shelf >= self._shelves:
            self._changed.update(range(max(self._shelves - 1, 0), shelf + 1))
            self._shelves = shelf + 1
        self._changed.add(shelf)

    def remove_game(self, row: int) -> None:
        """Take a game out, if it is there."""
        game = self._games.pop(row, None)
        if game is not None:
            moment = _find_moment(row, game)
            del self._by_moment[bisect_left(self._by_moment, moment)]
            self._changed.add(row // self._shelf)
            self._open.pop(row, None)
            self._is_over_changed |= self._over.pop(row, None) is not None

    def build_front_page_files(self, site: Site) -> Iterator[SiteFile]:
        """Yield the front page and its feed."""
        newest = [self._games[row] for _, row in self._by_moment[-self._shown :]]
        newest.sort(key=lambda game: game.folder)
        more = self._name_path_of_shelf(self._shelves - 1) if len(self) > len(newest) else ""
        yield from build_front_page_files(site, newest, more)

    def build_changed_files(self, site: Site) -> Iterator[SiteFile]:
        """Yield the pages of all games that are otherwise since ``mark_as_written``."""
        for shelf in sorted(self._changed):
            yield SiteFile(
                self._name_path_of_shelf(shelf), partial(self._render_shelf, site, shelf)
            )
            if site.url:
                pages = [f"{game.folder}/index.html" for game in self._list_games_of_shelf(shelf)]
                yield _build_sitemap(site, self._name_path_of_shelf(shelf, "xml"), pages)
        if site.url:
            parts = [self._name_path_of_shelf(shelf, "xml") for shelf in range(self._shelves)]
            yield _build_sitemap(site, ROOMS_MAP, ["", *(room.path for room in site.rooms)])
            yield _build_sitemap(site, SITEMAP, [ROOMS_MAP, *parts])
        yield from self._build_openings_files(site)
        if self._is_over_changed:
            rows = [self._over[row] for row in sorted(self._over, reverse=True)]
            make = partial(render_template, "finished.html.j2", site=site, rows=rows, root="")
            yield SiteFile(FINISHED.path, make)

    def _build_openings_files(self, site: Site) -> Iterator[SiteFile]:
        newest = sorted(self._open, reverse=True)[: self._shelf]
        games = [self._games[row] for row in newest]
        make = partial(render_template, "openings.html.j2", site=site, games=games, root="")
        yield SiteFile(OPENINGS.path, make)
        if site.domain:
            entries = [
                (game, FeedEntry("index", f"{game.opening.seats} open in {game.variant}", game.at,
                                 _tell_opening(game.opening) or game.standing))
                for game in games
                if game.opening and game.at
            ]  # fmt: skip
            yield build_feed(site, "openings.xml", OPENINGS.path, OPENINGS.title, entries, "")

    def mark_as_written(self) -> None:
        """Note that what has changed is written."""
        self._changed.clear()
        self._is_over_changed = False

    def list_paths(self) -> Iterator[str]:
        """Yield the paths of all pages of games there are, and of the maps of these."""
        for shelf in range(self._shelves):
            yield self._name_path_of_shelf(shelf)
            yield self._name_path_of_shelf(shelf, "xml")

    def _name_path_of_shelf(self, shelf: int, kind: str = "html") -> str:
        return f"{FOLDER}/{shelf + 1}.{kind}" if 0 <= shelf < self._shelves else ""

    def _list_games_of_shelf(self, shelf: int) -> list[ListedGame]:
        """Return the games of a shelf, the latest first."""
        rows = range(shelf * self._shelf, (shelf + 1) * self._shelf)
        return [self._games[row] for row in reversed(rows) if row in self._games]

    def _render_shelf(self, site: Site, shelf: int) -> str:
        return render_template(
            "all.html.j2",
            site=site,
            games=self._list_games_of_shelf(shelf),
            newer=self._name_path_of_shelf(shelf + 1),
            older=self._name_path_of_shelf(shelf - 1),
            root="../",
        )


def _tell_opening(opening: SeatsOnOffer) -> str:
    """Return what is told in the feed of who looks for players, "" if they say nothing."""
    wanted = f"Wanted: {opening.wanted}" if opening.wanted else ""
    return ". ".join(filter(None, (wanted, opening.about)))


def _find_moment(row: int, game: ListedGame) -> tuple[float, int]:
    return (game.at.timestamp() if game.at else 0.0), row


def _build_sitemap(site: Site, path: str, pages: Sequence[str]) -> SiteFile:
    """Return a map of pages for search engines (sitemaps.org), or the map of these maps."""
    make = partial(
        render_template, "sitemap.xml.j2", site=site, pages=pages, is_of_maps=path == SITEMAP
    )
    return SiteFile(path, make)
