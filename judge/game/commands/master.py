"""The master's other commands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from judge.game.clock import turns
from judge.game.clock.schedule import next_due
from judge.game.commands.base import InGame, LineContext, MasterCommand, RunningMasterCommand
from judge.game.commands.seating import acquainted, vacated
from judge.game.decision import CommandResult
from judge.game.master.settings import as_rows, canonical_name, set_option
from judge.game.master.starting_units import parse_starting_units
from judge.game.notices import (
    announce,
    display_name,
    notice_to,
    other_held_seats,
    position_if_partial,
    view_of,
)
from judge.game.orders.accepting import order_sets
from judge.game.reports.reports import chronicle, standing
from judge.game.seats import access, starting
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.game.votes.motions import end_game, how_ended
from judge.game.votes.offers import withdraw_on_leave
from judge.language.lexicon import power_named
from judge.model.letter import News, PositionSection, Section
from judge.model.position import Ended, apply
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Start(MasterCommand):
    """START: deal the powers and begin."""

    verb: ClassVar[str] = "start"

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Begin if every power has a player; a manual game begins with any number of them."""
        if not isinstance(game, Lobby) or game.stage is not Stage.FORMING:
            return Reason("already_started")
        missing = starting.open_seats(game)
        if missing and (not game.settings.manual or not game.players):
            return Reason("not_full", (str(missing),))
        if silent := starting.unconvinced(game):
            return Reason("not_agreed", (str(len(silent)), *game.variant.consent))
        play, notices = starting.start(game, scene.now, scene.key)
        return CommandResult(play, Reason("started"), notices=notices)


@dataclass(frozen=True, slots=True)
class Process(RunningMasterCommand):
    """PROCESS: end the phase now, whoever is missing."""

    verb: ClassVar[str] = "process"
    turn: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Adjudicate and begin the next turn, once in a mail: a PROCESS that slipped in twice
        must not take the players' time. A turn that is named must be the present one."""
        now = game.position.turn
        if self.turn and game.variant.calendar.parse(self.turn) != now:
            return Reason("other_turn", (str(now),))
        if game.number != scene.number:
            return Reason("once_a_mail")
        if game.stage is Stage.PAUSED:
            return Reason("paused")
        done, notices = turns.process(game, scene.now, "master")
        return CommandResult(done, Reason("processed"), notices=notices)


@dataclass(frozen=True, slots=True)
class Preview(RunningMasterCommand):
    """PREVIEW: see what processing now would do."""

    verb: ClassVar[str] = "preview"

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Adjudicate the orders so far for the master alone."""
        letter = turns.preview(game, actor, scene.now, scene.key)
        return CommandResult(remark=Reason("previewed"), notices=(letter,))


@dataclass(frozen=True, slots=True)
class ViewAs(MasterCommand):
    """VIEW AS power [STATUS, LIST, HISTORY]: what its player is sent, of the turn or when asked."""

    verb: ClassVar[str] = "view"
    power: str = ""

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Send the master what that player sees, and nothing else of it."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        name, _, what = self.power.rpartition(" ")
        if what.casefold() not in _VIEWS or not name:
            name, what = self.power, ""
        seat = _player(game, name)
        if seat is None:
            return Reason("no_power", (name, game.name))
        kind, sections = _seen(game, seat, what.casefold())
        as_rows = notice_to(game, actor, kind, "View", scene.key, sections)
        letter = replace(as_rows, view=view_of(game, seat))
        return CommandResult(remark=Reason("viewed"), notices=(letter,))


_VIEWS = ("status", "summary", "list", "history", "results")


def _seen(game: Play, seat: Seat, what: str) -> tuple[str, tuple[Section, ...]]:
    """Return the kind and the sections of a letter to a seat: the turn's, or the one asked for.

    The addresses at which its holder writes to others are his alone, and so are his votes.
    """
    if what in ("status", "summary"):
        return "reply", (replace(standing(game, seat), motions=()),)
    if what == "list":
        return "reply", (PositionSection(),)
    if what == "history":
        told = chronicle(game, seat, "", "")
        return "reply", (News(told) if isinstance(told, Reason) else told,)
    if game.played is None:
        return "start", starting.begun(game, seat)
    return "results", (*order_sets(game, seat), *position_if_partial(game, seat))


@dataclass(frozen=True, slots=True)
class Eject(RunningMasterCommand):
    """EJECT power: free the seat of a player who is not heard of any more."""

    verb: ClassVar[str] = "eject"
    power: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Open the seat, as if its player had resigned, and tell him and all others."""
        seat = _player(game, self.power)
        if seat is None:
            return Reason("no_power", (self.power, game.name))
        name = display_name(game, seat)
        if not seat.address:
            return Reason("press_vacant", (name,))
        gone = Reason("ejected_you", (game.name,))
        own = announce(game, "Ejected", scene.key, gone, to=(seat,))
        game, lapsed = withdraw_on_leave(vacated(game, seat), seat, scene.key)
        news = Reason("ejected", (name,))
        told = [s for s in acquainted(game, seat) if s.name != actor.name]
        others = announce(game, "Ejection", scene.key, news, to=told)
        return CommandResult(game, news, notices=(*own, *others, *lapsed))


@dataclass(frozen=True, slots=True)
class Terminate(MasterCommand):
    """TERMINATE: end the game without a result."""

    verb: ClassVar[str] = "terminate"

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Close the game and tell everybody."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        ended = Ended("terminated", ())
        news = how_ended(ended)
        if isinstance(game, Play):
            game = replace(game, position=apply(game.position, (ended,)))
            game, told = end_game(game, ended, scene.key)
        else:
            game = replace(game, stage=Stage.ENDED, motions=())
            told = announce(game, "Game Over", scene.key, news)
        return CommandResult(game, sections=(News(news),), notices=told)


@dataclass(frozen=True, slots=True)
class Set(InGame):
    """SET name value: a setting of the game, or one's own password."""

    verb: ClassVar[str] = "set"
    name: str = ""
    value: str = ""

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Change it; settings of the game are the master's and everybody is told."""
        name = canonical_name(self.name)
        if name == "password":
            return self._password(game, actor, scene)
        if actor.role is not Role.MASTER:
            return Reason("master_only", (f"SET {name.upper()}",))
        changed = self._changed(game, name, scene)
        if isinstance(changed, Reason):
            return changed
        made = changed.settings
        if refused := game.disclosure.setting_refused(made):
            return refused
        if isinstance(changed, Play):
            changed = _with_deadline(changed, scene.now)
        news = Reason("setting_changed", (name.upper(), dict(as_rows(made))[name]))
        others = other_held_seats(game, actor)
        told = announce(changed, "Settings Changed", scene.key, news, to=others)
        return CommandResult(changed, news, notices=told)

    def _changed(self, game: Game, name: str, scene: LineContext) -> Game | Reason:
        """Return the game with the setting changed; of its options only lists of units can be."""
        if name not in game.variant.unit_lists:
            made = set_option(game.settings, name, self.value)
            if isinstance(made, Reason):
                return made
            if game.settings.anonymous and not made.anonymous and game.players:
                return Reason("anonymous_stays")
            return replace(game, settings=made)
        if game.stage is not Stage.FORMING:
            return Reason("already_started")
        listed = parse_starting_units(self.value, game.variant)
        if isinstance(listed, Reason):
            return listed
        options = {**game.settings.options, name: listed}
        variant = scene.book.load(game.variant.code, options)
        if isinstance(variant, Reason):
            return variant
        return replace(game, variant=variant, settings=replace(game.settings, options=options))

    def _password(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        word = self.value.strip()
        if access.too_weak(word):
            return Reason("bad_password")
        salt = access.secret(scene.seed, scene.key, game.name, actor.name, "salt")
        changed = replace(actor, password=access.hashed(word, salt))
        return CommandResult(game.with_seat(changed), Reason("password_set"))


COMMANDS = (Start, Process, Preview, ViewAs, Eject, Terminate, Set)


def _with_deadline(game: Play, now: datetime) -> Play:
    """Return the game with a deadline where its settings ask for one and none runs."""
    if game.stage is not Stage.ACTIVE or game.due_at is not None or game.settings.manual:
        return game
    return replace(game, due_at=next_due(game.settings, game.position.turn, now))


def _player(game: Game, typed: str) -> Seat | None:
    """Return the player's seat that is meant: by a power, however it is written, or by its name."""
    word = typed if typed in game.variant.map.powers else ""
    seat = game.seat_of(word or power_named(game.variant.map, typed) or "")
    seat = seat or game.seat(typed.casefold())
    return seat if seat is not None and seat.role is Role.PLAYER else None
