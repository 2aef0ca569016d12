"""Global Diplomacy 0.3c: nuclear arsenals, and what their bombs do to the globe.

Seasonal spaces, kinds of unit and games for fewer players are settings of the stock rules; here is
what has no like elsewhere. ``maps/gd/rules.md`` numbers the paragraphs that the code cites.
"""

from __future__ import annotations

from dataclasses import replace

from judge.hooks import AnyOrderType, Endings, Ruleset, Spec
from judge.rules.acts import OpenWays
from judge.variants.gd.bombs import BombRuns
from judge.variants.gd.chain import BombHints, BombLegality
from judge.variants.gd.endings import (
    Deadlock,
    FirstElimination,
    JointQuestion,
    SharedVictory,
    SideVictory,
    UninhabitableEnding,
)
from judge.variants.gd.license import HoldNotice, LicenseCheck, LicenseSpending
from judge.variants.gd.orders import BOMB, CARRY, FAR_SUPPORT
from judge.variants.gd.ruins import Isolation, Ruins
from judge.variants.gd.ruins import collect_destroyed_spaces as destroyed
from judge.variants.gd.spoken import BombTalk

ORDERS: tuple[AnyOrderType, ...] = (BOMB, CARRY, FAR_SUPPORT)


def rules(stock: Ruleset, spec: Spec) -> Ruleset:
    """Return the rules of Global Diplomacy."""
    win, calendar = spec.win, spec.calendar
    deadlock, ruins = Deadlock(win), Ruins()
    endings: list[Endings] = [UninhabitableEnding(win), SideVictory(win, calendar)]
    if spec.options.get("first_elimination") == "yes":
        endings.append(FirstElimination(calendar))
    return replace(
        stock,
        passage=(*stock.passage, ruins),
        destroyed=destroyed,
        conduct=(*stock.conduct, OpenWays((ruins,)), BombLegality(spec.map)),
        counsel=(*stock.counsel, BombHints()),
        build_check=(*stock.build_check, LicenseCheck()),
        aftermath=(
            HoldNotice(),
            LicenseSpending(),
            BombRuns(),
            Isolation(calendar),
            *stock.aftermath,
            JointQuestion(win, calendar),
            deadlock,
        ),
        procedure=BombTalk(),
        endings=(*endings, deadlock, *stock.endings),
        motions={**stock.motions, "draw": SharedVictory()},
    )
