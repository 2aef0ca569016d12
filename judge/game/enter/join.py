"""Ways into a game: JOIN, OBSERVE, TAKEOVER, SIGNON, GAME; STANDBY: called when a seat is open."""

from __future__ import annotations

import hmac
from abc import abstractmethod
from collections.abc import Container
from dataclasses import replace

from judge.game.command import EnterCommand, EnteredGame, Entry, LineContext, PersonCommand
from judge.game.effects import Effects, PersonChange
from judge.game.enter import starting
from judge.game.enter.guests import (
    describe_guest,
    explain_refused_seat,
    make_invitation_code,
    with_guest,
)
from judge.game.enter.preferring import parse_preferences
from judge.game.enter.seating import fill_vacant_seat, find_vacant_seat, make_seat, seat_new_player
from judge.game.notices import announce_news
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, RefusedClaim
from judge.game.state import (
    ASKS,
    BARRED,
    INVITED,
    STANDBY,
    Game,
    Lobby,
    Play,
    Preferences,
    Role,
    Stage,
)
from judge.language.lexicon import find_power
from judge.model.letter import PositionSection
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


class Join(PowerWishCommand):
    """JOIN game [AS power] [PREFER power, power, *]: a place at the table, or an open seat."""

    tells_others = True
    first_step = 1
    liked: str = ""
    invitation: str = ""

    def enter_named_game(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Seat a new player. With the code of an invitation anybody is as if they were invited."""
        is_barred = describe_guest(game, *context.addresses) == BARRED
        if self.invitation and not is_barred:
            code = make_invitation_code(game)
            if not hmac.compare_digest(self.invitation.casefold(), code):
                return Reason("wrong_invitation", (game.name,))
            game = with_guest(game, context.sender.address, INVITED)
        wish, password = self.split_own_wish(game)
        if access.has_all_seats(game, *context.addresses):
            return rejoin_game(game, claim._replace(password=password), wish)
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if refused := explain_refused_seat(game, Role.PLAYER, context):
            return refused
        if isinstance(wish, Reason):
            return wish
        if isinstance(game, Play) and not game.disclosure.public_vacancies:
            return ask_for_takeover(game, context)
        prefers = parse_preferences(self.liked, game.variant.map)
        if isinstance(prefers, Reason):
            return prefers
        if prefers and not game.disclosure.public_power_names:
            return Reason("prefers_hidden")
        if game.settings.approval and describe_guest(game, *context.addresses) != INVITED:
            return ask_for_seat(game, wish, password, context, prefers)
        if isinstance(game, Play):
            return take_over_seat(game, wish, password, context)
        seat = make_seat(game, Role.PLAYER, password, context, wish)
        return seat_new_player(game, replace(seat, prefers=prefers), context)


class Observe(NamedGameCommand):
    """OBSERVE game [PASSWORD word]: get what everybody may see."""

    first_step = 3

    def enter_named_game(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Give the sender an observer's seat."""
        if access.list_seats_of_addresses(game, *context.addresses):
            return rejoin_game(game, claim._replace(password=self.password))
        if refused := explain_refused_seat(game, Role.OBSERVER, context):
            return refused
        if access.is_password_weak(self.password):
            return Reason("bad_password")
        seat = make_seat(game, Role.OBSERVER, self.password, context)
        game = replace(game, seats=(*game.seats, seat))
        sections = (PositionSection(),) if isinstance(game, Play) else ()
        outcome = Effects((game,), Reason("observing", (game.name,)), sections=sections)
        return EnteredGame(game, Actor(seat), outcome)


class Takeover(PowerWishCommand):
    """TAKEOVER game [AS power]: play on for a player who left."""

    def enter_named_game(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Seat a replacement."""
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        if access.has_all_seats(game, *context.addresses):
            return rejoin_game(game, claim)
        if refused := explain_refused_seat(game, Role.PLAYER, context):
            return refused
        if not game.disclosure.public_vacancies:
            return ask_for_takeover(game, context)
        wish, password = self.split_own_wish(game)
        if isinstance(wish, Reason):
            return wish
        if game.settings.approval and describe_guest(game, *context.addresses) != INVITED:
            return ask_for_seat(game, wish, password, context)
        return take_over_seat(game, wish, password, context)


class Signon(EnterCommand):
    """SIGNON power game password: the mail is for that power in that game."""

    power: str = ""

    def is_about_known_game(self, names: Container[str]) -> bool:
        """Say whether there is such a game, the power's letter written before its name or not."""
        name, word = self.game.casefold(), (self.power + self.game).casefold()
        return name in names or name[1:] in names or word in names

    def decide_entry(self, here: Game | None, claim: Credentials, context: LineContext) -> Entry:
        """Recognize the holder of a seat; ``?game`` joins, a vacant seat is taken over."""
        games = context.games
        if self.game.casefold() not in games and (name := self.password.casefold()) in games:
            full_power = f"{self.power} {self.game}"
            return replace(self, power=full_power, game=name, password="").decide_entry(
                here, claim, context
            )
        power, name = _split_power_letter(self.power, self.game.casefold(), context)
        if power == "?":
            return Join(game=name, password=self.password).decide_entry(here, claim, context)
        if power.casefold() in {"o", "observer"}:
            return Observe(game=name, password=self.password).decide_entry(here, claim, context)
        game = find_named_game(name, None, context)
        if isinstance(game, Reason):
            return game
        if power and isinstance(game, Play) and game.disclosure.public_vacancies:
            wish = find_named_power(game, power)
            seat = None if isinstance(wish, Reason) else game.find_seat_of_power(wish)
            if seat is not None and not seat.address:
                takeover = Takeover(game=name, wish=power, password=self.password)
                return takeover.decide_entry(here, claim, context)
        if power and access.find_seat(game, power) is None:
            if isinstance(game, Play) and game.disclosure.public_power_names:
                return explain_unknown_power(game, power)
            hidden = not game.disclosure.public_seat_count
            if not (hidden and access.is_seat_name(power)):  # which seats there are is not told
                power = ""  # nobody has a power yet: the address or the password says who it is
        claim = claim._replace(power=power, password=self.password)
        sender = access.identify_actor(claim, game)
        return sender if isinstance(sender, RefusedClaim) else EnteredGame(game, sender)


def _split_power_letter(power: str, name: str, context: LineContext) -> tuple[str, str]:
    """Part a power's letter from a game's name where they are written as one word."""
    games = context.games
    if not power and name not in games and name[1:] in games:
        return name[0], name[1:]
    if not power and name.startswith("?"):
        return "?", name[1:]
    if power and name not in games and (power + name).casefold() in games:
        return "", (power + name).casefold()
    return power, name


class GameCommand(NamedGameCommand):
    """GAME name: what follows in the mail is about that game."""

    def enter_named_game(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Turn to a game; the sender has their seat in it if the mail proves it, else none."""
        who = access.identify_actor(claim._replace(power="", password=""), game)
        return EnteredGame(game, who if isinstance(who, Actor) else Actor())


class Standby(PersonCommand):
    """STANDBY [game]: be called when a seat comes open there, or anywhere; NO STANDBY ends it."""

    off: bool = False

    def compute_effects(self, context: LineContext) -> Effects | Reason:
        """Note it, for one game or for all."""
        game = context.games.get(self.game.casefold()) if self.game else None
        if game is None:
            sender = context.sender.address
            change = PersonChange("no standby" if self.off else "standby", sender, sender)
            remark = Reason("standby_none" if self.off else "standby_any")
            return Effects(remark=remark, persons=(change,))
        now = describe_guest(game, *context.addresses)
        if self.off:
            game = with_guest(game, context.sender.address, "") if now == STANDBY else game
            return Effects((game,), remark=Reason("standby_no", (game.name,)))
        if game.stage is Stage.ENDED:
            return Reason("game_over", (game.name,))
        if now == BARRED:
            return Reason("barred", (game.name,))
        if access.is_player_or_master(game, *context.addresses):
            return Reason("already_in", (game.name,))
        if not now:
            game = with_guest(game, context.sender.address, STANDBY)
        return Effects((game,), remark=Reason("standby_game", (game.name,)))
