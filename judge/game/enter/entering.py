"""Ways into a game."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from judge.game.command import EnterCommand, EnteredGame, Entry, LineContext
from judge.game.effects import Effects
from judge.game.enter import starting
from judge.game.enter.guests import with_guest
from judge.game.enter.seating import fill_vacant_seat, find_vacant_seat
from judge.game.guest import ASKS, Preferences
from judge.game.notices import announce_news
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, RefusedClaim
from judge.game.state import Game, Lobby, Play, Role
from judge.language.lexicon import find_power
from judge.model.map import Map
from judge.model.reason import Reason


class NamedGameCommand(EnterCommand):
    """A command that leads into the game it names, or the present one where it names none."""

    def decide_entry(self, here: Game | None, claim: Credentials, context: LineContext) -> Entry:
        """Find the game and enter it."""
        game = find_named_game(self.game, here, context)
        return game if isinstance(game, Reason) else self.enter_named_game(game, claim, context)

    @abstractmethod
    def enter_named_game(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Return the game entered, or why not."""


class PowerWishCommand(NamedGameCommand):
    """One that may say which power its player wishes for."""

    wish: str = ""

    def find_typed_password(self, game_map: Map | None) -> str:
        """Return the password, which may stand behind the power wished for."""
        return self.password or access.split_wish_and_password(self.wish, game_map)[1]

    def split_own_wish(self, game: Game) -> tuple[str | Reason, str]:
        """Return the power wished for, "" for none, and the password."""
        public, wish, password = game.disclosure.public_power_names, self.wish, self.password
        if public and not password:
            wish, password = access.split_wish_and_password(wish, game.variant.map)
        if access.is_password_weak(password):
            return Reason("bad_password"), password
        return find_named_power(game, wish) if public else "", password


def find_named_game(name: str, here: Game | None, context: LineContext) -> Game | Reason:
    """Return the game of that name, or the present one where none is named."""
    if not name:
        return here if here is not None else Reason("which_game")
    game = context.games.get(name.casefold())
    return game if game is not None else Reason("no_game", (name,))


def find_named_power(game: Game, word: str) -> str | Reason:
    """Return the power that a word names; the empty word names none."""
    if not word:
        return ""
    return find_power(game.variant.map, word) or explain_unknown_power(game, word)


def explain_unknown_power(game: Game, word: str) -> Reason:
    """Return why a word names none of the powers."""
    return Reason("no_power", (word, game.name, *game.variant.map.powers))


def rejoin_game(game: Game, claim: Credentials, wish: str | Reason = "") -> Entry:
    """Let somebody in who has a seat already and says JOIN again.

    Before the game begins they may ask for another power.
    """
    sender = access.identify_actor(claim, game)
    again = Reason("already_in", (game.name,))
    if isinstance(sender, RefusedClaim):
        return replace(sender, why=again)
    seat = sender.seat
    if not wish or isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return EnteredGame(game, sender, Effects(remark=again))
    if isinstance(wish, Reason):
        return wish
    if any(player.wish == wish for player in game.players if player.name != seat.name):
        return Reason("wish_kept", (wish,))
    seat = replace(seat, wish=wish, prefers=())
    game = game.with_seat(seat)
    result = Effects((game,), Reason("wish_changed", (wish,)))
    return EnteredGame(game, replace(sender, seat=seat), result)


def take_over_seat(
    game: Play, wish: str, password: str, context: LineContext
) -> EnteredGame | Reason:
    """Give a vacant seat to the sender: the one that plays the power, else the first."""
    seat = find_vacant_seat(game, wish)
    if seat is None:
        other_vacancies = wish and starting.list_vacant_seats(game)
        return (
            Reason("not_vacant", (wish,))
            if other_vacancies
            else Reason("game_full", (game.name, game.name))
        )
    filled = fill_vacant_seat(game, seat, password, context)
    assert filled.game is not None
    return EnteredGame(filled.game, Actor(filled.game.find_seat_named(seat.name)), filled)


def ask_for_seat(
    game: Game, wish: str, password: str, context: LineContext, prefers: Preferences = ()
) -> EnteredGame | Reason:
    """Pass the wish for a seat on to the masters, who let players in here."""
    if isinstance(game, Play) and find_vacant_seat(game, wish) is None:
        return (
            Reason("not_vacant", (wish,)) if wish else Reason("game_full", (game.name, game.name))
        )
    if isinstance(game, Lobby) and not starting.count_open_seats(game):
        return Reason("game_full", (game.name, game.name))
    password_hash = access.hash_password(
        password, access.derive_secret(context.seed, context.key, game.name, "salt")
    )
    sender = context.sender.address
    game = with_guest(game, sender, ASKS, wish=wish, prefers=prefers, password=password_hash)
    played = context.memory.find_reliability_of(sender)
    figures = (*map(str, played), str(played.percentage)) if any(played) else ()
    asks = Reason("asks_in_for" if wish else "asks_in", (sender, wish or "any power"))
    news = (asks, Reason("conduct", (sender, *figures)))
    notices = announce_news(game, "Seat Asked", context.key, *news, to=game.masters)
    remark = Reason("asked_in", (game.name,))
    return EnteredGame(game, Actor(), Effects((game,), remark, notices=notices))


def ask_for_takeover(game: Game, context: LineContext) -> EnteredGame:
    """Pass the wish to play on to the masters; whether a seat is vacant is not told."""
    wish = Reason("takeover_wish", (context.sender.address,))
    notices = announce_news(game, "Takeover Asked", context.key, wish, to=game.masters)
    remark = Reason("takeover_asked", (game.name,))
    return EnteredGame(game, Actor(), Effects(remark=remark, notices=notices))
