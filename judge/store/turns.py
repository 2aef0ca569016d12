"""The turns of a game: what was ordered, what came of it, what it did to the board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache

from sqlalchemy import Connection, bindparam, delete, func, select, update

from judge.engine.context import compile_board
from judge.game.state import Game, PastTurns, Play
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
from judge.store.database import insert_all, insert_one
from judge.store.position_diff import EMPTY, difference, restore

_BETWEEN, _PLAY = 0, 1
"""The parts of a turn's effects: what happened to the board before it was played, and the play."""

_read_order = lru_cache(maxsize=8192)(reader.read_order)
_THIS = (t.turns.c.game_id == bindparam("game")) & (t.turns.c.number == bindparam("number"))
_TURN = select(t.turns.c.id).where(_THIS)
_RESULTS = select(t.turns.c.id, t.turns.c.results).where(_THIS)
_ORDERS = select(t.orders).where(t.orders.c.turn_id == bindparam("turn")).order_by(t.orders.c.id)


def key(tx: Connection, game: int, number: int) -> int:
    """Return the row of a turn."""
    return int(tx.execute(_TURN, {"game": game, "number": number}).scalar_one())


def record(tx: Connection, game: int, turn: int, old: Game | None, new: Game, at: datetime) -> int:
    """Write down what happened to the board between two versions of a game.

    ``turn`` is the row of the old version's turn. Returns that of the new one's. Raises
    ValueError if more happened than can be written down: at most one turn is played.
    """
    if old is None:
        turn = _open(tx, game, 0, "")
    if not isinstance(new, Play):
        return turn
    if not isinstance(old, Play):
        _close(tx, turn, "[]", at)
        _add(tx, turn, _PLAY, difference(EMPTY, new.position))
        return _open(tx, game, new.number, str(new.position.turn))
    if new.number == old.number:
        _between(tx, turn, old.position, new.position)
        return turn
    if new.number != old.number + 1 or new.played is None:
        raise ValueError(f"{new.name}: from turn {old.number} to turn {new.number} at once")
    played = new.played
    _between(tx, turn, old.position, played.before)
    results = dump(
        [
            (result.order.unit.power, write(result.order, new.variant), result.fate, result.why)
            for result in played.results
        ]
    )
    _close(tx, turn, results, at)
    _add(tx, turn, _PLAY, played.effects)
    turn = _open(tx, game, new.number, str(new.position.turn))
    _between(tx, turn, played.after, new.position)
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
        order = _read_order(row.text, variant, phase, row.power)
        kept[row.power] = (*kept.get(row.power, ()), order)
    return kept


def save_orders(tx: Connection, turn: int, game: Play, fresh: bool) -> None:
    """Replace the orders kept for a turn; ``fresh``: there are none yet."""
    if not fresh:
        tx.execute(delete(t.orders).where(t.orders.c.turn_id == turn))
    variant = game.variant
    rows = [
        {"turn_id": turn, "power": power, "position": position, "text": write(order, variant)}
        for power, given in game.orders.items()
        for position, order in enumerate(given)
    ]
    insert_all(tx, t.orders, rows)


def last(
    tx: Connection, game: int, number: int, before: str | None, variant: Variant
) -> PhaseRecord | None:
    """Return the record of the turn before the one with that number, if it was played."""
    if before is None:
        return None
    row = tx.execute(_RESULTS, {"game": game, "number": number - 1}).one()
    effects = _effects(tx, [row.id])[row.id, _PLAY]
    return _build(restore(before), row.results, effects, variant)


def past(tx: Connection, game: int, variant: Variant) -> PastTurns:
    """Return the records of all turns played, replayed from the deal on."""
    query = select(t.turns).where(t.turns.c.game_id == game).order_by(t.turns.c.number)
    rows = tx.execute(query).all()
    effects = _effects(tx, [row.id for row in rows])
    position = EMPTY
    records: list[tuple[datetime, PhaseRecord]] = []
    for row in rows:
        position = apply(position, effects[row.id, _BETWEEN])
        played = effects[row.id, _PLAY]
        if row.number and row.results is not None:
            record = _build(position, row.results, played, variant)
            records.append((row.processed_at, record))
        position = apply(position, played)
    return tuple(records)


def _open(tx: Connection, game: int, number: int, code: str) -> int:
    return insert_one(tx, t.turns, {"game_id": game, "number": number, "code": code})


def _close(tx: Connection, turn: int, results: str, at: datetime) -> None:
    mine = t.turns.c.id == turn
    tx.execute(update(t.turns).where(mine).values(results=results, processed_at=at))


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
            Result(_read_order(text, variant, position.turn.phase, power), fate, why)
            for power, text, fate, why in read_results(results)
        ),
        effects=tuple(effects),
        after=apply(position, effects),
    )
