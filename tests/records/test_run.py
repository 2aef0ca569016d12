"""Game records that are run, and how they are printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.library import load
from judge.records.reader import parse_record
from judge.records.run import PlayedPhase, run_record

DISLODGED = """
record   Driven out of Serbia
cites    STD-1
turn     Spring 1901 moves
Austria  A SER H               stands
Turkey   A BUL - SER           stands: moves
Turkey   A GRE S A BUL - SER   stands
lost     Austria A SER
gone     nothing
turn     Spring 1901 retreats
Austria  A SER - BUD           stands
after    Austria A BUD
after    Turkey A SER, A GRE
"""


def played(text: str) -> list[PlayedPhase]:
    return list(run_record(parse_record(text, load)))


def misses(text: str) -> list[str]:
    return [miss for each in played(text) for miss in each.misses]


def test_a_record_that_holds_has_nothing_to_say() -> None:
    assert misses(DISLODGED) == []
    assert [len(each.orders) for each in played(DISLODGED)] == [3, 1]


@pytest.mark.parametrize(
    ("change", "miss"),
    [
        (("stands: moves", "fails: bounced SER"),
         "Turkey A BUL - SER: stands: moves, not fails: bounced SER"),
        (("lost     Austria A SER", "lost     nothing"),
         "lost: Austria A SER should not be there"),
        (("gone     nothing", "gone     Austria A SER"), "gone: Austria A SER is missing"),
        (("after    Austria A BUD", "after    Austria A VIE"),
         "after: Austria A VIE is missing"),
        (("turn     Spring 1901 retreats", "turn     Fall 1901 moves"),
         "F1901M: the judge comes to S1901R"),
        (("gone     nothing", "after    nothing changed"),
         "after: Turkey A SER should not be there"),
        (("gone     nothing", "owns     Turkey SER"), "owns: Turkey nothing"),
    ],
)  # fmt: skip
def test_what_is_not_as_expected_is_told(change: tuple[str, str], miss: str) -> None:
    assert miss in misses(DISLODGED.replace(*change))


def test_of_two_orders_for_a_unit_each_has_its_own_result() -> None:
    told = """
    turn     Spring 1901 moves
    Austria  A BUD - SER    void: superseded
    Austria  A BUD - RUM    stands
    """
    assert misses(told) == []


def test_units_without_orders_are_told_of_too() -> None:
    (only,) = played("turn Spring 1901 moves\nunits Austria A BUD, A VIE\nAustria  A BUD - SER")
    unordered = [each.result for each in only.orders if each.given is None]
    assert [result.order.unit.at.province for result in unordered] == ["VIE"]


def test_adjustments_are_counted() -> None:
    told = """
    turn     Winter 1901 adjustments
    units    England F NTH
    centers  England LON, EDI
    due      England +1
    England  BUILD F EDI    stands
    England  BUILD A LON    void: too_many
    after    England F NTH, F EDI
    """
    assert misses(told) == []
    assert misses(told.replace("+1", "+2")) == ["due: England +1"]


def test_a_dislodged_unit_does_not_retreat_to_where_its_attacker_came_from() -> None:
    told = """
    turn       Spring 1901 retreats
    units      Turkey A SER
    dislodged  Austria A SER from BUL
    Austria    A SER - BUL    void
    """
    assert misses(told) == []
    assert misses(told.replace("from BUL", "from BUL by sea")) != []


def judge(command: str, path: Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [command, str(path)])
    return result.exit_code, result.output


def test_a_record_is_printed_in_columns(tmp_path: Path) -> None:
    path = tmp_path / "serbia.game"
    path.write_text(DISLODGED, encoding="utf-8")
    code, text = judge("adjudicate", path)
    assert code == 0
    assert text.splitlines() == [
        "Driven out of Serbia",
        "STD-1",
        "Standard",
        "",
        "Spring of 1901, Movement (S1901M)",
        "  Austria  A SER H              stands  held",
        "  Turkey   A BUL - SER          stands  moved",
        "  Turkey   A GRE S A BUL - SER  stands  gave its support",
        "  Austria A SER is dislodged and may retreat to ALB, BUD, RUM, TRI",
        "",
        "Spring of 1901, Retreat (S1901R)",
        "  Austria  A SER - BUD  stands  retreated",
        "",
        "2 phases, as expected",
    ]


def test_a_record_that_misses_ends_with_one(tmp_path: Path) -> None:
    path = tmp_path / "serbia.game"
    path.write_text(DISLODGED.replace("stands: moves", "void"), encoding="utf-8")
    code, text = judge("adjudicate", path)
    assert code == 1
    assert "  not as expected: Turkey A BUL - SER: stands: moves, not void" in text
    assert text.endswith("\n1 not as expected\n")
    code, text = judge("replay", path)
    assert code == 1
    assert "serbia-S1901M" in text
    assert text.endswith("1 games, 2 phases, 1 as recorded\n")


def test_what_is_no_record_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    path.write_text("record  x\nhello there\n", encoding="utf-8")
    code, text = judge("adjudicate", path)
    assert code == 2
    assert "line 2: hello there" in text
