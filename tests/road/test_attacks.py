"""No mail costs the judge, or anybody's mailbox, more than a mail may."""

from __future__ import annotations

import pytest

from tests.road.attacks import ATTACKS, Attack
from tests.road.office import Office


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_costs_little(office: Office, attack: Attack) -> None:
    cost = attack.run(office)
    assert 0 < cost.letters <= attack.most.letters
    assert cost.bytes <= attack.most.bytes
    assert cost.seconds <= attack.most.seconds
    assert office.inbox()[-1][0] == "done"
