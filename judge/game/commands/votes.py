"""Commands that put something to a vote, or vote on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from judge.game import council
from judge.game.commands.base import InGame, Scene, Who
from judge.game.motions import vote
from judge.game.outcome import Outcome
from judge.game.starting import begins, start
from judge.game.state import Game, Motion, Seat
from judge.model.reason import Reason
from judge.rules.motions import CONSENT


@dataclass(frozen=True, slots=True)
class Draw(InGame):
    """DRAW: agree to a draw. DRAW NO takes it back; CONTINUE says that one plays on."""

    verb: ClassVar[str] = "draw"
    who: ClassVar[Who] = Who.PLAYER
    running: ClassVar[bool] = True
    vote: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Cast the ballot; the last one that was missing ends the game."""
        motion = Motion("draw", actor.name, turn=str(game.position.turn) if game.position else "")
        ballot = {"yes": "yes", "continue": "no"}.get(self.vote, "")
        return vote(game, actor, motion, ballot, scene.key)


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


@dataclass(frozen=True, slots=True)
class Agree(InGame):
    """AGREE: consent to what the game may only be played with if all players want it."""

    verb: ClassVar[str] = "agree"
    who: ClassVar[Who] = Who.PLAYER
    vote: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Note the consent; the last one that was missing begins a game that waits for it."""
        ballot = "yes" if self.vote == "yes" else ""
        motion = Motion(CONSENT, actor.name, game.variant.consent)
        done = vote(game, actor, motion, ballot, scene.key)
        if isinstance(done, Reason) or done.game is None or not begins(done.game):
            return done
        return replace(start(done.game, scene.now, scene.key), remark=done.remark)


@dataclass(frozen=True, slots=True)
class Nominate(InGame):
    """NOMINATE power, power: propose a coalition; NOMINATE NONE takes it back."""

    verb: ClassVar[str] = "nominate"
    who: ClassVar[Who] = Who.PLAYER
    running: ClassVar[bool] = True
    members: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Keep the nomination; nobody is told of it."""
        return council.nominate(game, actor, [name for name in self.members.split(",") if name])


@dataclass(frozen=True, slots=True)
class Vote(InGame):
    """VOTE 1 3, VOTE ALL, VOTE NONE: vote for lines of the ballot."""

    verb: ClassVar[str] = "vote"
    who: ClassVar[Who] = Who.PLAYER
    running: ClassVar[bool] = True
    lines: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Cast the votes in place of earlier ones."""
        every = self.lines == "all"
        numbers = None if every else [int(n) for n in self.lines.split(",") if n]
        return council.cast(game, actor, numbers, scene.now)


COMMANDS = (Draw, Concede, Agree, Nominate, Vote)
