"""Writes the site: listed games, as a stranger sees them, each when it has changed."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from judge.game.notices import heading_of, view_of
from judge.game.past import PastTurns
from judge.game.reports.history import build_chronicle
from judge.game.state import Game, Play
from judge.library import codes, load, load_geometry
from judge.model.errors import JudgeError
from judge.model.letter import Chronicle
from judge.model.reason import Reason
from judge.service.commit import tell_keeper
from judge.service.errors import describe_current_error
from judge.service.judge import Judge
from judge.service.order_pages import OrderPages
from judge.site.folder import remove_other_folders, write_site_files
from judge.site.game import BoardAfterTurn, GameOnShow, ListedGame
from judge.site.pages import Site, files_of_game, front_page_files, shared_files
from judge.site.variant import (
    SHELF,
    VARIANTS,
    VariantOnShow,
    files_of_variant,
    list_of_variants,
    variant_page,
)
from judge.store import queries
from judge.store.personal_settings import personal_settings_of, seat_addresses
from judge.store.repository import Repository

_log = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=5)
"""So long a folder that cannot be written is left alone."""


class Publisher:
    """Keeps a site as the games are. What it remembers of them is gone with it: it looks again."""

    def __init__(self, judge: Judge, folder: Path, url: str = "") -> None:
        self._judge, self._folder = judge, folder
        self._site = Site(judge.identity.name, url, judge.identity.domain, (VARIANTS,))
        # One of its own: it works beside the thread that plays.
        self._games = Repository(load)
        self._marks: dict[str, tuple[str, str]] = {}  # by games: their stamps, then their marks
        self._shown: dict[str, tuple[str, ListedGame]] = {}
        self._failed: dict[str, str] = {}
        self._order_pages = OrderPages(folder)
        self._changed = set[str]()  # games whose pages for orders are still as they were
        self._told = self._has_variants = False
        self._rest_until: datetime | None = None

    def publish_changes(self, now: datetime) -> None:
        """Write the games that have changed since the last time.

        Never raises for what is wrong with the folder or with a game: the keeper is told once
        until all is well again.
        """
        if self._rest_until is not None and now < self._rest_until:
            return
        try:
            self.write_site()
        except Exception:
            self._rest_until = now + PATIENCE
            self._shown.clear()  # whatever is missing then is found missing
            self._tell_keeper_once(now)
        else:
            self._told, self._rest_until = self._told and bool(self._failed), None

    def write_site(self, anew: bool = False) -> int:
        """Write the site and return of how many games; ``anew`` everything, whatever is there.

        Raises OSError, and what a game's pages raise after those of the others are written.
        """
        listed = self._listed_marks()
        write_site_files(self._folder, shared_files(self._site))
        if anew or not self._has_variants:
            self._write_variants(anew)
        if self._judge.pages:
            self._write_order_pages()
        trouble: Exception | None = None
        for name, mark in listed.items():
            if not anew and self._is_mark_known(name, mark):
                continue
            try:
                self._write_game_pages(name, mark, anew)
            except OSError:
                raise
            except Exception as error:
                _log.exception("the pages of %s could not be made", name)
                self._failed[name] = mark
                trouble = error
        names = [*listed]
        self._shown = {name: self._shown[name] for name in names if name in self._shown}
        remove_other_folders(self._folder / "games", {name.lower() for name in names})
        write_site_files(
            self._folder, front_page_files(self._site, [line for _, line in self._shown.values()])
        )
        if trouble is not None:
            raise trouble
        return len(self._shown)

    def _write_variants(self, anew: bool) -> None:
        """Write the pages of all variants that can be loaded, unless each has one."""
        pages = [self._folder / variant_page(code) for code in codes()]
        if anew or not all(page.exists() for page in pages):
            variants = []
            for code in codes():
                try:
                    variants.append(load(code))
                except JudgeError:
                    _log.exception("the variant %s has no page", code)
            for each in variants:
                shown = VariantOnShow(each, load_geometry(each.map.name))
                write_site_files(self._folder, files_of_variant(self._site, shown))
            write_site_files(self._folder, [list_of_variants(self._site, variants)])
            remove_other_folders(self._folder / SHELF, {*codes()})
        self._has_variants = True

    def _listed_marks(self) -> dict[str, str]:
        """Return the listed games and their marks; only what has changed is looked at again."""
        with self._judge.database.read_transaction() as tx:
            stamps = queries.game_stamps(tx)
            for name, stamp in stamps.items():
                if self._marks.get(name, ("", ""))[0] != stamp:
                    self._marks[name] = stamp, queries.digest_of_public_state(tx, name)
                    self._changed.add(name)
        self._marks = {name: self._marks[name] for name in stamps}
        return {name: mark for name, (_, mark) in self._marks.items() if mark}

    def _write_order_pages(self) -> None:
        for name in sorted(self._changed):
            with self._judge.database.read_transaction() as tx:
                game = self._games.load_game(tx, name)
                people = personal_settings_of(tx, seat_addresses(game)) if game else {}
            if game is not None:
                self._order_pages.write_game(game, people)
            self._changed.discard(name)
        self._order_pages.remove_others(tuple(self._marks))

    def _is_mark_known(self, name: str, mark: str) -> bool:
        shown, _ = self._shown.get(name, ("", None))
        return mark in (shown, self._failed.get(name))

    def _write_game_pages(self, name: str, mark: str, anew: bool) -> None:
        with self._judge.database.read_transaction() as tx:
            game = self._games.load_game(tx, name)
            past = self._games.load_past_turns(tx, name)
        if game is None:
            return
        shown = game_on_show(game, past)
        write_site_files(self._folder, files_of_game(self._site, shown), anew)
        self._shown[name] = mark, shown.listed_game
        self._failed.pop(name, None)

    def _tell_keeper_once(self, now: datetime) -> None:
        """Tell the keeper of the error in hand, once until all is well again."""
        if self._told:
            _log.debug("the site could not be written", exc_info=True)
            return
        self._told = True
        _log.exception("the site could not be written to %s", self._folder)
        why = Reason("keeper_site_failed", (str(self._folder), describe_current_error()))
        with self._judge.database.write_transaction() as tx:
            key = f"site.{now:%Y%m%d%H%M%S}"
            tell_keeper(self._judge, tx, "Site Not Written", key, why, now)


def game_on_show(game: Game, past: PastTurns) -> GameOnShow:
    """Return what a stranger sees of a game, of which ``past`` are the turns played."""
    moments: Iterable[BoardAfterTurn] = ()
    if isinstance(game, Play):
        game_chronicle = build_chronicle(game, None, past)
        assert isinstance(game_chronicle, Chronicle), "there is the start at least"
        moments = [
            BoardAfterTurn(turn.heading, turn.view, turn.at) for turn in game_chronicle.turns
        ]
        moments[-1] = moments[-1]._replace(view=view_of(game, None))
    geometry = load_geometry(game.variant.map.name)
    return GameOnShow.from_moments(game.name, game.variant, heading_of(game), moments, geometry)
