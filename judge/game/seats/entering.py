"""Ways into a game."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

from judge.game.command import EnterCommand, Entered, LineContext
from judge.game.decision import CommandResult
from judge.game.notices import announce
from judge.game.seats import access, starting
from judge.game.seats.access import Actor, Credentials, Refused
from judge.game.seats.seating import fill, vacancy
from judge.game.state import Game, Play, Role
from judge.language.lexicon import power_named
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Enter(EnterCommand):
    """A command with the name of the game that it leads into."""

    game: str = ""

    def decide(
        self, here: Game | None, claim: Credentials, context: LineContext
    ) -> Entered | Refused | Reason:
        """Enter the game named, or the present one where none is."""
        game = named_game(self.game, here, context)
        return game if isinstance(game, Reason) else self.enter(game, claim, context)

    @abstractmethod
    def enter(
        self, game: Game, claim: Credentials, context: LineContext
    ) -> Entered | Refused | Reason:
        """Return the game entered, or why not."""


def named_game(name: str, here: Game | None, context: LineContext) -> Game | Reason:
    """Return the game of that name, or the present one where none is named."""
    if not name:
        return here if here is not None else Reason("which_game")
    game = context.judge.games.get(name.casefold())
    return game if game is not None else Reason("no_game", (name,))


def named_power(game: Game, word: str) -> str | Reason:
    """Return the power that a word names; the empty word names none."""
    if not word:
        return ""
    return power_named(game.variant.map, word) or no_power(game, word)


def no_power(game: Game, word: str) -> Reason:
    """Return why a word names none of the powers."""
    return Reason("no_power", (word, game.name, *game.variant.map.powers))


def wish_and_password(game: Game, text: str, password: str) -> tuple[str | Reason, str]:
    """Return the power wished for and the password, which may stand behind it in one text."""
    if not password and game.disclosure.public_seats:
        text, password = access.split_password(text, game.variant.map)
    if access.too_weak(password):
        return Reason("bad_password"), password
    return named_power(game, text) if game.disclosure.public_seats else "", password


def back_in(game: Game, claim: Credentials, wish: str | Reason = "") -> Entered | Refused | Reason:
    """Let somebody in who has a seat already and says JOIN again.

    Before the game begins they may ask for another power.
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


def take_over(game: Play, wish: str, password: str, context: LineContext) -> Entered | Reason:
    """Give a vacant seat to the sender: the one that plays the power, else the first."""
    seat = vacancy(game, wish)
    if seat is None:
        others = wish and starting.vacancies(game)
        return Reason("not_vacant", (wish,)) if others else Reason("game_full", (game.name,))
    filled = fill(game, seat, password, context)
    assert filled.game is not None
    return Entered(filled.game, Actor(context.sender, filled.game.seat(seat.name)), filled)


def ask_master(game: Game, context: LineContext) -> Entered:
    """Pass the wish to play on to the masters; whether a seat is vacant is not told."""
    wish = Reason("takeover_wish", (context.sender,))
    notices = announce(game, "Takeover Asked", context.key, wish, to=game.masters)
    remark = Reason("takeover_asked", (game.name,))
    return Entered(game, Actor(context.sender), CommandResult(remark=remark, notices=notices))
