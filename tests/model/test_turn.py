"""Turns, their codes, and the calendar."""

from __future__ import annotations

import pytest

from judge.model.turn import Calendar, Phase, Step, Turn

YEAR = Calendar(1901, (Step("spring", "MR", False), Step("fall", "MRB", True)), adjusting="winter")
FOUR_SEASONS = Calendar(
    2101,
    (
        Step("winter", "MR", False),
        Step("spring", "MRB", True),
        Step("summer", "MR", False),
        Step("fall", "MRB", True),
    ),
    opening=(("winter", Phase.ADJUSTMENTS),),
)


def turns(calendar: Calendar, count: int) -> list[str]:
    found = [calendar.first()]
    while len(found) < count:
        found.append(calendar.next(found[-1]))
    return [str(turn) for turn in found]


def test_a_year_of_the_rulebook():
    assert turns(YEAR, 6) == ["S1901M", "S1901R", "F1901M", "F1901R", "F1901B", "S1902M"]


def test_a_year_of_four_seasons():
    codes = ["W2102M"]
    while len(codes) < 11:
        codes.append(str(FOUR_SEASONS.next(FOUR_SEASONS.parse(codes[-1]))))
    assert codes[2:6] == ["S2102M", "S2102R", "S2102B", "U2102M"]
    assert codes[-1] == "W2103M"


def test_play_begins_with_the_opening_where_there_is_one():
    assert FOUR_SEASONS.first() == Turn(2101, "winter", Phase.ADJUSTMENTS)
    assert YEAR.first() == Turn(1901, "spring", Phase.MOVEMENT)


def test_the_opening_leads_to_the_first_step():
    assert turns(FOUR_SEASONS, 3) == ["W2101B", "W2101M", "W2101R"]
    assert FOUR_SEASONS.parse("W2101B") == FOUR_SEASONS.first()
    assert FOUR_SEASONS.opens(FOUR_SEASONS.first())
    assert not FOUR_SEASONS.opens(Turn(2102, "winter", Phase.ADJUSTMENTS))


@pytest.mark.parametrize("calendar", [YEAR, FOUR_SEASONS])
def test_turns_are_sorted_by_their_places(calendar):
    codes = turns(calendar, 12)
    places = {code: calendar.place(calendar.parse(code)) for code in reversed(codes)}
    assert sorted(places, key=places.__getitem__) == codes


def test_centers_are_counted_where_the_step_says_so():
    assert not YEAR.counts(Turn(1901, "spring", Phase.RETREATS))
    assert YEAR.counts(Turn(1901, "fall", Phase.MOVEMENT))
    assert not YEAR.counts(Turn(1901, "winter", Phase.MOVEMENT))


def test_the_adjustments_of_fall_are_printed_as_winters():
    assert YEAR.title(Turn(1901, "fall", Phase.MOVEMENT)) == "Fall of 1901"
    assert YEAR.title(Turn(1901, "fall", Phase.ADJUSTMENTS)) == "Winter of 1901"
    assert FOUR_SEASONS.title(Turn(2102, "fall", Phase.ADJUSTMENTS)) == "Fall of 2102"


@pytest.mark.parametrize("code", ["S1901M", "F1901R", "F1901B"])
def test_a_turns_code_is_read_back(code):
    assert str(YEAR.parse(code)) == code


@pytest.mark.parametrize("code", ["W1901B", "w1901a", " F1901A "])
def test_adjustments_are_found_under_the_printed_season_too(code):
    assert str(YEAR.parse(code)) == "F1901B"


def test_a_winter_that_is_a_season_is_not_taken_for_the_adjustments():
    assert str(FOUR_SEASONS.parse("W2101M")) == "W2101M"
    assert FOUR_SEASONS.parse("W2102B") is None


@pytest.mark.parametrize("text", ["", "X1901M", "S1901", "S1901B", "U1901M", "F1901MM", "1901"])
def test_other_text_names_no_turn(text):
    assert YEAR.parse(text) is None


def test_phases_have_words_for_headlines():
    assert [phase.word for phase in Phase] == ["Movement", "Retreat", "Adjustment"]
