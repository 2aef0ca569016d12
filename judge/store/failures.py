"""Turns that could not be run: they are counted, and after three in a row the game is held."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select, update

from judge.game.state import Role, Stage
from judge.store import schema as t

ATTEMPTS = 3
"""After so many failures in a row a game is held."""

_CLEAR = update(t.games).where(t.games.c.key == bindparam("game"), t.games.c.failures > 0)


class HeldGame(NamedTuple):
    """A game held for its failures: the code of its turn, and its masters' addresses."""

    turn: str
    masters: tuple[str, ...]


def count_failure(tx: Connection, game: str) -> HeldGame | None:
    """Count one more failure of a game's turn, and hold the game if it is the last of ``ATTEMPTS``.

    Nothing but its row is needed for that: a game that cannot be loaded is held like any other.
    """
    c = t.games.c
    this_game = (c.key == game.lower()) & (c.stage == Stage.ACTIVE.value)
    tx.execute(update(t.games).where(this_game).values(failures=c.failures + 1))
    row = tx.execute(select(t.games).where(this_game)).one_or_none()
    if row is None or row.failures < ATTEMPTS:
        return None
    tx.execute(
        update(t.games)
        .where(this_game)
        .values(
            stage=Stage.HELD.value,
            wake_at=None,
            fields={**row.fields, "late": False},
            failures=0,
            version=row.version + 1,
            stamp=hashlib.sha256(f"{row.stamp} held".encode()).hexdigest(),
        )
    )
    masters = (
        select(t.players.c.address)
        .join(t.seats)
        .where(t.seats.c.game_id == row.id, t.seats.c.role == Role.MASTER.value)
        .order_by(t.seats.c.place)
    )
    return HeldGame(row.turn, tuple(tx.execute(masters).scalars()))


def clear_failures(tx: Connection, game: str) -> None:
    """Forget the failures of a game: its turn was run."""
    tx.execute(_CLEAR, {"game": game.lower(), "failures": 0})
