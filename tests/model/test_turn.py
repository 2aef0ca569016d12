"""Turns, their codes, and the calendar."""

from __future__ import annotations

import pytest

from judge.model.turn import Calendar, CalendarStep, Phase, Turn

YEAR = Calendar(
    1901,
    (CalendarStep("spring", "MR", False), CalendarStep("fall", "MRB", True)),
    adjusting="winter",
)
FOUR_SEASONS = Calendar(
    2101,
    (
        CalendarStep("winter", "MR", False),
        CalendarStep("spring", "MRB", True),
        CalendarStep("summer", "MR", False),
        CalendarStep("fall", "MRB", True),
    ),
    opening=(("winter", Phase.ADJUSTMENTS),),
)


def turns(calendar: Calendar, count: int) -> list[str]:
    found = [calendar.find_first_turn()]
    while len(found) < count:
        found.append(calendar.find_next_turn(found[-1]))
    return [str(turn) for turn in found]


def test_a_year_of_the_rulebook():
    assert turns(YEAR, 6) == ["S1901M", "S1901R", "F1901M", "F1901R", "F1901B", "S1902M"]


def test_a_year_of_four_seasons():
    codes = ["W2102M"]
    while len(codes) < 11:
        codes.append(str(FOUR_SEASONS.find_next_turn(FOUR_SEASONS.parse_turn(codes[-1]))))
    assert codes[2:6] == ["S2102M", "S2102R", "S2102B", "U2102M"]
    assert codes[-1] == "W2103M"


def test_play_begins_with_the_opening_where_there_is_one():
    assert FOUR_SEASONS.find_first_turn() == Turn(2101, "winter", Phase.ADJUSTMENTS)
    assert YEAR.find_first_turn() == Turn(1901, "spring", Phase.MOVEMENT)


def test_the_opening_leads_to_the_first_step():
    assert turns(FOUR_SEASONS, 3) == ["W2101B", "W2101M", "W2101R"]
    assert FOUR_SEASONS.parse_turn("W2101B") == FOUR_SEASONS.find_first_turn()
    assert FOUR_SEASONS.is_opening_turn(FOUR_SEASONS.find_first_turn())
    assert not FOUR_SEASONS.is_opening_turn(Turn(2102, "winter", Phase.ADJUSTMENTS))


@pytest.mark.parametrize("calendar", [YEAR, FOUR_SEASONS])
def test_turns_are_sorted_by_their_places(calendar):
    codes = turns(calendar, 12)
    places = {code: calendar.make_sort_key(calendar.parse_turn(code)) for code in reversed(codes)}
    assert sorted(places, key=places.__getitem__) == codes


def test_centers_are_counted_where_the_step_says_so():
    assert not YEAR.has_center_count(Turn(1901, "spring", Phase.RETREATS))
    assert YEAR.has_center_count(Turn(1901, "fall", Phase.MOVEMENT))
    assert not YEAR.has_center_count(Turn(1901, "winter", Phase.MOVEMENT))


def test_the_adjustments_of_fall_are_printed_as_winters():
    assert YEAR.turn_title(Turn(1901, "fall", Phase.MOVEMENT)) == "Fall of 1901"
    assert YEAR.turn_title(Turn(1901, "fall", Phase.ADJUSTMENTS)) == "Winter of 1901"
    assert FOUR_SEASONS.turn_title(Turn(2102, "fall", Phase.ADJUSTMENTS)) == "Fall of 2102"


@pytest.mark.parametrize("code", ["S1901M", "F1901R", "F1901B"])
def test_a_turns_code_is_read_back(code):
    assert str(YEAR.parse_turn(code)) == code


@pytest.mark.parametrize("code", ["W1901B", "w1901a", " F1901A "])
def test_adjustments_are_found_under_the_printed_season_too(code):
    assert str(YEAR.parse_turn(code)) == "F1901B"


def test_a_winter_that_is_a_season_is_not_taken_for_the_adjustments():
    assert str(FOUR_SEASONS.parse_turn("W2101M")) == "W2101M"
    assert FOUR_SEASONS.parse_turn("W2102B") is None


@pytest.mark.parametrize("text", ["", "X1901M", "S1901", "S1901B", "U1901M", "F1901MM", "1901"])
def test_other_text_names_no_turn(text):
    assert YEAR.parse_turn(text) is None


def test_phases_have_words_for_headlines():
    assert [phase.display_name for phase in Phase] == ["Movement", "Retreat", "Adjustment"]
