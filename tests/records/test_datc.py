"""The folder ``datc`` holds every case of chapter 6 of the DATC 3.0, and each is checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.language.records import parse
from judge.library import load

FOLDER = Path(__file__).parent / "datc"
CASES = {"A": 12, "B": 15, "C": 9, "D": 34, "E": 15, "F": 25, "G": 20, "H": 16, "I": 7, "J": 11}
"""How many cases each section has, numbered from 1."""
PARTS = {"6.J.9": ("6.J.9.a", "6.J.9.b")}
"""Cases of two positions, which are two records."""


def test_every_case_is_there():
    sections = [f"6.{letter}.{n}" for letter, last in CASES.items() for n in range(1, last + 1)]
    wanted = {part for section in sections for part in PARTS.get(section, (section,))}
    assert {path.stem for path in FOLDER.glob("*.game")} == wanted


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.game")), ids=lambda path: path.stem)
def test_a_case_names_itself_and_says_where_all_units_end(path):
    record = parse(path.read_text("utf-8"), load)
    assert record.cites.split()[1] == ".".join(path.stem.split(".")[:3])
    assert all(stage.after is not None or stage.unchanged for stage in record.stages)
