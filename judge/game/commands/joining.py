"""Coming in, and leaving."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

from judge.game.commands.base import EnterCommand, Entered, InGame, LineContext
from judge.game.commands.seating import (
    acquainted,
    fill,
    new_seat,
    vacancy,
    vacated,
    without_observer,
)
from judge.game.decision import CommandResult
from judge.game.notices import announce, display_name
from judge.game.reports import reports
from judge.game.seats import access, starting
from judge.game.seats.access import Actor, Credentials, Refused
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.game.votes.motions import drop_ballots
from judge.game.votes.offers import withdraw_on_leave
from judge.language.lexicon import power_named
from judge.model.letter import News, Notice, PositionSection
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class _Named(EnterCommand):
    """A command with the name of the game that it leads into."""

    game: str = ""

    def decide(
        self, here: Game | None, claim: Credentials, scene: LineContext
    ) -> Entered | Refused | Reason:
        """Enter the game named, or the present one where none is."""
        game = _named(self.game, here, scene)
        return game if isinstance(game, Reason) else self.enter(game, claim, scene)

    @abstractmethod
    def enter(
        self, game: Game, claim: Credentials, scene: LineContext
    ) -> Entered | Refused | Reason:
        """Return the game entered, or why not."""


@dataclass(frozen=True, slots=True)
class Join(_Named):
    """JOIN game [AS power] [password]: a place at the table, or an abandoned power."""

    verb: ClassVar[str] = "join"
    power: str = ""
    password: str = ""

    def enter(
        self, game: Game, claim: Credentials, scene: LineContext
    ) -> Entered | Refused | Reason:
        """Seat a new player."""
        if access.takes_part(game, scene.sender):
            wish, password = _wish(game, self.power, self.password)
            return _back(game, claim._replace(password=password), wish)
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        wish, password = _wish(game, self.power, self.password)
        if isinstance(wish, Reason):
            return wish
        if isinstance(game, Lobby):
            return self._sit_down(game, wish, password, scene)
        if not game.disclosure.public_seats:
            return _asked(game, scene)
        return _take_over(game, wish, password, scene)

    def _sit_down(
        self, game: Lobby, wish: str, password: str, scene: LineContext
    ) -> Entered | Reason:
        places = len(starting.sides(game.variant))
        if len(game.players) >= places:
            return Reason("game_full", (game.name,))
        taken = bool(wish) and any(seat.wish == wish for seat in game.players)
        about = (str(len(game.players) + 1), str(places), *([wish] if wish else []))
        remark = Reason(
            "wish_taken" if taken else "joined", about if game.disclosure.public_seats else ()
        )
        seat = new_seat(game, Role.PLAYER, password, scene, wish)
        game = replace(game, seats=(*without_observer(game, scene.sender), seat))
        who = (scene.sender, *([wish] if wish else []))
        news = Reason("somebody_joined", (str(len(game.players)), str(places), *who))
        others = announce(game, "New Player", scene.key, news, to=game.masters)
        asked = News(Reason("consent_asked", game.variant.consent))
        sections = (reports.standing(game, game.seat(seat.name)),)
        outcome = CommandResult(
            game, remark, (*([asked] if game.variant.consent else []), *sections), others
        )
        if not starting.open_seats(game):
            silent = [s for s in starting.unconvinced(game) if s.name != seat.name]
            more = announce(game, "Consent Asked", scene.key, asked.what, to=silent)
            outcome = replace(outcome, notices=(*others, *more))
        if starting.begins(game):
            play, begun = starting.start(game, scene.now, scene.key)
            taken_by = play.seat(seat.name)
            dealt = taken_by.powers if taken_by and game.disclosure.public_seats else ()
            outcome = CommandResult(play, Reason("joined_last", dealt), notices=(*others, *begun))
            return Entered(play, Actor(scene.sender, taken_by), outcome)
        return Entered(game, Actor(scene.sender, game.seat(seat.name)), outcome)


@dataclass(frozen=True, slots=True)
class TakeOver(_Named):
    """TAKEOVER game [power] [password]: play on for a player who resigned."""

    verb: ClassVar[str] = "takeover"
    power: str = ""
    password: str = ""

    def enter(
        self, game: Game, claim: Credentials, scene: LineContext
    ) -> Entered | Refused | Reason:
        """Seat a replacement."""
        if not isinstance(game, Play) or game.stage is Stage.ENDED:
            over = game.stage is Stage.ENDED
            return Reason("game_over" if over else "not_running", (game.name,))
        if access.takes_part(game, scene.sender):
            return Reason("already_in", (game.name,))
        if not game.disclosure.public_seats:
            return _asked(game, scene)
        wish, password = _wish(game, self.power, self.password)
        return wish if isinstance(wish, Reason) else _take_over(game, wish, password, scene)


@dataclass(frozen=True, slots=True)
class SignOn(EnterCommand):
    """SIGNON Fgame [password]: what follows is for that power in that game."""

    verb: ClassVar[str] = "signon"
    power: str = ""
    game: str = ""
    password: str = ""

    def decide(
        self, here: Game | None, claim: Credentials, scene: LineContext
    ) -> Entered | Refused | Reason:
        """Recognize the holder of a seat; ``?game`` joins, a vacant seat is taken over."""
        power, name = _split(self.power, self.game.casefold(), scene)
        if power == "?":
            return Join(name, "", self.password).decide(here, claim, scene)
        if power.casefold() in {"o", "observer"}:
            return Observe(name, self.password).decide(here, claim, scene)
        game = _named(name, None, scene)
        if isinstance(game, Reason):
            return game
        if power and isinstance(game, Play):
            wish = _power(game, power)
            seat = None if isinstance(wish, Reason) else game.seat_of(wish)
            if seat is not None and not seat.address:
                return TakeOver(name, power, self.password).decide(here, claim, scene)
        if power and access.find(game, power) is None:
            if isinstance(game, Play) and game.disclosure.public_seats:
                return _no_power(game, power)
            power = ""  # nobody has a power yet: the address or the password says who it is
        claim = claim._replace(power=power, password=self.password)
        found = access.identify(claim, game)
        return found if isinstance(found, Refused) else Entered(game, found)


@dataclass(frozen=True, slots=True)
class Observe(_Named):
    """OBSERVE game: get what everybody may see."""

    verb: ClassVar[str] = "observe"
    password: str = ""

    def enter(
        self, game: Game, claim: Credentials, scene: LineContext
    ) -> Entered | Refused | Reason:
        """Give the sender an observer's seat."""
        if access.seats_of(game, scene.sender):
            return _back(game, claim._replace(password=self.password))
        if access.too_weak(self.password):
            return Reason("bad_password")
        seat = new_seat(game, Role.OBSERVER, self.password, scene)
        game = replace(game, seats=(*game.seats, seat))
        sections = (PositionSection(),) if isinstance(game, Play) else ()
        outcome = CommandResult(game, Reason("observing", (game.name,)), sections)
        return Entered(game, Actor(scene.sender, seat), outcome)


@dataclass(frozen=True, slots=True)
class About(_Named):
    """GAME name: what follows is about that game."""

    verb: ClassVar[str] = "game"

    def enter(
        self, game: Game, claim: Credentials, scene: LineContext
    ) -> Entered | Refused | Reason:
        """Turn to a game; the sender is himself in it if the mail proves it, else a stranger."""
        who = access.identify(claim._replace(power="", password=""), game)
        return Entered(game, who if isinstance(who, Actor) else Actor(scene.sender))


@dataclass(frozen=True, slots=True)
class Resign(InGame):
    """RESIGN: leave the game; somebody else may take the seat over."""

    verb: ClassVar[str] = "resign"
    game: str = ""

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Free the seat and tell everybody. Orders already given stand for this phase."""
        if actor.role is Role.MASTER and len(game.masters) == 1:
            return Reason("master_stays")
        name = display_name(game, actor)
        lapsed: tuple[Notice, ...] = ()
        if actor.role is Role.PLAYER and isinstance(game, Play):
            game, lapsed = withdraw_on_leave(vacated(game, actor), actor, scene.key)
        else:
            seats = tuple(s for s in game.seats if s.name != actor.name)
            game = replace(game, seats=seats, motions=drop_ballots(game.motions, actor))
        news = Reason("resigned" if actor.powers else "left", (name,))
        told = game.masters
        if actor.role is Role.PLAYER:
            told = acquainted(game, actor)
        others = announce(game, "Resignation", scene.key, news, to=told)
        return CommandResult(game, Reason("you_resigned", (game.name,)), notices=(*others, *lapsed))


COMMANDS = (Join, TakeOver, SignOn, Observe, About, Resign)


def _named(name: str, here: Game | None, scene: LineContext) -> Game | Reason:
    """Return the game of that name, or the present one where none is named."""
    if not name:
        return here if here is not None else Reason("which_game")
    game = scene.book.games.get(name.casefold())
    return game if game is not None else Reason("no_game", (name,))


def _split(power: str, name: str, scene: LineContext) -> tuple[str, str]:
    """Part a power's letter from a game's name where they are written as one word."""
    games = scene.book.games
    if not power and name not in games and name[1:] in games:
        return name[0], name[1:]
    if not power and name.startswith("?"):
        return "?", name[1:]
    if power and name not in games and (power + name).casefold() in games:
        return "", (power + name).casefold()
    return power, name


def _power(game: Game, word: str) -> str | Reason:
    """Return the power that a word names; the empty word names none."""
    if not word:
        return ""
    return power_named(game.variant.map, word) or _no_power(game, word)


def _no_power(game: Game, word: str) -> Reason:
    return Reason("no_power", (word, game.name, *game.variant.map.powers))


def _wish(game: Game, text: str, password: str) -> tuple[str | Reason, str]:
    """Return the power wished for and the password, which may stand behind it in one text."""
    if not password and game.disclosure.public_seats:
        text, password = access.split_password(text, game.variant.map)
    if access.too_weak(password):
        return Reason("bad_password"), password
    return _power(game, text) if game.disclosure.public_seats else "", password


def _back(game: Game, claim: Credentials, wish: str | Reason = "") -> Entered | Refused | Reason:
    """Let somebody in who has a seat already and says JOIN again.

    Before the game begins he may ask for another power.
    """
    found = access.identify(claim, game)
    again = Reason("already_in", (game.name,))
    if isinstance(found, Refused):
        return replace(found, why=again)
    seat = found.seat
    if not wish or isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return Entered(game, found, CommandResult(remark=again))
    if isinstance(wish, Reason):
        return wish
    if any(other.wish == wish for other in game.players if other.name != seat.name):
        return Reason("wish_kept", (wish,))
    seat = replace(seat, wish=wish)
    game = replace(game, seats=tuple(seat if s.name == seat.name else s for s in game.seats))
    return Entered(
        game, replace(found, seat=seat), CommandResult(game, Reason("wish_changed", (wish,)))
    )


def _take_over(game: Play, wish: str, password: str, scene: LineContext) -> Entered | Reason:
    """Give a vacant seat to the sender: the one that plays the power, else the first."""
    seat = vacancy(game, wish)
    if seat is None:
        others = wish and starting.vacancies(game)
        return Reason("not_vacant", (wish,)) if others else Reason("game_full", (game.name,))
    filled = fill(game, seat, password, scene)
    assert filled.game is not None
    return Entered(filled.game, Actor(scene.sender, filled.game.seat(seat.name)), filled)


def _asked(game: Game, scene: LineContext) -> Entered:
    """Pass the wish to play on to the masters; whether a seat is vacant is not told."""
    wish = Reason("takeover_wish", (scene.sender,))
    told = announce(game, "Takeover Asked", scene.key, wish, to=game.masters)
    remark = Reason("takeover_asked", (game.name,))
    return Entered(game, Actor(scene.sender), CommandResult(remark=remark, notices=told))
