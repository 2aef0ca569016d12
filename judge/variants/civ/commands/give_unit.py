"""GIVE UNIT."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.state import Play, Seat
from judge.language.reader import read_place
from judge.model.reason import Reason
from judge.variants.civ.commands.offering import Offering, met, parted


class GiveUnit(Offering):
    """GIVE UNIT A BUR TO name: offer a unit."""

    kind = "unit_gift"
    gift: str = ""

    def terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer a unit."""
        what, party = parted(self.gift)
        place = read_place(what, game.variant)
        if not place:
            return Reason("offer_what")
        parties = met(game, actor, party)
        return parties if isinstance(parties, Reason) else [*parties, place]
