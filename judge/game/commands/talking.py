"""Commands that carry words to others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.game import press
from judge.game.commands.base import InGame, Scene
from judge.game.outcome import Outcome
from judge.game.state import Game, Seat
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Press(InGame):
    """PRESS TO names, and the text that follows."""

    verb: ClassVar[str] = "press"
    to: str = ""
    body: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Write to those named."""
        return press.send(game, actor, self.to, self.body, scene.now, scene.key)


@dataclass(frozen=True, slots=True)
class Broadcast(InGame):
    """BROADCAST, and the text that follows."""

    verb: ClassVar[str] = "broadcast"
    body: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Write to everybody."""
        return press.broadcast(game, actor, self.body, scene.now, scene.key)


COMMANDS = (Press, Broadcast)
