"""PROCESS, PREVIEW."""

from __future__ import annotations

from judge.game.clock import run_turns
from judge.game.clock.warnings import name_missing_powers
from judge.game.command import LineContext, RunningMasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.notices import name_seat
from judge.game.orders.turn_meant import write_present_turn_words
from judge.game.state import Play, Seat, Stage
from judge.model.reason import Reason


class Process(RunningMasterCommand):
    """PROCESS [turn]: end the phase now, whoever is missing."""

    harms = True

    of_turn = True
    turn: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
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
        names = tuple(name_seat(game, seat) for seat in waits)
        overruled = (Reason("wait_overruled", names),) if names else ()
        costs = (Reason("ends_turn", write_present_turn_words(game)), *missing, *overruled)
        return Effects(
            (next_game,), Reason("processed"), notices=notices, line=LineEffects(costs=costs)
        )


class Preview(RunningMasterCommand):
    """PREVIEW [turn]: see what PROCESS would do now."""

    turn: str = ""

    asks = True

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Adjudicate the orders so far for the master alone. A turn that is named must be the
        present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse_turn(self.turn) != now:
            return Reason("other_turn", (str(now),))
        letter = run_turns.preview_turn(game, actor, context.now, context.key)
        return Effects(remark=Reason("previewed"), notices=(letter,))
