"""SET MOVES, SET RETREATS, SET BUILDS."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from judge.game import notices
from judge.game.clock import dates
from judge.game.command import CommandResult, LineContext, MasterCommand
from judge.game.state import Game, Seat
from judge.model.reason import Reason
from judge.model.turn import Phase

SHORTEST = timedelta(minutes=5)
"""No phase may be shorter, unless deadlines fall at a fixed time of day."""


class SetLength(MasterCommand):
    """SET MOVES 3 DAYS: how long such phases last (RETREATS, BUILDS, too)."""

    phase: Phase
    length: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Change the length and tell everybody; the present deadline stays."""
        length = dates.parse_duration(self.length)
        if length is None:
            return Reason("bad_duration", (self.length,))
        if length < SHORTEST and game.settings.at is None:
            return Reason("short_duration", (dates.words(SHORTEST),))
        lengths = {**game.settings.lengths, self.phase.value: length}
        game = replace(game, settings=replace(game.settings, lengths=lengths))
        news = Reason("length_set", (self.phase.word.lower(), dates.words(length)))
        return notices.changed(game, actor, "Settings Changed", news, context.key)
