"""Single rules of movement that random boards seldom show, each as small as it gets."""

from __future__ import annotations

from judge.model.reason import Fate
from tests.engine.play import army, convoy, fleet, move, play, support


def test_the_convoy_order_of_an_own_fleet_for_another_move_shows_no_intent_to_sail():
    """DATC 4.A.3: Kiel walks to Denmark; the order of its own fleet is for Holland."""
    kiel = army("Germany", "KIE")
    outcome = play(
        move(kiel, "DEN"),
        convoy(fleet("Germany", "HEL"), kiel, "HOL"),
        convoy(fleet("England", "BAL"), kiel, "DEN"),
        move(fleet("Russia", "BOT"), "BAL"),
        support(fleet("Russia", "LVN"), fleet("Russia", "BOT"), "BAL"),
    )
    assert outcome.fate("KIE") is Fate.STANDS
    assert outcome.why("BAL") == "walked"
