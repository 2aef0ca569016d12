"""Writes the site: listed games, as a stranger sees them, the club and those who play in it, each
when it has changed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from judge.game.enter.starting import count_open_seats
from judge.game.game_settings import describe_settings
from judge.game.notices import build_heading, find_view
from judge.game.past import PastTurns
from judge.game.reports.history import build_chronicle
from judge.game.state import Game, Play
from judge.game.tournament.state import Tournament
from judge.game.tournament.telling import build_score_table, describe_rules, rank_entrants
from judge.library import codes, load, load_geometry
from judge.model.errors import JudgeError
from judge.model.letter import Chronicle
from judge.model.reason import Reason
from judge.service.commit import tell_keeper
from judge.service.errors import describe_current_error
from judge.service.judge import Judge
from judge.service.order_pages import OrderPages, build_public_order_page, name_public_page
from judge.site import club
from judge.site.catalog import FINISHED, OPENINGS, Catalog
from judge.site.catalog import FOLDER as CATALOG
from judge.site.club import CLUB, PERSONS, STATISTICS
from judge.site.folder import (
    Shelf,
    remove_folder,
    remove_other_files,
    remove_other_folders,
    write_site_files,
)
from judge.site.game import BoardAfterTurn, GameOnShow, SeatsOnOffer
from judge.site.pages import Site, SiteFile, build_files_of_game, build_shared_files
from judge.site.variant import (
    SHELF,
    VARIANTS,
    VariantOnShow,
    build_files_of_variant,
    build_variant_page,
    list_of_variants,
)
from judge.store import club_rows, queries, tournament_rows
from judge.store.database import Database
from judge.store.persons import list_seat_addresses, load_personal_settings
from judge.store.queries import ChangedGame
from judge.store.repository import Repository


class _ShelfNow(NamedTuple):
    """What a shelf has now: its first page, the stamps of its others by their names, and how one of
    these is made."""

    first: SiteFile
    stamps: Mapping[str, object]
    make_page: Callable[[str], SiteFile]


class ClubPages:
    """Keeps these pages as results, ratings, names and tournaments are."""

    def __init__(self, database: Database, folder: Path, site: Site) -> None:
        self._database, self._site = database, site
        self._shelves: Mapping[Shelf, Callable[[Connection, Site], _ShelfNow]] = {
            Shelf(folder / club.CLUB_FOLDER): _list_tournaments,
            Shelf(folder / club.PERSONS_FOLDER): _list_persons,
            Shelf(folder / club.STATISTICS_FOLDER): _list_statistics,
        }
        self._seen: object = None

    def write_changes(self, is_listing_new: bool) -> None:
        """Write the pages of which something has changed; ``is_listing_new``: other games are
        listed than before. Raises OSError.
        """
        with self._database.read_transaction() as tx:
            seen = (
                club_rows.list_named_persons(tx),
                club_rows.count_results(tx),
                tournament_rows.collect_tournament_versions(tx),
            )
            if seen == self._seen and not is_listing_new:
                return
            found = []
            for shelf, list_pages in self._shelves.items():
                now = list_pages(tx, self._site)
                pages = [now.make_page(name) for name in shelf.find_changed_pages(now.stamps)]
                found.append((shelf, [*pages, now.first], now.stamps))
        for shelf, files, stamps in found:
            shelf.write_pages(files, stamps)
        self._seen = seen


def _list_persons(tx: Connection, site: Site) -> _ShelfNow:
    """Return the pages of those who let it be shown how they play."""
    names, stamps = club_rows.list_named_persons(tx), club_rows.collect_stamps_of_persons(tx)
    pages = club.name_pages({who: names[who] for who in names if who in stamps})
    persons = {page: who for who, page in pages.items()}

    def make_page(page: str) -> SiteFile:
        who = persons[page]
        results = club_rows.list_results_of_person(tx, who)
        shown = club.PersonOnShow(names[who], results, club_rows.list_ratings_of_person(tx, who))
        return club.build_person_file(site, page, shown)

    first = club.list_of_persons(site, [(names[who], page) for page, who in persons.items()])
    return _ShelfNow(first, {p: (w, stamps[w], names[w]) for p, w in persons.items()}, make_page)


def _list_tournaments(tx: Connection, site: Site) -> _ShelfNow:
    """Return the pages of tournaments, and the first page of the club."""
    seen = (club_rows.list_named_persons(tx), club_rows.count_results(tx))
    names = {
        club.find_page_of_tournament(name): (name, version)
        for name, version in tournament_rows.collect_tournament_versions(tx).items()
    }

    def make_page(page: str) -> SiteFile:
        held = tournament_rows.load_tournament(tx, names[page][0])
        assert held is not None, "it was there in this transaction"
        return club.build_tournament_file(site, make_tournament_on_show(tx, held))

    shown = club.ClubOnShow(
        {each: club_rows.list_hall(tx, each) for each in club_rows.list_variants_with_careers(tx)},
        {each: club_rows.list_ratings(tx, each) for each in club_rows.list_rating_kinds(tx)},
        tournament_rows.list_tournaments(tx),
    )
    stamps = {page: (version, seen) for page, (_, version) in names.items()}
    return _ShelfNow(club.build_club_file(site, shown), stamps, make_page)


def _list_statistics(tx: Connection, site: Site) -> _ShelfNow:
    """Return the pages of what listed games come to, by variants."""
    stamps = club_rows.count_ended_games_by_variant(tx)

    def make_page(variant: str) -> SiteFile:
        return club.build_statistics_file(site, variant, club_rows.list_statistics(tx, variant))

    first = club.list_of_statistics(site, stamps, club_rows.list_reliable_persons(tx))
    return _ShelfNow(first, stamps, make_page)


def make_tournament_on_show(tx: Connection, held: Tournament) -> club.TournamentOnShow:
    """Return what a stranger sees of a tournament."""
    standings = rank_entrants(held, tournament_rows.list_scores_of_tournament(tx, held))
    listed = held.model.settings.listed
    games = [
        [board.game for board in each.boards[: each.begun]] if listed else []
        for each in held.rounds
    ]
    rules = (*describe_rules(held.rules), ("scoring", held.model.settings.scoring))
    return club.TournamentOnShow(held.line, rules, build_score_table(held, standings), games)


_log = logging.getLogger(__name__)

PATIENCE = timedelta(minutes=5)
"""So long a folder that cannot be written is left alone."""


_TERMS = ("moves", "press", "anonymous", "rated")
"""The settings that are told beside open seats."""

_OVERLAP = 1000
"""So many changes back games are looked at again where several judges write at the same time."""


@dataclass
class _Shown:
    """What a Publisher has shown: up to which change number it looked at games, their stamps, the
    marks of what is shown of listed games or failed to be, those that failed, and the lists.
    """

    club: ClubPages
    looked_to: int = -1
    stamps: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    catalog: Catalog = field(default_factory=Catalog)


class Publisher:
    """Keeps a site as the games are. What it remembers of them is gone with it: it looks again.

    What it does about a change does not grow with the number of games.
    """

    def __init__(self, judge: Judge, folder: Path, url: str = "") -> None:
        self._judge, self._folder = judge, folder
        rooms = (OPENINGS, FINISHED, CLUB, STATISTICS, PERSONS, VARIANTS)
        identity = judge.identity
        self._site = Site(identity.name, url, identity.domain, rooms, identity.address)
        # One of its own: it works beside the thread that plays.
        self._games = Repository(load)
        self._order_pages = OrderPages(folder)
        self._told = False
        self._rest_until: datetime | None = None
        self._forget_published()

    def _forget_published(self) -> None:
        """Take everything for not yet looked at."""
        self._shown = _Shown(ClubPages(self._judge.database, self._folder, self._site))

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
            self._tell_keeper_once(now)
        else:
            self._told, self._rest_until = self._told and bool(self._shown.failed), None

    def write_site(self, anew: bool = False) -> int:
        """Write what has changed, and return of how many games there are pages; ``anew``
        everything, whatever is there.

        Raises OSError, and what a game's pages raise after those of the others are written.
        """
        try:
            trouble = self._write_changes(anew)
        except Exception:
            self._forget_published()  # whatever is missing then is found missing
            raise
        if trouble is not None:
            raise trouble
        return len(self._shown.catalog)

    def _write_variants(self, anew: bool) -> None:
        """Write the pages of all variants that can be loaded, unless each has one."""
        pages = [self._folder / build_variant_page(code) for code in codes()]
        if anew or not all(page.exists() for page in pages):
            variants = []
            for code in codes():
                try:
                    variants.append(load(code))
                except JudgeError:
                    _log.exception("the variant %s has no page", code)
            for each in variants:
                shown = VariantOnShow(each, load_geometry(each.map.name))
                write_site_files(self._folder, build_files_of_variant(self._site, shown))
            write_site_files(self._folder, [list_of_variants(self._site, variants)])
            remove_other_folders(self._folder / SHELF, {*codes()})

    def _write_changes(self, anew: bool) -> Exception | None:
        if anew:
            self._forget_published()
        whole = self._shown.looked_to < 0
        overlap = 0 if self._judge.database.is_single_judge else _OVERLAP
        with self._judge.database.read_transaction() as tx:
            changed = [
                game
                for game in queries.list_games_changed(tx, self._shown.looked_to - overlap)
                if self._shown.stamps.get(game.name) != game.stamp
            ]
        write_site_files(self._folder, build_shared_files())
        if whole:
            self._write_variants(anew)
        trouble: Exception | None = None
        listed = {*self._shown.marks}
        for game in changed:
            trouble = self._write_game(game, anew) or trouble
        write_site_files(self._folder, self._shown.catalog.build_changed_files(self._site))
        write_site_files(self._folder, self._shown.catalog.build_front_page_files(self._site))
        self._shown.club.write_changes(whole or listed != {*self._shown.marks})
        self._shown.catalog.mark_as_written()
        if whole:
            self._remove_strays()
        self._shown.looked_to = max([self._shown.looked_to, 0, *(game.number for game in changed)])
        return trouble

    def _write_game(self, changed: ChangedGame, anew: bool) -> Exception | None:
        """Write the pages of a game, or remove them; return what is wrong with the game. Raises
        OSError."""
        name = changed.name
        with self._judge.database.read_transaction() as tx:
            mark = queries.digest_public_state(tx, name)
            game = self._games.load_game(tx, name)
            past = self._games.load_past_turns(tx, name)
            people = load_personal_settings(tx, list_seat_addresses(game)) if game else {}
        assert game is not None, "no game goes away"
        if self._judge.pages:
            self._order_pages.write_pages_of_game(game, people)
        trouble = None
        if not mark:
            self._take_down_game(changed)
        elif mark != self._shown.marks.get(name):
            trouble = self._write_game_pages(changed, game, past, anew)
            self._shown.marks[name] = mark
        self._shown.stamps[name] = changed.stamp
        return trouble

    def _take_down_game(self, changed: ChangedGame) -> None:
        if self._shown.marks.pop(changed.name, None) is not None:
            remove_folder(self._folder / "games" / changed.name.lower())
        self._shown.failed.discard(changed.name)
        self._shown.catalog.remove_game(changed.row)

    def _write_game_pages(
        self, changed: ChangedGame, game: Game, past: PastTurns, anew: bool
    ) -> Exception | None:
        try:
            trial = build_public_order_page(game) if self._judge.pages else None
            shown = replace(make_game_on_show(game, past), is_tried=trial is not None)
            if trial is not None:
                write_site_files(self._folder, trial)
            write_site_files(self._folder, build_files_of_game(self._site, shown), anew)
            if trial is None:
                (self._folder / name_public_page(game)).unlink(missing_ok=True)
            self._shown.catalog.put_game(changed.row, shown.listed_game)
        except OSError:
            raise
        except Exception as error:
            _log.exception("the pages of %s could not be made", changed.name)
            self._shown.failed.add(changed.name)
            return error
        self._shown.failed.discard(changed.name)
        return None

    def _remove_strays(self) -> None:
        """Remove the pages of games that are listed no more."""
        remove_other_folders(self._folder / "games", {name.lower() for name in self._shown.marks})
        remove_other_files(
            self._folder / CATALOG, {Path(p).name for p in self._shown.catalog.list_paths()}
        )
        if self._judge.pages:
            self._order_pages.remove_others()

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


def make_game_on_show(game: Game, past: PastTurns) -> GameOnShow:
    """Return what a stranger sees of a game, of which ``past`` are the turns played."""
    moments: Sequence[BoardAfterTurn] = ()
    if isinstance(game, Play):
        game_chronicle = build_chronicle(game, None, past)
        assert isinstance(game_chronicle, Chronicle), "there is the start at least"
        moments = [
            BoardAfterTurn(turn.heading, turn.view, turn.at) for turn in game_chronicle.turns
        ]
        moments[-1] = moments[-1]._replace(view=find_view(game, None))
    geometry = load_geometry(game.variant.map.name)
    shown = GameOnShow.from_moments(game.name, game.variant, build_heading(game), moments, geometry)
    played = [turn.at for turn in moments if turn.at is not None]
    at = played[-1] if played else game.created
    return replace(shown, at=at, opening=_find_seats_on_offer(game))


def _find_seats_on_offer(game: Game) -> SeatsOnOffer | None:
    """Return what is said of open seats, None where there are none or that is not to be known."""
    seats = count_open_seats(game) if game.disclosure.public_seat_count else 0
    if seats <= 0:
        return None
    command = "TAKEOVER" if isinstance(game, Play) else "JOIN"
    settings = game.settings
    terms = tuple(row for row in describe_settings(settings) if row[0] in _TERMS)
    line = f"{command} {game.name}"
    return SeatsOnOffer(seats, line, settings.about, settings.wanted, terms)
