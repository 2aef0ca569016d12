"""Whom the master names."""

from __future__ import annotations

from judge.game.state import Game, Role, Seat
from judge.language.lexicon import power_named


def player_named(game: Game, typed: str) -> Seat | None:
    """Return the player's seat that is meant: by a power, however it is written, or by its name."""
    word = typed if typed in game.variant.map.powers else ""
    seat = game.seat_of(word or power_named(game.variant.map, typed) or "")
    seat = seat or game.seat(typed.casefold())
    return seat if seat is not None and seat.role is Role.PLAYER else None
