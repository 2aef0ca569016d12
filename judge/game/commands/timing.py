"""The master's commands over the clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

from judge.game.clock import dates
from judge.game.clock.schedule import next_due
from judge.game.commands.base import LineContext, MasterCommand, RunningMasterCommand
from judge.game.decision import CommandResult
from judge.game.notices import announce, other_held_seats
from judge.game.state import Game, Play, Seat, Stage
from judge.model.reason import Reason
from judge.model.turn import Phase

SHORTEST = timedelta(minutes=5)
"""No phase may be shorter, unless deadlines fall at a fixed time of day."""


@dataclass(frozen=True, slots=True)
class SetDeadline(RunningMasterCommand):
    """SET DEADLINE date: move the present deadline."""

    verb: ClassVar[str] = "set_deadline"
    date: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Set the deadline, starting the clock of a held game again, and tell everybody."""
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        zone = ZoneInfo(game.settings.zone)
        usual = game.settings.at
        if usual is None and game.due_at is not None:
            usual = game.due_at.astimezone(zone).time().replace(second=0, microsecond=0)
        due = dates.parse_when(self.date, zone, scene.now, usual)
        if due is None:
            return Reason("bad_date", (self.date,))
        if due <= scene.now:
            return Reason("past_date", (self.date,))
        if due - scene.now > timedelta(days=366):
            return Reason("far_date", (self.date,))
        changed = replace(
            game, due_at=due, stage=Stage.ACTIVE, reminded=False, late=False, left=None
        )
        return _told(changed, actor, "Deadline Changed", Reason("deadline_set"), scene)


@dataclass(frozen=True, slots=True)
class SetLength(MasterCommand):
    """SET MOVES 3 DAYS (RETREATS, BUILDS): how long such phases last from the next one on."""

    verb: ClassVar[str] = "set_length"
    phase: str = ""
    length: str = ""

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Change the length and tell everybody; the present deadline stays."""
        phase = Phase(self.phase)
        length = dates.parse_duration(self.length)
        if length is None:
            return Reason("bad_duration", (self.length,))
        if length < SHORTEST and game.settings.at is None:
            return Reason("short_duration", (dates.words(SHORTEST),))
        lengths = {**game.settings.lengths, phase.value: length}
        changed = replace(game, settings=replace(game.settings, lengths=lengths))
        news = Reason("length_set", (phase.word.lower(), dates.words(length)))
        return _told(changed, actor, "Settings Changed", news, scene)


@dataclass(frozen=True, slots=True)
class Pause(RunningMasterCommand):
    """PAUSE: stop the clock; orders are still taken."""

    verb: ClassVar[str] = "pause"

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Keep the time that is left for RESUME."""
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        left = game.due_at - scene.now if game.due_at and game.due_at > scene.now else None
        changed = replace(game, stage=Stage.PAUSED, due_at=None, left=left, late=False)
        return _told(changed, actor, "Game Paused", Reason("game_paused"), scene)


@dataclass(frozen=True, slots=True)
class Resume(RunningMasterCommand):
    """RESUME: let the clock run on after a pause, or afresh after a hold."""

    verb: ClassVar[str] = "resume"

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Set the deadline by the time that was left, or by a whole new phase."""
        if game.stage is Stage.ACTIVE:
            return Reason("not_paused")
        due = None
        if not game.settings.manual:
            due = next_due(game.settings, game.position.turn, scene.now, game.left)
        changed = replace(
            game, stage=Stage.ACTIVE, due_at=due, left=None, reminded=False, late=False
        )
        return _told(changed, actor, "Game Resumed", Reason("game_resumed"), scene)


COMMANDS = (SetDeadline, SetLength, Pause, Resume)


def _told(game: Game, actor: Seat, event: str, news: Reason, scene: LineContext) -> CommandResult:
    """Return the changed game and the news for everybody but the one who made it."""
    told = announce(game, event, scene.key, news, to=other_held_seats(game, actor))
    return CommandResult(game, news, notices=told)
