"""Games as the keeper sees them: where they stand and what they wait for, no board, no orders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, func, select

from judge.desk.table import DeskTable, build_table, format_moment
from judge.desk.words import DeskError, parse_single_word, refuse_words
from judge.game.state import Stage
from judge.store import outbox, queries
from judge.store import schema as t


def list_games(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """all games"""
    refuse_words(words)
    rows = [
        (game_row.name, game_row.variant, game_row.stage.value,
         game_row.turn, game_row.due_at, game_row.players,
         game_row.vacant, game_row.listed)
        for game_row in queries.list_game_summaries(tx)
    ]  # fmt: skip
    columns = "game variant stage turn deadline players vacant listed"
    return build_table(f"Games: {len(rows)}.", columns, rows)


def show_game(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """where a game stands, and who is in it"""
    name = parse_single_word(words, "a game's name")
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
        (
            seat_row.name,
            seat_row.role,
            ", ".join(seat_row.powers),
            seat_row.address,
            seat_row.missed,
            seat_row.bounces,
        )
        for seat_row in tx.execute(query)
    ]
    waits = (t.outbox.c.game == row.name) & (t.outbox.c.state == outbox.WAITING)
    letters = tx.execute(select(func.count()).where(waits)).scalar_one()
    title = (
        f"{row.name}: {row.variant}, {row.stage}, {row.turn or 'not begun'}; deadline "
        f"{format_moment(row.due_at)}; looked at next {format_moment(row.wake_at)}; "
        "its turn failed "
        f"{row.failures} times; letters waiting: {letters}."
    )
    return build_table(title, "seat role powers address missed returned", seats)


def list_due_turns(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """turns by their deadlines, and games that stand still"""
    refuse_words(words)
    c = t.games.c
    stages = [Stage.ACTIVE.value, Stage.PAUSED.value, Stage.HELD.value]
    query = select(t.games).where(c.stage.in_(stages)).order_by(c.due_at.is_(None), c.due_at, c.key)
    rows = [
        (row.name, row.turn, row.stage, row.due_at, row.wake_at, row.failures)
        for row in tx.execute(query)
    ]
    over = sum(row.wake_at is not None and row.wake_at <= now for row in tx.execute(query))
    title = f"Turns: {len(rows)}, of which are due now: {over}."
    return build_table(title, "game turn stage deadline looked-at failed", rows)
