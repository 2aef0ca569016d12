"""The clock of a game: SET DEADLINE; SET MOVES and the like, GRACE, MIN, MAX; PAUSE, RESUME."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from judge.game import notices
from judge.game.clock import dates
from judge.game.clock.schedule import schedule_turn
from judge.game.command import (
    UNENDED,
    LineContext,
    MasterCommand,
    MisspelledWord,
    Outcome,
    RunningMasterCommand,
)
from judge.game.effects import Effects
from judge.game.game_settings import SETTINGS, describe_settings
from judge.game.state import Game, Play, Seat, Stage
from judge.language.word_lists import WordPattern
from judge.model.reason import Reason
from judge.model.turn import Phase
from judge.model.when import describe_moment

_NONE = WordPattern(r"^%(no_length)s$")
_WORTH_A_VOTE = timedelta(hours=1)
"""Nobody votes on less time."""


class SetDeadline(MasterCommand):
    """SET DEADLINE date: move the present deadline; SET DEADLINE +24h: by so much."""

    stages = UNENDED - {Stage.FORMING}
    date: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Set the deadline, starting the clock of a held game again, and tell everybody."""
        if not isinstance(game, Play):
            why = Reason("not_running", (game.name,))
            length = dates.parse_duration(self.date)
            return MisspelledWord(why, "deadline", ("MOVES",)) if length else why
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        due = self._find_due(game, context.now)
        if due is None:
            return Reason("bad_date", (self.date,))
        if due <= context.now:
            return Reason("past_date", (self.date,))
        if due - context.now > timedelta(days=366):
            return Reason("far_date", (self.date,))
        news = _describe_change(game, due)
        game = replace(
            game, due_at=due, stage=Stage.ACTIVE, reminded_at=None, late=False, left=None
        )
        return notices.announce_change(game, actor, "Deadline Changed", news, context.key)

    def write_vote_instead(self, game: Game, now: datetime) -> str:
        """Return the vote on as much more time, "" for a deadline that is not put off."""
        if not isinstance(game, Play) or game.due_at is None:
            return ""
        more = (self._find_due(game, now) or game.due_at) - game.due_at
        return f"VOTE EXTEND {dates.write_duration(more)}" if more >= _WORTH_A_VOTE else ""

    def _find_due(self, game: Play, now: datetime) -> datetime | None:
        """Return the moment that is meant, None for one that cannot be read."""
        zone, usual, start = ZoneInfo(game.settings.zone), game.settings.at, now
        if usual is None and game.due_at is not None:
            usual = game.due_at.astimezone(zone).time().replace(second=0, microsecond=0)
        if self.date.lstrip().startswith("+") and game.due_at is not None:
            start = max(game.due_at, start)
        return dates.parse_when(self.date, zone, start, usual)


def _describe_change(game: Play, due: datetime) -> Reason:
    """Return which way the deadline of a game moves, and from where."""
    if game.due_at is None or due == game.due_at:
        return Reason("deadline_set")
    was = (describe_moment(game.due_at, game.settings.zone),)
    return Reason("deadline_later", was) if due > game.due_at else Reason("deadline_earlier", was)


SHORTEST = timedelta(minutes=5)
"""No phase may be shorter, unless deadlines fall at a fixed time of day."""


class SetLength(MasterCommand):
    """SET MOVES 3 DAYS: how long such phases last (RETREATS, BUILDS, too); SET MOVES GRACE 6 HOURS,
    MIN, MAX: as for all phases."""

    stages = UNENDED
    phase: Phase
    bound: str = ""
    length: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Change the length and tell everybody; the present deadline stays."""
        length = dates.parse_duration(_NONE.pattern.sub("0", self.length))
        if length is None:
            return Reason("bad_duration", (self.length,))
        if self.bound:
            return self._set_bound(game, actor, length, context.key)
        if length < SHORTEST and game.settings.at is None:
            return Reason("short_duration", (dates.write_duration(SHORTEST),))
        lengths = {**game.settings.lengths, self.phase.value: length}
        game = replace(game, settings=replace(game.settings, lengths=lengths))
        news = Reason("length_set", (self.phase.display_name.lower(), dates.write_duration(length)))
        return notices.announce_change(game, actor, "Settings Changed", news, context.key)

    def _set_bound(self, game: Game, actor: Seat, length: timedelta, key: str) -> Effects:
        """Change the time of grace, or the shortest or longest length, of such phases."""
        old = game.settings
        old_lengths = getattr(old, SETTINGS[self.bound].field)
        made = {key: value for key, value in old_lengths.items() if key != self.phase.value}
        if length:
            made[self.phase.value] = length
        changed: dict[str, Any] = {SETTINGS[self.bound].field: made}
        settings = replace(old, **changed)
        news = Reason(
            "setting_changed", (self.bound.upper(), dict(describe_settings(settings))[self.bound])
        )
        game = replace(game, settings=settings)
        return notices.announce_change(game, actor, "Settings Changed", news, key)


def pause_game(game: Play, now: datetime) -> Play:
    """Return the game with its clock stopped; the time that is left is kept."""
    time_left = game.due_at - now if game.due_at and game.due_at > now else None
    return replace(game, stage=Stage.PAUSED, due_at=None, left=time_left, late=False)


def resume_game(game: Play, now: datetime) -> Play:
    """Return the game with its clock started: by the time that was left, or by a new phase."""
    due = None
    if not game.settings.manual:
        due = schedule_turn(game, now, game.left)
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

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
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

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Set the deadline by the time that was left, or by a whole new phase."""
        if game.stage is Stage.ACTIVE:
            return Reason("not_paused")
        game = resume_game(game, context.now)
        return notices.announce_change(
            game, actor, "Game Resumed", Reason("game_resumed"), context.key
        )
