"""NO ABSENCE."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from judge.game.clock.away import is_told, today
from judge.game.clock.spans import Span, parse_span, span_words
from judge.game.command import UNENDED, CommandResult, InGame, LineContext
from judge.game.notices import announce, display_name, other_held_seats
from judge.game.state import Game, Role, Seat
from judge.model.reason import Reason


class NoAbsence(InGame):
    """NO ABSENCE [Nov 10]: you are there after all, on that day or on all."""

    stages = UNENDED
    who = Role.PLAYER
    for_others = True
    period: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Take absences back that are not over; of one that has begun the days so far stay. A
        deadline that was put off stays where it is."""
        day = today(game, context.now)
        meant = parse_span(self.period, day) if self.period else None
        if self.period and meant is None:
            return Reason("bad_absence", (self.period,))
        gone = [
            span
            for span in actor.absences
            if span[1] >= day and (meant is None or (span[0] <= meant[1] and meant[0] <= span[1]))
        ]
        if not gone:
            return Reason("not_away")
        begun: list[Span] = [(span[0], day - timedelta(days=1)) for span in gone if span[0] < day]
        kept = (*(span for span in actor.absences if span not in gone), *begun)
        words = tuple(map(span_words, gone))
        seats = [
            seat
            for seat in other_held_seats(game, actor)
            if is_told(game) or seat.role is Role.MASTER
        ]
        news = Reason("absence_gone", (display_name(game, actor), *words))
        notices = announce(game, "Absence Notice", context.key, news, to=seats)
        game = game.with_seat(replace(actor, absences=tuple(sorted(kept))))
        return CommandResult(game, Reason("absence_dropped", words), notices=notices)
