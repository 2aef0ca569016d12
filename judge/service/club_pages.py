"""Writes the pages of the club and of those who play in it, each when it has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from judge.game.tournament.standings import rank_entrants
from judge.game.tournament.state import Tournament
from judge.game.tournament.telling import build_score_table, describe_rules
from judge.site import club
from judge.site.folder import Shelf
from judge.site.pages import Site, SiteFile
from judge.store import club_rows, tournament_rows
from judge.store.database import Database


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
    stamps = club_rows.collect_games_in_statistics(tx)

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
