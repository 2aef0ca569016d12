"""Which attacks cut which acts."""

from __future__ import annotations

from judge.model.order import Act, Move, Support
from judge.model.position import Unit


class ForeignAttack:
    """An attack by another power cuts, unless it comes from where the support is aimed.

    The rulebook, and STD-3 for one's own units.
    """

    def may_cut(self, attack: Move, attacker: Unit, act: Act, actor: Unit) -> bool:
        """Say whether the attack cuts short of dislodging the actor."""
        if attacker.power == actor.power:
            return False
        if isinstance(act, Support):
            aim = act.into or act.of.at
            return aim.province != attacker.at.province
        return True
