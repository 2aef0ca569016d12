"""The turns of a game: what was ordered, what came of it, what it did to the board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, select, update

from judge.engine.context import compile_board
from judge.game.past import PastTurn, PastTurns, Stand
from judge.game.state import Game, Play
from judge.hooks import Variant
from judge.language.reader import read_order
from judge.language.writer import write
from judge.model.difference import EMPTY, difference
from judge.model.order import Order
from judge.model.position import Effect, Position, apply
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.store import schema as t
from judge.store.codec import (
    dump,
    read_effect,
    read_results,
    write_effect,
)
from judge.store.database import insert_all, insert_one
from judge.store.fields import RowFields
from judge.store.position_diff import restore

_BETWEEN, _PLAY = 0, 1
"""The parts of a turn's effects: what happened to the board before it was played, and the play."""

_STAND = RowFields(Stand, t.turns, apart=("parent", "restores", "position", "orders", "due_at"))
_THIS = (t.turns.c.game_id == bindparam("game")) & (t.turns.c.number == bindparam("number"))
_TURN = select(t.turns.c.id, t.turns.c.parent, t.turns.c.restores).where(_THIS)
_RESULTS = select(t.turns.c.id, t.turns.c.results).where(_THIS)
_ORDERS = select(t.orders).where(t.orders.c.turn_id == bindparam("turn")).order_by(t.orders.c.id)
_DROP = delete(t.orders).where(t.orders.c.turn_id == bindparam("turn"))
_CLOSE = update(t.turns).where(t.turns.c.id == bindparam("turn"))


class TurnRow(NamedTuple):
    """The row of a turn, and where the turn stands among the others."""

    id: int
    parent: int
    restores: int


def row_of(tx: Connection, game: int, number: int) -> TurnRow:
    """Return the row of a turn."""
    return TurnRow(*tx.execute(_TURN, {"game": game, "number": number}).one())


def record(tx: Connection, game: int, turn: int, old: Game | None, new: Game, at: datetime) -> int:
    """Write down what happened to the board between two versions of a game.

    ``turn`` is the row of the old version's turn. Returns that of the new one's. Raises
    ValueError if more happened than can be written down: at most one turn is played, or the game
    is taken back, or forth, to one.
    """
    if old is None:
        turn = _open(tx, game, 0, "", -1)
    if not isinstance(new, Play):
        return turn
    if not isinstance(old, Play):
        _close(tx, turn, at, results="[]")
        _add(tx, turn, _PLAY, difference(EMPTY, new.position))
        return _open(tx, game, new.number, str(new.position.turn), 0)
    if new.number == old.number:
        _between(tx, turn, old.position, new.position)
        return turn
    if new.number != old.number + 1 or new.closed is None:
        raise ValueError(f"{new.name}: from turn {old.number} to turn {new.number} at once")
    return _next(tx, game, turn, old, new, new.closed, at)


def _next(
    tx: Connection, game: int, turn: int, old: Play, new: Play, closed: Stand, at: datetime
) -> int:
    """Close a turn as it stood at last, and open the next; return its row."""
    played = new.played if new.parent == old.number else None
    _between(tx, turn, old.position, closed.position)
    save_orders(tx, turn, closed.orders, old.orders, new.variant)
    kept = {"due_at": closed.due_at, **_STAND.row_of(closed)}
    if played is None:
        _close(tx, turn, at, **kept)
    else:
        results = [
            (result.order.unit.power, write(result.order, new.variant), result.fate, result.why)
            for result in played.results
        ]
        _close(tx, turn, at, results=dump(results), **kept)
        _add(tx, turn, _PLAY, played.effects)
    turn = _open(tx, game, new.number, str(new.position.turn), new.parent, new.restores)
    began = new.played.after if new.played else _dealt(tx, game)
    _between(tx, turn, began, new.position)
    return turn


def began(tx: Connection, name: str) -> datetime | None:
    """Return when the present turn of a game began, None before the first."""
    query = select(func.max(t.turns.c.processed_at)).join(t.games).where(t.games.c.key == name)
    moment: datetime | None = tx.execute(query).scalar_one()
    return moment


def load_orders(
    tx: Connection, turn: int, phase: Phase, variant: Variant
) -> Mapping[str, tuple[Order, ...]]:
    """Return the orders kept for a turn."""
    kept: dict[str, tuple[Order, ...]] = {}
    for row in tx.execute(_ORDERS, {"turn": turn}):
        order = read_order(row.text, variant, phase, row.power)
        kept[row.power] = (*kept.get(row.power, ()), order)
    return kept


def save_orders(
    tx: Connection,
    turn: int,
    orders: Mapping[str, Sequence[Order]],
    there: Mapping[str, Sequence[Order]],
    variant: Variant,
) -> None:
    """Keep these orders for a turn in place of those that are ``there``."""
    if any(orders.get(power) != given for power, given in there.items()):
        tx.execute(_DROP, {"turn": turn})
        there = {}
    rows = [
        {"turn_id": turn, "power": power, "position": position, "text": write(order, variant)}
        for power, given in orders.items()
        if power not in there
        for position, order in enumerate(given)
    ]
    insert_all(tx, t.orders, rows)


def stand(tx: Connection, game: int, number: int, variant: Variant) -> Stand:
    """Return how a turn stood when it was over."""
    row = tx.execute(select(t.turns).where(_THIS), {"game": game, "number": number}).one()
    position = _Replay(tx, game, variant).before[number]
    return Stand(
        parent=row.parent,
        restores=row.restores,
        position=position,
        orders=load_orders(tx, row.id, position.turn.phase, variant),
        due_at=row.due_at,
        **_STAND.values_in(row),
    )


def last(
    tx: Connection, game: int, parent: int, before: str | None, variant: Variant
) -> PhaseRecord | None:
    """Return the record of the turn of that number, which led to the present one, if it was
    played; ``before`` is the board that it was played on."""
    if before is None:
        return None
    row = tx.execute(_RESULTS, {"game": game, "number": parent}).one()
    effects = _effects(tx, [row.id])[row.id, _PLAY]
    return _build(restore(before), row.results, effects, variant)


def past(tx: Connection, game: int, variant: Variant) -> PastTurns:
    """Return all turns played, replayed from the deal on."""
    replay = _Replay(tx, game, variant)
    return PastTurns(replay.after[0], tuple(replay.played), replay.left, replay.due)


class _Replay:
    """All turns of a game run anew: the board ``before`` and ``after`` each, by its number."""

    def __init__(self, tx: Connection, game: int, variant: Variant) -> None:
        query = select(t.turns).where(t.turns.c.game_id == game).order_by(t.turns.c.number)
        rows = tx.execute(query).all()
        effects = _effects(tx, [row.id for row in rows])
        self.before: dict[int, Position] = {}
        self.after: dict[int, Position] = {-1: EMPTY}
        self.played: list[PastTurn] = []
        self.left: dict[int, int] = {}
        self.due: dict[int, datetime | None] = {}
        for row in rows:
            before = apply(self.after[row.parent], effects[row.id, _BETWEEN])
            done = effects[row.id, _PLAY]
            self.due[row.number] = row.due_at
            self.before[row.number], self.after[row.number] = before, apply(before, done)
            if row.number and row.results is not None:
                record = _build(before, row.results, done, variant)
                self.played.append(PastTurn(row.number, row.parent, row.processed_at, record))
            elif row.number and row.processed_at is not None:
                self.left[row.number] = row.parent


def _open(tx: Connection, game: int, number: int, code: str, parent: int, restores: int = 0) -> int:
    row = {"game_id": game, "number": number, "code": code, "parent": parent, "restores": restores}
    return insert_one(tx, t.turns, row)


def _close(tx: Connection, turn: int, at: datetime, **values: Any) -> None:
    tx.execute(_CLOSE, {"turn": turn, "processed_at": at, **values})


def _dealt(tx: Connection, game: int) -> Position:
    """Return the board as it was at first."""
    row = row_of(tx, game, 0).id
    return apply(EMPTY, _effects(tx, [row])[row, _PLAY])


def _between(tx: Connection, turn: int, old: Position, new: Position) -> None:
    if old is new or old == new:
        return
    mine = (t.effects.c.turn_id == turn) & (t.effects.c.part == _BETWEEN)
    first = tx.execute(select(func.count()).select_from(t.effects).where(mine)).scalar_one()
    _add(tx, turn, _BETWEEN, difference(old, new), first)


def _add(tx: Connection, turn: int, part: int, effects: Sequence[Effect], first: int = 0) -> None:
    rows = [
        {"turn_id": turn, "part": part, "position": position, "effect": write_effect(effect)}
        for position, effect in enumerate(effects, start=first)
    ]
    insert_all(tx, t.effects, rows)


def _effects(tx: Connection, turns: Sequence[int]) -> Mapping[tuple[int, int], Sequence[Effect]]:
    effects: defaultdict[tuple[int, int], list[Effect]] = defaultdict(list)
    query = select(t.effects).where(t.effects.c.turn_id.in_(turns))
    for row in tx.execute(query.order_by(t.effects.c.position)):
        effects[row.turn_id, row.part].append(read_effect(row.effect))
    return effects


def _build(
    position: Position, results: str, effects: Sequence[Effect], variant: Variant
) -> PhaseRecord:
    """Return a record as it is read back: without sheet and solution."""
    return PhaseRecord(
        before=position,
        board=compile_board(variant, position),
        sheet=None,
        solution=None,
        results=tuple(
            Result(read_order(text, variant, position.turn.phase, power), fate, why)
            for power, text, fate, why in read_results(results)
        ),
        effects=tuple(effects),
        after=apply(position, effects),
    )
