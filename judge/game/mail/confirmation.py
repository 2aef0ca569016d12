"""What others lose by is shown to a master before it is done.

What was shown is kept on the master's seat until it is confirmed, and is done only as long as the
game is as it was shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from judge.game.command import LineContext, Outcome
from judge.game.effects import Effects, LineEffects
from judge.game.mail.state import MailState
from judge.game.mail.transcript import mask_passwords
from judge.game.master.settings import as_rows
from judge.game.notices import display_name, other_held_seats
from judge.game.orders.accepting import seats_missing_orders
from judge.game.orders.turn_meant import turn_in_words
from judge.game.state import Game, Held, Lobby, Play, Role, Seat
from judge.language.statement import Commanded
from judge.model.reason import Reason
from judge.model.transcript import Heard
from judge.model.when import spoken

AnyGame = TypeVar("AnyGame", Lobby | Play, Play)


def try_command(
    state: MailState,
    decide: Callable[[AnyGame, Seat, LineContext], Outcome],
    game: AnyGame,
    seat: Seat,
    at: LineContext,
) -> Outcome:
    """Return what comes of a command, on the game as it would be then where lines above it
    wait to be confirmed and it waits for them."""
    context, then = state.context(at), state.part.then
    done = decide(game, seat, context)
    if not isinstance(then, type(game)):
        return done
    if isinstance(done, Effects) and not must_confirm(state, done, at):
        return done
    after = decide(then, then.seat(seat.name) or seat, context)
    if isinstance(after, Effects) and not must_confirm(state, after, at):
        after = replace(after, line=LineEffects(costs=(Reason("held_with"),)))
    return done if isinstance(done, Reason) and isinstance(after, Reason) else after


def must_confirm(state: MailState, done: Effects, at: LineContext) -> bool:
    """Say whether something is shown first, and done when it is confirmed."""
    if not done.line.costs or state.surely:
        return False
    game = state.game(at)
    return game is not None and game.settings.confirm


def show_first(state: MailState, said: Commanded, done: Effects, at: LineContext) -> MailState:
    """Show what would come of a command, and keep its line for CONFIRM."""
    game, seat = state.part.then or state.game(at), state.own_seat(at)
    assert game is not None and seat is not None, "a master said it"
    line = mask_passwords(said, game)
    shown = Heard(line, "held", Reason("not_yet"), more=_consequences(game, seat, done))
    held = (*state.part.held, said.line.text)
    return state.with_part(replace(state.part, held=held, then=done.game)).with_heard(shown)


def hold_for_confirmation(state: MailState, at: LineContext) -> MailState:
    """Keep what waits to be confirmed, once the whole mail is read, and offer to do it."""
    for number, part in enumerate(state.parts):
        state = replace(state, here=number)
        game, seat = state.game(at), state.own_seat(at)
        if part.held and game is not None and seat is not None:
            context = replace(at, key=f"{at.key}.{number}")
            lines = _pending_lines(game, seat, part.held, context)
            others = lines_waiting(game, seat, context)
            state = state.with_game(with_lines_waiting(game, seat, (*others, lines)))
            heard = [*part.heard]
            last = max(i for i, each in enumerate(heard) if each.verdict == "held")
            heard[last] = heard[last]._replace(choices=(f"CONFIRM {lines.number}",))
            state = state.with_part(replace(part, heard=tuple(heard)))
    return state


def lines_waiting(game: Game, seat: Seat, context: LineContext) -> tuple[Held, ...]:
    """Return what still waits for a master's CONFIRM, in the turn in which it was shown."""
    since = context.now - context.house.patience
    return tuple(held for held in seat.held if held.turn == _number(game) and held.at >= since)


def with_lines_waiting(game: Game, seat: Seat, held: tuple[Held, ...]) -> Game:
    """Return the game with nothing else waiting for a master's CONFIRM."""
    return game.with_seat(replace(seat, held=held))


def fingerprint(game: Game) -> str:
    """Return a digest of a game: another one when anything changes that a master is shown, be it
    only who lacks orders; what was ordered and who voted for what does not count."""
    shown: list[object] = [game.stage, as_rows(game.settings)]
    shown += [(seat.name, seat.role, seat.address, seat.powers) for seat in game.seats]
    if isinstance(game, Play):
        board = game.position
        shown += [game.number, game.due_at, game.left, board.ended, board.turn]
        shown += sorted(map(repr, board.units.values())) + sorted(map(repr, board.dislodged))
        shown += sorted(board.owners.items())
        shown += [seat.name for seat in seats_missing_orders(game, game.players)]
    return hashlib.sha256(repr(shown).encode()).hexdigest()


def _pending_lines(game: Game, seat: Seat, lines: tuple[str, ...], context: LineContext) -> Held:
    """Return what waits for CONFIRM: lines that were shown of a game as it is now."""
    digest = hashlib.sha256(f"{context.key}.{game.name}.{seat.name}".encode()).hexdigest()
    number = 100_000 + int(digest, 16) % 900_000
    return Held(number, lines, _number(game), fingerprint(game), context.now)


def _consequences(game: Game, actor: Seat, done: Effects) -> tuple[Reason, ...]:
    """Return in sentences what would come of a command, and who would be told."""
    after = done.game or game
    shown = [*done.line.costs]
    if isinstance(after, Play) and (after.number, after.due_at) != (_number(game), _due(game)):
        due = [spoken(after.due_at, after.settings.zone)] if after.due_at else []
        turn = turn_in_words(after) if after.number != _number(game) else ()
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


def _number(game: Game) -> int:
    return game.number if isinstance(game, Play) else 0


def _due(game: Game) -> datetime | None:
    return game.due_at if isinstance(game, Play) else None
