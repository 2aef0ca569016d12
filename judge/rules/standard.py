"""The stock rules, built from a variant's settings."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Literal, cast

from judge.hooks import Aftermath, Conduct, Disclosure, Endings, Passage, Ruleset, Spec, Vision
from judge.model.reason import Reason
from judge.rules.acts import (
    ForeignAttack,
    KindReach,
    LoneKinds,
    NoHelpAcross,
    OpenWays,
    SeaConvoy,
    SeasonalPassage,
    TransitOnly,
)
from judge.rules.aftermath import (
    CenterVictory,
    Encounters,
    LastCapture,
    Occupation,
    StallLimit,
    UnplayedRebuilds,
    UnplayedRetreats,
    YearLimit,
)
from judge.rules.disclosure import FogDisclosure, SeesAll, SeesNear, SeesOwn
from judge.rules.motions import MOTIONS
from judge.rules.muster import MUSTERS, CivilDisorder
from judge.rules.opening import FixedStart

SIGHTS: Mapping[str, Vision] = {"all": SeesAll(), "own": SeesOwn(), "near": SeesNear()}
"""What is seen, by the value of the option ``sight``."""


def build_stock_ruleset(spec: Spec) -> Ruleset:
    """Return the rules of the rulebook with the choices that the spec's options make."""
    options = spec.options
    sight = options.get("sight", "all")
    blind = sight != "all"
    seasons = {row.space: row for row in spec.file.seasons}
    passage: tuple[Passage, ...] = (SeasonalPassage(seasons),) if seasons else ()
    conduct: list[Conduct] = [OpenWays(passage)] if passage else []
    transit = frozenset(space for space, row in seasons.items() if row.transit)
    if transit:
        conduct.append(TransitOnly(transit))
    if spec.map.narrows:
        conduct.append(NoHelpAcross(spec.map.narrows.keys()))
    if not all(kind.receives_support for kind in spec.map.kinds.values()):
        conduct.append(LoneKinds(spec.map))
    muster = MUSTERS[spec.file.builds.where](spec.file.builds.reserves, spec.map.blockading_kinds)
    aftermath: list[Aftermath] = [Encounters()] if blind else []
    aftermath += (UnplayedRetreats(), Occupation(spec.calendar))
    if spec.file.scenario.rebuilt:
        garrisons = chain.from_iterable(spec.start.get(p, ()) for p in spec.file.scenario.unplayed)
        aftermath.append(UnplayedRebuilds(tuple(garrisons), muster, spec.calendar))
    win = spec.file.win
    endings: list[Endings] = [CenterVictory(spec.win, spec.calendar)] if win.solo else []
    if win.quiet:
        aftermath.append(LastCapture(spec.calendar))
        endings.append(StallLimit(win.quiet, spec.calendar))
    if win.years:
        endings.append(YearLimit(win.years, spec.calendar))
    # The options of a game are among those that its variant declares.
    return Ruleset(
        reach=KindReach(),
        cutting=ForeignAttack(),
        convoy=SeaConvoy(
            fallback=options.get("via") == "land",
            intent=cast(Literal["own", "written", "any"], options.get("intent", "own")),
            barred=transit,
        ),
        muster=muster,
        disorder=CivilDisorder(cast(Literal["owned", "homes"], options.get("disorder", "owned"))),
        opening=FixedStart(
            spec.calendar.find_first_turn(),
            spec.start,
            spec.file.scenario,
            options.get("powers") == "draw",
            spec.file.owners,
        ),
        sight=SIGHTS[sight],
        disclosure=FogDisclosure() if blind else Disclosure(),
        passage=passage,
        conduct=tuple(conduct),
        aftermath=tuple(aftermath),
        motions=MOTIONS,
        endings=tuple(endings),
        origin_open=options.get("convoy_retreat", "free") == "free",
        goal=Reason("goal_centers", (str(spec.win),)),
    )
