"""OFFER MAP."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.state import Play, Seat
from judge.model.reason import Reason
from judge.variants.civ.commands.offering import Offering, met


class OfferMap(Offering):
    """OFFER MAP TO name: offer what you see."""

    kind = "map_gift"
    party: str = ""

    def terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer what one sees."""
        return met(game, actor, self.party)
