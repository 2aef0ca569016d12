"""JOIN, OBSERVE, TAKEOVER, SIGNON, GAME: into a game; STANDBY: called when a seat is open."""

from __future__ import annotations

import hmac
from collections.abc import Container
from dataclasses import replace

from judge.game.command import EnterCommand, EnteredGame, Entry, LineContext, PersonCommand
from judge.game.effects import Effects, PersonChange
from judge.game.enter.entering import (
    NamedGameCommand,
    PowerWishCommand,
    ask_for_seat,
    ask_for_takeover,
    explain_unknown_power,
    find_named_game,
    find_named_power,
    rejoin_game,
    take_over_seat,
)
from judge.game.enter.guests import (
    describe_guest,
    explain_refused_seat,
    make_invitation_code,
    with_guest,
)
from judge.game.enter.preferring import parse_preferences
from judge.game.enter.seating import make_seat, seat_new_player
from judge.game.guest import BARRED, INVITED, STANDBY
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, RefusedClaim
from judge.game.state import Game, Play, Role, Stage
from judge.model.letter import PositionSection
from judge.model.reason import Reason


class Join(PowerWishCommand):
    """JOIN game [AS power] [PREFER power, power, *]: a place at the table, or an open seat."""

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

    def is_about_game(self, names: Container[str]) -> bool:
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
