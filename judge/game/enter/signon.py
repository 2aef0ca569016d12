"""SIGNON, GAME."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from judge.game.command import EnterCommand, EnteredGame, Entry, LineContext
from judge.game.enter.entering import (
    NamedGameCommand,
    explain_unknown_power,
    find_named_game,
    find_named_power,
)
from judge.game.enter.join import Join, Observe, Takeover
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials, RefusedClaim
from judge.game.state import Game, Play
from judge.model.reason import Reason


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
