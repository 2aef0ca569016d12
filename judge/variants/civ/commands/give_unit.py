"""GIVE UNIT."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.state import Play, Seat
from judge.language.reader import read_place
from judge.model.reason import Reason
from judge.variants.civ.commands.offering import Offering, find_met_powers, split_gift


class GiveUnit(Offering):
    """GIVE UNIT A BUR TO name: offer a unit."""

    kind = "unit_gift"
    gift: str = ""

    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer a unit."""
        unit_words, party = split_gift(self.gift)
        place = read_place(unit_words, game.variant)
        if not place:
            return Reason("offer_what")
        parties = find_met_powers(game, actor, party)
        return parties if isinstance(parties, Reason) else [*parties, place]
