"""Games as the keeper sees them: where they stand and what they wait for, no board, no orders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, func, select

from judge.desk.table import Table, moment, shown
from judge.desk.words import DeskError, alone, none
from judge.game.state import Stage
from judge.store import outbox, queries
from judge.store import schema as t


def games(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """all games"""
    none(words)
    rows = [
        (each.name, each.variant, each.stage.value, each.turn, each.due_at, each.players,
         each.vacant, each.listed)
        for each in queries.summaries(tx, over=True)
    ]  # fmt: skip
    columns = "game variant stage turn deadline players vacant listed"
    return shown(f"Games: {len(rows)}.", columns, rows)


def game(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """where a game stands, and who is in it"""
    name = alone(words, "a game's name")
    c, s, p = t.games.c, t.seats.c, t.players.c
    row = tx.execute(select(t.games).where(c.key == name.lower())).one_or_none()
    if row is None:
        raise DeskError(f"there is no game {name}; GAMES lists all")
    query = (
        select(s.name, s.role, s.powers, p.address, s.missed, s.bounces)
        .join_from(t.seats, t.players, isouter=True)
        .where(s.game_id == row.id)
        .order_by(s.place)
    )
    seats = [
        (each.name, each.role, ", ".join(each.powers), each.address, each.missed, each.bounces)
        for each in tx.execute(query)
    ]
    waits = (t.outbox.c.game == row.name) & (t.outbox.c.state == outbox.WAITING)
    letters = tx.execute(select(func.count()).where(waits)).scalar_one()
    title = (
        f"{row.name}: {row.variant}, {row.stage}, {row.turn or 'not begun'}; deadline "
        f"{moment(row.due_at)}; looked at next {moment(row.wake_at)}; its turn failed "
        f"{row.failures} times; letters waiting: {letters}."
    )
    return shown(title, "seat role powers address missed returned", seats)


def due(tx: Connection, words: Sequence[str], now: datetime) -> Table:
    """turns by their deadlines, and games that stand still"""
    none(words)
    c = t.games.c
    stages = [Stage.ACTIVE.value, Stage.PAUSED.value, Stage.HELD.value]
    query = select(t.games).where(c.stage.in_(stages)).order_by(c.due_at.is_(None), c.due_at, c.key)
    rows = [
        (row.name, row.turn, row.stage, row.due_at, row.wake_at, row.failures)
        for row in tx.execute(query)
    ]
    over = sum(row.wake_at is not None and row.wake_at <= now for row in tx.execute(query))
    title = f"Turns: {len(rows)}, of which are due now: {over}."
    return shown(title, "game turn stage deadline looked-at failed", rows)
