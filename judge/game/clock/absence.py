"""ABSENCE, NO ABSENCE: players who are away, how many days, and who is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.clock.dates import Span, parse_span, write_duration, write_span
from judge.game.clock.schedule import move_past_absences
from judge.game.command import UNENDED, InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import announce_news, list_other_held_seats, name_seat
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.model.letter import News, Notice
from judge.model.reason import Reason

EARLY = timedelta(days=1)
"""An absence puts the present deadline off if it is told so long before."""


def convert_to_game_date(game: Game, now: datetime) -> date:
    """Return the date where the game's clock is."""
    return now.astimezone(ZoneInfo(game.settings.zone)).date()


def join_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return the spans in order, with those that touch as one."""
    joined: list[Span] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + timedelta(days=1):
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return tuple(joined)


def count_absence_days_left(game: Game, spans: Iterable[Span]) -> int:
    """Return for how many more days a player with these absences may be away in the game."""
    return game.settings.absence.days - sum((last - first).days + 1 for first, last in spans)


def has_public_absences(game: Game) -> bool:
    """Say whether players are told which of them are away."""
    return game.disclosure.addresses and game.disclosure.public_ledger


def announce_absence(
    game: Game, actor: Seat, span: Span, context: LineContext
) -> tuple[Game, Reason, tuple[Notice, ...]]:
    """Return a game in which a player is away, with its deadline put off if it falls then and may
    be; what they are told of that, and what is told to others.

    Where nobody may know who it is, only a new deadline is told.
    """
    effect = Reason("absence_moves" if game.settings.away == "move" else "absence_waits")
    if not game.disclosure.shared_clock:
        effect = Reason("absence_moves_nothing")
    moved = False
    if isinstance(game, Play) and game.stage is Stage.ACTIVE and game.due_at is not None:
        due = move_past_absences(game, game.due_at, context.memory.find_turn_started_at(game.name))
        if due != game.due_at and game.due_at - context.now < EARLY:
            effect = Reason("absence_soon", (write_duration(EARLY),))
        elif due != game.due_at:
            game = replace(game, due_at=due, reminded_at=None)
            effect, moved = Reason("absence_put_off"), True
    news = Reason("absence_of", (name_seat(actor), write_span(span)))
    rest = Reason("absence_put_off")
    notices: list[Notice] = []
    for seat in list_other_held_seats(game, actor):
        knows = has_public_absences(game) or seat.role is Role.MASTER
        reasons = (*([news] if knows else []), *([rest] if moved else []))
        if reasons:
            event = "Absence Notice" if knows else "Deadline Changed"
            notices += announce_news(game, event, context.key, *reasons, to=[seat])
    return game, effect, tuple(notices)


def list_absences(game: Game, actor: Seat, now: datetime) -> Effects:
    """Tell a player how many days they have left, and the absences that they may know of."""
    days_remaining, most = (
        str(count_absence_days_left(game, actor.absences)),
        write_duration(game.settings.absence),
    )
    sections = (
        [News(Reason("absence_days", (days_remaining, most)))] if actor.role is Role.PLAYER else []
    )
    return Effects(sections=(*sections, *list_known_absences(game, actor, now)))


def list_known_absences(game: Game, reader: Seat, now: datetime) -> tuple[News, ...]:
    """Tell a seat who is away now or later: themselves, and others whom they may know of."""
    return tuple(
        News(Reason("absence_of", (name_seat(seat), write_span(span))))
        for seat in game.held_player_seats
        if seat.name == reader.name or reader.role is Role.MASTER or has_public_absences(game)
        for span in seat.absences
        if span[1] >= convert_to_game_date(game, now)
    )


class Absence(InGame):
    """ABSENCE Nov 10 to Nov 14: you are away then; ABSENCE alone lists who is."""

    stages = UNENDED
    for_others = True
    period: str = ""

    @property
    def asks(self) -> bool:
        """It only shows something."""
        return not self.period

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Note when a player is away, for no more days than the game allows, and tell of it."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if not self.period.strip(" .?"):
            return list_absences(game, actor, context.now)
        if actor.role is not Role.PLAYER:
            return Reason("player_only", ("ABSENCE",))
        if not game.settings.absence:
            return Reason("no_absences")
        span = parse_span(self.period, convert_to_game_date(game, context.now))
        if span is None:
            return Reason("bad_absence", (self.period,))
        absences = join_spans((*actor.absences, span))
        if count_absence_days_left(game, absences) < 0:
            days_remaining = str(max(count_absence_days_left(game, actor.absences), 0))
            return Reason(
                "absence_too_long", (write_duration(game.settings.absence), days_remaining)
            )
        away = replace(actor, absences=absences)
        game, effect, notices = announce_absence(game.with_seat(away), away, span, context)
        days_remaining = str(count_absence_days_left(game, absences))
        remark = Reason("absence_noted", (write_span(span), days_remaining))
        return Effects((game,), remark, sections=(News(effect),), notices=notices)


class NoAbsence(InGame):
    """NO ABSENCE [Nov 10]: you are there after all, on that day or on all."""

    stages = UNENDED
    who = Role.PLAYER
    for_others = True
    period: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Take absences back that are not over; of one that has begun the days so far stay. A
        deadline that was put off stays where it is."""
        day = convert_to_game_date(game, context.now)
        wanted_span = parse_span(self.period, day) if self.period else None
        if self.period and wanted_span is None:
            return Reason("bad_absence", (self.period,))
        gone = [
            span
            for span in actor.absences
            if span[1] >= day
            and (wanted_span is None or (span[0] <= wanted_span[1] and wanted_span[0] <= span[1]))
        ]
        if not gone:
            return Reason("not_away")
        begun: list[Span] = [(span[0], day - timedelta(days=1)) for span in gone if span[0] < day]
        remaining = (*(span for span in actor.absences if span not in gone), *begun)
        words = tuple(map(write_span, gone))
        seats = [
            seat
            for seat in list_other_held_seats(game, actor)
            if has_public_absences(game) or seat.role is Role.MASTER
        ]
        news = Reason("absence_gone", (name_seat(actor), *words))
        notices = announce_news(game, "Absence Notice", context.key, news, to=seats)
        game = game.with_seat(replace(actor, absences=tuple(sorted(remaining))))
        return Effects((game,), Reason("absence_dropped", words), notices=notices)
