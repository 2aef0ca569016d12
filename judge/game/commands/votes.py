"""Commands that put something to a vote, or vote on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from judge.game.commands.base import InGame, LineContext, PlayerCommand, Who
from judge.game.decision import CommandResult
from judge.game.seats.starting import begins, start
from judge.game.state import Game, Lobby, Motion, Play, Seat
from judge.game.votes import council
from judge.game.votes.motions import ballot_noted, cast, vote
from judge.model.reason import Reason
from judge.rules.motions import CONSENT, survivors


@dataclass(frozen=True, slots=True)
class Draw(PlayerCommand):
    """DRAW: agree to a draw, of all or of those named.

    DRAW NO takes it back, whoever was named; CONTINUE says that one plays on.
    """

    verb: ClassVar[str] = "draw"
    vote: str = ""
    members: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Cast the ballot; the last one that was missing ends the game."""
        mine = [m for m in game.motions if m.kind == "draw" and actor.name in m.ballots]
        turn = str(game.position.turn)
        wanted = Motion("draw", actor.name, _sharers(game, self.members), turn=turn)
        if self.vote == "yes":
            return vote(game, actor, wanted, "yes", scene.key)
        if self.vote != "continue" and mine:
            wanted = mine.pop()
        for other in mine:
            game = _withdrawn(game, actor, other)
        return vote(game, actor, wanted, "no" if self.vote == "continue" else "", scene.key)


@dataclass(frozen=True, slots=True)
class Concede(PlayerCommand):
    """CONCEDE TO power: agree that it has won; conceding to nobody takes one's word back."""

    verb: ClassVar[str] = "concede"
    power: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Cast the ballot; a seat concedes to one power at a time."""
        mine = [m for m in game.motions if m.kind == "concession" and actor.name in m.ballots]
        if self.power in ("", *actor.powers):
            if not mine and not self.power:
                return Reason("no_ballot")
            return vote(game, actor, mine[0], "", scene.key) if mine else Reason("concede_self")
        for other in mine:
            if other.terms != (self.power,):
                game = _withdrawn(game, actor, other)
        turn = str(game.position.turn)
        motion = Motion("concession", actor.name, (self.power,), turn=turn)
        return vote(game, actor, motion, "yes", scene.key)


@dataclass(frozen=True, slots=True)
class Agree(InGame):
    """AGREE: consent to what the game may only be played with if all players want it."""

    verb: ClassVar[str] = "agree"
    who: ClassVar[Who] = Who.PLAYER
    vote: str = ""

    def decide(self, game: Game, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Note the consent; the last one that was missing begins a game that waits for it."""
        if not isinstance(game, Lobby) or not game.variant.consent:
            return Reason("no_consent_asked")
        ballot = "yes" if self.vote == "yes" else ""
        wanted = Motion(CONSENT, actor.name, game.variant.consent)
        done = cast(game.motions, actor, wanted, ballot)
        if isinstance(done, Reason):
            return done
        motions, motion = done
        game, remark = replace(game, motions=motions), ballot_noted(motion, ballot)
        if not begins(game):
            return CommandResult(game, remark)
        play, notices = start(game, scene.now, scene.key)
        return CommandResult(play, remark, notices=notices)


@dataclass(frozen=True, slots=True)
class Nominate(PlayerCommand):
    """NOMINATE power, power: propose a coalition; NOMINATE NONE takes it back."""

    verb: ClassVar[str] = "nominate"
    members: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Keep the nomination; nobody is told of it."""
        return council.nominate(game, actor, [name for name in self.members.split(",") if name])


@dataclass(frozen=True, slots=True)
class Vote(PlayerCommand):
    """VOTE 1 3, VOTE ALL, VOTE NONE: vote for lines of the ballot."""

    verb: ClassVar[str] = "vote"
    lines: str = ""

    def decide(self, game: Play, actor: Seat, scene: LineContext) -> CommandResult | Reason:
        """Cast the votes in place of earlier ones."""
        every = self.lines == "all"
        numbers = None if every else [int(n) for n in self.lines.split(",") if n]
        return council.vote(game, actor, numbers, scene.now)


COMMANDS = (Draw, Concede, Agree, Nominate, Vote)


def _withdrawn(game: Play, actor: Seat, motion: Motion) -> Play:
    """Return the game without the ballot of a seat on a motion."""
    done = cast(game.motions, actor, motion, "")
    return game if isinstance(done, Reason) else replace(game, motions=done[0])


def _sharers(game: Play, members: str) -> tuple[str, ...]:
    """Return the powers named, in the order of the map; none where they are all that are left.

    Where nobody knows who is left, nobody is told by that.
    """
    named = {name for name in members.split(",") if name}
    sharers = tuple(power for power in game.variant.map.powers if power in named)
    return () if game.disclosure.public_seats and sharers == survivors(game) else sharers
