"""Writes the pages of the club, each when it has changed."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from judge.game.tournament.rules import describe_rules
from judge.game.tournament.standings import standings_of
from judge.game.tournament.state import Tournament, TournamentLine
from judge.game.tournament.telling import score_table
from judge.site.club import FOLDER, ClubOnShow, TournamentOnShow, club_file, tournament_file
from judge.site.folder import remove_other_files, write_site_files
from judge.site.pages import Site
from judge.store import club_rows, tournament_rows
from judge.store.database import Database


class ClubPages:
    """Keeps these pages as results, names and tournaments are."""

    def __init__(self, database: Database, folder: Path, site: Site) -> None:
        self._database, self._folder, self._site = database, folder, site
        self._seen: object = None
        self._stamps: dict[str, object] = {}

    def write_changes(self) -> None:
        """Write the pages of which something has changed. Raises OSError."""
        with self._database.read_transaction() as tx:
            names, results = club_rows.list_named_persons(tx), club_rows.count_results(tx)
            versions = tournament_rows.tournament_versions(tx)
            seen = (names, results, versions)
            if seen == self._seen:
                return
            club = ClubOnShow(
                {each: club_rows.list_hall(tx, each) for each in club_rows.result_variants(tx)},
                {each: club_rows.list_ratings(tx, each) for each in club_rows.rating_kinds(tx)},
                tournament_rows.list_tournaments(tx),
            )
            stamps = {name: (version, results, names) for name, version in versions.items()}
            shown = [
                tournament_on_show(tx, held)
                for name, stamp in stamps.items()
                if self._stamps.get(name) != stamp
                and (held := tournament_rows.load_tournament(tx, name)) is not None
            ]
        files = [tournament_file(self._site, each) for each in shown]
        write_site_files(self._folder, [*files, club_file(self._site, club)])
        kept = {"index.html", *(f"{name}.html" for name in versions)}
        remove_other_files(self._folder / FOLDER, kept)
        self._seen, self._stamps = seen, dict(stamps)


def tournament_on_show(tx: Connection, held: Tournament) -> TournamentOnShow:
    """Return what a stranger sees of a tournament."""
    standings = standings_of(held, tournament_rows.scores_of_tournament(tx, held))
    listed = held.model.settings.listed
    games = [
        [board.game for board in each.boards[: each.begun]] if listed else []
        for each in held.rounds
    ]
    players = len(held.entrants_in_role("player"))
    line = TournamentLine(held.name, held.model.variant, held.stage, len(held.rounds), players)
    rules = (*describe_rules(held.rules), ("scoring", held.model.settings.scoring))
    return TournamentOnShow(line, rules, score_table(held, standings), games)
