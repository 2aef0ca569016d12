"""Commands that carry words to others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.game.commands.base import InGame, LineContext
from judge.game.decision import CommandResult
from judge.game.press import sending
from judge.game.state import Game, Seat
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Press(InGame):
    """PRESS TO names, and the text that follows; PRESS GREY TO names tells no name."""

    verb: ClassVar[str] = "press"
    to: str = ""
    but: str = ""
    grey: str = ""
    body: str = ""

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Write to those named."""
        sent = _sent(scene, self.grey)
        return sending.send(game, actor, _names(self.to), _names(self.but), self.body, sent)


@dataclass(frozen=True, slots=True)
class Broadcast(InGame):
    """BROADCAST, and the text that follows."""

    verb: ClassVar[str] = "broadcast"
    grey: str = ""
    body: str = ""

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Write to everybody."""
        return sending.broadcast(game, actor, self.body, _sent(scene, self.grey))


COMMANDS = (Press, Broadcast)


def _sent(scene: LineContext, grey: str) -> sending.Sent:
    return sending.Sent(scene.now, scene.key, scene.name, grey=bool(grey))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]
