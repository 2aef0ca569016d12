"""What the club remembers: who held which seat, what became of games, ratings.

How persons have fared is added up as games end: no question goes through all games for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    func,
    literal,
    select,
    update,
)

from judge.game.club.results import (
    MOST_OPENINGS,
    GameResult,
    GameTally,
    HallLine,
    PastResult,
    RatingLine,
    ReliabilityLine,
    StatisticsKey,
    StatisticsLine,
    Tenure,
    make_game_result,
    shares_of_seats,
    tally_game,
)
from judge.game.club.scoring import RatedSeat, Rating, rate_game
from judge.game.past import PastTurns
from judge.game.state import Game, Play, Reliability, Stage
from judge.store import schema as t
from judge.store.database import insert_row, insert_rows
from judge.store.rows import write_down_players

MOST_LINES = 30
"""So many lines has an answer at most."""

FIRST = t.players.alias("first")
NAME = FIRST.c.wishes["name"].as_string()
"""The name under which somebody shows their results."""

_ALL = ""
"""The variant of the rows that count all games of somebody."""


def _select_sums(which: ColumnElement[bool], *, by_variant: bool) -> Select[Any]:
    """Return the query for what persons have made of some games, of those that were listed, in all
    or ``by_variant``."""
    c = t.result_seats.c
    variant: ColumnElement[str] = t.results.c.variant if by_variant else literal(_ALL)

    def count_outcome(outcome: str) -> ColumnElement[int]:
        return func.sum(case((c.outcome == outcome, 1), else_=0))

    return (
        select(
            c.player_id,
            variant.label("variant"),
            func.count(c.result_id.distinct()).label("games"),
            count_outcome("solo").label("solos"),
            count_outcome("draw").label("draws"),
            *(func.sum(c[name]).label(name) for name in ("kept", "late", "times_left")),
        )
        .select_from(t.result_seats.join(t.results))
        .where(which, t.results.c.listed, c.player_id.is_not(None))
        .group_by(c.player_id, *([variant] if by_variant else []))
    )


def add_to_careers(tx: Connection, result: int, times: int = 1) -> None:
    """Add what came of a game to the careers of those who played it, or take it off (``times`` is
    -1)."""
    c = t.careers.c
    for by_variant in (True, False):
        query = _select_sums(t.results.c.id == result, by_variant=by_variant)
        for row in tx.execute(query).mappings().all():
            own = (c.player_id == row["player_id"]) & (c.variant == row["variant"])
            counts = {name: value for name, value in row.items() if name not in _OWN}
            changes = {name: c[name] + times * int(value) for name, value in counts.items()}
            changes["changes"] = c.changes + 1
            if not tx.execute(update(t.careers).where(own).values(changes)).rowcount:
                insert_row(tx, t.careers, {**row, "changes": 1})


_OWN = ("player_id", "variant")


def recount_careers(tx: Connection, person: int) -> None:
    """Add up the career of a person again, from all of their games."""
    tx.execute(delete(t.careers).where(t.careers.c.player_id == person))
    for by_variant in (True, False):
        which = t.result_seats.c.player_id == person
        rows = tx.execute(_select_sums(which, by_variant=by_variant))
        insert_rows(tx, t.careers, [{**row, "changes": 1} for row in rows.mappings()])


def list_hall(tx: Connection, variant: str) -> tuple[HallLine, ...]:
    """Return who won most often in a variant, "" in all, of those who show their results."""
    c = t.careers.c
    query = (
        select(NAME, c.solos, c.draws, c.games)
        .select_from(t.careers.join(FIRST, FIRST.c.id == c.player_id))
        .where(c.variant == variant, NAME != "", c.solos + c.draws > 0)
        .order_by(c.solos.desc(), c.draws.desc(), NAME)
        .limit(MOST_LINES)
    )
    return tuple(HallLine(*row) for row in tx.execute(query))


def list_reliable_persons(tx: Connection) -> tuple[ReliabilityLine, ...]:
    """Return how those have played who show their results: the most deadlines first."""
    c = t.careers.c
    query = (
        select(NAME, c.kept, c.late, c.times_left)
        .select_from(t.careers.join(FIRST, FIRST.c.id == c.player_id))
        .where(c.variant == _ALL, NAME != "", c.kept + c.late > 0)
        .order_by(c.kept.desc(), NAME)
        .limit(MOST_LINES)
    )
    return tuple(ReliabilityLine(row[0], Reliability(*row[1:])) for row in tx.execute(query))


def list_variants_with_careers(tx: Connection) -> tuple[str, ...]:
    """Return the variants of which games have ended."""
    c = t.careers.c
    query = select(c.variant).where(c.variant != _ALL, c.games > 0).distinct().order_by(c.variant)
    return tuple(tx.execute(query).scalars())


_PERSON = func.coalesce(t.players.c.same_as, t.players.c.id)
_SEATS = t.result_seats.join(t.results)
_NAMED_SEATS = _SEATS.outerjoin(FIRST, FIRST.c.id == t.result_seats.c.player_id)


def record_game(
    tx: Connection,
    was: Game | None,
    game: Game,
    now: datetime,
    load_past_turns: Callable[[Connection, str], PastTurns],
) -> None:
    """Note who holds the seats of a game that was saved, and what became of it if it has ended.

    ``was`` is the game as it was before.
    """
    if not isinstance(game, Play):
        return
    if not isinstance(was, Play) or _find_holders(was) != _find_holders(game):
        _record_holders(tx, game)
    over, was_over = (each is not None and each.stage is Stage.ENDED for each in (game, was))
    if over and not was_over and (result := make_game_result(game, now)) is not None:
        line = load_past_turns(tx, game.name).list_turns_leading_to(game.parent)
        _record_result(tx, game, result, tally_game(game, result, line))
    elif was_over and not over:
        _take_result_back(tx, game)


def _find_holders(game: Game) -> Mapping[str, str]:
    return {seat.name: seat.address.lower() for seat in game.players}


def _record_holders(tx: Connection, game: Play) -> None:
    row = tx.execute(select(t.games.c.id).where(t.games.c.key == game.name.lower())).scalar_one()
    seats = select(t.seats.c.name, t.seats.c.player_id).where(t.seats.c.game_id == row)
    holders = {name: player for name, player in tx.execute(seats) if player is not None}
    c = t.tenures.c
    open_tenures = tx.execute(select(t.tenures).where(c.game_id == row, c.last.is_(None))).all()
    still_held = set()
    for tenure in open_tenures:
        if holders.get(tenure.seat) == tenure.player_id:
            still_held.add(tenure.seat)
        else:
            tx.execute(update(t.tenures).where(c.id == tenure.id).values(last=game.number))
    insert_rows(
        tx,
        t.tenures,
        [
            {"game_id": row, "seat": seat.name, "player_id": holders[seat.name],
             "first": game.number, "last": None}
            for seat in game.players
            if seat.name in holders and seat.name not in still_held
        ],
    )  # fmt: skip


def _record_result(
    tx: Connection, game: Play, result: GameResult, tallies: Mapping[StatisticsKey, GameTally]
) -> None:
    key = game.name.lower()
    c = t.tenures.c
    query = (
        select(c.seat, _PERSON, c.first, func.coalesce(c.last, game.number))
        .select_from(t.tenures.join(t.games).join(t.players))
        .where(t.games.c.key == key)
        .order_by(c.id)
    )
    tenures = [Tenure(*row) for row in tx.execute(query)]
    shares = shares_of_seats(tenures, game.number)
    row = insert_row(
        tx,
        t.results,
        {"key": key, "game": result.game, "variant": result.variant, "kind": result.kind,
         "turn": result.turn, "how": result.how, "scoring": result.scoring, "rated": result.rated,
         "listed": result.listed, "ended_at": result.ended_at,
         "tallies": [[*each, *tally] for each, tally in tallies.items()]},
    )  # fmt: skip
    add_tallies(tx, tallies)
    rows = []
    nobody: dict[int | None, float] = {None: 1.0}
    conducts = _collect_conducts_of_persons(tx, game)
    for seat in result.seats:
        held: dict[int | None, float] = {
            person: share for (name, person), share in shares.items() if name == seat.seat
        }
        robot = _find_robot_of_seat(tx, game, seat.seat)
        if robot is not None:
            held[robot] = held.get(robot, 0.0) + 1.0 - sum(held.values())
        rows += [
            {"result_id": row, "seat": seat.seat, "player_id": person, "powers": seat.powers,
             "outcome": seat.outcome, "centers": seat.centers, "place": seat.place,
             "points": seat.points, "share": share, **conducts.pop(person, _UNKNOWN)}
            for person, share in (held or nobody).items()
        ]  # fmt: skip
    insert_rows(tx, t.result_seats, rows)
    add_to_careers(tx, row)
    if result.rated:
        _rate_results(tx, result.kind, [row])


_UNKNOWN = {"kept": 0, "late": 0, "times_left": 0}


def _collect_conducts_of_persons(tx: Connection, game: Play) -> dict[int | None, Mapping[str, int]]:
    """Return how those have played who hold seats of a game, or left them, by their persons."""
    known = [(seat.address, seat.conduct) for seat in game.players if seat.address]
    known += [(guest.address, guest.conduct) for guest in game.guests if any(guest.conduct)]
    persons = _collect_persons_by_address(tx, [address for address, _ in known])
    found: dict[int | None, Mapping[str, int]] = {}
    for address, conduct in known:
        person = persons.get(address.lower())
        before = found.get(person, _UNKNOWN)
        pairs = zip(before.items(), conduct, strict=True)
        found[person] = {name: count + more for (name, count), more in pairs}
    return found


def _collect_persons_by_address(tx: Connection, addresses: Collection[str]) -> Mapping[str, int]:
    lower = func.lower(t.players.c.address)
    query = select(lower.label("address"), _PERSON.label("person")).where(
        lower.in_([address.lower() for address in addresses])
    )
    return {row.address: row.person for row in tx.execute(query)}


def _find_robot_of_seat(tx: Connection, game: Play, name: str) -> int | None:
    """Return the person that robots of a level are for the club, if one plays a seat."""
    seat = game.find_seat_named(name)
    if seat is None or seat.address or not seat.robot:
        return None
    address = f"robot {seat.robot}"  # nobody can write from there
    (person,) = write_down_players(tx, [address]).values()
    shown = {"name": f"Robot ({seat.robot})"}
    tx.execute(update(t.players).where(t.players.c.id == person).values(wishes=shown))
    return person


def add_tallies(tx: Connection, tallies: Mapping[StatisticsKey, GameTally], times: int = 1) -> None:
    """Add what a game comes to to the statistics, or take it off (``times`` is -1)."""
    c = t.statistics.c
    for key, tally in tallies.items():
        own = (
            (c.variant == key.variant)
            & (c.subject == key.subject)
            & (c.power == key.power)
            & (c.label == key.label)
        )
        changes = {name: c[name] + times * value for name, value in tally._asdict().items()}
        if not tx.execute(update(t.statistics).where(own).values(changes)).rowcount:
            insert_row(tx, t.statistics, {**key._asdict(), **tally._asdict()})


def list_statistics(tx: Connection, variant: str) -> tuple[StatisticsLine, ...]:
    """Return the statistics of a variant with the most frequent openings of each power, "" for the
    paces of all."""
    c = t.statistics.c
    subjects = c.subject.in_(("result", "pace") if variant else ("pace",))
    which = subjects & (c.variant == variant) if variant else subjects
    rows = [*tx.execute(select(t.statistics).where(which, c.number > 0)).mappings()]
    for power in [row["power"] for row in rows if row["subject"] == "result"]:
        openings = (
            select(t.statistics)
            .where(c.variant == variant, c.subject == "opening", c.power == power, c.number > 0)
            .order_by(c.number.desc(), c.label.desc())
            .limit(MOST_OPENINGS)
        )
        rows += tx.execute(openings).mappings()
    return tuple(
        StatisticsLine(
            StatisticsKey(*(row[name] for name in StatisticsKey._fields)),
            GameTally(*(row[name] for name in GameTally._fields)),
        )
        for row in rows
    )


def count_ended_games_by_variant(tx: Connection) -> Mapping[str, int]:
    """Return how many listed games have ended, by their variants."""
    c = t.statistics.c
    query = select(c.variant, func.max(c.number)).where(c.subject == "result", c.number > 0)
    return {row[0]: row[1] for row in tx.execute(query.group_by(c.variant).order_by(c.variant))}


def _take_result_back(tx: Connection, game: Play) -> None:
    """Forget the result of a game that goes on, and what it did to ratings."""
    key = game.name.lower()
    c = t.results.c
    row = tx.execute(select(c.id, c.kind, c.rated, c.tallies).where(c.key == key)).one_or_none()
    if row is None:
        return
    width = len(StatisticsKey._fields)
    tallies = {StatisticsKey(*each[:width]): GameTally(*each[width:]) for each in row.tallies}
    add_tallies(tx, tallies, -1)
    add_to_careers(tx, row.id, -1)
    tx.execute(delete(t.results).where(c.id == row.id))
    if row.rated:
        rate_games_anew(tx, row.kind)


def move_results(tx: Connection, old: int, to: int) -> None:
    """Note that what one person has played was played by another one, who is the same."""
    if old == to:
        return
    r = t.ratings.c
    rated: dict[int, set[str]] = {
        person: {*tx.execute(select(r.kind).where(r.player_id == person)).scalars()}
        for person in (old, to)
    }
    for table in (t.tenures, t.result_seats):
        tx.execute(update(table).where(table.c.player_id == old).values(player_id=to))
    for kind in sorted(rated[old]):
        if kind in rated[to]:
            rate_games_anew(tx, kind)
        else:
            own = (r.player_id == old) & (r.kind == kind)
            tx.execute(update(t.ratings).where(own).values(player_id=to))
    for person in (old, to):
        recount_careers(tx, person)


def rate_games_anew(tx: Connection, kind: str) -> None:
    """Compute the ratings of a kind of game from its results, the oldest first."""
    c = t.results.c
    rows = tx.execute(
        select(c.id).where(c.kind == kind, c.rated).order_by(c.ended_at, c.key)
    ).scalars()
    tx.execute(delete(t.ratings).where(t.ratings.c.kind == kind))
    _rate_results(tx, kind, list(rows))


def _rate_results(tx: Connection, kind: str, results: Iterable[int]) -> None:
    for result in results:
        c = t.result_seats.c
        rows = tx.execute(
            select(c.seat, c.place, c.player_id, c.share)
            .where(c.result_id == result)
            .order_by(c.id)
        ).all()
        seats = [
            RatedSeat(
                next(row.place for row in rows if row.seat == name),
                {row.player_id: row.share for row in rows if row.seat == name and row.player_id},
            )
            for name in dict.fromkeys(row.seat for row in rows)
        ]
        persons = {person for seat in seats for person in seat.holders}
        r = t.ratings.c
        known = tx.execute(select(t.ratings).where(r.kind == kind, r.player_id.in_(persons))).all()
        before = {row.player_id: Rating(row.mean, row.deviation, row.games) for row in known}
        after = rate_game(seats, before)
        tx.execute(delete(t.ratings).where(r.kind == kind, r.player_id.in_(after)))
        insert_rows(
            tx,
            t.ratings,
            [{"player_id": person, "kind": kind, **rating._asdict()}
             for person, rating in after.items()],
        )  # fmt: skip


def _find_persons(tx: Connection, addresses: Collection[str]) -> list[int]:
    lower = [address.lower() for address in addresses]
    query = select(_PERSON).where(func.lower(t.players.c.address).in_(lower)).distinct()
    return list(tx.execute(query).scalars())


def list_results_of_persons(tx: Connection, addresses: Collection[str]) -> tuple[PastResult, ...]:
    """Return the newest results of the person with these addresses."""
    return _find_results(tx, t.result_seats.c.player_id.in_(_find_persons(tx, addresses)))


_SHOWN_GAMES = t.results.c.key.in_(select(t.listings.c.key))
"""The results of games of which strangers may know."""


def list_results_of_name(tx: Connection, name: str) -> tuple[PastResult, ...]:
    """Return the newest results of those who show theirs under a name, in games that are listed."""
    return _find_results(tx, (func.lower(NAME) == name.lower()) & _SHOWN_GAMES)


def list_named_persons(tx: Connection) -> Mapping[int, str]:
    """Return the persons who show their results, each by a number, and their names."""
    query = select(FIRST.c.id, NAME).where(FIRST.c.same_as.is_(None), NAME != "")
    return {row[0]: row[1] for row in tx.execute(query.order_by(FIRST.c.id))}


def collect_stamps_of_persons(tx: Connection) -> Mapping[int, object]:
    """Return what changes with the results and the ratings of persons, by their numbers."""
    seats, r, careers = t.result_seats.c, t.ratings.c, t.careers.c
    query = select(careers.player_id, careers.id, careers.changes).where(careers.variant == "")
    of_ratings = select(r.player_id, func.count(), func.sum(r.mean), func.sum(r.games))
    unlisted_results = select(t.results.c.id).where(~_SHOWN_GAMES)
    of_unlisted = select(seats.player_id, func.count()).where(seats.result_id.in_(unlisted_results))
    stamps: dict[int, tuple[object, ...]] = {}
    for each in (query, of_ratings.group_by(r.player_id)):
        for person, *values in tx.execute(each):
            stamps[person] = (*stamps.get(person, ()), tuple(values))
    for person, unlisted in tx.execute(of_unlisted.group_by(seats.player_id)):
        if person in stamps:
            stamps[person] = (*stamps[person], unlisted)
    return stamps


def count_results(tx: Connection) -> tuple[int, int]:
    """Return what changes whenever a game has a result that had none, or has none any more."""
    query = select(func.count(), func.coalesce(func.max(t.results.c.id), 0))
    count, newest = tx.execute(query).one()
    return count, newest


def list_results_of_person(tx: Connection, person: int) -> tuple[PastResult, ...]:
    """Return the newest results of a person in games that are listed."""
    return _find_results(tx, (t.result_seats.c.player_id == person) & _SHOWN_GAMES)


def list_ratings_of_person(tx: Connection, person: int) -> tuple[RatingLine, ...]:
    """Return the ratings of a person."""
    return _find_ratings(tx, t.ratings.c.player_id == person)


def list_results_in_game(tx: Connection, game: str) -> tuple[PastResult, ...]:
    """Return what became of the seats of a game, the best first."""
    return _find_results(tx, t.results.c.key == game.lower())


def _find_results(tx: Connection, which: ColumnElement[bool]) -> tuple[PastResult, ...]:
    c, r = t.result_seats.c, t.results.c
    query = (
        select(r.game, r.variant, r.turn, NAME, c.powers, c.outcome, c.centers, c.place,
               c.points, c.share)
        .select_from(_NAMED_SEATS)
        .where(which)
        .order_by(r.ended_at.desc(), c.result_id.desc(), c.place, c.id)
        .limit(MOST_LINES)
    )  # fmt: skip
    return tuple(
        PastResult(
            row[0],
            row[1],
            row[2],
            row[3] or "",
            tuple(row[4]),
            row[5],
            row[6],
            row[7],
            row[8],
            row[9],
        )
        for row in tx.execute(query)
    )


def list_ratings_of_persons(tx: Connection, addresses: Collection[str]) -> tuple[RatingLine, ...]:
    """Return the ratings of the person with these addresses."""
    return _find_ratings(tx, t.ratings.c.player_id.in_(_find_persons(tx, addresses)))


def list_ratings(tx: Connection, kind: str) -> tuple[RatingLine, ...]:
    """Return the best ratings of a kind of game, of those who show their results."""
    return _find_ratings(tx, (t.ratings.c.kind == kind) & (NAME != ""))


def _find_ratings(tx: Connection, which: ColumnElement[bool]) -> tuple[RatingLine, ...]:
    c = t.ratings.c
    query = (
        select(NAME, c.kind, c.mean, c.deviation, c.games)
        .select_from(t.ratings.join(FIRST, FIRST.c.id == c.player_id))
        .where(which)
        .order_by(c.mean.desc(), c.kind, FIRST.c.id)
        .limit(MOST_LINES)
    )
    return tuple(
        RatingLine(row[0] or "", row[1], *Rating(*row[2:]).shown, row[4])
        for row in tx.execute(query)
    )


def list_rating_kinds(tx: Connection) -> tuple[str, ...]:
    """Return the kinds of game of which there are ratings."""
    c = t.ratings.c
    return tuple(tx.execute(select(c.kind).distinct().order_by(c.kind)).scalars())


def is_name_taken(tx: Connection, name: str, addresses: Collection[str]) -> bool:
    """Say whether somebody without these addresses shows results under a name."""
    own = _find_persons(tx, addresses)
    query = select(FIRST.c.id).where(
        func.lower(NAME) == name.lower(), FIRST.c.same_as.is_(None), FIRST.c.id.not_in(own)
    )
    return tx.execute(query.limit(1)).first() is not None
