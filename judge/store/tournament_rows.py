"""Tournaments in the database: who takes part, their boards, and what came of those."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from judge.game.state import Stage
from judge.game.tournament.state import (
    BoardScore,
    Entrant,
    Tournament,
    TournamentLine,
)
from judge.store import schema as t
from judge.store.database import StaleError, insert_row, insert_rows
from judge.store.fields import RowFields
from judge.store.rows import write_down_players

_FIELDS = RowFields(Tournament, t.tournaments, apart=("entrants",))
_LISTED = 30
"""So many tournaments stand in one list."""

_PERSON = func.coalesce(t.players.c.same_as, t.players.c.id)
_first = t.players.alias("first")
_PEOPLE = t.entrants.outerjoin(t.players, t.players.c.id == t.entrants.c.player_id).outerjoin(
    _first, _first.c.id == _PERSON
)


def load_tournament(tx: Connection, name: str) -> Tournament | None:
    """Return the tournament of a name, None if there is none."""
    row = tx.execute(select(t.tournaments).where(t.tournaments.c.name == name)).one_or_none()
    if row is None:
        return None
    return Tournament(entrants=_load_entrants(tx, row.id), **_FIELDS.read_row(row))


def _load_entrants(tx: Connection, tournament: int) -> tuple[Entrant, ...]:
    c = t.entrants.c
    query = (
        select(c.number, _first.c.address, c.role, _first.c.wishes["name"].as_string())
        .select_from(_PEOPLE)
        .where(c.tournament_id == tournament)
        .order_by(c.number)
    )
    return tuple(
        Entrant(number, address or "", role, name or "")
        for number, address, role, name in tx.execute(query)
    )


def save_tournament(tx: Connection, tournament: Tournament) -> None:
    """Write a tournament as it is now.

    Its version must be the one it was loaded at, 0 for a new one: else StaleError is raised.
    """
    c = t.tournaments.c
    values = _FIELDS.make_row(tournament) | {
        "version": tournament.version + 1,
        "wakes": bool(tournament.rounds),
    }
    if tournament.version:
        known = (c.name == tournament.name) & (c.version == tournament.version)
        if tx.execute(update(t.tournaments).where(known).values(values)).rowcount != 1:
            raise StaleError(tournament.name)
        row = tx.execute(select(c.id).where(c.name == tournament.name)).scalar_one()
    else:
        if tx.execute(select(c.id).where(c.name == tournament.name)).first() is not None:
            raise StaleError(tournament.name)
        row = insert_row(tx, t.tournaments, values)
    _save_entrants(tx, row, tournament.entrants)
    _save_boards(tx, row, tournament)


def _save_entrants(tx: Connection, tournament: int, entrants: tuple[Entrant, ...]) -> None:
    c = t.entrants.c
    roles = tx.execute(select(c.number, c.role).where(c.tournament_id == tournament))
    there: dict[int, str] = {row.number: row.role for row in roles}
    new = [entrant for entrant in entrants if entrant.number not in there]
    players = write_down_players(tx, {entrant.address for entrant in new})
    rows = [
        {"tournament_id": tournament, "number": entrant.number, "role": entrant.role,
         "player_id": players[entrant.address]}
        for entrant in new
    ]  # fmt: skip
    insert_rows(tx, t.entrants, rows)
    for entrant in entrants:
        if there.get(entrant.number, entrant.role) != entrant.role:
            own = (c.tournament_id == tournament) & (c.number == entrant.number)
            tx.execute(update(t.entrants).where(own).values(role=entrant.role))


def _save_boards(tx: Connection, row: int, tournament: Tournament) -> None:
    c = t.boards.c
    known = {*tx.execute(select(c.game).where(c.tournament_id == row)).scalars()}
    rows = [
        {"tournament_id": row, "round": number, "game": board.game}
        for number, each in enumerate(tournament.rounds, 1)
        for board in each.boards[: each.begun]
        if board.game not in known
    ]
    insert_rows(tx, t.boards, rows)


def wake_tournament_of_game(tx: Connection, game: str) -> None:
    """Note that something came of a game; if it is a board of a tournament, that looks at it."""
    owner = select(t.boards.c.tournament_id).where(t.boards.c.game == game.lower())
    tx.execute(update(t.tournaments).where(t.tournaments.c.id.in_(owner)).values(wakes=True))


def rest_tournament(tx: Connection, name: str) -> None:
    """Note that there is nothing to do for a tournament."""
    tx.execute(update(t.tournaments).where(t.tournaments.c.name == name).values(wakes=False))


def list_tournaments_awake(tx: Connection) -> tuple[str, ...]:
    """Return the names of the tournaments for which there is something to do."""
    c = t.tournaments.c
    return tuple(tx.execute(select(c.name).where(c.wakes).order_by(c.id)).scalars())


def collect_tournament_versions(tx: Connection) -> Mapping[str, int]:
    """Return the versions of all tournaments, by their names."""
    c = t.tournaments.c
    return {row.name: row.version for row in tx.execute(select(c.name, c.version).order_by(c.id))}


def list_tournaments(tx: Connection) -> tuple[TournamentLine, ...]:
    """Return the newest tournaments: those played first, then open ones, then those over."""
    c = t.tournaments.c
    playing = t.entrants.c.role == "player"
    count = (
        select(func.count(t.entrants.c.id))
        .where(t.entrants.c.tournament_id == c.id, playing)
        .scalar_subquery()
    )
    columns = select(c.name, c.stage, c.fields, count.label("entrants"))
    found = list[TournamentLine]()
    for stage in ("running", "open", "ended"):
        query = columns.where(c.stage == stage).order_by(c.id.desc())
        found += map(_read_line, tx.execute(query.limit(_LISTED - len(found))))
    return tuple(found)


def _read_line(row: Row[*tuple[Any, ...]]) -> TournamentLine:
    variant, _settings = row.fields["model"]
    return TournamentLine(row.name, variant, row.stage, len(row.fields["rounds"]), row.entrants)


def list_scores_of_tournament(tx: Connection, tournament: Tournament) -> tuple[BoardScore, ...]:
    """Return what came of the boards of a tournament that have ended.

    What somebody has got who takes no part is nobody's; of somebody who was forgotten it is with
    whom the seat was given to first.
    """
    c, p = t.result_seats.c, t.players
    person = func.coalesce(p.c.same_as, p.c.id)
    query = (
        select(t.boards.c.round, t.boards.c.game, person, c.powers, c.outcome, c.centers, c.points,
               c.share)
        .select_from(
            t.boards.join(t.tournaments)
            .join(t.results, t.results.c.key == t.boards.c.game)
            .join(t.result_seats, c.result_id == t.results.c.id)
            .outerjoin(p, p.c.id == c.player_id)
        )
        .where(t.tournaments.c.name == tournament.name)
        .order_by(t.boards.c.round, t.boards.c.id, c.id)
    )  # fmt: skip
    numbers = _collect_numbers_of_persons(tx, tournament.name)
    drawn = {
        (board.game, power): number
        for each in tournament.rounds
        for board in each.boards
        for number, power in board.seats
    }
    scores = []
    for played_round, game, holder, powers, outcome, centers, points, share in tx.execute(query):
        first = next((drawn[game, power] for power in powers if (game, power) in drawn), None)
        number = first if holder is None else numbers.get(holder)
        if number is not None:
            power = next((p for p in powers if (game, p) in drawn), powers[0])
            scores.append(
                BoardScore(played_round, game, number, power, outcome, centers, points, share)
            )
    return tuple(scores)


def _collect_numbers_of_persons(tx: Connection, name: str) -> Mapping[int, int]:
    """Return the numbers of those who take part, by their persons; directors only look on."""
    c = t.entrants.c
    query = (
        select(_PERSON.label("person"), c.number)
        .select_from(_PEOPLE.join(t.tournaments, t.tournaments.c.id == c.tournament_id))
        .where(t.tournaments.c.name == name, c.player_id.is_not(None), c.number > 0)
    )
    return {row.person: row.number for row in tx.execute(query)}


def count_boards_given_up(tx: Connection, tournament: Tournament) -> int:
    """Return how many boards of the last round have ended without a result."""
    c = t.boards.c
    query = (
        select(func.count())
        .select_from(t.boards.join(t.tournaments).join(t.games, t.games.c.key == c.game))
        .where(
            t.tournaments.c.name == tournament.name,
            c.round == len(tournament.rounds),
            t.games.c.stage == Stage.ENDED.value,
            c.game.not_in(select(t.results.c.key)),
        )
    )
    return int(tx.execute(query).scalar_one())


def collect_ratings_of_entrants(tx: Connection, name: str, kind: str) -> Mapping[int, float]:
    """Return the ratings of those who take part, by their numbers, in a kind of game."""
    numbers = _collect_numbers_of_persons(tx, name)
    r = t.ratings.c
    query = select(r.player_id, r.mean).where(r.kind == kind)
    return {numbers[person]: mean for person, mean in tx.execute(query) if person in numbers}
