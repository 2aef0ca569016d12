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
    assert (draft.year, draft.steps, draft.yearly) == (year, steps, False)
    assert draft.unplayable == []


@pytest.mark.parametrize(
    ("begin", "steps"),
    [("B.C. 273", ("spring MR", "fall MRB*")), ("B.C. 272", ("spring MRB*", "fall MR"))],
)
def test_adjustments_in_every_other_year_make_each_step_a_year(begin, steps):
    flow = "NEWYEAR:-1 B.C.:MOVEMENT,RETREATS IFYEARDIV:2 B.C.:ADJUSTMENTS"
    draft = told(begin, flow)
    assert (draft.year, draft.steps, draft.yearly) == (-int(begin.split()[1]), steps, True)


@pytest.mark.parametrize(
    ("begin", "flow"),
    [
        ("FALL 1901", "NEWYEAR SPRING:MOVEMENT FALL:MOVEMENT"),
        ("SPRING 1901 RETREATS", "NEWYEAR SPRING:MOVEMENT,RETREATS"),
        ("SPRING 1901", "NEWYEAR:-3 SPRING:MOVEMENT"),
        ("SPRING 1901", "NEWYEAR SPRING:DANCES"),
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


def test_a_beginning_without_a_year_is_refused():
    with pytest.raises(SourceError, match=r"a\.map:1: BEGIN wants a season and a year"):
        TurnLines().read_begin(["SPRING"], HERE)
