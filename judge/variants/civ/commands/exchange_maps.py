"""EXCHANGE MAPS."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.game.state import Play, Seat
from judge.model.reason import Reason
from judge.variants.civ.commands.offering import Offering, find_met_powers


class ExchangeMaps(Offering):
    """EXCHANGE MAPS WITH name, name: your map for those of all the others."""

    kind = "map_exchange"
    parties: str = ""

    def read_terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer what one sees for what all the others see."""
        words = [w for w in re.split(r"[\s,&+]+|\band\b", self.parties) if w]
        parties = find_met_powers(game, actor, *words)
        return parties if isinstance(parties, Reason) else list(dict.fromkeys(parties))
