"""TAKEOVER."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.game.command import Entered, LineContext
from judge.game.seats import access
from judge.game.seats.access import Credentials, Refused
from judge.game.seats.entering import Enter, ask_master, take_over, wish_and_password
from judge.game.state import Game, Play, Stage
from judge.model.map import Map
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class TakeOver(Enter):
    """Plays on for a player who left."""

    help: ClassVar[str] = "TAKEOVER game [AS power]: play on for a player who left"
    wish: str = ""
    password: str = ""

    def password_typed(self, game_map: Map | None) -> str:
        """Return the password, which may stand behind the power wished for."""
        return self.password or access.split_password(self.wish, game_map)[1]

    def enter(
        self, game: Game, claim: Credentials, context: LineContext
    ) -> Entered | Refused | Reason:
        """Seat a replacement."""
        if not isinstance(game, Play) or game.stage is Stage.ENDED:
            over = game.stage is Stage.ENDED
            return Reason("game_over" if over else "not_running", (game.name,))
        if access.takes_part(game, context.sender):
            return Reason("already_in", (game.name,))
        if not game.disclosure.public_seats:
            return ask_master(game, context)
        wish, password = wish_and_password(game, self.wish, self.password)
        return wish if isinstance(wish, Reason) else take_over(game, wish, password, context)
