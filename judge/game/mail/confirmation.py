"""What others lose by is shown to whoever says it before it is done.

What was shown is kept on their seat until it is confirmed, and is done only as long as the
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
from judge.game.game_settings import describe_settings
from judge.game.mail.answer import mask_passwords
from judge.game.mail.passwords import hide_what_may_be_password
from judge.game.mail.state import MailState
from judge.game.notices import list_other_held_seats, name_seat
from judge.game.orders.accepting import list_seats_missing_orders
from judge.game.orders.turn_meant import write_present_turn_words
from judge.game.state import Game, Lobby, PendingLines, Play, Role, Seat
from judge.language.statement import CommandStatement
from judge.model.reason import Reason
from judge.model.sections import HeardLine
from judge.model.when import describe_moment

AnyGame = TypeVar("AnyGame", Lobby | Play, Play)


def try_command(
    state: MailState,
    decide: Callable[[AnyGame, Seat, LineContext], Outcome],
    game: AnyGame,
    seat: Seat,
    context: LineContext,
) -> Outcome:
    """Return what comes of a command, on the game as it would be then where lines above it
    wait to be confirmed and it waits for them."""
    line_context, then = state.make_line_context(context), state.part.then
    outcome = decide(game, seat, line_context)
    if not isinstance(then, type(game)):
        return outcome
    if isinstance(outcome, Effects) and not must_confirm(state, outcome, context):
        return outcome
    after = decide(then, then.find_seat_named(seat.name) or seat, line_context)
    if isinstance(after, Effects) and not must_confirm(state, after, context):
        after = replace(after, line=LineEffects(costs=(Reason("held_with"),)))
    return outcome if isinstance(outcome, Reason) and isinstance(after, Reason) else after


def must_confirm(state: MailState, effects: Effects, context: LineContext) -> bool:
    """Say whether something is shown first, and done when it is confirmed."""
    if not effects.line.costs or state.surely:
        return False
    game = state.find_current_game(context)
    return game is not None and game.settings.confirm


def show_consequences(
    state: MailState, statement: CommandStatement, effects: Effects, context: LineContext
) -> MailState:
    """Show what would come of a command, and keep its line for CONFIRM."""
    game, seat = state.part.then or state.find_current_game(context), state.find_own_seat(context)
    assert game is not None and seat is not None, "somebody in the game said it"
    line = mask_passwords(statement, game)
    shown = HeardLine(
        line, "held", Reason("not_yet"), more=_describe_consequences(game, seat, effects)
    )
    held = (*state.part.held, statement.line.text)
    return state.with_part(replace(state.part, held=held, then=effects.game)).with_transcript(shown)


def hold_for_confirmation(state: MailState, context: LineContext) -> MailState:
    """Keep what waits to be confirmed, once the whole mail is read, and offer to do it."""
    for number, part in enumerate(state.parts):
        state = replace(state, here=number)
        game, seat = state.find_current_game(context), state.find_own_seat(context)
        if part.held and game is not None and seat is not None:
            line_context = replace(context, key=f"{context.key}.{number}")
            lines = _build_pending_lines(game, seat, part.held, line_context)
            earlier_lines = list_pending_lines(game, seat, line_context)
            state = state.with_game(with_pending_lines(game, seat, (*earlier_lines, lines)))
            transcript = [*part.heard]
            last = max(i for i, heard_line in enumerate(transcript) if heard_line.verdict == "held")
            transcript[last] = transcript[last]._replace(choices=(_write_offer(lines),))
            state = state.with_part(replace(part, heard=tuple(transcript)))
    return state


def list_pending_lines(game: Game, seat: Seat, context: LineContext) -> tuple[PendingLines, ...]:
    """Return what still waits for somebody's CONFIRM, in the turn in which it was shown."""
    since = context.now - context.house.patience
    return tuple(
        held for held in seat.held if held.turn == _find_turn_number(game) and held.at >= since
    )


def with_pending_lines(game: Game, seat: Seat, held: tuple[PendingLines, ...]) -> Game:
    """Return the game with nothing else waiting for somebody's CONFIRM."""
    return game.with_seat(replace(seat, held=held))


def forget_pending_lines(
    state: MailState, pending: PendingLines, context: LineContext
) -> MailState:
    """Return the mail with something forgotten that waits for its writer's CONFIRM."""
    game, seat = state.find_current_game(context), state.find_own_seat(context)
    if game is None or seat is None:
        return state
    left = tuple(held for held in list_pending_lines(game, seat, context) if held != pending)
    return replace(state, understood=True).with_game(with_pending_lines(game, seat, left))


def fingerprint_game(game: Game, seat: Seat) -> str:
    """Return a digest of a game: another one when anything changes that a master is shown, be it
    only who lacks orders; what was ordered and who voted for what does not count.

    A player's tells of nothing but the turn, and what they hold in it.
    """
    if seat.role is not Role.MASTER:
        there = game.find_seat_named(seat.name) or seat
        own = (game.stage.value, _find_turn_number(game), there.address, there.powers)
        return hashlib.sha256(repr(own).encode()).hexdigest()
    shown: list[object] = [game.stage, describe_settings(game.settings)]
    shown += [(seat.name, seat.role, seat.address, seat.powers) for seat in game.seats]
    if isinstance(game, Play):
        board = game.position
        shown += [game.number, game.due_at, game.left, board.ended, board.turn]
        shown += sorted(map(repr, board.units.values())) + sorted(map(repr, board.dislodged))
        shown += sorted(board.owners.items())
        shown += [seat.name for seat in list_seats_missing_orders(game, game.players)]
    return hashlib.sha256(repr(shown).encode()).hexdigest()


def _build_pending_lines(
    game: Game, seat: Seat, lines: tuple[str, ...], context: LineContext
) -> PendingLines:
    """Return what waits for CONFIRM: lines that were shown of a game as it is now."""
    digest = hashlib.sha256(f"{context.key}.{game.name}.{seat.name}".encode()).hexdigest()
    number = 100_000 + int(digest, 16) % 900_000
    return PendingLines(
        number, lines, _find_turn_number(game), fingerprint_game(game, seat), context.now
    )


def _write_offer(lines: PendingLines) -> str:
    """Return the line that confirms, which says what it does."""
    return hide_what_may_be_password(f"CONFIRM {lines.number}: {', '.join(lines.lines)}")


def _describe_consequences(game: Game, actor: Seat, effects: Effects) -> tuple[Reason, ...]:
    """Return in sentences what would come of a command, and who would be told: to a player not
    what nobody but a master knows."""
    if actor.role is not Role.MASTER:
        return effects.line.costs
    after = effects.game or game
    shown = [*effects.line.costs]
    if isinstance(after, Play) and (after.number, after.due_at) != (
        _find_turn_number(game),
        _find_deadline_of(game),
    ):
        due = [describe_moment(after.due_at, after.settings.zone)] if after.due_at else []
        turn = write_present_turn_words(after) if after.number != _find_turn_number(game) else ()
        shown.append(Reason("due_then", (*due, *turn) if due else ()))
    told_seats = {notice.to.seat for notice in effects.notices}
    readers = [seat for seat in list_other_held_seats(game, actor) if seat.name in told_seats]
    if readers == [*list_other_held_seats(game, actor)] and len(readers) > 1:
        shown.append(Reason("all_told_then"))
    else:
        names = dict.fromkeys(_name_reader(game, seat) for seat in readers)
        shown.append(Reason("told_then", tuple(names)))
    called = {notice.to.address for notice in effects.notices if not notice.to.seat}
    return (*shown, *([Reason("called_then", (str(len(called)),))] if called else ()))


def _name_reader(game: Game, seat: Seat) -> str:
    return seat.address if seat.role is Role.PLAYER and not seat.powers else name_seat(seat)


def _find_turn_number(game: Game) -> int:
    return game.number if isinstance(game, Play) else 0


def _find_deadline_of(game: Game) -> datetime | None:
    return game.due_at if isinstance(game, Play) else None
