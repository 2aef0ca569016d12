"""World War IV, revision 6.2: 36 powers, the Arctic, default orders and the vote of the UN.

Centers at sea, builds in any owned center and the seasons of the Arctic are settings of the stock
rules; here is what has no like elsewhere. ``maps/ww4/rules.md`` numbers the paragraphs.
"""

from __future__ import annotations

from dataclasses import replace

from judge.hooks import Ruleset, Spec
from judge.model.reason import Reason
from judge.model.turn import Phase
from judge.tables import Table
from judge.variants.ww4.ballot import CoalitionVote
from judge.variants.ww4.council import COALITION, Coalition, CouncilTable, UnitedNations
from judge.variants.ww4.defaults import HomeFirst, collect_default_unit_kinds
from judge.variants.ww4.icebreaker import Icebreaker


class Ww4Tables(Table):
    """The tables of its own."""

    icebreaker: Icebreaker
    council: CouncilTable


TABLES = Ww4Tables


def rules(stock: Ruleset, spec: Spec) -> Ruleset:
    """Return the rules of World War IV."""
    settings = spec.check_tables(Ww4Tables)
    council = UnitedNations(spec.map, spec.calendar.start, settings.council)
    return replace(
        stock,
        disorder=HomeFirst(collect_default_unit_kinds(spec.start), stock.muster),
        counsel=(*stock.counsel, settings.icebreaker),
        aftermath=(settings.icebreaker, *stock.aftermath),
        motions={**stock.motions, COALITION: Coalition(council=council)},
        procedure=CoalitionVote(council),
        goal=Reason("goal_votes", (str(settings.council.votes),)),
        unordered={
            **stock.unordered,
            Phase.RETREATS: Reason("unordered_defaults"),
            Phase.ADJUSTMENTS: Reason("unordered_defaults"),
        },
    )
