"""Ways into a game."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from judge.game.command import EnterCommand, Entered, Entry, LineContext
from judge.game.effects import Effects
from judge.game.enter import starting
from judge.game.enter.guests import with_guest
from judge.game.enter.seating import fill, vacancy
from judge.game.guest import ASKS, Preferences
from judge.game.notices import announce
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, Refused
from judge.game.state import Game, Lobby, Play, Role
from judge.language.lexicon import power_named
from judge.model.map import Map
from judge.model.reason import Reason


class Enter(EnterCommand):
    """A command that leads into the game it names, or the present one where it names none."""

    def decide(self, here: Game | None, claim: Credentials, context: LineContext) -> Entry:
        """Find the game and enter it."""
        game = named_game(self.game, here, context)
        return game if isinstance(game, Reason) else self.enter(game, claim, context)

    @abstractmethod
    def enter(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Return the game entered, or why not."""


class EnterAs(Enter):
    """One that may say which power its player wishes for."""

    wish: str = ""

    def password_typed(self, game_map: Map | None) -> str:
        """Return the password, which may stand behind the power wished for."""
        return self.password or access.split_password(self.wish, game_map)[1]

    def wish_and_password(self, game: Game) -> tuple[str | Reason, str]:
        """Return the power wished for, "" for none, and the password."""
        public, wish, password = game.disclosure.public_seats, self.wish, self.password
        if public and not password:
            wish, password = access.split_password(wish, game.variant.map)
        if access.too_weak(password):
            return Reason("bad_password"), password
        return named_power(game, wish) if public else "", password


def named_game(name: str, here: Game | None, context: LineContext) -> Game | Reason:
    """Return the game of that name, or the present one where none is named."""
    if not name:
        return here if here is not None else Reason("which_game")
    game = context.games.get(name.casefold())
    return game if game is not None else Reason("no_game", (name,))


def named_power(game: Game, word: str) -> str | Reason:
    """Return the power that a word names; the empty word names none."""
    if not word:
        return ""
    return power_named(game.variant.map, word) or no_power(game, word)


def no_power(game: Game, word: str) -> Reason:
    """Return why a word names none of the powers."""
    return Reason("no_power", (word, game.name, *game.variant.map.powers))


def back_in(game: Game, claim: Credentials, wish: str | Reason = "") -> Entry:
    """Let somebody in who has a seat already and says JOIN again.

    Before the game begins they may ask for another power.
    """
    sender = access.identify(claim, game)
    again = Reason("already_in", (game.name,))
    if isinstance(sender, Refused):
        return replace(sender, why=again)
    seat = sender.seat
    if not wish or isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return Entered(game, sender, Effects(remark=again))
    if isinstance(wish, Reason):
        return wish
    if any(other.wish == wish for other in game.players if other.name != seat.name):
        return Reason("wish_kept", (wish,))
    seat = replace(seat, wish=wish, prefers=())
    game = game.with_seat(seat)
    result = Effects((game,), Reason("wish_changed", (wish,)))
    return Entered(game, replace(sender, seat=seat), result)


def take_over(game: Play, wish: str, password: str, context: LineContext) -> Entered | Reason:
    """Give a vacant seat to the sender: the one that plays the power, else the first."""
    seat = vacancy(game, wish)
    if seat is None:
        others = wish and starting.vacancies(game)
        return (
            Reason("not_vacant", (wish,)) if others else Reason("game_full", (game.name, game.name))
        )
    filled = fill(game, seat, password, context)
    assert filled.game is not None
    return Entered(filled.game, Actor(filled.game.seat(seat.name)), filled)


def ask_in(
    game: Game, wish: str, password: str, context: LineContext, prefers: Preferences = ()
) -> Entered | Reason:
    """Pass the wish for a seat on to the masters, who let players in here."""
    if isinstance(game, Play) and vacancy(game, wish) is None:
        return (
            Reason("not_vacant", (wish,)) if wish else Reason("game_full", (game.name, game.name))
        )
    if isinstance(game, Lobby) and not starting.open_seats(game):
        return Reason("game_full", (game.name, game.name))
    kept = access.hashed(password, access.secret(context.seed, context.key, game.name, "salt"))
    sender = context.sender.address
    game = with_guest(game, sender, ASKS, wish=wish, prefers=prefers, password=kept)
    played = context.memory.conduct(sender)
    figures = (*map(str, played), str(played.reliability))
    asks = Reason("asks_in_for" if wish else "asks_in", (sender, wish or "any power"))
    news = (asks, Reason("conduct", (sender, *figures)))
    notices = announce(game, "Seat Asked", context.key, *news, to=game.masters)
    remark = Reason("asked_in", (game.name,))
    return Entered(game, Actor(), Effects((game,), remark, notices=notices))


def ask_master(game: Game, context: LineContext) -> Entered:
    """Pass the wish to play on to the masters; whether a seat is vacant is not told."""
    wish = Reason("takeover_wish", (context.sender.address,))
    notices = announce(game, "Takeover Asked", context.key, wish, to=game.masters)
    remark = Reason("takeover_asked", (game.name,))
    return Entered(game, Actor(), Effects(remark=remark, notices=notices))
