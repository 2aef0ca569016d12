"""Every paragraph of the rules text and every ruling is cited by a record or a test."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "maps" / "ww4" / "rules.md"
RULINGS = 13


def numbers():
    text = RULES.read_text("utf-8")
    return {*re.findall(r"^\*\*([IVX]+\.\d+)\*\*", text, re.M)} | {
        f"WW4-{n}" for n in range(1, RULINGS + 1)
    }


def cited():
    sources = [*(TESTS / "records" / "ww4").glob("*.game"), *TESTS.glob("ww4/test_*.py")]
    found = set()
    for path in sources:
        text = path.read_text("utf-8")
        lines = re.findall(r"^cites +(.*)$|\"\"\"((?:WW4).*?)(?:\"\"\"|$)", text, re.M)
        for line in lines:
            found.update(re.findall(r"\b[IVX]+\.\d+|WW4-\d+", " ".join(line)))
    return found


def test_no_number_is_uncovered(record_property):
    assert sorted(numbers() - cited()) == []
    record_property("tally", ("paragraphs and rulings of World War IV with a test", len(numbers())))


def test_no_number_is_made_up():
    assert sorted(cited() - numbers()) == []
    stated = {int(n) for n in re.findall(r"WW4-(\d+)", RULES.read_text("utf-8"))}
    assert stated == set(range(1, RULINGS + 1))
