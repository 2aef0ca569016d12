"""CANCEL PRESS."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.press.writing import about
from judge.game.state import Game, Play, Seat
from judge.model.reason import Reason


class CancelPress(InGame):
    """CANCEL PRESS number: take back press that has not left yet; PRESS LIST has the numbers."""

    item: int = 0

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Drop it; where only one waits, its number may be left out."""
        mine = [i for i in game.unsent if i.seat == actor.name] if isinstance(game, Play) else []
        meant = [i for i in mine if i.number == self.item or (not self.item and len(mine) == 1)]
        if not isinstance(game, Play) or not mine:
            return Reason("press_none_waits")
        if not meant:
            return Reason("press_which", tuple(str(i.number) for i in mine))
        left = tuple(i for i in game.unsent if i not in meant)
        return CommandResult(
            replace(game, unsent=left), Reason("press_canceled", about(meant[0], game))
        )
