"""What may be put to a vote in every game, and how votes are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from judge.hooks import RunningGame
from judge.model.motion import Motion
from judge.model.position import Effect, Ended
from judge.model.reason import Reason


def list_surviving_powers(game: RunningGame) -> tuple[str, ...]:
    """Return the surviving powers that a person or a robot plays, in the order of the map."""
    played = {power for seat in game.players if seat.address or seat.robot for power in seat.powers}
    return tuple(
        power
        for power in game.variant.map.powers
        if power in played and game.position.has_survived(power)
    )


def _list_surviving_seats(game: RunningGame) -> tuple[str, ...]:
    alive = set(list_surviving_powers(game))
    return tuple(seat.name for seat in game.players if alive & set(seat.powers))


@dataclass(frozen=True)
class MotionRules:
    """How motions of a kind are voted on; a motion lasts to the end of the phase at most.

    One is carried by more than ``share`` of all votes, or by all of them; None: it only asks.
    Of a ``public`` one all are told when it is moved and when it is counted, of others nobody is
    before it is carried. If it is ``named``, all are told then who voted how, and it is counted as
    soon as no more ballots can change what comes of it; else when all have voted, for the moment
    of counting would tell of a ballot, and nobody is ever told whose it was.

    A kind has the sentences that are said of it: of a public one that is moved, of one that is
    carried (if that does not end the game), and to whoever votes on one that is not public.
    """

    share: Fraction | None = Fraction(1)
    public: bool = False
    named: bool = False
    news_of_move: ClassVar[Reason]
    news_of_success: ClassVar[Reason]
    remark_on_yes: ClassVar[Reason]
    remark_on_no: ClassVar[Reason]

    def check_motion(self, motion: Motion, game: RunningGame) -> Reason | None:
        """Say why it may not be moved; as it stands here, it may."""
        return None

    def collect_votes_by_seat(self, motion: Motion, game: RunningGame) -> Mapping[str, int]:
        """Return how many votes each seat has that may vote: one for each person whose power
        survives."""
        people = {seat.name for seat in game.players if seat.address}
        return {name: 1 for name in _list_surviving_seats(game) if name in people}

    def count_votes(self, motion: Motion, game: RunningGame, ballot: str = "yes") -> int:
        """Return how many votes there are for it, or of another ballot."""
        weights = self.collect_votes_by_seat(motion, game)
        return sum(weights.get(name, 0) for name in motion.collect_seats_with_ballot(ballot))

    def is_carried(self, motion: Motion, game: RunningGame) -> bool:
        """Say whether its ballots carry it."""
        votes, every = (
            self.count_votes(motion, game),
            sum(self.collect_votes_by_seat(motion, game).values()),
        )
        if self.share is None or not every:
            return False
        return votes == every or votes > self.share * every

    def list_effects_if_carried(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """Return what it does to the position when it is carried: nothing."""
        return ()


class ResultRules(MotionRules):
    """How the board is shared is for all who play to say, robots among them."""

    def collect_votes_by_seat(self, motion: Motion, game: RunningGame) -> Mapping[str, int]:
        """Return one vote for each seat whose power survives."""
        return dict.fromkeys(_list_surviving_seats(game), 1)


class Draw(ResultRules):
    """A draw needs every survivor's player, whether all share it or those whom its terms name."""

    remark_on_yes = Reason("draw_noted")
    remark_on_no = Reason("draw_noted_against")
    news_of_success = Reason("draw_carried")

    def check_motion(self, motion: Motion, game: RunningGame) -> Reason | None:
        """Sharers may be named where a draw need not include all survivors."""
        if motion.terms and game.settings.dias:
            return Reason("draw_dias")
        gone = [power for power in motion.terms if power not in list_surviving_powers(game)]
        return Reason("not_surviving", (gone[0],)) if gone else None

    def list_effects_if_carried(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """Those named, else all survivors, share the game."""
        return (Ended("draw", motion.terms or list_surviving_powers(game)),)


class Concession(ResultRules):
    """A concession to a power, named by the motion's terms, needs every other survivor."""

    remark_on_yes = Reason("concession_noted")
    news_of_success = Reason("concession_carried")

    def check_motion(self, motion: Motion, game: RunningGame) -> Reason | None:
        """Only a power that survives can be conceded to."""
        (power,) = motion.terms
        return None if power in list_surviving_powers(game) else Reason("not_surviving", (power,))

    def collect_votes_by_seat(self, motion: Motion, game: RunningGame) -> Mapping[str, int]:
        """Leave out the player of the power."""
        winner = {seat.name for seat in game.players if motion.terms[0] in seat.powers}
        weights = super().collect_votes_by_seat(motion, game)
        return {name: weight for name, weight in weights.items() if name not in winner}

    def list_effects_if_carried(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """The power wins."""
        return (Ended("concession", motion.terms),)


class Abandonment(MotionRules):
    """An end before its time, without a result."""

    news_of_move = Reason("ending_moved")

    def list_effects_if_carried(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """Nobody has won."""
        return (Ended("abandoned", ()),)


class Enquiry(MotionRules):
    """A question."""

    news_of_move = Reason("poll_moved")


class Consent(MotionRules):
    """An option of a game that all players must want before it begins."""

    remark_on_yes = Reason("consent_noted")


MOTIONS: Mapping[str, MotionRules] = {
    "draw": Draw(),
    "concession": Concession(),
    "ending": Abandonment(public=True),
    "poll": Enquiry(share=None, public=True),
    "consent": Consent(),
}
"""The kinds of motions that every game has."""
