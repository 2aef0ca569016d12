"""Who gets which power, by what they prefer."""

from itertools import permutations

import pytest

from judge import library
from judge.game.enter.preferring import deal_by_preference, parse_preferences
from judge.game.state import Role, Seat
from judge.model.reason import Reason

MAP = library.load("standard").map
SIDES = [(power,) for power in ("Austria", "England", "France", "Germany")]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("France, Germany, *", (("France",), ("Germany",), ("*",))),
        ("F[GI]*", (("France",), ("Germany", "Italy"), ("*",))),
        ("[France, England], Turkey", (("France", "England"), ("Turkey",))),
        ("France then Italy", (("France",), ("Italy",))),
        ("FEG", (("France",), ("England",), ("Germany",))),
        ("none", ()),
        ("Atlantis", Reason("unknown_power", ("Atlantis",))),
    ],
)
def test_how_lists_are_written(typed, meant):
    assert parse_preferences(typed, MAP) == meant


def seat(name, *prefers):
    return Seat(name, Role.PLAYER, f"{name}@example.org", "", prefers=prefers)


def test_all_together_come_as_near_as_can_be():
    france, england, other = ("France",), ("England",), ("*",)
    seats = [seat("p1", france, england), seat("p2", france), seat("p3", france, other), seat("p4")]
    rank = {
        "p1": {"France": 0, "England": 1}, "p2": {"France": 0}, "p3": {"France": 0}, "p4": {},
    }  # fmt: skip
    last = {"p1": 2, "p2": 1, "p3": 1, "p4": 0}

    def cost(dealt):
        return sum(rank[name].get(power, last[name]) for name, (power,) in dealt.items())

    least = min(cost(dict(zip(rank, way, strict=True))) for way in permutations(SIDES))
    found = [deal_by_preference(seats, SIDES, seed) for seed in range(40)]
    assert {cost(dealt) for dealt in found} == {least}
    assert {dealt["p2"] for dealt in found} > {("France",)}, "by lot between equals"
    assert all(dealt["p1"] in (("England",), ("France",)) for dealt in found)
