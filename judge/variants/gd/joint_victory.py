"""The question to two players who have the number that wins: share the victory, or play on?"""

from __future__ import annotations

from dataclasses import dataclass

from judge.hooks import RunningGame
from judge.model.motion import Motion
from judge.model.position import Effect, Ended, Position
from judge.model.reason import Reason
from judge.rules.motions import Draw
from judge.variants.gd.endings import QUESTION


def asked(position: Position, powers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the powers, in the order given, whose players are asked now."""
    open_to = {fact.about for fact in position.facts if fact.rule == QUESTION}
    return tuple(power for power in powers if power in open_to)


@dataclass(frozen=True)
class SharedVictory:
    """While two are asked, DRAW from both ends the game as theirs (GD II.5).

    A draw of all who survive may be agreed to as ever (GD II.4).
    """

    survivors: Draw

    def admit(self, motion: Motion, game: RunningGame) -> Reason | None:
        """A draw may be asked for at any time."""
        return self.survivors.admit(motion, game)

    def carried(self, motion: Motion, game: RunningGame) -> bool:
        """Carried by the two who are asked, or by everybody."""
        return _both(motion, game) or self.survivors.carried(motion, game)

    def outcome(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """The two share the game, else all survivors."""
        if _both(motion, game):
            return (Ended("draw", asked(game.position, tuple(game.variant.map.powers))),)
        return self.survivors.outcome(motion, game)


def _both(motion: Motion, game: RunningGame) -> bool:
    """Say whether the two who are asked have agreed to a draw of no named powers."""
    powers = set(asked(game.position, tuple(game.variant.map.powers)))
    seats = {seat.name for seat in game.players if powers & set(seat.powers)}
    return not motion.terms and bool(seats) and seats <= motion.agreed
