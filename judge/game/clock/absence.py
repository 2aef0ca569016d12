"""ABSENCE, NO ABSENCE: players who are away, how many days, and who is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.clock.dates import words
from judge.game.clock.schedule import past_absences
from judge.game.clock.spans import Span, parse_span, span_words
from judge.game.command import UNENDED, InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import announce, display_name, other_held_seats
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.model.letter import News, Notice
from judge.model.reason import Reason

EARLY = timedelta(days=1)
"""An absence puts the present deadline off if it is told so long before."""


def today(game: Game, now: datetime) -> date:
    """Return the date where the game's clock is."""
    return now.astimezone(ZoneInfo(game.settings.zone)).date()


def joined_days(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the spans in order, with those that touch as one."""
    joined: list[Span] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + timedelta(days=1):
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return tuple(joined)


def days_left(game: Game, spans: Iterable[Span]) -> int:
    """Return for how many more days a player with these absences may be away in the game."""
    return game.settings.absence.days - sum((last - first).days + 1 for first, last in spans)


def is_told(game: Game) -> bool:
    """Say whether players are told which of them are away."""
    return game.disclosure.addresses and game.disclosure.public_ledger


def announced(
    game: Game, actor: Seat, span: Span, context: LineContext
) -> tuple[Game, Reason, tuple[Notice, ...]]:
    """Return a game in which a player is away, with its deadline put off if it falls then and may
    be; what they are told of that, and what is told to others.

    Where nobody may know who it is, only a new deadline is told.
    """
    effect = Reason("absence_moves" if game.settings.away == "move" else "absence_waits")
    moved = False
    if isinstance(game, Play) and game.stage is Stage.ACTIVE and game.due_at is not None:
        due = past_absences(game, game.due_at, context.memory.began(game.name))
        if due != game.due_at and game.due_at - context.now < EARLY:
            effect = Reason("absence_soon", (words(EARLY),))
        elif due != game.due_at:
            game = replace(game, due_at=due, reminded_at=None)
            effect, moved = Reason("absence_put_off"), True
    news = Reason("absence_of", (display_name(game, actor), span_words(span)))
    rest = Reason("absence_put_off")
    notices: list[Notice] = []
    for seat in other_held_seats(game, actor):
        knows = is_told(game) or seat.role is Role.MASTER
        told = (*([news] if knows else []), *([rest] if moved else []))
        if told:
            event = "Absence Notice" if knows else "Deadline Changed"
            notices += announce(game, event, context.key, *told, to=[seat])
    return game, effect, tuple(notices)


def listed(game: Game, actor: Seat, now: datetime) -> Effects:
    """Tell a player how many days they have left, and the absences that they may know of."""
    left, most = str(days_left(game, actor.absences)), words(game.settings.absence)
    told = [News(Reason("absence_days", (left, most)))] if actor.role is Role.PLAYER else []
    return Effects(sections=(*told, *absences_known(game, actor, now)))


def absences_known(game: Game, reader: Seat, now: datetime) -> tuple[News, ...]:
    """Tell a seat who is away now or later: themselves, and others whom they may know of."""
    return tuple(
        News(Reason("absence_of", (display_name(game, seat), span_words(span))))
        for seat in game.playing
        if seat.name == reader.name or reader.role is Role.MASTER or is_told(game)
        for span in seat.absences
        if span[1] >= today(game, now)
    )


class Absence(InGame):
    """ABSENCE Nov 10 to Nov 14: you are away then; ABSENCE alone lists who is."""

    stages = UNENDED
    for_others = True
    period: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
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
        return Effects((game,), remark, sections=(News(effect),), notices=notices)


class NoAbsence(InGame):
    """NO ABSENCE [Nov 10]: you are there after all, on that day or on all."""

    stages = UNENDED
    who = Role.PLAYER
    for_others = True
    period: str = ""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
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
        return Effects((game,), Reason("absence_dropped", words), notices=notices)
