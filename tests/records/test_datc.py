"""The folder ``datc`` holds every case of chapter 6 of the DATC 3.0, and each is checked."""

from __future__ import annotations

import re
from pathlib import Path

from judge.library import load
from judge.records.reader import parse_record
from judge.resources import find_file
from tests.each import check_each

FOLDER = Path(__file__).parent / "datc"
CASES = {"A": 12, "B": 15, "C": 9, "D": 34, "E": 15, "F": 25, "G": 20, "H": 16, "I": 7, "J": 11}
"""How many cases each section has, numbered from 1."""
PARTS = {"6.J.9": ("6.J.9.a", "6.J.9.b")}
"""Cases of two positions, which are two records."""


def test_every_case_is_there():
    sections = [f"6.{letter}.{n}" for letter, last in CASES.items() for n in range(1, last + 1)]
    wanted = {part for section in sections for part in PARTS.get(section, (section,))}
    assert {path.stem for path in FOLDER.glob("*.game")} == wanted


def test_a_case_names_itself_and_says_where_all_units_end():
    check_each(((path,) for path in FOLDER.glob("*.game")), check_case)


def check_case(path):
    record = parse_record(path.read_text("utf-8"), load)
    assert record.cites.split()[1] == ".".join(path.stem.split(".")[:3])
    assert all(phase.after is not None or phase.unchanged for phase in record.phases)


def choices() -> dict[str, set[str]]:
    """Return the cases of each choice in the table of the rules."""
    found: dict[str, set[str]] = {}
    for row in find_file("maps", "standard/rules.md").read_text("utf-8").splitlines():
        if row.startswith("| 4."):
            _, issue, *_, cases, _ = row.split("|")
            found.setdefault(issue.strip(), set()).update(cases.split())
    return found


def test_the_table_of_choices_names_the_cases_that_rest_on_them():
    named: dict[str, set[str]] = {}
    for path in FOLDER.glob("*.game"):
        comments = [line for line in path.read_text("utf-8").splitlines() if line[:6] == "# DATC"]
        for issue in re.findall(r"4\.[A-E]\.\d", "\n".join(comments)):
            named.setdefault(issue, set()).add(path.stem)
    assert {issue: cases for issue, cases in choices().items() if cases} == named
