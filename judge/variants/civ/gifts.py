"""Offers between powers: maps given and exchanged, units and contacts given (CIV-8, CIV-13).

``motion.terms`` begin with the power that offers and those to which it offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import ClassVar

from judge.game.state import Play
from judge.model.facts import CONTACT
from judge.model.map import Location
from judge.model.motion import Motion
from judge.model.position import Effect, Fact, Noted, Transferred
from judge.model.reason import Reason
from judge.model.turn import Phase

NOT_NOW = Reason("offer_not_now")
"""The one answer to whatever cannot be offered for a reason that is not the offerer's to know."""


class Gift:
    """What every offer needs: parties who have met, and who are free.

    A kind has the sentences that are said of it: to whom makes the offer, to those to whom it is
    made, to both while it is open, and to both when all have agreed.
    """

    remark_to_offerer: ClassVar[Reason]
    news_to_parties: ClassVar[Reason]
    remark_on_yes: ClassVar[Reason]
    news_of_deal: ClassVar[Reason]

    def explain_refusal(self, motion: Motion, game: Play) -> Reason | None:
        """Say why it cannot be offered; what others are about is not told."""
        if why := self.explain_own_fault(motion, game):
            return why
        busy = {name for open_motion in game.motions for name in open_motion.electorate}
        seats = [game.find_seat_of_power(power) for power in self.list_parties_to_offer(motion)]
        if any(seat is None or seat.name in busy for seat in seats):
            return NOT_NOW
        return None  # whether all are still in the game is not told

    def has_unmet_parties(self, motion: Motion, game: Play) -> bool:
        """Say whether the parties have not all met: then the offer is never passed on.

        The offerer is not told; whom others have met is none of their business.
        """
        pairs = combinations(self.list_parties_to_offer(motion), 2)
        return any(Fact(CONTACT, *pair) not in game.position.facts for pair in pairs)

    def explain_own_fault(self, motion: Motion, game: Play) -> Reason | None:
        """Say what is wrong with the offerer's own part."""
        return None

    def list_parties_to_offer(self, motion: Motion) -> tuple[str, ...]:
        """Return the powers that must agree, the offerer first."""
        return motion.terms[:2]

    def list_effects_on_board(self, motion: Motion, game: Play) -> tuple[Effect, ...]:
        """Change nothing on the board."""
        return ()

    def list_maps_given(self, motion: Motion) -> Iterator[tuple[str, str]]:
        """Yield who is shown what whom sees: (whose map, to whom)."""
        yield from ()


class MapGift(Gift):
    """One shows another what it sees."""

    remark_to_offerer = Reason("map_gift_made")
    news_to_parties = Reason("map_gift_offered")
    remark_on_yes = Reason("map_gift_noted")
    news_of_deal = Reason("map_gift_done")

    def list_maps_given(self, motion: Motion) -> Iterator[tuple[str, str]]:
        """Yield the one map."""
        yield self.list_parties_to_offer(motion)[0], self.list_parties_to_offer(motion)[1]


class MapExchange(Gift):
    """Two or more show each other what they see."""

    remark_to_offerer = Reason("map_exchange_made")
    news_to_parties = Reason("map_exchange_offered")
    remark_on_yes = Reason("map_exchange_noted")
    news_of_deal = Reason("map_exchange_done")

    def list_parties_to_offer(self, motion: Motion) -> tuple[str, ...]:
        """All that are named."""
        return motion.terms

    def list_maps_given(self, motion: Motion) -> Iterator[tuple[str, str]]:
        """Yield every map to all the others."""
        yield from permutations(self.list_parties_to_offer(motion), 2)


class UnitGift(Gift):
    """A unit obeys another from now on; ``terms[2]`` is where it stands."""

    remark_to_offerer = Reason("unit_gift_made")
    news_to_parties = Reason("unit_gift_offered")
    remark_on_yes = Reason("unit_gift_noted")
    news_of_deal = Reason("unit_gift_done")

    def explain_own_fault(self, motion: Motion, game: Play) -> Reason | None:
        """The unit must be the giver's, stand, not on a center, and not in Winter."""
        giver, _, place = motion.terms
        unit = game.position.units.get(place)
        if game.position.turn.phase is Phase.ADJUSTMENTS:
            return Reason("offer_in_winter")
        if unit is None or unit.power != giver:
            return Reason("no_unit", (Location(place),))
        if place in game.variant.map.centers and place not in game.position.lost:
            return Reason("offer_on_center", (unit,))
        return None

    def list_effects_on_board(self, motion: Motion, game: Play) -> tuple[Effect, ...]:
        """Hand the unit over."""
        unit = game.position.units[motion.terms[2]]
        return (Transferred(unit, motion.terms[1]),)


class ContactGift(Gift):
    """One makes two whom it knows known to each other; ``terms[2]`` is the third."""

    remark_to_offerer = Reason("contact_gift_made")
    news_to_parties = Reason("contact_gift_offered")
    remark_on_yes = Reason("contact_gift_noted")
    news_of_deal = Reason("contact_gift_done")

    def explain_own_fault(self, motion: Motion, game: Play) -> Reason | None:
        """The third must be a contact of the giver, and somebody else than the receiver."""
        giver, receiver, third = motion.terms
        if Fact(CONTACT, giver, third) not in game.position.facts or third == receiver:
            return Reason("offer_nobody")
        if Fact(CONTACT, receiver, third) in game.position.facts:
            return NOT_NOW
        return None

    def list_effects_on_board(self, motion: Motion, game: Play) -> tuple[Effect, ...]:
        """Let them know each other, if they have not met meanwhile."""
        pairs = permutations(motion.terms[1:], 2)
        new = (Fact(CONTACT, *pair) for pair in pairs)
        return tuple(Noted(fact) for fact in new if fact not in game.position.facts)


GIFTS: Mapping[str, Gift] = {
    "map_gift": MapGift(),
    "map_exchange": MapExchange(),
    "unit_gift": UnitGift(),
    "contact_gift": ContactGift(),
}
"""What may be offered, by the kind of its motion."""
