"""Effects applied: the only way in which a position changes."""

from __future__ import annotations

import pytest

from judge.model.map import Location
from judge.model.position import (
    Began,
    Captured,
    CenterLost,
    Dislodged,
    Ended,
    Fact,
    Forgotten,
    Moved,
    Noted,
    Placed,
    Position,
    Removed,
    Settled,
    Transferred,
    Unit,
    Unsettled,
    apply_effects,
)
from judge.model.turn import Phase, Turn

SPRING = Turn(1901, "spring", Phase.MOVEMENT)
PARIS = Unit("France", "army", Location("PAR"))
MUNICH = Unit("Germany", "army", Location("MUN"))
VENICE = Unit("Italy", "army", Location("VEN"))


def board(*units: Unit, **more: object) -> Position:
    return Position(SPRING, {unit.at.province: unit for unit in units}, **more)


def at(unit: Unit, place: str) -> Unit:
    return unit._replace(at=Location(place))


def test_nothing_happens_to_the_position_given():
    before = board(PARIS)
    apply_effects(before, [Moved(PARIS, Location("BUR")), Noted(Fact("x", "y"))])
    assert before == board(PARIS)


def test_units_go_round_in_a_ring():
    after = apply_effects(
        board(PARIS, MUNICH, VENICE),
        [Moved(PARIS, MUNICH.at), Moved(MUNICH, VENICE.at), Moved(VENICE, PARIS.at)],
    )
    assert after == board(at(VENICE, "PAR"), at(PARIS, "MUN"), at(MUNICH, "VEN"))


def test_a_move_into_the_place_of_a_unit_dislodged_by_a_later_effect():
    driven = Dislodged(MUNICH, PARIS, (Location("BER"),))
    after = apply_effects(board(PARIS, MUNICH), [Moved(PARIS, MUNICH.at), driven])
    assert after == board(at(PARIS, "MUN"), dislodged=(driven,))


def test_a_dislodged_unit_retreats_out_of_a_province_that_another_holds():
    driven = Dislodged(MUNICH, PARIS, (Location("BER"),))
    before = board(at(PARIS, "MUN"), dislodged=(driven,))
    after = apply_effects(before, [Moved(MUNICH, Location("BER"))])
    assert after == board(at(PARIS, "MUN"), at(MUNICH, "BER"))


def test_a_dislodged_unit_is_removed_before_the_one_that_holds_its_province():
    driven = Dislodged(MUNICH, PARIS)
    before = board(at(PARIS, "MUN"), dislodged=(driven,))
    assert apply_effects(before, [Removed(MUNICH)]) == board(at(PARIS, "MUN"))


def test_centers_change_hands_and_are_lost():
    before = board(owners={"PAR": "France", "MUN": "Germany"})
    after = apply_effects(before, [Captured("PAR", "Germany"), Captured("BEL", "France")])
    assert after.owners == {"PAR": "Germany", "MUN": "Germany", "BEL": "France"}
    assert apply_effects(after, [Captured("PAR", "")]).owners == {"MUN": "Germany", "BEL": "France"}
    after = apply_effects(after, [CenterLost("MUN")])
    assert after.lost == {"MUN"}
    assert after.centers_of("Germany") == ("PAR",)


def test_a_center_becomes_a_home_center():
    after = apply_effects(board(homes={"France": ("PAR",)}), [Settled("BEL", "France")])
    assert after.homes == {"France": ("PAR", "BEL")}
    assert apply_effects(after, [Unsettled("PAR", "France")]).homes == {"France": ("BEL",)}


def test_a_unit_changes_its_master():
    after = apply_effects(board(PARIS, MUNICH), [Transferred(PARIS, "Germany")])
    assert after.units_of("Germany") == (MUNICH, PARIS._replace(power="Germany"))
    assert after.units_of("France") == ()


def test_facts_are_noted_and_forgotten_and_unknown_ones_are_no_error():
    ruin, other = Fact("ruin", "PAR"), Fact("ruin", "MUN")
    after = apply_effects(board(), [Noted(ruin), Noted(ruin), Forgotten(other)])
    assert ruin in after.facts
    assert other not in after.facts
    assert not apply_effects(after, [Forgotten(ruin)]).facts


def test_a_turn_begins_and_a_game_ends():
    fall = Turn(1901, "fall", Phase.MOVEMENT)
    won = Ended("victory", ("France",))
    after = apply_effects(board(PARIS), [Began(fall), won])
    assert after.turn == fall
    assert after.ended == won


@pytest.mark.parametrize(
    "effects",
    [
        [Moved(MUNICH, Location("BUR"))],
        [Removed(at(PARIS, "BUR"))],
        [Removed(PARIS), Removed(PARIS)],
        [Moved(PARIS, MUNICH.at)],
        [Moved(PARIS, Location("BUR")), Moved(VENICE, Location("BUR"))],
        [Moved(PARIS, Location("BUR")), Placed(at(VENICE, "BUR"))],
        [Placed(at(VENICE, "PAR"))],
        [Dislodged(PARIS._replace(kind="fleet"), MUNICH)],
        [Transferred(PARIS._replace(power="Italy"), "Germany")],
    ],
    ids=lambda effects: " ".join(type(effect).__name__ for effect in effects),
)
def test_effects_that_do_not_fit_the_position_are_a_bug(effects):
    present = [PARIS, VENICE]
    if isinstance(effects[0], Moved) and effects[0].to == MUNICH.at:
        present.append(MUNICH)
    with pytest.raises(ValueError, match=r"no such unit|arrives where"):
        apply_effects(board(*present), effects)
