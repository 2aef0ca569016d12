"""The votes of the United Nations: how many each power has, and what wins."""

from collections import Counter
from dataclasses import replace

import pytest

from judge.model.map import Power
from judge.model.turn import Phase, Turn

NATIONS = ("Germany", "Russia", "United Kingdom", "Catholica")
CITIES = ("HAM", "MUN", "PRG")


@pytest.fixture
def council(ww4):
    return ww4.rules.procedure.council


@pytest.fixture
def start(ww4):
    return ww4.rules.opening.deal_position(ww4.map, tuple(ww4.map.powers), 0)


@pytest.fixture
def example(council):
    """The text's Germany, of Berlin (its capital), Hamburg and Munich: three cities of the map."""
    powers = {
        **council.board.powers,
        "Germany": replace(council.board.powers["Germany"], homes=CITIES, capital="PRG"),
    }
    board = replace(council.board, powers=powers)
    berlin, hamburg, munich = "PRG", "HAM", "MUN"
    return replace(council, board=board), berlin, hamburg, munich


def votes(council, position, **changes):
    owners = {**position.owners, **changes}
    return council.collect_votes_by_power(replace(position, owners=owners))


def test_three_votes_each_at_the_start(council, start):
    """WW4 V.10, V.11, I.1, WW4-7: one for life, one for the capital, one for the majority."""
    assert set(council.collect_votes_by_power(start).values()) == {3}
    assert council.count_votes_of_eliminated(start) == 0


def test_two_of_three_centers_bring_the_majority(example, start):
    """WW4 V.11, WW4-7: Germany loses Berlin and Hamburg to Russia; Russia gains the majority."""
    council, berlin, hamburg, _ = example
    found = votes(council, start, **{berlin: "Russia", hamburg: "Russia"})
    assert found["Germany"] == 1  # it lives; its capital and its majority are gone
    assert found["Russia"] == 5


def test_a_three_way_split_leaves_the_vote_with_the_owner(example, start):
    """WW4 V.12, WW4-7: Berlin to Russia, Hamburg to England: Germany keeps the majority vote."""
    council, berlin, hamburg, _ = example
    split = {berlin: "Russia", hamburg: "United Kingdom"}
    found = votes(council, start, **split)
    assert (found["Germany"], found["Russia"], found["United Kingdom"]) == (2, 4, 3)
    later = votes(council, start, **{**split, berlin: "United Kingdom"})
    assert (later["Germany"], later["Russia"], later["United Kingdom"]) == (1, 3, 5)
    again = votes(council, start, **{**split, berlin: "Germany", hamburg: "Russia"})
    assert again["Germany"] == 3


def test_a_retaken_city_brings_the_vote_back(example, start):
    """WW4 V.12, WW4-7: the owner retakes one city and the split is three ways again."""
    council, berlin, hamburg, munich = example
    gone = {berlin: "United Kingdom", hamburg: "United Kingdom", munich: "Catholica"}
    assert votes(council, start, **gone)["United Kingdom"] == 5
    back = {**gone, hamburg: "Germany"}
    assert votes(council, start, **back)["Germany"] == 2


@pytest.mark.parametrize("lives", [True, False])
def test_without_the_owner_the_capital_decides(example, start, lives):
    """WW4 V.12, WW4-7: three foreign holders: the holder of the capital, Germany alive or not."""
    council, berlin, hamburg, munich = example
    split = {berlin: "Russia", hamburg: "United Kingdom", munich: "Catholica"}
    if lives:
        split["DEN"] = "Germany"
    found = votes(council, start, **split)
    assert (found["Germany"], found["Russia"]) == (int(lives), 5)
    assert (found["United Kingdom"], found["Catholica"]) == (3, 3)


def test_a_made_up_power_of_three_centers(council, start):
    """WW4 V.10, V.11, WW4-7: the rule holds for any power of three centers."""
    power = Power("Ruritania", "Ruritanian", homes=("AUS", "BUR", "EGR"), capital="EGR")
    board = replace(council.board, powers={**council.board.powers, "Ruritania": power})
    council = replace(council, board=board)
    found = votes(council, start, AUS="Ruritania", BUR="Germany", EGR="Germany")
    assert (found["Ruritania"], found["Germany"]) == (1, 5)


def test_votes_go_by_ownership_not_by_who_stands_there(council, start):
    """WW4 V.13, WW4-7: a unit in a city has no vote of it before Fall."""
    units = {**start.units, "HAM": start.units["MOS"]._replace(at=start.units["HAM"].at)}
    assert council.collect_votes_by_power(
        replace(start, units=units)
    ) == council.collect_votes_by_power(start)


def test_the_eliminated_vote_for_every_coalition(council, start):
    """WW4 V.14, WW4-7: an eliminated power's vote for being alive goes to the dead pool."""
    owners = {
        code: "Russia" if owner == "Germany" else owner for code, owner in start.owners.items()
    }
    position = replace(start, owners=owners)
    assert council.count_votes_of_eliminated(position) == 1
    assert sum(council.collect_votes_by_power(position).values()) + 1 == 108


@pytest.mark.parametrize(
    ("year", "size"), [(9, 0), (10, 2), (12, 2), (13, 3), (15, 3), (16, 4), (40, 4)]
)
def test_sizes_by_year(council, year, size):
    """WW4 V.5, I.3, WW4-6."""
    assert council.count_coalition_size(Turn(year, "summer", Phase.RETREATS)) == size
    assert council.can_nominate(Turn(year, "summer", Phase.RETREATS)) is (size > 0)
    assert (council.find_time_closed_early(Turn(year, "fall", Phase.MOVEMENT)) is not None) is (
        size > 0
    )


def test_who_is_among_the_top_three(council, start):
    """WW4 V.6, WW4-6: all who tie for third place count."""

    def owning(**counts):
        free = [code for code in council.board.centers if code not in start.owners]
        owners = {}
        for power, count in counts.items():
            owners |= {free.pop(): power for _ in range(count)}
        return council.list_leading_powers(replace(start, owners=owners))

    assert owning(Germany=5, Russia=4, Cuba=3, Japan=2) == ("Cuba", "Germany", "Russia")
    assert owning(Germany=5, Russia=4, Cuba=3, Japan=3) == ("Cuba", "Germany", "Japan", "Russia")
    assert owning(Germany=5, Russia=5, Cuba=5, Japan=5, Iran=1) == (
        "Cuba", "Germany", "Japan", "Russia",
    )  # fmt: skip
    assert len(council.list_leading_powers(start)) == 36


@pytest.mark.parametrize(
    ("members", "code"),
    [
        (("Cuba", "Japan"), None),
        (("Cuba", "Cuba"), "named_twice"),
        (("Cuba",), "coalition_size"),
        (("Cuba", "Japan", "Iran"), "coalition_size"),
        (("Cuba", "Brazil"), "not_surviving"),
        (("Iran", "India"), "no_leader"),
    ],
)
def test_what_is_no_coalition(council, start, members, code):
    """WW4 V.5, V.6, V.7, WW4-6, WW4-12."""
    owners = {c: p for c, p in start.owners.items() if p != "Brazil"}
    owners |= {"BUD": "Cuba", "PAR": "Cuba", "VEN": "Germany", "DAL": "Russia"}
    position = replace(start, turn=Turn(10, "summer", Phase.RETREATS), owners=owners)
    why = council.explain_refusal(members, position)
    assert (why and why.code) == code


def test_seventy_votes_win(council):
    """WW4 V.16, WW4-7: of several the most; if they tie, nobody."""
    one, two = ("Cuba", "Japan"), ("Germany", "Iran")
    assert council.elect_coalition({}) is None
    assert council.elect_coalition({one: 69}) is None
    assert council.elect_coalition({one: 70}).winners == one
    assert council.elect_coalition({one: 70, two: 72}).winners == two
    assert council.elect_coalition({one: 75, two: 75}) is None


def test_no_power_wins_alone(ww4, start):
    """WW4 V.1, WW4-1."""
    assert ww4.rules.endings == ()
    assert Counter(start.owners.values()).total() == 108
