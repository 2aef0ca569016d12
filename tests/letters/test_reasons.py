"""Every reason has a sentence, and every sentence a reason."""

import re
from functools import cache
from pathlib import Path

import pytest

import judge
from judge.language.said_as import load_phrases
from judge.letters.phrasing import Words, load_words
from judge.letters.reasons import collect_common_wordings, write_clause, write_sentence
from judge.library import codes, load
from judge.library.modules import find_reason_codes
from judge.model.map import Location
from judge.model.position import Unit
from judge.model.reason import Reason, Wording
from tests.each import check_each
from tests.letters.games import STANDARD

WORDS = load_words(STANDARD)
SERBIA = Unit("Austria", "army", Location("SER"))
BLACK_SEA = Unit("Turkey", "fleet", Location("BLA"))


HOUSE = Path(judge.__file__).parent
PASSED_ON = {
    "language/said_as.py",
    "letters/events.py",
    "letters/reasons.py",
    "model/reason.py",
    "store/codec.py",
}
"""Modules whose reasons have the codes of other reasons, of facts, verbs, endings or wishes."""


@cache
def sources():
    """The text of every module by its path."""
    return {
        path.relative_to(HOUSE).as_posix(): path.read_text("utf-8") for path in HOUSE.rglob("*.py")
    }


@cache
def texts():
    """All words that stand in the code as texts."""
    return {word for text in sources().values() for word in re.findall(r'"([\w.]+)"', text)}


def wishes():
    """Why nobody can have what some sentences wish, as the grammar has it."""
    return {phrase.cannot for phrase in load_phrases().phrases if phrase.cannot}


def all_wordings():
    """Every code with its sentence, those of the variants too."""
    own = [variant.reasons.items() for variant in map(load, codes())]
    return sorted({*collect_common_wordings().items(), *(item for items in own for item in items)})


def test_every_reason_has_a_sentence():
    paths = [path for path in sources() if not path.startswith("variants/")]
    assert len(paths) > 400
    check_each(((path,) for path in paths), check_reasons_of_module)


def check_reasons_of_module(path):
    given = [code for _, code in find_reason_codes(sources()[path])]
    assert {code for code in given if code} - set(collect_common_wordings()) == set()
    if path not in PASSED_ON:
        assert None not in given, "it puts a code together"


def test_every_wish_that_nobody_can_have_has_a_sentence():
    assert wishes()
    assert wishes() - set(collect_common_wordings()) == set()


@pytest.mark.parametrize("verb", ["move", "support", "convoy"])
def test_what_a_unit_cannot_do_has_a_sentence(verb):
    assert f"cannot_{verb}" in collect_common_wordings()


@pytest.mark.parametrize("code", codes())
def test_what_a_variant_says_is_not_said_for_all(code):
    assert not set(load(code).reasons) & set(collect_common_wordings())


def test_every_sentence_is_used():
    facts = {f"{head}_{fact}" for fact in texts() for head in ("noted", "stands")}
    ends = {f"ended_{how}" for how in texts()}
    verbs = {f"cannot_{verb}" for verb in texts()}
    codes_given = texts() | facts | ends | verbs | wishes()
    assert [code for code, _ in all_wordings() if code not in codes_given] == []


def test_sentences_are_whole():
    assert len(all_wordings()) > 800
    check_each(all_wordings(), check_sentence)


def check_sentence(code, wording):
    for text in wording.texts:
        assert text == text.strip() and not text.endswith(".")
        assert text.isascii()
        assert re.sub(r"\{\d+(!|\+(and|or)?|#[a-z ]+)?\}", "", text).count("{") == 0
    needs = [max(map(int, re.findall(r"\{(\d+)", text)), default=0) for text in wording.texts]
    assert needs == sorted(needs, reverse=True)
    numbers = {int(n) for text in wording.texts for n in re.findall(r"\{(\d+)#", text)}
    about = tuple("2" if n in numbers else "no_order" for n in range(1, max(needs) + 1))
    said = write_sentence(Reason(code, about), Words(STANDARD.map, {}, {code: wording}))
    assert said[0] == said[0].upper() and said.endswith(".") and "?" not in said


def test_subjects_in_words():
    why = Reason("bounced", (SERBIA, "1", "2"))
    assert write_clause(why, WORDS) == "bounced with the Austrian army in Serbia (1 against 2)"
    coasts = (BLACK_SEA, Location("BUL", "ec"), Location("BUL", "sc"))
    assert write_sentence(Reason("coast_needed", coasts), WORDS) == (
        "The Turkish fleet in the Black Sea needs to be told which coast, "
        "Bulgaria (east coast) or Bulgaria (south coast)."
    )
    assert write_sentence(Reason("coast_needed", (Location("BUL"),)), WORDS) == (
        "Say which coast of Bulgaria."
    )


def test_what_is_counted():
    wording = Wording(False, ("{1#turn} and {2#turn}",))
    words = Words(STANDARD.map, {}, {"count": wording})
    assert write_clause(Reason("count", ("1", "0")), words) == "1 turn and 0 turns"


def test_a_unit_of_which_less_is_known():
    nobody = Unit("", "", Location("SER"))
    assert WORDS.write_unit_with_owner(nobody) == "the unit in Serbia"
    assert (
        WORDS.write_unit_with_owner(Unit("", "army", Location("NTH")))
        == "the army in the North Sea"
    )


def test_a_code_without_a_sentence_is_put_into_plain_words_and_logged(caplog):
    why = Reason("no_such_code", (SERBIA, Location("GRE")))
    assert write_sentence(why, WORDS) == "No such code: the Austrian army in Serbia, Greece."
    assert write_sentence(Reason("no_such_code"), WORDS) == "No such code."
    assert caplog.messages == ["there is no sentence for no_such_code"] * 2


def test_what_the_variant_says_of_its_own_goes_first():
    own = Words(STANDARD.map, {}, {"cut": Wording(True, ("was cut short",))})
    assert write_clause(Reason("cut"), own) == "was cut short"
    assert write_clause(Reason("cut"), WORDS) == "was cut"
