"""The turns of text maps."""

import pytest

from judge.boards.draft import Draft, SourceError, SourceLine
from judge.boards.text_map import TurnLines

HERE = SourceLine("a.map", 1)


def told(begin, flow):
    draft, turns = Draft("", "", {}, {}), TurnLines()
    turns.read_begin(begin.split(), HERE)
    turns.read_flow(flow.split(), HERE)
    turns.add_to_draft(draft)
    return draft


@pytest.mark.parametrize(
    ("begin", "flow", "year", "steps"),
    [
        (
            "SPRING 1901",
            "NEWYEAR SPRING:MOVEMENT,RETREATS FALL:MOVEMENT,RETREATS WINTER:ADJUSTMENTS",
            1901,
            ("spring MR", "fall MRB*"),
        ),
        (
            "SPRING 1901",
            "NEWYEAR SPRING:MOVEMENT,RETREATS SUMMER:MOVEMENT AUTUMN:MOVEMENT,RETREATS,ADJUSTMENTS",
            1901,
            ("spring MR", "summer M", "fall MRB*"),
        ),
        ("AGE 12", "NEWYEAR AGE:MOVEMENT,RETREATS AGE:ADJUSTMENTS", 12, ("fall MRB*",)),
        ("AGE 12", "NEWYEAR:-1 AGE:MOVEMENT,RETREATS AGE:ADJUSTMENTS", -12, ("fall MRB*",)),
    ],
)
def test_a_flow_becomes_a_calendar(begin, flow, year, steps):
    draft = told(begin, flow)
    assert (draft.year, draft.steps, draft.years_of_step) == (year, steps, 0)
    assert draft.unplayable == []


@pytest.mark.parametrize(
    ("begin", "steps"),
    [("B.C. 273", ("spring MR", "fall MRB*")), ("B.C. 272", ("spring MRB*", "fall MR"))],
)
def test_adjustments_in_every_other_year_make_each_step_a_year(begin, steps):
    flow = "NEWYEAR:-1 B.C.:MOVEMENT,RETREATS IFYEARDIV:2 B.C.:ADJUSTMENTS"
    draft = told(begin, flow)
    assert (draft.year, draft.steps, draft.years_of_step) == (-int(begin.split()[1]), steps, 1)


YEAR = "SPRING:MOVEMENT,RETREATS FALL:MOVEMENT,RETREATS WINTER:ADJUSTMENTS"
AGES = ("spring MR", "summer MR", "fall MRB*")


@pytest.mark.parametrize(
    ("begin", "flow", "opening", "year", "steps"),
    [
        ("FALL 1900", YEAR, "fall M, fall R, fall B", 1901, ("spring MR", "fall MRB*")),
        ("FALL 9", f"NEWYEAR {YEAR}", "fall M, fall R, fall B", 10, ("spring MR", "fall MRB*")),
        ("WINTER 1900 ADJUSTMENTS", YEAR, "winter B", 1901, ("spring MR", "fall MRB*")),
        (
            "SPRING 1900 ADJUSTMENTS",
            "SPRING:ADJUSTMENTS SUMMER:MOVEMENT,RETREATS FALL:MOVEMENT,RETREATS",
            "winter B", 1900, ("summer MR", "fall MRB*"),
        ),
        (
            "ONE 7 ADJUSTMENTS",
            "ONE:ADJUSTMENTS,MOVEMENT,RETREATS TWO:MOVEMENT,RETREATS THREE:MOVEMENT,RETREATS",
            "winter B", 7, AGES,
        ),
        (
            "FALL 272",
            f"NEWYEAR:-1 {YEAR}",
            "fall M, fall R, fall B", -271, ("spring MR", "fall MRB*"),
        ),
    ],
)  # fmt: skip
def test_a_game_begins_where_the_map_says(begin, flow, opening, year, steps):
    draft = told(begin, flow)
    assert draft.unplayable == []
    assert (", ".join(draft.opening), draft.year, draft.steps) == (opening, year, steps)
    number = int(begin.split()[1])
    assert draft.opens == (-number if year < 0 else number)


@pytest.mark.parametrize(
    ("begin", "flow", "steps", "years"),
    [
        ("SPRING 1400", "NEWYEAR:-3 SPRING:MOVEMENT", ("fall M",), 3),
        (
            "SPRING 1400",
            "NEWYEAR:5 SPRING:MOVEMENT,RETREATS NEWYEAR:5 FALL:MOVEMENT,RETREATS,ADJUSTMENTS",
            ("spring MR", "fall MRB*"), 5,
        ),
        (
            "A.D. 1425",
            "NEWYEAR:5 A.D.:MOVEMENT,RETREATS IFYEARDIV:10 A.D.:ADJUSTMENTS",
            ("spring MR", "fall MRB*"), 5,
        ),
        (
            "FALL 1400",
            "NEWYEAR SPRING:MOVEMENT NEWYEAR FALL:MOVEMENT,RETREATS,ADJUSTMENTS",
            ("spring MRB*", "fall M"), 1,
        ),
        (
            "LEAP 8",
            "NEWYEAR LEAP:MOVEMENT,RETREATS IFYEARDIV:3=1 LEAP:ADJUSTMENTS",
            ("spring MR", "summer MR", "fall MRB*"), 1,
        ),
    ],
)  # fmt: skip
def test_a_flow_of_several_years_has_years_for_each_step(begin, flow, steps, years):
    draft = told(begin, flow)
    assert draft.unplayable == []
    assert (draft.steps, draft.years_of_step) == (steps, years)


@pytest.mark.parametrize(
    ("begin", "flow"),
    [
        ("SUMMER 1901", "NEWYEAR SPRING:MOVEMENT FALL:MOVEMENT"),
        ("SPRING 1901 RETREATS", "NEWYEAR SPRING:MOVEMENT,RETREATS"),
        ("SPRING 1400", "NEWYEAR:5 SPRING:MOVEMENT FALL:MOVEMENT"),
        ("DANCE 1901 DANCES", "NEWYEAR SPRING:MOVEMENT"),
        ("SPRING 1901", "NEWYEAR SPRING:MOVEMENT SPRING:MOVEMENT"),
        ("SPRING 1901", "NEWYEAR SPRING:ADJUSTMENTS FALL:MOVEMENT"),
        ("SPRING 1901", "SPRING:MOVEMENT FALL:MOVEMENT IFYEARDIV:2 FALL:ADJUSTMENTS"),
        ("SPRING 1901", "NEWYEAR"),
        ("SPRING 1901", "IFYEARDIV:0 SPRING:MOVEMENT"),
    ],
)
def test_another_flow_is_told(begin, flow):
    (problem,) = told(begin, flow).unplayable
    assert str(problem).startswith("a.map:1: BEGIN") and str(problem).endswith(f"FLOW {flow}")


def test_a_phase_that_the_judge_has_not_is_told_alone():
    draft = told("SPRING 1763", "SPRING:INCOME,MOVEMENT,RETREATS FALL:MOVEMENT WINTER:ADJUSTMENTS")
    assert [part.text for part in draft.unplayable] == ["phases of the FLOW: SPRING:INCOME"]
    assert (draft.year, draft.steps) == (1763, ("spring MR", "fall MB*"))


def test_a_beginning_without_a_year_is_refused():
    with pytest.raises(SourceError, match=r"a\.map:1: BEGIN wants a season and a year"):
        TurnLines().read_begin(["SPRING"], HERE)
