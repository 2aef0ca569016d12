"""Who may know of whom where nobody knows who is there."""

from __future__ import annotations

from collections.abc import Sequence

from judge.hooks import Disclosure, GameSettings
from judge.model.facts import collect_contacts_of_powers
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.turn import Phase
from judge.model.view import View


class SecretDisclosure(Disclosure):
    """A power knows of those alone whom it has met, and of nobody how many there are (CIV-6).

    ``reserved_names`` are the judge's own, which are dealt to those who choose none.
    """

    public_seats = False
    public_ledger = False

    def collect_known_powers(
        self, powers: Sequence[str], position: Position
    ) -> frozenset[str] | None:
        """Return those whom the powers have met, and themselves."""
        return collect_contacts_of_powers(position.facts, powers) | frozenset(powers)

    def may_know_powers(self, seen: View | None, powers: Sequence[str]) -> bool:
        """Only contacts are heard of."""
        return seen is not None and not {*seen.contacts, *seen.powers}.isdisjoint(powers)

    def may_show_orders_due(self, phase: Phase) -> bool:
        """Whoever is late would tell that somebody is there."""
        return False

    def make_alarm_for_players(self, alarm: Reason) -> Reason:
        """Leave out whose address it was: a trap must not catch one."""
        return Reason(alarm.code)

    def check_settings(self, settings: GameSettings) -> Reason | None:
        """Refuse to end a turn early and to wait for those who are late."""
        if settings.early:
            return Reason("early_tells")
        return Reason("waiting_tells") if settings.nmr == "wait" else None
