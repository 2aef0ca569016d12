"""EXCHANGE MAPS."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.game.state import Play, Seat
from judge.model.reason import Reason
from judge.variants.civ.commands.offering import Offering, met


class ExchangeMaps(Offering):
    """EXCHANGE MAPS WITH name, name: your map for those of all the others."""

    kind = "map_exchange"
    parties: str = ""

    def terms(self, game: Play, actor: Seat) -> Sequence[str] | Reason:
        """Offer what one sees for what all the others see."""
        others = [w for w in re.split(r"[\s,&+]+|\band\b", self.parties) if w]
        parties = met(game, actor, *others)
        return parties if isinstance(parties, Reason) else list(dict.fromkeys(parties))
