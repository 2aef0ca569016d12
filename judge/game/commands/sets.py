"""Commands about one's own orders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from judge.game.commands.base import LineContext, PlayerCommand
from judge.game.decision import CommandResult
from judge.game.orders.accepting import clear
from judge.game.state import Play, Seat
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Clear(PlayerCommand):
    """CLEAR: drop all orders of this phase."""

    verb: ClassVar[str] = "clear"

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Forget what was ordered."""
        return CommandResult(clear(game, actor), Reason("cleared"))


@dataclass(frozen=True, slots=True)
class Wait(PlayerCommand):
    """WAIT: do not process this phase before its deadline."""

    verb: ClassVar[str] = "wait"
    waits: ClassVar[bool] = True

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Set or clear the flag, which lasts for one phase."""
        changed = game.with_seat(replace(actor, wait=self.waits))
        return CommandResult(changed, Reason("waiting" if self.waits else "no_waiting"))


@dataclass(frozen=True, slots=True)
class NoWait(Wait):
    """NOWAIT: take WAIT back."""

    verb: ClassVar[str] = "nowait"
    waits: ClassVar[bool] = False


COMMANDS = (Clear, Wait, NoWait)
