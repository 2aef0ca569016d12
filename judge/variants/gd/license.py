"""How a power becomes a nuclear power (GD XII.1): it orders all its units to hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from judge.hooks import NOTHING, Settlement
from judge.model.order import Build, Hold
from judge.model.position import Fact, Forgotten, Noted, Placed, Position
from judge.model.reason import Reason
from judge.model.sheet import PhaseRecord
from judge.variants.gd.orders import ARSENAL

LICENSE = "gd.license"
"""The fact of a credit for one arsenal: ``about`` the power, ``value`` the turn that earned it."""


def list_unspent_licenses(power: str, position: Position) -> tuple[Fact, ...]:
    """Return a power's unspent licenses."""
    return tuple(
        sorted(fact for fact in position.facts if fact.rule == LICENSE and fact.about == power)
    )


class HoldNotice:
    """A movement phase in which a power ordered every unit to hold earns one license.

    Orders that are missing, or became holds because they were void, earn nothing.
    """

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Note the licenses earned."""
        if record.sheet is None:
            return NOTHING
        earns: dict[str, bool] = {}
        sheet = record.sheet
        for row, order in enumerate(sheet.orders):
            held = isinstance(order, Hold) and row not in sheet.void and row not in sheet.silent
            earns[sheet.power[row]] = held and earns.get(sheet.power[row], True)
        turn = str(record.before.turn)
        return Settlement(
            effects=tuple(
                Noted(Fact(LICENSE, power, turn)) for power, earned in earns.items() if earned
            )
        )


class LicenseCheck:
    """Each arsenal built needs a license of its own."""

    def check_build(
        self, build: Build, position: Position, earlier: Sequence[Build]
    ) -> Reason | None:
        """Count the licenses and the arsenals built before."""
        if build.unit.kind != ARSENAL:
            return None
        used = sum(earlier_build.unit.kind == ARSENAL for earlier_build in earlier)
        if used < len(list_unspent_licenses(build.unit.power, position)):
            return None
        return Reason("no_license", (build.unit,))


class LicenseSpending:
    """An arsenal that was built uses up a license."""

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Forget one license for each arsenal that came onto the board."""
        placed = [effect.unit for effect in record.effects if isinstance(effect, Placed)]
        built = Counter(unit.power for unit in placed if unit.kind == ARSENAL)
        spent = [
            list_unspent_licenses(power, record.after)[:count] for power, count in built.items()
        ]
        return Settlement(effects=tuple(map(Forgotten, chain.from_iterable(spent))))
