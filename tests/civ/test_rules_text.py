"""Every sentence of the rules and every ruling is shown by some test, which cites its number."""

from __future__ import annotations

import re
from pathlib import Path

from judge.library import load

HERE = Path(__file__).parent
RULINGS = {f"CIV-{number}" for number in range(1, 14)}


def cited() -> set[int]:
    """The numbers that tests begin their docstrings with: ``CIV 4, 17: what is shown``."""
    files = [*HERE.glob("test_*.py"), HERE.parent / "game" / "test_offers.py"]
    text = "".join(path.read_text("utf-8") for path in files if path.name != Path(__file__).name)
    found = re.findall(r'"""CIV ((?:\d+, )*\d+):', text)
    return {int(number) for listed in found for number in listed.split(", ")}


def sentences() -> dict[int, str]:
    """The numbered sentences of the rules."""
    parts = re.split(r"^\*\*(\d+)\*\* ", load("civ").about, flags=re.M)[1:]
    return {int(number): text for number, text in zip(parts[::2], parts[1::2], strict=True)}


def test_no_sentence_is_without_a_test(record_property) -> None:
    told = sentences()
    assert sorted(told) == [*range(1, len(told) + 1)] and len(told) > 30
    missing = sorted(told.keys() - cited())
    record_property("tally", (f"rules of Civilization ({len(missing)} missing)", len(told)))
    assert missing == []


def test_every_ruling_stands_behind_a_sentence() -> None:
    """So that what a test shows of the sentence, it shows of the ruling."""
    named = {ruling for text in sentences().values() for ruling in re.findall(r"CIV-\d+", text)}
    assert RULINGS - named == set() == named - RULINGS
