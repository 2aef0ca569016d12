"""Commands that put something to a vote, or vote on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.game.commands.base import InGame, Scene, Who
from judge.game.motions import vote
from judge.game.outcome import Outcome
from judge.game.state import Game, Motion, Seat
from judge.model.reason import Reason

_YES = {"", "yes", "y", "on", "aye", "dias", "all"}
_NO = {"no", "n", "off", "nay", "withdraw", "cancel", "none"}


@dataclass(frozen=True, slots=True)
class Draw(InGame):
    """DRAW: agree to a draw among all survivors. DRAW NO takes it back."""

    verb: ClassVar[str] = "draw"
    who: ClassVar[Who] = Who.PLAYER
    running: ClassVar[bool] = True
    vote: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Cast the ballot; the last one that was missing ends the game."""
        ballot = _ballot(self.vote)
        if isinstance(ballot, Reason):
            return ballot
        motion = Motion("draw", actor.name, turn=_turn(game))
        return vote(game, actor, motion, ballot, scene.key)


@dataclass(frozen=True, slots=True)
class Concede(InGame):
    """CONCEDE TO power: agree that it has won. CONCEDE NO takes it back."""

    verb: ClassVar[str] = "concede"
    who: ClassVar[Who] = Who.PLAYER
    running: ClassVar[bool] = True
    power: str = ""

    def decide(self, game: Game, actor: Seat, scene: Scene) -> Outcome | Reason:
        """Cast the ballot; a seat concedes to one power at a time."""
        open_now = [m for m in game.motions if m.kind == "concession" and actor.name in m.ballots]
        word = self.power.casefold()
        if word in _NO:
            if not open_now:
                return Reason("no_ballot")
            return vote(game, actor, open_now[0], "", scene.key)
        power = next(
            (
                p.name
                for p in game.variant.map.powers.values()
                if word in {n.casefold() for n in (p.name, p.adjective, p.letter, *p.aliases) if n}
            ),
            None,
        )
        if power is None:
            return Reason("no_power", (self.power, game.name))
        if power in actor.powers:
            return Reason("concede_self")
        for other in open_now:
            if other.terms != (power,):
                withdrawn = vote(game, actor, other, "", scene.key)
                game = withdrawn.game or game if isinstance(withdrawn, Outcome) else game
        motion = Motion("concession", actor.name, (power,), turn=_turn(game))
        return vote(game, actor, motion, "yes", scene.key)


COMMANDS = (Draw, Concede)


def _ballot(word: str) -> str | Reason:
    vote = word.casefold()
    if vote in _YES:
        return "yes"
    return "" if vote in _NO else Reason("bad_vote", (word,))


def _turn(game: Game) -> str:
    return str(game.position.turn) if game.position else ""
