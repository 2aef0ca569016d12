"""STANDBY."""

from __future__ import annotations

from judge.game.command import LineContext, PersonCommand
from judge.game.effects import Effects, PersonChange
from judge.game.enter.guests import describe_guest, with_guest
from judge.game.guest import BARRED, STANDBY
from judge.game.proof import access
from judge.game.state import Stage
from judge.model.reason import Reason


class Standby(PersonCommand):
    """STANDBY [game]: be called when a seat comes open there, or anywhere; NO STANDBY ends it."""

    off: bool = False

    def decide_outcome(self, context: LineContext) -> Effects | Reason:
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
