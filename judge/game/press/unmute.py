"""UNMUTE."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, InGame, LineContext
from judge.game.press.mute import muted_now, muted_powers
from judge.game.state import Game, Seat
from judge.language.command_values import NOBODY, Recipients
from judge.model.reason import Reason


class Unmute(InGame):
    """UNMUTE power, power: get their press again; UNMUTE alone that of all."""

    to: Recipients = NOBODY
    grey: bool = False

    def decide(self, game: Game, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Want their press again; what was written meanwhile does not come."""
        again = muted_powers(game, self.to, grey=self.grey) or actor.muted
        changed = replace(actor, muted=tuple(one for one in actor.muted if one not in again))
        return CommandResult(game.with_seat(changed), muted_now(game, changed))
