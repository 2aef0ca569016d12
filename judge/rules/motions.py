"""What may be put to a vote in every game: a draw, a concession."""

from __future__ import annotations

from judge.hooks import RunningGame
from judge.model.motion import Motion
from judge.model.position import Effect, Ended
from judge.model.reason import Reason


def survivors(game: RunningGame) -> tuple[str, ...]:
    """Return the surviving powers that somebody plays, in the order of the map."""
    played = {power for seat in game.players if seat.address for power in seat.powers}
    return tuple(
        power
        for power in game.variant.map.powers
        if power in played and game.position.has_survived(power)
    )


class Draw:
    """A draw needs every survivor's player, whether all share it or those whom its terms name."""

    def admit(self, motion: Motion, game: RunningGame) -> Reason | None:
        """Sharers may be named where a draw need not include all survivors."""
        if motion.terms and game.settings.dias:
            return Reason("draw_dias")
        gone = [power for power in motion.terms if power not in survivors(game)]
        return Reason("not_surviving", (gone[0],)) if gone else None

    def carried(self, motion: Motion, game: RunningGame) -> bool:
        """Carried when nobody who survives is missing."""
        return _unanimous(motion, game, survivors(game))

    def outcome(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """Those named, else all survivors, share the game."""
        return (Ended("draw", motion.terms or survivors(game)),)


class Concession:
    """A concession to a power, named by the motion's terms, needs every other survivor."""

    def admit(self, motion: Motion, game: RunningGame) -> Reason | None:
        """Only a power that survives can be conceded to."""
        (power,) = motion.terms
        return None if power in survivors(game) else Reason("not_surviving", (power,))

    def carried(self, motion: Motion, game: RunningGame) -> bool:
        """Carried when everybody but the winner has agreed."""
        winner = next(seat for seat in game.players if motion.terms[0] in seat.powers)
        voters = tuple(power for power in survivors(game) if power not in winner.powers)
        return _unanimous(motion, game, voters)

    def outcome(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """The power wins."""
        return (Ended("concession", motion.terms),)


def _unanimous(motion: Motion, game: RunningGame, powers: tuple[str, ...]) -> bool:
    needed = {seat.name for seat in game.players if set(seat.powers) & set(powers)}
    return bool(needed) and needed <= motion.agreed
