"""The brake: what others lose by, a master is shown before it is done.

What was shown is kept on the master's seat until it is confirmed, and is done only as long as the
game is as it was shown.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import datetime

from judge.game.command import LineContext
from judge.game.effects import Effects
from judge.game.master.settings import as_rows
from judge.game.notices import display_name, other_held_seats
from judge.game.orders.accepting import seats_missing_orders
from judge.game.orders.turn_meant import turn_in_words
from judge.game.state import Game, Held, Play, Role, Seat
from judge.model.reason import Reason
from judge.model.when import spoken


def sight(game: Game) -> str:
    """Return a digest of a game: another one when anything changes that a master is shown, be it
    only who lacks orders; what was ordered and who voted for what does not count."""
    told: list[object] = [game.stage, as_rows(game.settings)]
    told += [(seat.name, seat.role, seat.address, seat.powers) for seat in game.seats]
    if isinstance(game, Play):
        board = game.position
        told += [game.number, game.due_at, game.left, board.ended, board.turn]
        told += sorted(map(repr, board.units.values())) + sorted(map(repr, board.dislodged))
        told += sorted(board.owners.items())
        told += [seat.name for seat in seats_missing_orders(game, game.players)]
    return hashlib.sha256(repr(told).encode()).hexdigest()


def shown_first(game: Game, actor: Seat, done: Effects) -> tuple[Reason, ...]:
    """Return in sentences what would come of a command, and who would be told."""
    after = done.game or game
    shown = [*done.line.costs]
    if isinstance(after, Play) and (after.number, after.due_at) != _clock(game):
        due = [spoken(after.due_at, after.settings.zone)] if after.due_at else []
        turn = turn_in_words(after) if after.number != _clock(game)[0] else ()
        shown.append(Reason("due_then", (*due, *turn) if due else ()))
    told = {notice.to.seat for notice in done.notices}
    readers = [seat for seat in other_held_seats(game, actor) if seat.name in told]
    if readers == [*other_held_seats(game, actor)] and len(readers) > 1:
        shown.append(Reason("all_told_then"))
    else:
        names = dict.fromkeys(_name(game, seat) for seat in readers)
        shown.append(Reason("told_then", tuple(names)))
    called = {notice.to.address for notice in done.notices if not notice.to.seat}
    return (*shown, *([Reason("called_then", (str(len(called)),))] if called else ()))


def _name(game: Game, seat: Seat) -> str:
    return (
        seat.address if seat.role is Role.PLAYER and not seat.powers else display_name(game, seat)
    )


def _clock(game: Game) -> tuple[int, datetime | None]:
    return (game.number, game.due_at) if isinstance(game, Play) else (0, None)


def kept(game: Game, seat: Seat, lines: tuple[str, ...], context: LineContext) -> Held:
    """Return what waits for CONFIRM: lines that were shown of a game as it is now."""
    digest = hashlib.sha256(f"{context.key}.{game.name}.{seat.name}".encode()).hexdigest()
    number = 100_000 + int(digest, 16) % 900_000
    turn = game.number if isinstance(game, Play) else 0
    return Held(number, lines, turn, sight(game), context.now)


def waiting(game: Game, seat: Seat, context: LineContext) -> tuple[Held, ...]:
    """Return what still waits for a master's CONFIRM, in the turn in which it was shown."""
    turn = game.number if isinstance(game, Play) else 0
    since = context.now - context.judge.patience
    return tuple(held for held in seat.held if held.turn == turn and held.at >= since)


def with_held(game: Game, seat: Seat, held: tuple[Held, ...]) -> Game:
    """Return the game with nothing else waiting for a master's CONFIRM."""
    return game.with_seat(replace(seat, held=held))
