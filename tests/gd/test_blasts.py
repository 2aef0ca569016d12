"""What explosions add to a record (GD XII.11)."""

from judge.model.position import CenterLost, Fact, Noted, Removed

DRIVEN = "RF R RUS bomb SCA\nEU A EEU H\nGA A WEU - EEU  stands\nGA A UKR S A WEU - EEU  stands\n"
RUIN = Noted(Fact("gd.ruin", "SCA"))


def blasts(told):
    """The effects but for licenses, and for the bounds that so few units have."""
    effects = told.record.effects
    return tuple(e for e in effects if not isinstance(e, Noted) or e.fact.rule == "gd.ruin")


def test_a_dislodged_unit_is_told_once_with_the_retreats_it_has_left(tell):
    """GD-23."""
    (driven,) = tell(DRIVEN).record.dislodged
    assert [at.province for at in driven.options] == ["BLK"]
    (driven,) = tell(f"{DRIVEN}GA A BLK H").record.dislodged
    assert driven.options == ()


def test_the_effects_of_a_blast(tell):
    gone, *rest = blasts(tell("RF R RUS bomb SCA\nEU A SCA H"))
    assert isinstance(gone, Removed)
    assert gone.unit.at.province == "SCA"
    assert rest == [RUIN, CenterLost("SCA")]


def test_a_center_that_is_none_is_not_lost_again(tell):
    """GD-39."""
    told = tell("options players=5\nturn Winter 2101 moves\nrazed SCA\nRF R RUS bomb SCA")
    assert blasts(told) == (RUIN,)


def test_two_bombs_on_one_space_destroy_it_once(tell):
    told = tell("RF R RUS bomb SCA\nEU R WEU bomb SCA")
    assert blasts(told) == (RUIN, CenterLost("SCA"))
