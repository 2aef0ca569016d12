"""What may be put to a vote in every game: a draw, a concession, what all must want beforehand.

``game`` is the game as ``judge.game.state`` has it; only its position, its variant, its seats and
``settings.dias`` are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.hooks import Motions
from judge.model.position import Effect, Ended
from judge.model.reason import Reason


def survivors(game: Any) -> tuple[str, ...]:
    """Return the surviving powers that somebody plays, in the order of the map."""
    played = {power for seat in game.players if seat.address for power in seat.powers}
    return tuple(
        power
        for power in game.variant.map.powers
        if power in played and game.position.has_survived(power)
    )


class Draw:
    """A draw needs every survivor's player, whether all share it or those whom its terms name."""

    def admit(self, motion: Any, game: Any) -> Reason | None:
        """Sharers may be named where a draw need not include all survivors."""
        if motion.terms and game.settings.dias:
            return Reason("draw_dias")
        gone = [power for power in motion.terms if power not in survivors(game)]
        return Reason("not_surviving", (gone[0],)) if gone else None

    def tally(self, motion: Any, ballots: Mapping[str, str], game: Any) -> str:
        """Carried when nobody who survives is missing."""
        return _unanimous(ballots, game, survivors(game))

    def outcome(self, motion: Any, game: Any) -> tuple[Effect, ...]:
        """Those named, else all survivors, share the game."""
        return (Ended("draw", motion.terms or survivors(game)),)


class Concession:
    """A concession to a power, named by the motion's terms, needs every other survivor."""

    def admit(self, motion: Any, game: Any) -> Reason | None:
        """Only a power that survives can be conceded to."""
        (power,) = motion.terms
        return None if power in survivors(game) else Reason("not_surviving", (power,))

    def tally(self, motion: Any, ballots: Mapping[str, str], game: Any) -> str:
        """Carried when everybody but the winner has agreed."""
        winner = next(seat for seat in game.players if motion.terms[0] in seat.powers)
        voters = tuple(power for power in survivors(game) if power not in winner.powers)
        return _unanimous(ballots, game, voters)

    def outcome(self, motion: Any, game: Any) -> tuple[Effect, ...]:
        """The power wins."""
        return (Ended("concession", motion.terms),)


class Consent:
    """Consent before the start, to options (the motion's terms) that all players must want.

    It carries nothing by itself: the start waits for it.
    """

    def admit(self, motion: Any, game: Any) -> Reason | None:
        """Only a game that has not begun asks, and only where an option needs it."""
        asked = motion.terms and game.position is None
        return None if asked else Reason("no_consent_asked")

    def tally(self, motion: Any, ballots: Mapping[str, str], game: Any) -> str:
        """Open until the start."""
        return "open"

    def outcome(self, motion: Any, game: Any) -> tuple[Effect, ...]:
        """Nothing follows on the board."""
        return ()


def _unanimous(ballots: Mapping[str, str], game: Any, powers: tuple[str, ...]) -> str:
    needed = {seat.name for seat in game.players if set(seat.powers) & set(powers)}
    agreed = {name for name, cast in ballots.items() if cast == "yes"}
    return "carried" if needed and needed <= agreed else "open"


CONSENT = "consent"
"""The kind of motion that holds the players' consents before the start."""

STOCK: Mapping[str, Motions] = {
    "draw": Draw(),
    "concession": Concession(),
    CONSENT: Consent(),
}
"""The rules of every kind of motion that a variant need not define."""
