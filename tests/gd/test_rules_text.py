"""Every paragraph of the rules and every ruling is cited by a test or a record."""

import re
from pathlib import Path

from judge.library import load

TESTS = Path(__file__).parents[1]
TOLD = {
    "I.1": "names and numbers of the map, which check-map counts",
    "II.4": "the stock motion for a draw",
    "GD-7": "the stock motion for a draw",
    "VI.1": "GD-10",
    "VII.1": "the stock rules",
}
"""What is nothing of this variant's own, and where it is to be found instead."""


def expand(text):
    """The numbers that a test cites in names (``test_gd_14_...``) and texts (``GD-14``)."""
    yield from re.findall(r"GD-\d+", text)
    for name in re.findall(r"def test_((?:gd_\d+_)+)", text):
        yield from (f"GD-{number}" for number in re.findall(r"\d+", name))
    yield from re.findall(r"GD ([IVX]+\.\d+)", text)
    for first, last in re.findall(r"GD-(\d+)\s+to\s+GD-(\d+)", text):
        yield from (f"GD-{number}" for number in range(int(first), int(last) + 1))


def test_no_paragraph_and_no_ruling_is_without_a_test(record_property):
    text = load("gd").about
    wanted = set(re.findall(r"^\*\*([IVX]+\.\d+)\*\*", text, re.M))
    assert len(wanted) > 45
    wanted |= {f"GD-{number}" for number in range(1, 44)}
    assert wanted >= set(re.findall(r"GD-\d+", text))
    files = [*TESTS.glob("gd/test_*.py"), *TESTS.glob("records/gd/*.game")]
    board = (TESTS.parent / "maps" / "gd" / "map.toml").read_text("utf-8")
    cited = {number for file in files for number in expand(file.read_text("utf-8"))}
    cited |= set(expand(board))
    missing = sorted(wanted - cited - TOLD.keys())
    record_property("tally", (f"rules of Global Diplomacy ({len(missing)} missing)", len(wanted)))
    assert not missing


def test_the_rules_name_every_ruling():
    """A player finds each in the text, but for those of the map's making."""
    named = set(re.findall(r"GD-\d+", load("gd").about))
    assert {f"GD-{number}" for number in range(1, 44)} - named == set()
