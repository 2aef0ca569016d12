"""GAME."""

from __future__ import annotations

from judge.game.command import Entered, Entry, LineContext
from judge.game.seats import access
from judge.game.seats.access import Actor, Credentials
from judge.game.seats.entering import Enter
from judge.game.state import Game


class About(Enter):
    """GAME name: what follows in the mail is about that game."""

    def enter(self, game: Game, claim: Credentials, context: LineContext) -> Entry:
        """Turn to a game; the sender has their seat in it if the mail proves it, else none."""
        who = access.identify(claim._replace(power="", password=""), game)
        return Entered(game, who if isinstance(who, Actor) else Actor())
