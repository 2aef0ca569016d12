"""PROCESS, PREVIEW."""

from __future__ import annotations

from judge.game.clock import run_turns
from judge.game.clock.warnings import waiting_for
from judge.game.command import LineContext, RunningMasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.notices import display_name
from judge.game.orders.turn_meant import turn_in_words
from judge.game.state import Play, Seat, Stage
from judge.model.reason import Reason


class Process(RunningMasterCommand):
    """PROCESS [turn]: end the phase now, whoever is missing."""

    of_turn = True
    turn: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Adjudicate and begin the next turn, once in a mail: a PROCESS that slipped in twice
        must not take the players' time. A turn that is named must be the present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse(self.turn) != now:
            return Reason("other_turn", (str(now),))
        if game.number != context.number_before(game):
            return Reason("once_a_mail")
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        done, notices = run_turns.process(game, context.now, "master")
        missing = waiting_for(game) or (Reason("all_ordered"),)
        waits = () if game.late else run_turns.waits_of(game)
        names = tuple(display_name(game, seat) for seat in waits)
        overruled = (Reason("wait_overruled", names),) if names else ()
        costs = (Reason("ends_turn", turn_in_words(game)), *missing, *overruled)
        return Effects((done,), Reason("processed"), notices=notices, line=LineEffects(costs=costs))


class Preview(RunningMasterCommand):
    """PREVIEW [turn]: see what PROCESS would do now."""

    turn: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Adjudicate the orders so far for the master alone. A turn that is named must be the
        present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse(self.turn) != now:
            return Reason("other_turn", (str(now),))
        letter = run_turns.preview(game, actor, context.now, context.key)
        return Effects(remark=Reason("previewed"), notices=(letter,))
