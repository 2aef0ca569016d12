"""Spaces that are entered in some seasons and left in others."""

import pytest

from judge.model.map import Location
from judge.model.position import Position
from judge.model.turn import Phase, Turn
from judge.rules.acts import SeasonalPassage
from judge.tables import SeasonTable

RULE = SeasonalPassage(
    {
        "ARC": SeasonTable(space="ARC", enter=("spring",), leave=("fall",)),
        "POL": SeasonTable(space="POL", open=("fall", "winter")),
    }
)


def closed_way(origin, target, season):
    position = Position(Turn(1, season, Phase.MOVEMENT), {})
    why = RULE.check_step(Location(origin), Location(target), "fleet", position)
    return why.about[0].province if why else ""


@pytest.mark.parametrize(
    ("origin", "target", "season", "closed"),
    [
        ("NWG", "ARC", "spring", ""),
        ("NWG", "ARC", "fall", "ARC"),
        ("ARC", "NWG", "fall", ""),
        ("ARC", "NWG", "spring", "ARC"),
        ("NWG", "POL", "winter", ""),
        ("POL", "NWG", "summer", "POL"),
        ("ARC", "POL", "fall", ""),
        ("ARC", "POL", "winter", "ARC"),
        ("NWG", "BAR", "summer", ""),
    ],
)
def test_the_space_that_is_closed_is_named(origin, target, season, closed):
    assert closed_way(origin, target, season) == closed
