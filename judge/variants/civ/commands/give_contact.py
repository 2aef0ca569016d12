"""GIVE CONTACT."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.state import Play, Seat
from judge.model.reason import Reason
from judge.variants.civ.commands.offering import Offering, find_met_powers, split_gift


class GiveContact(Offering):
    """GIVE CONTACT name TO name: offer to make the one known to the other."""

    kind = "contact_gift"
    gift: str = ""

    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer to make somebody known."""
        third, party = split_gift(self.gift)
        if not third:
            return Reason("offer_whom")
        parties = find_met_powers(game, actor, third, party)
        if isinstance(parties, Reason):
            return parties
        return Reason("offer_nobody") if third == party else [*reversed(parties)]
