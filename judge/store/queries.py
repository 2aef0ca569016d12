"""What is asked across games: which are due, who sits where, what was said."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, func, insert, select, true

from judge.game.clock.run_turns import AT_ONCE
from judge.game.effects import PressRecord
from judge.game.state import Role, Stage
from judge.store import schema as t
from judge.store.codec import read_settings

_GAMES_OF = (
    select(t.games.c.name)
    .where(
        t.games.c.id.in_(
            select(t.seats.c.game_id)
            .join(t.players)
            .where(func.lower(t.players.c.address).in_(bindparam("addresses", expanding=True)))
        )
    )
    .order_by(t.games.c.key)
)


_WAKES = t.games.c.wake_at <= bindparam("until")
_AWAITING = (
    select(t.games.c.name, t.games.c.due_at).where(_WAKES).order_by(t.games.c.due_at, t.games.c.id)
)
_THINKING = (
    select(t.games.c.name, t.games.c.due_at, t.games.c.version)
    .where(t.games.c.wake_at == bindparam("at_once"))
    .order_by(t.games.c.due_at, t.games.c.id)
)
_WAITS = select(t.games.c.id).where(t.games.c.key == bindparam("game"), _WAKES)
_MADE = (
    select(func.count())
    .select_from(t.games)
    .join(t.seats)
    .join(t.players)
    .where(
        func.lower(t.players.c.address) == bindparam("address"),
        t.seats.c.role == Role.MASTER.value,
        t.games.c.created_at > bindparam("since"),
    )
)
_CHANGED = (
    select(*(t.games.c[name] for name in ("id", "name", "stamp", "change_number")))
    .where(t.games.c.change_number > bindparam("number"))
    .order_by(t.games.c.key)
)
_UNPLAYED = t.seats.c.player_id.is_(None) & (t.seats.c.robot == "")
_PLAYERS = (t.seats.c.game_id == t.games.c.id) & (t.seats.c.role == Role.PLAYER.value)
_SEEN = select(
    *(t.games.c[name] for name in ("stage", "number", "due_at", "position", "settings")),
    select(func.count(t.seats.c.id)).where(_PLAYERS, ~_UNPLAYED).scalar_subquery(),
).where(t.games.c.key == bindparam("game"))
_SUMMARIES = select(
    *(t.games.c[name] for name in ("name", "variant", "stage", "turn", "due_at", "settings")),
    select(func.count()).where(_PLAYERS).scalar_subquery().label("all"),
    select(func.count(t.seats.c.id)).where(_PLAYERS, ~_UNPLAYED).scalar_subquery().label("held"),
)


class GameSummary(NamedTuple):
    """What a list of games needs of one. ``listed``: strangers may know that there is such a game.

    ``players`` counts the players' seats, ``vacant`` those that nobody holds; ``options`` are those
    of the variant; ``dummies`` and ``vassals`` are powers without a player of their own.
    """

    name: str
    variant: str
    stage: Stage
    turn: str
    due_at: datetime | None
    players: int
    vacant: int
    listed: bool
    options: Mapping[str, str]
    dummies: int = 0
    vassals: int = 0


class ChangedGame(NamedTuple):
    """A game that was written to: its row, and what changes whenever anything of it does.

    Where several judges write at the same time, a game may come to light a little later than
    another one with a higher ``number``.
    """

    row: int
    name: str
    stamp: str
    number: int


class AwaitingRobots(NamedTuple):
    """A game whose robots have yet to think: its deadline and its version."""

    name: str
    due: datetime | None
    version: int


class SeatHolder(NamedTuple):
    """Who holds a seat: their address, the seat's secret, and the version of its game."""

    address: str
    secret: str
    version: int


def list_games_due(tx: Connection, now: datetime) -> list[tuple[str, datetime | None]]:
    """Return the names of the games that time asks something of by now, and their deadlines."""
    return [(row.name, row.due_at) for row in tx.execute(_AWAITING, {"until": now})]


def list_games_awaiting_robots(tx: Connection) -> list[AwaitingRobots]:
    """Return the games whose robots have yet to think."""
    return [AwaitingRobots(*row) for row in tx.execute(_THINKING, {"at_once": AT_ONCE})]


def is_game_due(tx: Connection, game: str, now: datetime) -> bool:
    """Say whether time asks something of a game by now."""
    return tx.execute(_WAITS, {"game": game.lower(), "until": now}).first() is not None


def list_game_summaries(
    tx: Connection, *which: ColumnElement[bool], most: int | None = None
) -> tuple[GameSummary, ...]:
    """Return the games for which all that holds, by name; only the first, so many."""
    query = _SUMMARIES.where(*which).order_by(t.games.c.key).limit(most)
    return tuple(
        GameSummary(
            row.name,
            row.variant,
            Stage(row.stage),
            row.turn,
            row.due_at,
            players=row.all,
            vacant=row.all - row.held,
            listed=settings.listed,
            options=settings.options,
            dummies=len(settings.dummies),
            vassals=len(settings.vassals),
        )
        for row in tx.execute(query)
        for settings in (read_settings(row.settings),)
    )


def list_listed_summaries(
    tx: Connection, most: int, beginning: str = "", *, may_be_open: bool = False
) -> tuple[GameSummary, ...]:
    """Return listed games that are not over, by name from one on, so many; only those that may have
    an open seat, if that is asked for. That takes no longer where there are many games."""
    c, seat = t.games.c, t.seats.c
    is_listed = func.coalesce(c.settings["listed"].as_boolean(), true())
    stages = [stage for stage in Stage if stage is not Stage.ENDED]
    is_vacant = c.id.in_(select(seat.game_id).where(_UNPLAYED, seat.role == Role.PLAYER.value))
    found = [
        summary
        for stage in stages
        for which in ((is_vacant,) if may_be_open and stage is not Stage.FORMING else (),)
        for summary in list_game_summaries(
            tx, c.stage == stage.value, c.key >= beginning.lower(), is_listed, *which, most=most
        )
    ]
    return tuple(sorted(found, key=lambda summary: summary.name.lower())[:most])


def list_games_changed(tx: Connection, number: int) -> tuple[ChangedGame, ...]:
    """Return the games whose change numbers are higher. That takes no longer where there are many
    others."""
    return tuple(ChangedGame(*row) for row in tx.execute(_CHANGED, {"number": number}))


def list_summaries_named(tx: Connection, names: Collection[str]) -> tuple[GameSummary, ...]:
    """Return the games of these names, in small letters."""
    return list_game_summaries(tx, t.games.c.key.in_(names))


def digest_public_state(tx: Connection, name: str) -> str:
    """Return what changes with what strangers may see of a game; "" if it is not listed."""
    row = tx.execute(_SEEN, {"game": name.lower()}).one_or_none()
    if row is None or not read_settings(row.settings).listed:
        return ""
    return sha256(repr(tuple(row)).encode()).hexdigest()


def collect_seat_secrets(tx: Connection, game: str) -> Mapping[str, str]:
    """Return the secrets of a game's seats by their names."""
    seats = select(t.seats.c.name, t.seats.c.secret).join(t.games).where(t.games.c.key == game)
    return {row.name: row.secret for row in tx.execute(seats)}


def find_seat_holder(tx: Connection, game: str, seat: str) -> SeatHolder | None:
    """Return who holds a seat of a game, None if nobody does."""
    query = (
        select(t.players.c.address, t.seats.c.secret, t.games.c.version)
        .select_from(t.seats.join(t.games).join(t.players))
        .where(t.games.c.key == game, t.seats.c.name == seat)
    )
    row = tx.execute(query).one_or_none()
    return None if row is None else SeatHolder(*row)


def list_games_of_addresses(tx: Connection, *addresses: str) -> tuple[str, ...]:
    """Return the games in which one of these addresses has a seat, in small letters or not."""
    lower_addresses = [address.lower() for address in addresses]
    return tuple(tx.execute(_GAMES_OF, {"addresses": lower_addresses}).scalars())


def count_games_created(tx: Connection, address: str, since: datetime) -> int:
    """Return how many of the games created since then an address is master of."""
    return int(tx.execute(_MADE, {"address": address.lower(), "since": since}).scalar_one())


def add_press(tx: Connection, press: PressRecord) -> None:
    """Keep press of a game."""
    key = select(t.games.c.id).where(t.games.c.key == press.game.lower()).scalar_subquery()
    tx.execute(
        insert(t.press).values(
            game_id=key,
            turn=press.turn,
            sender=press.seat,
            recipients=list(press.to),
            public=press.public,
            text=press.text,
            sent_at=press.at,
        )
    )
