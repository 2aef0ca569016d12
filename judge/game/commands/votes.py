"""Commands that put something to a vote, or vote on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.game.commands.base import InGame, Scene, Who
from judge.game.motions import vote
from judge.game.outcome import Outcome
from judge.game.state import Game, Motion, Seat
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Draw(InGame):
    """DRAW: agree to a draw among all survivors. DRAW NO takes it back."""

    verb: ClassVar[str] = "draw"
    who: ClassVar[Who] = Who.PLAYER
    running: ClassVar[bool] = True
    vote: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Cast the ballot; the last one that was missing ends the game."""
        motion = Motion("draw", actor.name, turn=str(game.position.turn) if game.position else "")
        return vote(game, actor, motion, "yes" if self.vote == "yes" else "", scene.key)


@dataclass(frozen=True, slots=True)
class Concede(InGame):
    """CONCEDE TO power: agree that it has won; conceding to nobody takes one's word back."""

    verb: ClassVar[str] = "concede"
    who: ClassVar[Who] = Who.PLAYER
    running: ClassVar[bool] = True
    power: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Cast the ballot; a seat concedes to one power at a time."""
        mine = [m for m in game.motions if m.kind == "concession" and actor.name in m.ballots]
        if self.power in ("", *actor.powers):
            if not mine and not self.power:
                return Reason("no_ballot")
            return vote(game, actor, mine[0], "", scene.key) if mine else Reason("concede_self")
        for other in mine:
            if other.terms != (self.power,):
                withdrawn = vote(game, actor, other, "", scene.key)
                game = withdrawn.game or game if isinstance(withdrawn, Outcome) else game
        turn = str(game.position.turn) if game.position else ""
        motion = Motion("concession", actor.name, (self.power,), turn=turn)
        return vote(game, actor, motion, "yes", scene.key)


COMMANDS = (Draw, Concede)
