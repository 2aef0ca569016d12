"""WAIT, NOWAIT."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import CommandResult, LineContext, PlayerCommand
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Wait(PlayerCommand):
    """WAIT: this phase is not processed before its deadline."""

    among_orders = True
    of_turn = True

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Set the flag, which lasts for one phase."""
        return CommandResult(game.with_seat(replace(actor, wait=True)), Reason("waiting"))


class Nowait(PlayerCommand):
    """NOWAIT: take WAIT back."""

    among_orders = True
    of_turn = True

    def decide(self, game: Play, actor: Seat, context: LineContext) -> CommandResult | Reason:
        """Clear the flag."""
        return CommandResult(game.with_seat(replace(actor, wait=False)), Reason("no_waiting"))
