"""OFFER MAP."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.state import Play, Seat
from judge.model.reason import Reason
from judge.variants.civ.commands.offering import Offering, find_met_powers


class OfferMap(Offering):
    """OFFER MAP TO name: offer what you see."""

    kind = "map_gift"
    party: str = ""

    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer what one sees."""
        return find_met_powers(game, actor, self.party)
