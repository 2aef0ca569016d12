"""The turns of a game: what was ordered, what came of it, what it did to the board."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, func, insert, select, update

from judge.engine.board import compile_board
from judge.game.state import Game
from judge.hooks import Variant
from judge.model.map import Map
from judge.model.order import Order
from judge.model.position import Effect, Position, apply
from judge.model.reason import Fate, Result
from judge.model.sheet import PhaseRecord
from judge.store import schema as t
from judge.store.codec import dump, read_effect, read_reason, write_effect, write_reason
from judge.store.replay import EMPTY, difference, restore, snapshot

_BETWEEN, _PLAY = 0, 1
"""The parts of a turn's effects: what happened to the board before it was played, and the play."""

Read = Callable[[str, str, str, Variant], Order]
Write = Callable[[Order, Map], str]


_KEEP = 256


class Turns:
    """Writes turns down as they are played, and reads them back as records.

    Records read back have neither sheet nor solution.
    """

    def __init__(self, read: Read, write: Write) -> None:
        self._read, self._write = read, write
        # A record is known by what it began with and what came of it.
        self._records: dict[tuple[str, str, Variant], PhaseRecord] = {}

    def key(self, tx: Connection, game: int, number: int) -> int:
        """Return the row of a turn."""
        query = select(t.turns.c.id).where(t.turns.c.game_id == game, t.turns.c.number == number)
        return int(tx.execute(query).scalar_one())

    def record(self, tx: Connection, game: int, old: Game | None, new: Game, at: datetime) -> None:
        """Write down what happened to the board between two versions of a game.

        Raises ValueError if more happened than can be written down: at most one turn is played.
        """
        if old is None:
            self._open(tx, game, 0, "")
        if new.position is None:
            return
        if old is None or old.position is None:
            self._close(tx, game, 0, "[]", at)
            self._add(tx, game, 0, _PLAY, difference(EMPTY, new.position))
            self._open(tx, game, new.number, str(new.position.turn))
        elif new.number == old.number:
            self._between(tx, game, new.number, old.position, new.position)
        elif new.number == old.number + 1 and new.played is not None:
            played = new.played
            self._between(tx, game, old.number, old.position, played.before)
            self._close(tx, game, old.number, self._results(played, new.variant.map), at)
            self._add(tx, game, old.number, _PLAY, played.effects)
            self._open(tx, game, new.number, str(new.position.turn))
            self._between(tx, game, new.number, played.after, new.position)
        else:
            raise ValueError(f"{new.name}: from turn {old.number} to turn {new.number} at once")

    def last(
        self, tx: Connection, game: int, number: int, before: str | None, variant: Variant
    ) -> PhaseRecord | None:
        """Return the record of the turn before the one with that number, if it was played."""
        if before is None:
            return None
        query = select(t.turns).where(t.turns.c.game_id == game, t.turns.c.number == number - 1)
        row = tx.execute(query).one()
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

    def _open(self, tx: Connection, game: int, number: int, code: str) -> None:
        tx.execute(insert(t.turns).values(game_id=game, number=number, code=code))

    def _close(self, tx: Connection, game: int, number: int, results: str, at: datetime) -> None:
        mine = (t.turns.c.game_id == game) & (t.turns.c.number == number)
        tx.execute(update(t.turns).where(mine).values(results=results, processed_at=at))

    def _between(
        self, tx: Connection, game: int, number: int, old: Position, new: Position
    ) -> None:
        if old is not new and old != new:
            self._add(tx, game, number, _BETWEEN, difference(old, new))

    def _add(
        self, tx: Connection, game: int, number: int, part: int, effects: Sequence[Effect]
    ) -> None:
        turn = self.key(tx, game, number)
        mine = (t.effects.c.turn_id == turn) & (t.effects.c.part == part)
        first = tx.execute(select(func.count()).select_from(t.effects).where(mine)).scalar_one()
        rows = [
            {
                "turn_id": turn,
                "part": part,
                "position": position,
                "effect": dump(write_effect(effect)),
            }
            for position, effect in enumerate(effects, start=first)
        ]
        if rows:
            tx.execute(insert(t.effects), rows)

    def _effects(
        self, tx: Connection, turns: Sequence[int]
    ) -> Mapping[tuple[int, int], Sequence[Effect]]:
        found: defaultdict[tuple[int, int], list[Effect]] = defaultdict(list)
        query = select(t.effects).where(t.effects.c.turn_id.in_(turns))
        for row in tx.execute(query.order_by(t.effects.c.position)):
            found[row.turn_id, row.part].append(read_effect(json.loads(row.effect)))
        return found

    def _results(self, played: PhaseRecord, board: Map) -> str:
        return dump(
            [
                [
                    result.order.unit.power,
                    self._write(result.order, board),
                    result.fate.value,
                    write_reason(result.why),
                ]
                for result in played.results
            ]
        )

    def _build(
        self, before: str, results: str, effects: Sequence[Effect], variant: Variant
    ) -> PhaseRecord:
        position = restore(before)
        return PhaseRecord(
            before=position,
            board=compile_board(variant.map, position, variant.rules),
            sheet=None,
            solution=None,
            results=tuple(
                Result(self._read(text, power, before, variant), Fate(fate), read_reason(why))
                for power, text, fate, why in json.loads(results)
            ),
            effects=tuple(effects),
            after=apply(position, effects),
        )
