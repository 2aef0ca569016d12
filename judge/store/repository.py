"""Games in and out of the database.

A game is saved against the version that it was loaded at: whoever comes second is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Protocol

from sqlalchemy import Connection, Row, delete, insert, select, update

from judge.game.state import Game, Motion, Role, Seat, Stage
from judge.game.turns import wakes_at
from judge.hooks import Variant
from judge.library import load as load_variant
from judge.model.map import Map
from judge.model.order import Order
from judge.model.position import Position
from judge.store import schema as t
from judge.store.codec import micros, read_settings, span, write_settings
from judge.store.database import key_of
from judge.store.replay import restore, snapshot
from judge.store.turns import Turns


class Stale(Exception):
    """The game was changed, or made, by somebody else since it was loaded. Load it again."""


class OrderText(Protocol):
    """Orders as canonical text: ``read_order(write(order))`` is the order."""

    def read_order(self, text: str, power: str, position: Position, variant: Variant) -> Order:
        """Return the order that a canonical text names."""
        ...

    def write(self, order: Order, board: Map) -> str:
        """Return an order's canonical text."""
        ...


class Repository:
    """Loads and saves games. It keeps no game, and remembers only what cannot change."""

    def __init__(
        self,
        orders: OrderText,
        variants: Callable[[str, Mapping[str, str]], Variant] = load_variant,
    ) -> None:
        @lru_cache(maxsize=8192)
        def read(text: str, power: str, position: str, variant: Variant) -> Order:
            return orders.read_order(text, power, restore(position), variant)

        self._read = read
        self._write = orders.write
        self._variants = variants
        self._turns = Turns(read, orders.write)

    def load(
        self, tx: Connection, name: str, *, past: bool = False, lock: bool = False
    ) -> Game | None:
        """Return a game, or None if there is none of that name, however its letters are cased.

        ``past`` asks for the whole history; ``lock`` keeps others from changing the game until
        the transaction ends.
        """
        query = select(t.games).where(t.games.c.key == name.lower())
        row = tx.execute(query.with_for_update() if lock else query).one_or_none()
        if row is None:
            return None
        settings = read_settings(row.settings)
        variant = self._variants(row.variant, settings.options)
        played = self._turns.last(tx, row.id, row.number, row.before, variant)
        return Game(
            name=row.name,
            variant=variant,
            stage=Stage(row.stage),
            settings=settings,
            seats=self._seats(tx, row.id),
            seed=row.seed,
            position=restore(row.position) if row.position else None,
            number=row.number,
            due_at=row.due_at,
            left=None if row.time_left is None else span(row.time_left),
            orders=self._orders(tx, row, variant),
            motions=self._motions(tx, row.id),
            played=played,
            past=self._turns.all(tx, row.id, variant) if past else (),
            reminded=row.reminded,
            late=row.late,
            version=row.version,
            created=row.created_at,
        )

    def save(self, tx: Connection, game: Game, now: datetime) -> Game:
        """Write a game as it is now and return it with its new version.

        ``game.version`` must be the one it was loaded at, 0 for a new one: else Stale is raised.
        A game may have been processed once since, or not at all; ``now`` is when it was.
        """
        before = self.load(tx, game.name)
        if (before.version if before else 0) != game.version:
            raise Stale(game.name)
        values = self._columns(game, before)
        if before is None:
            key = game.name.lower()
            made = tx.execute(insert(t.games).values(key=key, **values))
            number = key_of(made)
        else:
            number = self._replace(tx, game, values)
        if before is None or before.seats != game.seats:
            self._save_seats(tx, number, game.seats)
        if before is None or before.motions != game.motions:
            self._save_motions(tx, number, game.motions)
        self._turns.record(tx, number, before, game, now)
        if before is None or (before.orders, before.number) != (game.orders, game.number):
            self._save_orders(tx, number, game)
        return replace(game, version=game.version + 1)

    def _replace(self, tx: Connection, game: Game, values: Mapping[str, Any]) -> int:
        mine = (t.games.c.key == game.name.lower()) & (t.games.c.version == game.version)
        if tx.execute(update(t.games).where(mine).values(**values)).rowcount != 1:
            raise Stale(game.name)
        found = select(t.games.c.id).where(t.games.c.key == game.name.lower())
        return int(tx.execute(found).scalar_one())

    def _columns(self, game: Game, before: Game | None) -> dict[str, Any]:
        values: dict[str, Any] = {
            "name": game.name,
            "variant": game.variant.code,
            "stage": game.stage.value,
            "settings": write_settings(game.settings),
            "seed": game.seed,
            "number": game.number,
            "turn": str(game.position.turn) if game.position else "",
            "due_at": game.due_at,
            "wake_at": wakes_at(game),
            "time_left": None if game.left is None else micros(game.left),
            "reminded": game.reminded,
            "late": game.late,
            "version": game.version + 1,
            "created_at": game.created,
        }
        if before is None or before.position is not game.position:
            values["position"] = snapshot(game.position) if game.position else None
        if game.played is not None and (before is None or before.number != game.number):
            values["before"] = snapshot(game.played.before)
        return values

    def _seats(self, tx: Connection, game: int) -> tuple[Seat, ...]:
        rows = tx.execute(
            select(t.seats, t.players.c.address)
            .join(t.players, isouter=True)
            .where(t.seats.c.game_id == game)
            .order_by(t.seats.c.place)
        )
        return tuple(
            Seat(
                name=row.name,
                role=Role(row.role),
                address=row.address or "",
                secret=row.secret,
                password=row.password,
                powers=tuple(row.powers),
                wish=row.wish,
                wait=row.wait,
                missed=row.missed,
            )
            for row in rows
        )

    def _save_seats(self, tx: Connection, game: int, seats: Iterable[Seat]) -> None:
        tx.execute(delete(t.seats).where(t.seats.c.game_id == game))
        rows = [
            {
                "game_id": game,
                "place": place,
                "name": seat.name,
                "role": seat.role.value,
                "player_id": self._player(tx, seat.address),
                "secret": seat.secret,
                "password": seat.password,
                "powers": list(seat.powers),
                "wish": seat.wish,
                "wait": seat.wait,
                "missed": seat.missed,
            }
            for place, seat in enumerate(seats)
        ]
        if rows:
            tx.execute(insert(t.seats), rows)

    def _player(self, tx: Connection, address: str) -> int | None:
        if not address:
            return None
        known = select(t.players.c.id).where(t.players.c.address == address)
        found = tx.execute(known).scalar_one_or_none()
        if found is not None:
            return int(found)
        made = tx.execute(insert(t.players).values(address=address))
        return key_of(made)

    def _orders(
        self, tx: Connection, row: Row[Any], variant: Variant
    ) -> Mapping[str, tuple[Order, ...]]:
        kept: dict[str, tuple[Order, ...]] = {}
        rows = tx.execute(
            select(t.orders)
            .join(t.turns)
            .where(t.turns.c.game_id == row.id, t.turns.c.number == row.number)
            .order_by(t.orders.c.id)
        )
        for each in rows:
            order = self._read(each.text, each.power, row.position, variant)
            kept[each.power] = (*kept.get(each.power, ()), order)
        return kept

    def _save_orders(self, tx: Connection, game: int, new: Game) -> None:
        turn = self._turns.key(tx, game, new.number)
        tx.execute(delete(t.orders).where(t.orders.c.turn_id == turn))
        rows = [
            {
                "turn_id": turn,
                "power": power,
                "position": position,
                "text": self._write(order, new.variant.map),
            }
            for power, given in new.orders.items()
            for position, order in enumerate(given)
        ]
        if rows:
            tx.execute(insert(t.orders), rows)

    def _motions(self, tx: Connection, game: int) -> tuple[Motion, ...]:
        query = select(t.motions).where(t.motions.c.game_id == game).order_by(t.motions.c.place)
        motions = tx.execute(query).all()
        if not motions:
            return ()
        keys = [row.id for row in motions]
        votes: dict[int, dict[str, str]] = {key: {} for key in keys}
        cast = select(t.ballots).where(t.ballots.c.motion_id.in_(keys)).order_by(t.ballots.c.id)
        for ballot in tx.execute(cast):
            votes[ballot.motion_id][ballot.seat] = ballot.vote
        return tuple(
            Motion(
                kind=row.kind,
                mover=row.mover,
                terms=tuple(row.terms),
                electorate=tuple(row.electorate),
                ballots=votes[row.id],
                turn=row.turn,
            )
            for row in motions
        )

    def _save_motions(self, tx: Connection, game: int, motions: Iterable[Motion]) -> None:
        tx.execute(delete(t.motions).where(t.motions.c.game_id == game))
        for place, motion in enumerate(motions):
            made = tx.execute(
                insert(t.motions).values(
                    game_id=game,
                    place=place,
                    kind=motion.kind,
                    mover=motion.mover,
                    terms=list(motion.terms),
                    electorate=list(motion.electorate),
                    turn=motion.turn,
                )
            )
            key = key_of(made)
            cast = [
                {"motion_id": key, "seat": seat, "vote": vote}
                for seat, vote in motion.ballots.items()
            ]
            if cast:
                tx.execute(insert(t.ballots), cast)
