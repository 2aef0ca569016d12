"""The turns of a game: what was ordered, what came of it, what it did to the board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from judge.engine.context import compile_board
from judge.game.state import Game, Play
from judge.hooks import Variant
from judge.language import reader
from judge.language.writer import write
from judge.model.order import Order
from judge.model.position import Effect, Position, apply
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.store import schema as t
from judge.store.codec import dump, read_effect, read_results, write_effect
from judge.store.database import key_of
from judge.store.position_diff import EMPTY, difference, restore, snapshot
from judge.store.rows import Rows

_BETWEEN, _PLAY = 0, 1
"""The parts of a turn's effects: what happened to the board before it was played, and the play."""

_read_order = lru_cache(maxsize=8192)(reader.read_order)
_KEEP = 256
_THIS = (t.turns.c.game_id == bindparam("game")) & (t.turns.c.number == bindparam("number"))
_TURN = select(t.turns.c.id).where(_THIS)
_RESULTS = select(t.turns.c.id, t.turns.c.results).where(_THIS)
_ORDERS = select(t.orders).where(t.orders.c.turn_id == bindparam("turn")).order_by(t.orders.c.id)


class Turns:
    """Writes turns down as they are played, and reads them back as records.

    Records read back have neither sheet nor solution.
    """

    def __init__(self) -> None:
        # A record is known by what it began with and what came of it.
        self._records: dict[tuple[str, str, Variant], PhaseRecord] = {}

    def key(self, tx: Connection, game: int, number: int) -> int:
        """Return the row of a turn."""
        return int(tx.execute(_TURN, {"game": game, "number": number}).scalar_one())

    def record(
        self, tx: Connection, game: int, turn: int, old: Game | None, new: Game, at: datetime
    ) -> tuple[int, list[Any]]:
        """Write down what happened to the board between two versions of a game.

        ``turn`` is the row of the old version's turn. Returns that of the new one's, and what
        was written. Raises ValueError if more happened than can be written down: at most one
        turn is played.
        """
        if old is None:
            turn = self._open(tx, game, 0, "")
        if not isinstance(new, Play):
            return turn, []
        if not isinstance(old, Play):
            self._close(tx, turn, "[]", at)
            dealt = self._add(tx, turn, _PLAY, difference(EMPTY, new.position))
            return self._open(tx, game, new.number, str(new.position.turn)), [dealt]
        if new.number == old.number:
            return turn, self._between(tx, turn, old.position, new.position)
        if new.number != old.number + 1 or new.played is None:
            raise ValueError(f"{new.name}: from turn {old.number} to turn {new.number} at once")
        played = new.played
        written = self._between(tx, turn, old.position, played.before)
        results = dump(
            [
                (result.order.unit.power, write(result.order, new.variant), result.fate, result.why)
                for result in played.results
            ]
        )
        self._close(tx, turn, results, at)
        written += [results, at.isoformat(), self._add(tx, turn, _PLAY, played.effects)]
        turn = self._open(tx, game, new.number, str(new.position.turn))
        return turn, written + self._between(tx, turn, played.after, new.position)

    def load_orders(
        self, tx: Connection, turn: int, phase: Phase, variant: Variant
    ) -> Mapping[str, tuple[Order, ...]]:
        """Return the orders kept for a turn."""
        kept: dict[str, tuple[Order, ...]] = {}
        for row in tx.execute(_ORDERS, {"turn": turn}):
            order = _read_order(row.text, variant, phase, row.power)
            kept[row.power] = (*kept.get(row.power, ()), order)
        return kept

    def save_orders(self, tx: Connection, turn: int, game: Play, fresh: bool) -> Rows:
        """Replace the orders kept for a turn (``fresh``: there are none), return the new ones."""
        if not fresh:
            tx.execute(delete(t.orders).where(t.orders.c.turn_id == turn))
        variant = game.variant
        rows = [
            {"turn_id": turn, "power": power, "position": position, "text": write(order, variant)}
            for power, given in game.orders.items()
            for position, order in enumerate(given)
        ]
        if rows:
            tx.execute(insert(t.orders), rows)
        return rows

    def last(
        self, tx: Connection, game: int, number: int, before: str | None, variant: Variant
    ) -> PhaseRecord | None:
        """Return the record of the turn before the one with that number, if it was played."""
        if before is None:
            return None
        row = tx.execute(_RESULTS, {"game": game, "number": number - 1}).one()
        key = (before, row.results, variant)
        if key not in self._records:
            if len(self._records) >= _KEEP:
                self._records.clear()
            effects = self._effects(tx, [row.id])[row.id, _PLAY]
            self._records[key] = self._build(before, row.results, effects, variant)
        return self._records[key]

    def all(
        self, tx: Connection, game: int, variant: Variant
    ) -> tuple[tuple[datetime, PhaseRecord], ...]:
        """Return the records of all turns played, replayed from the deal on."""
        query = select(t.turns).where(t.turns.c.game_id == game).order_by(t.turns.c.number)
        rows = tx.execute(query).all()
        effects = self._effects(tx, [row.id for row in rows])
        position = EMPTY
        records: list[tuple[datetime, PhaseRecord]] = []
        for row in rows:
            position = apply(position, effects[row.id, _BETWEEN])
            played = effects[row.id, _PLAY]
            if row.number and row.results is not None:
                text = snapshot(position)
                records.append((row.processed_at, self._build(text, row.results, played, variant)))
            position = apply(position, played)
        return tuple(records)

    def _open(self, tx: Connection, game: int, number: int, code: str) -> int:
        row = insert(t.turns).values(game_id=game, number=number, code=code)
        return key_of(tx.execute(row))

    def _close(self, tx: Connection, turn: int, results: str, at: datetime) -> None:
        mine = t.turns.c.id == turn
        tx.execute(update(t.turns).where(mine).values(results=results, processed_at=at))

    def _between(self, tx: Connection, turn: int, old: Position, new: Position) -> list[Any]:
        if old is new or old == new:
            return []
        mine = (t.effects.c.turn_id == turn) & (t.effects.c.part == _BETWEEN)
        first = tx.execute(select(func.count()).select_from(t.effects).where(mine)).scalar_one()
        return [self._add(tx, turn, _BETWEEN, difference(old, new), first)]

    def _add(
        self, tx: Connection, turn: int, part: int, effects: Sequence[Effect], first: int = 0
    ) -> Rows:
        rows = [
            {"turn_id": turn, "part": part, "position": position, "effect": write_effect(effect)}
            for position, effect in enumerate(effects, start=first)
        ]
        if rows:
            tx.execute(insert(t.effects), rows)
        return rows

    def _effects(
        self, tx: Connection, turns: Sequence[int]
    ) -> Mapping[tuple[int, int], Sequence[Effect]]:
        effects: defaultdict[tuple[int, int], list[Effect]] = defaultdict(list)
        query = select(t.effects).where(t.effects.c.turn_id.in_(turns))
        for row in tx.execute(query.order_by(t.effects.c.position)):
            effects[row.turn_id, row.part].append(read_effect(row.effect))
        return effects

    def _build(
        self, before: str, results: str, effects: Sequence[Effect], variant: Variant
    ) -> PhaseRecord:
        position = restore(before)
        return PhaseRecord(
            before=position,
            board=compile_board(variant, position),
            sheet=None,
            solution=None,
            results=tuple(
                Result(_read_order(text, variant, position.turn.phase, power), fate, why)
                for power, text, fate, why in read_results(results)
            ),
            effects=tuple(effects),
            after=apply(position, effects),
        )
