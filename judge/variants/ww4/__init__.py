"""World War IV, revision 6.2: 36 powers, the Arctic, default orders and the vote of the UN.

Centers at sea, builds in any owned center and the seasons of the Arctic are settings of the stock
rules; here is what has no like elsewhere. ``maps/ww4/rules.md`` numbers the paragraphs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from judge.hooks import Ruleset, Spec
from judge.model.order import Order
from judge.variants.ww4.council import UnitedNations
from judge.variants.ww4.defaults import HomeFirst, default_kinds
from judge.variants.ww4.icebreaker import Icebreaker

ORDERS: Mapping[str, type[Order]] = {}


def rules(stock: Ruleset, spec: Spec) -> Ruleset:
    """Return the rules of World War IV."""
    ice, council = spec.raw["icebreaker"], spec.raw["council"]
    return replace(
        stock,
        disorder=HomeFirst(default_kinds(spec.start), stock.muster),
        aftermath=(Icebreaker(ice["space"], ice["season"], ice["haven"]), *stock.aftermath),
        council=UnitedNations(
            board=spec.map,
            start=spec.calendar.start,
            sizes=tuple((since, size) for since, size in council["members"]),
            needed=council["votes"],
            top=council["top"],
            ahead=timedelta(hours=council["close"]),
        ),
    )
