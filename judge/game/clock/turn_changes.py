"""PROCESS, PREVIEW; ROLLBACK, ROLLFORWARD: a game's turn ended now, or an earlier one once more."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from judge.game.clock import run_turns
from judge.game.clock.digest import name_missing_powers
from judge.game.clock.schedule import schedule_turn
from judge.game.command import LineContext, MasterCommand, RunningMasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.notices import build_notice_to, list_held_seats, name_seat
from judge.game.orders.accepting import restate_orders
from judge.game.orders.turn_meant import write_present_turn_words, write_turn_words
from judge.game.past import PastTurns, Stand
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.model.letter import News, Notice, Section
from judge.model.letter_kind import BACK
from judge.model.reason import Reason
from judge.model.turn import Turn


class Process(RunningMasterCommand):
    """PROCESS [turn]: end the phase now, whoever is missing."""

    harms = True

    of_turn = True
    turn: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Adjudicate and begin the next turn, once in a mail: a PROCESS that slipped in twice
        must not take the players' time. A turn that is named must be the present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse_turn(self.turn) != now:
            return Reason("other_turn", (str(now),))
        if game.number != context.find_turn_before(game):
            return Reason("once_a_mail")
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        next_game, notices = run_turns.process_turn(game, context.now, "master")
        missing = name_missing_powers(game) or (Reason("all_ordered"),)
        waits = () if game.late else run_turns.list_waiting_players(game)
        names = tuple(name_seat(seat) for seat in waits)
        overruled = (Reason("wait_overruled", names),) if names else ()
        costs = (Reason("ends_turn", write_present_turn_words(game)), *missing, *overruled)
        return Effects(
            (next_game,), Reason("processed"), notices=notices, line=LineEffects(costs=costs)
        )


class Preview(RunningMasterCommand):
    """PREVIEW [turn]: see what PROCESS would do now."""

    turn: str = ""

    asks = True

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Adjudicate the orders so far for the master alone. A turn that is named must be the
        present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse_turn(self.turn) != now:
            return Reason("other_turn", (str(now),))
        letter = run_turns.preview_turn(game, actor, context.now, context.key)
        return Effects(remark=Reason("previewed"), notices=(letter,))


TAKEN_BACK, RESTORED = Reason("rolled_back"), Reason("rolled_forward")
"""What all are told of a game that goes to an earlier turn, or to a later one."""


def go_to_turn(game: Play, number: int, context: LineContext, why: Reason) -> Effects:
    """Take a game to the turn of that number, as it stood when it was over, and tell everybody.

    Only the deadline is a new one. ``why`` is as for ``announce_turn_change``.
    """
    stand = context.memory.find_stand_of_turn(game.name, number)
    return announce_turn_change(restore_turn(game, stand, number, context), context.key, why)


def announce_turn_change(there: Play, key: str, why: Reason) -> Effects:
    """Return a game that was taken to another turn, and what all are told of that.

    ``why`` is TAKEN_BACK or RESTORED.
    """
    turn = there.position.turn
    news = why.with_subjects(write_turn_words(turn, there))
    letters = tuple(
        _build_turn_change_letter(there, seat, news, key) for seat in list_held_seats(there)
    )
    return Effects((there,), news, notices=letters, line=LineEffects(costs=(news,)))


def restore_turn(game: Play, stand: Stand, number: int, context: LineContext) -> Play:
    """Return the game in a new turn that is an earlier one once more."""
    past = {turn.number: turn for turn in context.find_past_turns(game).turns}
    played = past[stand.parent].record if stand.parent in past else None
    ended, paused = stand.position.ended is not None, game.stage is Stage.PAUSED
    there = replace(
        game,
        stage=Stage.ENDED if ended else Stage.PAUSED if paused else Stage.ACTIVE,
        position=stand.position,
        number=game.number + 1,
        parent=stand.parent,
        restores=number if number in past else stand.restores or number,
        closed=game.stand,
        due_at=None,
        left=None,
        seats=tuple(_restore_seat(seat, stand) for seat in game.seats),
        orders=stand.orders,
        motions=stand.motions,
        played=played,
        reminded_at=None,
        early_at=None,
        late=False,
        proxies=(),
        unsent=tuple(replace(item, turn=game.number + 1) for item in game.unsent),
    )
    runs = there.stage is Stage.ACTIVE and not game.settings.manual
    return replace(there, due_at=schedule_turn(there, context.now)) if runs else there


def _restore_seat(seat: Seat, stand: Stand) -> Seat:
    if seat.role is not Role.PLAYER or seat.name not in stand.seats:
        return seat
    wait, missed = stand.seats[seat.name]
    return replace(seat, wait=wait, missed=missed)


def _build_turn_change_letter(game: Play, seat: Seat, news: Reason, key: str) -> Notice:
    sections: list[Section] = [News(news)]
    if game.due_at:
        sections.append(News(Reason("taken_back_waits")))
    sections += restate_orders(game, seat)
    event = "Turn Taken Back" if news.code == TAKEN_BACK.code else "Turn Restored"
    return build_notice_to(game, seat, BACK, event, key, sections)


class TurnChange(MasterCommand):
    """Takes a game to another turn, the nearest if none is named."""

    harms = True

    turn: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Go there if the word names a turn, and the mail has not changed the turn before."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        if game.number != context.find_turn_before(game):
            return Reason("once_a_mail")
        turn = game.variant.calendar.parse_turn(self.turn) if self.turn else None
        if self.turn and turn is None:
            return Reason("bad_turn", (self.turn,))
        return self.change_turn(game, turn, context)

    @abstractmethod
    def change_turn(
        self, play: Play, wanted: Turn | None, context: LineContext
    ) -> Effects | Reason:
        """Take the game to the turn that is wanted, or say why it cannot go there."""


class Rollback(TurnChange):
    """ROLLBACK [turn]: go back to before a turn was processed, the last one if none is named."""

    def change_turn(
        self, play: Play, wanted: Turn | None, context: LineContext
    ) -> Effects | Reason:
        """Let the turn begin again with the orders that it had."""
        line = context.find_past_turns(play).list_turns_leading_to(play.parent)
        # The builds before a game's first year bear a code that else means those after it.
        exact = [turn for turn in line if str(turn.record.before.turn) == self.turn.upper()]
        named = exact or [turn for turn in line if wanted in (None, turn.record.before.turn)]
        if not named:
            played = [str(turn.record.before.turn) for turn in line]
            if not played:
                return Reason("nothing_played")
            return Reason("not_played", (self.turn.upper(), play.name, *played[-5:]))
        return go_to_turn(play, named[-1].number, context, TAKEN_BACK)


class Rollforward(TurnChange):
    """ROLLFORWARD [turn]: after ROLLBACK, go one turn forth again, or to the turn named."""

    def change_turn(
        self, play: Play, wanted: Turn | None, context: LineContext
    ) -> Effects | Reason:
        """Go on as it was played before it was taken back."""
        ahead = _list_turns_ahead(play, context.find_past_turns(play))
        named = [number for number, turn in ahead if wanted in (None, turn)]
        if not named:
            turns = [str(turn) for _, turn in ahead]
            return Reason("not_ahead", tuple(turns[:5])) if turns else Reason("nothing_ahead")
        return go_to_turn(play, named[0], context, RESTORED)


def _list_turns_ahead(game: Play, past: PastTurns) -> list[tuple[int, Turn]]:
    """Return the numbers of the turns that followed the present one when it was played before, the
    last time of each, and what turns they are."""
    after = {turn.number: turn.record.after.turn for turn in past.turns}
    parents = {turn.number: turn.parent for turn in past.turns}
    parents |= past.left
    ahead, number = [], game.restores
    while number in after:
        turn = after[number]
        followers = [follower for follower, parent in parents.items() if parent == number]
        number = max(followers)
        ahead.append((number, turn))
    return ahead
