"""SET MOVES, SET RETREATS, SET BUILDS; SET MOVES GRACE, MIN, MAX."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from judge.game import notices
from judge.game.clock import dates
from judge.game.command import UNENDED, CommandResult, LineContext, MasterCommand
from judge.game.master.settings import FIELDS, as_rows
from judge.game.state import Game, Seat
from judge.model.reason import Reason
from judge.model.turn import Phase

SHORTEST = timedelta(minutes=5)
"""No phase may be shorter, unless deadlines fall at a fixed time of day."""


class SetLength(MasterCommand):
    """SET MOVES 3 DAYS: how long such phases last (RETREATS, BUILDS, too); SET MOVES GRACE 6 HOURS,
    MIN, MAX: as for all phases."""

    stages = UNENDED
    phase: Phase
    bound: str = ""
    length: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Change the length and tell everybody; the present deadline stays."""
        length = dates.parse_duration(re.sub(r"^(?:off|none)$", "0", self.length))
        if length is None:
            return Reason("bad_duration", (self.length,))
        if self.bound:
            return self._bound(game, actor, length, context)
        if length < SHORTEST and game.settings.at is None:
            return Reason("short_duration", (dates.words(SHORTEST),))
        lengths = {**game.settings.lengths, self.phase.value: length}
        game = replace(game, settings=replace(game.settings, lengths=lengths))
        news = Reason("length_set", (self.phase.word.lower(), dates.words(length)))
        return notices.changed(game, actor, "Settings Changed", news, context.key)

    def _bound(
        self, game: Game, actor: Seat, length: timedelta, context: LineContext
    ) -> CommandResult:
        """Change the time of grace, or the shortest or longest length, of such phases."""
        old = game.settings
        kept = getattr(old, FIELDS[self.bound])
        made = {key: each for key, each in kept.items() if key != self.phase.value}
        if length:
            made[self.phase.value] = length
        changed: dict[str, Any] = {FIELDS[self.bound]: made}
        settings = replace(old, **changed)
        news = Reason("setting_changed", (self.bound.upper(), dict(as_rows(settings))[self.bound]))
        game = replace(game, settings=settings)
        return notices.changed(game, actor, "Settings Changed", news, context.key)
