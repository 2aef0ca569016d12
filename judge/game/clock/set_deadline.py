"""SET DEADLINE."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from judge.game import notices
from judge.game.clock import dates
from judge.game.command import UNENDED, LineContext, MasterCommand, Misspelled, Outcome
from judge.game.state import Game, Play, Seat, Stage
from judge.model.reason import Reason


class SetDeadline(MasterCommand):
    """SET DEADLINE date: move the present deadline."""

    stages = UNENDED - {Stage.FORMING}
    date: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Set the deadline, starting the clock of a held game again, and tell everybody."""
        if not isinstance(game, Play):
            why = Reason("not_running", (game.name,))
            length = dates.parse_duration(self.date)
            return Misspelled(why, "deadline", ("MOVES",)) if length else why
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        zone = ZoneInfo(game.settings.zone)
        usual = game.settings.at
        if usual is None and game.due_at is not None:
            usual = game.due_at.astimezone(zone).time().replace(second=0, microsecond=0)
        due = dates.parse_when(self.date, zone, context.now, usual)
        if due is None:
            return Reason("bad_date", (self.date,))
        if due <= context.now:
            return Reason("past_date", (self.date,))
        if due - context.now > timedelta(days=366):
            return Reason("far_date", (self.date,))
        game = replace(
            game, due_at=due, stage=Stage.ACTIVE, reminded_at=None, late=False, left=None
        )
        return notices.changed(game, actor, "Deadline Changed", Reason("deadline_set"), context.key)
