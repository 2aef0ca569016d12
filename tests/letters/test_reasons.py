"""Every reason has a sentence, and every sentence a reason."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import judge
from judge.letters.phrasing import words_of
from judge.letters.reasons import clause, sentence, wordings
from judge.model.map import Location
from judge.model.position import Unit
from judge.model.reason import Reason
from tests.letters.games import STANDARD

WORDS = words_of(STANDARD)
SERBIA = Unit("Austria", "army", Location("SER"))
BLACK_SEA = Unit("Turkey", "fleet", Location("BLA"))


@cache
def sources():
    """All code of the judge."""
    files = Path(judge.__file__).parent.rglob("*.py")
    return [node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8")))]


@cache
def texts():
    """All texts that stand in the code."""
    constants = (node.value for node in sources() if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str)}


def codes(node):
    """The codes that an expression can be; variables and made-up codes are not followed."""
    if isinstance(node, ast.Constant):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return codes(node.body) | codes(node.orelse)
    return set()


def used():
    for node in sources():
        named = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason"
        if named and node.args:
            yield from codes(node.args[0])


def made_up(code):
    """Say whether a code is put together from its parts somewhere: ``cannot_`` + verb."""
    parts = code.split("_")
    heads = {"_".join(parts[:n]) + "_" for n in range(1, len(parts))}
    tails = {"_" + "_".join(parts[n:]) for n in range(1, len(parts))}
    return bool((heads | tails) & texts())


def test_every_reason_has_a_sentence():
    assert set(used()) - set(wordings()) == set()


def test_every_sentence_is_used():
    idle = {code for code in wordings() if code not in texts() and not made_up(code)}
    assert not idle


@pytest.mark.parametrize("code", wordings())
def test_sentences_are_whole(code):
    _, options = wordings()[code]
    for text in options:
        assert text == text.strip() and not text.endswith(".")
        assert text.isascii()
        assert re.sub(r"\{\d+(!|\+(and|or)?)?\}", "", text).count("{") == 0
    needs = [max(map(int, re.findall(r"\{(\d+)", text)), default=0) for text in options]
    assert needs == sorted(needs, reverse=True)
    said = sentence(Reason(code, ("no_order",) * max(needs)), WORDS)
    assert said[0] == said[0].upper() and said.endswith(".") and "?" not in said


def test_subjects_in_words():
    why = Reason("bounced", (SERBIA, "1", "2"))
    assert clause(why, WORDS) == "bounced with the Austrian army in Serbia (1 against 2)"
    coasts = (BLACK_SEA, Location("BUL", "ec"), Location("BUL", "sc"))
    assert sentence(Reason("coast_needed", coasts), WORDS) == (
        "The Turkish fleet in the Black Sea needs to be told which coast, "
        "Bulgaria (east coast) or Bulgaria (south coast)."
    )
    assert sentence(Reason("coast_needed", (Location("BUL"),)), WORDS) == (
        "Say which coast of Bulgaria."
    )


def test_a_unit_of_which_less_is_known():
    nobody = Unit("", "", Location("SER"))
    assert WORDS.unit(nobody) == "the unit in Serbia"
    assert WORDS.unit(Unit("", "army", Location("NTH"))) == "the army in the North Sea"


def test_an_unknown_code_is_a_bug():
    with pytest.raises(KeyError):
        sentence(Reason("no_such_code"), WORDS)
