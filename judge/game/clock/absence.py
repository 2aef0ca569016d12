"""ABSENCE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.clock.away import announced, days_left, joined_days, listed, today
from judge.game.clock.dates import words
from judge.game.clock.spans import parse_span, span_words
from judge.game.command import UNENDED, CommandResult, InGame, LineContext
from judge.game.state import Game, Role, Seat, Stage
from judge.model.letter import News
from judge.model.reason import Reason


class Absence(InGame):
    """ABSENCE Nov 10 to Nov 14: you are away then; ABSENCE alone lists who is."""

    stages = UNENDED
    for_others = True
    period: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Note when a player is away, for no more days than the game allows, and tell of it."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if not self.period.strip(" .?"):
            return listed(game, actor, context.now)
        if actor.role is not Role.PLAYER:
            return Reason("player_only", ("ABSENCE",))
        if not game.settings.absence:
            return Reason("no_absences")
        span = parse_span(self.period, today(game, context.now))
        if span is None:
            return Reason("bad_absence", (self.period,))
        absences = joined_days((*actor.absences, span))
        if days_left(game, absences) < 0:
            left = str(max(days_left(game, actor.absences), 0))
            return Reason("absence_too_long", (words(game.settings.absence), left))
        away = replace(actor, absences=absences)
        game, effect, notices = announced(game.with_seat(away), away, span, context)
        left = str(days_left(game, absences))
        remark = Reason("absence_noted", (span_words(span), left))
        return CommandResult(game, remark, sections=(News(effect),), notices=notices)
