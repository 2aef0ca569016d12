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
from judge.language.writer import write_order
from judge.model.order import Order
from judge.model.position import EMPTY, Effect, Position, apply_effects, find_effects_between
from judge.model.reason import Result
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.store import schema as t
from judge.store.codec import (
    dump_json,
    read_effect,
    read_position,
    read_results,
    write_effect,
)
from judge.store.database import insert_row, insert_rows
from judge.store.fields import RowFields

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


def find_turn_row(tx: Connection, game: int, number: int) -> TurnRow:
    """Return the row of a turn."""
    return TurnRow(*tx.execute(_TURN, {"game": game, "number": number}).one())


def save_board_changes(
    tx: Connection, game: int, turn: int, old: Game | None, new: Game, at: datetime
) -> int:
    """Write down what happened to the board between two versions of a game.

    ``turn`` is the row of the old version's turn. Returns that of the new one's. Raises
    ValueError if more happened than can be written down: at most one turn is played, or the game
    is taken back, or forth, to one.
    """
    if old is None:
        turn = _open_turn(tx, game, 0, "", -1)
    if not isinstance(new, Play):
        return turn
    if not isinstance(old, Play):
        _close_turn(tx, turn, at, results="[]")
        _add_effects(tx, turn, _PLAY, find_effects_between(EMPTY, new.position))
        return _open_turn(tx, game, new.number, str(new.position.turn), 0)
    if new.number == old.number:
        _save_changes_between(tx, turn, old.position, new.position)
        return turn
    if new.number != old.number + 1 or new.closed is None:
        raise ValueError(f"{new.name}: from turn {old.number} to turn {new.number} at once")
    _close_last_turn(tx, turn, old, new, new.closed, at)
    return _open_next_turn(tx, game, new)


def _close_last_turn(
    tx: Connection, turn: int, old: Play, new: Play, closed: Stand, at: datetime
) -> None:
    """Close a turn as it stood at last, with what came of it if it was played."""
    played = new.played if new.parent == old.number else None
    _save_changes_between(tx, turn, old.position, closed.position)
    save_orders(tx, turn, closed.orders, old.orders, new.variant)
    stand_columns = {"due_at": closed.due_at, **_STAND.make_row(closed)}
    if played is None:
        _close_turn(tx, turn, at, **stand_columns)
    else:
        results = [
            (
                result.order.unit.power,
                write_order(result.order, new.variant),
                result.fate,
                result.why,
            )
            for result in played.results
        ]
        _close_turn(tx, turn, at, results=dump_json(results), **stand_columns)
        _add_effects(tx, turn, _PLAY, played.effects)


def _open_next_turn(tx: Connection, game: int, new: Play) -> int:
    """Open the turn in which a game is now; return its row."""
    turn = _open_turn(tx, game, new.number, str(new.position.turn), new.parent, new.restores)
    start = new.played.after if new.played else _read_dealt_position(tx, game)
    _save_changes_between(tx, turn, start, new.position)
    return turn


def find_turn_began_at(tx: Connection, name: str) -> datetime | None:
    """Return when the present turn of a game began, None before the first."""
    query = select(func.max(t.turns.c.processed_at)).join(t.games).where(t.games.c.key == name)
    moment: datetime | None = tx.execute(query).scalar_one()
    return moment


def load_orders(
    tx: Connection, turn: int, phase: Phase, variant: Variant
) -> Mapping[str, tuple[Order, ...]]:
    """Return the orders kept for a turn."""
    orders_by_power: dict[str, tuple[Order, ...]] = {}
    for row in tx.execute(_ORDERS, {"turn": turn}):
        order = read_order(row.text, variant, phase, row.power)
        orders_by_power[row.power] = (*orders_by_power.get(row.power, ()), order)
    return orders_by_power


def save_orders(
    tx: Connection,
    turn: int,
    orders: Mapping[str, Sequence[Order]],
    there: Mapping[str, Sequence[Order]],
    variant: Variant,
) -> None:
    """Keep these orders for a turn in place of those that are ``there``."""
    if any(orders.get(power) != power_orders for power, power_orders in there.items()):
        tx.execute(_DROP, {"turn": turn})
        there = {}
    rows = [
        {"turn_id": turn, "power": power, "position": position, "text": write_order(order, variant)}
        for power, power_orders in orders.items()
        if power not in there
        for position, order in enumerate(power_orders)
    ]
    insert_rows(tx, t.orders, rows)


def load_stand(tx: Connection, game: int, number: int, variant: Variant) -> Stand:
    """Return how a turn stood when it was over."""
    row = tx.execute(select(t.turns).where(_THIS), {"game": game, "number": number}).one()
    position = _Replay(tx, game, variant).before[number]
    return Stand(
        parent=row.parent,
        restores=row.restores,
        position=position,
        orders=load_orders(tx, row.id, position.turn.phase, variant),
        due_at=row.due_at,
        **_STAND.read_row(row),
    )


def load_last_record(
    tx: Connection, game: int, parent: int, before: str | None, variant: Variant
) -> PhaseRecord | None:
    """Return the record of the turn of that number, which led to the present one, if it was
    played; ``before`` is the board that it was played on."""
    if before is None:
        return None
    row = tx.execute(_RESULTS, {"game": game, "number": parent}).one()
    effects = _load_effects(tx, [row.id])[row.id, _PLAY]
    return _build_record(read_position(before), row.results, effects, variant)


def load_past_turns(tx: Connection, game: int, variant: Variant) -> PastTurns:
    """Return all turns played, replayed from the deal on."""
    replay = _Replay(tx, game, variant)
    return PastTurns(replay.after[0], tuple(replay.played), replay.left, replay.due)


class _Replay:
    """All turns of a game run anew: the board ``before`` and ``after`` each, by its number."""

    def __init__(self, tx: Connection, game: int, variant: Variant) -> None:
        query = select(t.turns).where(t.turns.c.game_id == game).order_by(t.turns.c.number)
        rows = tx.execute(query).all()
        effects = _load_effects(tx, [row.id for row in rows])
        self.before: dict[int, Position] = {}
        self.after: dict[int, Position] = {-1: EMPTY}
        self.played: list[PastTurn] = []
        self.left: dict[int, int] = {}
        self.due: dict[int, datetime | None] = {}
        for row in rows:
            before = apply_effects(self.after[row.parent], effects[row.id, _BETWEEN])
            play_effects = effects[row.id, _PLAY]
            self.due[row.number] = row.due_at
            self.before[row.number], self.after[row.number] = (
                before,
                apply_effects(before, play_effects),
            )
            if row.number and row.results is not None:
                record = _build_record(before, row.results, play_effects, variant)
                self.played.append(PastTurn(row.number, row.parent, row.processed_at, record))
            elif row.number and row.processed_at is not None:
                self.left[row.number] = row.parent


def _open_turn(
    tx: Connection, game: int, number: int, code: str, parent: int, restores: int = 0
) -> int:
    row = {"game_id": game, "number": number, "code": code, "parent": parent, "restores": restores}
    return insert_row(tx, t.turns, row)


def _close_turn(tx: Connection, turn: int, at: datetime, **values: Any) -> None:
    tx.execute(_CLOSE, {"turn": turn, "processed_at": at, **values})


def _read_dealt_position(tx: Connection, game: int) -> Position:
    """Return the board as it was at first."""
    row = find_turn_row(tx, game, 0).id
    return apply_effects(EMPTY, _load_effects(tx, [row])[row, _PLAY])


def _save_changes_between(tx: Connection, turn: int, old: Position, new: Position) -> None:
    if old is new or old == new:
        return
    same_part = (t.effects.c.turn_id == turn) & (t.effects.c.part == _BETWEEN)
    first = tx.execute(select(func.count()).select_from(t.effects).where(same_part)).scalar_one()
    _add_effects(tx, turn, _BETWEEN, find_effects_between(old, new), first)


def _add_effects(
    tx: Connection, turn: int, part: int, effects: Sequence[Effect], first: int = 0
) -> None:
    rows = [
        {"turn_id": turn, "part": part, "position": position, "effect": write_effect(effect)}
        for position, effect in enumerate(effects, start=first)
    ]
    insert_rows(tx, t.effects, rows)


def _load_effects(
    tx: Connection, turns: Sequence[int]
) -> Mapping[tuple[int, int], Sequence[Effect]]:
    effects: defaultdict[tuple[int, int], list[Effect]] = defaultdict(list)
    query = select(t.effects).where(t.effects.c.turn_id.in_(turns))
    for row in tx.execute(query.order_by(t.effects.c.position)):
        effects[row.turn_id, row.part].append(read_effect(row.effect))
    return effects


def _build_record(
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
        after=apply_effects(position, effects),
    )
