"""World War IV, revision 6.2: 36 powers, the Arctic, default orders and the vote of the UN.

Centers at sea, builds in any owned center and the seasons of the Arctic are settings of the stock
rules; here is what has no like elsewhere. ``maps/ww4/rules.md`` numbers the paragraphs.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from judge.hooks import Ruleset, Spec
from judge.tables import Positive, PowerName, Season, Space, Table
from judge.variants.ww4.ballot import CoalitionVote
from judge.variants.ww4.council import UnitedNations
from judge.variants.ww4.defaults import HomeFirst, default_kinds
from judge.variants.ww4.icebreaker import Icebreaker


class IcebreakerTable(Table):
    """Where a fleet is taken that is still in a space when the season ends, by its power."""

    season: Season
    space: Space
    haven: dict[PowerName, Space]


class CouncilTable(Table):
    """The vote on coalitions: the votes that win, how many members lead, and ``members``: from
    which year on a coalition has how many. It closes so many hours before the Fall deadline.
    """

    votes: Positive
    top: Positive
    members: Annotated[tuple[tuple[Positive, Positive], ...], Field(min_length=1)]
    close: Positive


class Settings(Table):
    """The tables of its own."""

    icebreaker: IcebreakerTable
    council: CouncilTable


def rules(stock: Ruleset, spec: Spec) -> Ruleset:
    """Return the rules of World War IV."""
    own = spec.own(Settings)
    ice, council = own.icebreaker, own.council
    nations = UnitedNations(
        board=spec.map,
        start=spec.calendar.start,
        sizes=council.members,
        needed=council.votes,
        top=council.top,
        ahead=timedelta(hours=council.close),
    )
    return replace(
        stock,
        disorder=HomeFirst(default_kinds(spec.start), stock.muster),
        aftermath=(Icebreaker(ice.space, ice.season, ice.haven), *stock.aftermath),
        procedure=CoalitionVote(nations),
    )
