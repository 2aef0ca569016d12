"""PAUSE, RESUME, PROCESS: the clock of a game stopped, started again, and run out at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game import notices
from judge.game.clock import run_turns
from judge.game.clock.schedule import deadline_for_turn
from judge.game.clock.warnings import name_missing_powers
from judge.game.command import LineContext, RunningMasterCommand
from judge.game.effects import Effects, LineEffects
from judge.game.notices import display_name
from judge.game.orders.turn_meant import present_turn_words
from judge.game.state import Play, Seat, Stage
from judge.model.reason import Reason


def pause_game(game: Play, now: datetime) -> Play:
    """Return the game with its clock stopped; the time that is left is kept."""
    time_left = game.due_at - now if game.due_at and game.due_at > now else None
    return replace(game, stage=Stage.PAUSED, due_at=None, left=time_left, late=False)


def resume_game(game: Play, now: datetime) -> Play:
    """Return the game with its clock started: by the time that was left, or by a new phase."""
    due = None
    if not game.settings.manual:
        due = deadline_for_turn(game, now, game.left)
    return replace(
        game,
        stage=Stage.ACTIVE,
        due_at=due,
        left=None,
        reminded_at=None,
        early_at=None,
        late=False,
    )


class Pause(RunningMasterCommand):
    """PAUSE: stop the clock; orders are still taken."""

    by_vote = "VOTE PAUSE"
    stages = frozenset({Stage.ACTIVE})

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Keep the time that is left for RESUME."""
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        game = pause_game(game, context.now)
        return notices.announce_change(
            game, actor, "Game Paused", Reason("game_paused"), context.key
        )


class Resume(RunningMasterCommand):
    """RESUME: let the clock run on after PAUSE, or afresh after a hold."""

    by_vote = "VOTE RESUME"
    stages = frozenset({Stage.PAUSED, Stage.HELD})

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Set the deadline by the time that was left, or by a whole new phase."""
        if game.stage is Stage.ACTIVE:
            return Reason("not_paused")
        game = resume_game(game, context.now)
        return notices.announce_change(
            game, actor, "Game Resumed", Reason("game_resumed"), context.key
        )


class Process(RunningMasterCommand):
    """PROCESS [turn]: end the phase now, whoever is missing."""

    of_turn = True
    turn: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Adjudicate and begin the next turn, once in a mail: a PROCESS that slipped in twice
        must not take the players' time. A turn that is named must be the present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse_turn(self.turn) != now:
            return Reason("other_turn", (str(now),))
        if game.number != context.turn_number_before(game):
            return Reason("once_a_mail")
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        next_game, notices = run_turns.process_turn(game, context.now, "master")
        missing = name_missing_powers(game) or (Reason("all_ordered"),)
        waits = () if game.late else run_turns.waiting_players(game)
        names = tuple(display_name(game, seat) for seat in waits)
        overruled = (Reason("wait_overruled", names),) if names else ()
        costs = (Reason("ends_turn", present_turn_words(game)), *missing, *overruled)
        return Effects(
            (next_game,), Reason("processed"), notices=notices, line=LineEffects(costs=costs)
        )


class Preview(RunningMasterCommand):
    """PREVIEW [turn]: see what PROCESS would do now."""

    turn: str = ""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Adjudicate the orders so far for the master alone. A turn that is named must be the
        present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse_turn(self.turn) != now:
            return Reason("other_turn", (str(now),))
        letter = run_turns.preview_turn(game, actor, context.now, context.key)
        return Effects(remark=Reason("previewed"), notices=(letter,))
