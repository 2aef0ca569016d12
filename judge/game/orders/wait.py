"""WAIT, NOWAIT."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Wait(PlayerCommand):
    """WAIT: this phase is not processed before its deadline."""

    among_orders = True
    of_turn = True

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Set the flag, which lasts for one phase."""
        return Effects((game.with_seat(replace(actor, wait=True)),), Reason("waiting"))


class Nowait(PlayerCommand):
    """NOWAIT: take WAIT back."""

    among_orders = True
    of_turn = True

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Clear the flag."""
        return Effects((game.with_seat(replace(actor, wait=False)),), Reason("no_waiting"))
