"""Which seats robots play: given, taken and left."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from judge.game.state import NO_PROGRESS, Game, Lobby, Play, Seat
from judge.model.reason import Reason

SomeGame = TypeVar("SomeGame", Lobby, Play)


def with_robot(game: SomeGame, seat: Seat, level: str) -> SomeGame:
    """Return the game with a seat that a robot plays so well from now on, "": none does."""
    return game.with_seat(replace(seat, robot=level, thought_of=0, progress=NO_PROGRESS))


def explain_who_plays(names: tuple[str, ...]) -> Reason:
    """Return what all are told of seats that robots play, by the names of these."""
    return Reason("robots_play" if len(names) > 1 else "robot_plays", names)


def without_robot(game: Play, seat: Seat) -> Play:
    """Return the game with its own player back in a seat, and without what the robot ordered."""
    orders = {power: own for power, own in game.orders.items() if power not in seat.powers}
    return replace(game.with_seat(replace(seat, robot="")), orders=orders)


def fill_empty_seats(game: Game) -> Game:
    """Return the game with robots in the seats that nobody plays, if it is set so."""
    if not isinstance(game, Play) or game.settings.empty != "robot":
        return game
    for seat in game.players:
        if not seat.is_played and {*seat.powers} - {*game.settings.dummies}:
            game = with_robot(game, seat, game.settings.robots)
    return game
