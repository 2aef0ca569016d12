"""The common stuff of notices: who is told, under what heading, with whose eyes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from operator import is_
from typing import NamedTuple, overload

from judge.game.effects import Effects
from judge.game.procedure import find_procedure
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.model.letter import Heading, News, Notice, Recipient, Section
from judge.model.letter_kind import ALARM, NEWS, LetterKind
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.sections import Ending
from judge.model.sheet import PhaseRecord
from judge.model.view import View
from judge.views import build_view


def build_heading(game: Game) -> Heading:
    """Return the state of a game as everyone in it may know it."""
    heading = Heading(game.name, game.variant.name, game.stage.value, game.settings.zone)
    if not isinstance(game, Play):
        return heading
    return replace(
        heading,
        turn=game.position.turn,
        title=game.variant.calendar.turn_title(game.position.turn),
        due=game.due_at,
        closes=find_procedure(game).find_closing_time(game),
        number=game.number,
        ending=_build_ending(game),
        late=game.late,
    )


def _build_ending(game: Play) -> Ending:
    settings = game.settings
    runs_on = game.restores > 0 or find_procedure(game).holds_turn(game)
    return Ending(
        settings.manual,
        settings.early and game.shows_duties and not runs_on,
        settings.delay,
        game.early_at,
        game.due_at + game.grace if game.due_at and game.grace else None,
        waits=settings.nmr == "wait",
        certain=not game.shows_duties,
    )


def make_turn_key(game: Play) -> str:
    """Return what tells the present turn from all others of the game, as keys of notices need."""
    return f"{game.position.turn}.{game.number}"


def with_heading(notice: Notice, game: Game) -> Notice:
    """Return a notice as it is to be if it is about that game, which has changed since."""
    return replace(notice, heading=build_heading(game)) if notice.game == game.name else notice


def find_recipient(seat: Seat) -> Recipient:
    """Return the address of a seat's holder, with the secret that makes their reply address."""
    leave = "RESIGN" if seat.role is Role.OBSERVER else ""
    return Recipient(seat.address, seat.name, seat.secret, seat.pictures, leave)


@overload
def find_view(game: Play, seat: Seat | None) -> View: ...


@overload
def find_view(game: Game, seat: Seat | None) -> View | None: ...


def find_view(game: Game, seat: Seat | None) -> View | None:
    """Return what a seat sees (None: what a stranger sees); nothing before the start.

    The master sees everything, observers and strangers what an observer sees: all of it once the
    game is over, if its disclosure opens it then.
    """
    if not isinstance(game, Play):
        return None
    moment = _ProjectedBoard(game.position, game.played, game.variant)
    if seat is not None and seat.role is Role.MASTER:
        return _cache_view(moment, None, "master")
    if seat is not None and seat.role is Role.PLAYER:
        return _cache_view(moment, seat.powers, name_seat(seat))
    opened = game.stage is Stage.ENDED and game.disclosure.opens_at_end
    return _cache_view(moment, None if opened else (), "observer")


def knows_of_seat(game: Game, seat: Seat, other: Seat) -> bool:
    """Say whether the holder of a seat may hear of another seat."""
    if seat.name == other.name or seat.role is Role.MASTER or other.role is not Role.PLAYER:
        return True
    return game.disclosure.may_know_powers(find_view(game, seat), other.powers)


def may_know_robot(game: Game, seat: Seat, other: Seat) -> bool:
    """Say whether the holder of a seat may know that a robot plays another: where all may know
    which seats are vacant."""
    if seat.role is Role.MASTER:
        return True
    return game.disclosure.public_vacancies and knows_of_seat(game, seat, other)


class _ProjectedBoard(NamedTuple):
    """How a game stands; the same for as long as these very objects are meant."""

    position: Position
    played: PhaseRecord | None
    variant: Variant

    def __hash__(self) -> int:
        return hash(tuple(map(id, self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ProjectedBoard) and all(map(is_, self, other))


@lru_cache(maxsize=64)
def _cache_view(moment: _ProjectedBoard, powers: tuple[str, ...] | None, reader: str) -> View:
    """Return a view, worked out once while one mail asks for it again and again."""
    return build_view(powers, moment.position, moment.played, moment.variant, reader)


def name_seat(seat: Seat) -> str:
    """Return by which name a seat is known to the others: its powers, Master, Observer."""
    if seat.role is Role.MASTER:
        return "Master"
    if seat.role is Role.OBSERVER:
        return "Observer"
    return " and ".join(seat.powers) or "Player"


def list_held_seats(game: Game) -> tuple[Seat, ...]:
    """Return the seats that somebody holds."""
    return tuple(seat for seat in game.seats if seat.address)


def list_other_held_seats(game: Game, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that somebody holds, without one."""
    return tuple(other for other in list_held_seats(game) if other.name != seat.name)


def build_notice_to(
    game: Game, seat: Seat, kind: LetterKind, event: str, key: str, sections: Iterable[Section] = ()
) -> Notice:
    """Return a notice to the holder of a seat, with that seat's view of the game."""
    return Notice(
        kind=kind,
        to=find_recipient(seat),
        event=event,
        key=f"{key}.{seat.name}",
        heading=build_heading(game),
        view=find_view(game, seat),
        sections=tuple(sections),
    )


def build_alarm_notice(game: Game, seat: Seat, alarm: Reason, key: str, *more: Reason) -> Notice:
    """Return what the owner of a seat is told when somebody else has used its key."""
    if seat.role is not Role.MASTER:
        alarm = game.disclosure.make_alarm_for_players(alarm)
    news = [News(alarm), *map(News, more)]
    return build_notice_to(game, seat, ALARM, "Alarm", f"{key}.alarm", news)


def make_merge_key(notice: Notice) -> object:
    """Return what is the same for notices that go out as one letter."""
    news = all(isinstance(section, News) for section in notice.sections)
    about = (notice.game, notice.to)
    return about if news and notice.kind.merges else (*about, notice.key)


def merge_notices(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Return the notices with all news for one seat in one of them, where its first stood.

    A notice that shows more than news, a map of somebody else's, stays by itself.
    """
    letters: dict[object, Notice] = {}
    for notice in notices:
        letter = make_merge_key(notice)
        before = letters.get(letter)
        if before is not None:
            event = notice.event if notice.event == before.event else "News"
            more = tuple(section for section in notice.sections if section not in before.sections)
            notice = replace(notice, event=event, key=before.key, sections=before.sections + more)
        letters[letter] = notice
    return tuple(letters.values())


def announce_news(
    game: Game,
    event: str,
    key: str,
    *news: Reason,
    kind: LetterKind = NEWS,
    to: Iterable[Seat] | None = None,
) -> tuple[Notice, ...]:
    """Return the same news for everybody in the game, or for the seats given."""
    sections = tuple(News(reason) for reason in news)
    return tuple(
        build_notice_to(game, seat, kind, event, key, sections)
        for seat in (game.seats if to is None else to)
        if seat.address
    )


def warn_of_masterpress(game: Game) -> tuple[Reason, ...]:
    """Return what everybody is told if the masters read the press of the game."""
    return (Reason("masters_read"),) if game.settings.masterpress else ()


def announce_change(game: Game, actor: Seat, event: str, news: Reason, key: str) -> Effects:
    """Return the changed game and the news for everybody but the one who changed it."""
    notices = announce_news(game, event, key, news, to=list_other_held_seats(game, actor))
    return Effects((game,), news, notices=notices)
