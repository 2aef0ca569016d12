"""The question to two players who have the number that wins: share the victory, or play on?"""

from __future__ import annotations

from judge.hooks import RunningGame
from judge.model.motion import Motion
from judge.model.position import Effect, Ended
from judge.rules.motions import Draw
from judge.variants.gd.endings import QUESTION


class SharedVictory(Draw):
    """While two are asked, DRAW from both ends the game as theirs (GD II.5).

    A draw of all who survive may be agreed to as ever (GD II.4).
    """

    def carried(self, motion: Motion, game: RunningGame) -> bool:
        """Carried by the two who are asked, or by everybody."""
        return _both(motion, game) or super().carried(motion, game)

    def outcome(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """The two share the game, else all survivors."""
        if _both(motion, game):
            return (Ended("draw", _asked(game)),)
        return super().outcome(motion, game)


def _asked(game: RunningGame) -> tuple[str, ...]:
    """Return the powers, in the order of the map, whose players are asked now."""
    open_to = {fact.about for fact in game.position.facts if fact.rule == QUESTION}
    return tuple(power for power in game.variant.map.powers if power in open_to)


def _both(motion: Motion, game: RunningGame) -> bool:
    """Say whether the two who are asked have agreed to a draw of no named powers."""
    powers = set(_asked(game))
    seats = {seat.name for seat in game.players if powers & set(seat.powers)}
    return not motion.terms and bool(seats) and seats <= motion.agreed
