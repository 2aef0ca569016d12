"""What words weigh beside orders: more in remarks that keep these from counting than in talk."""

from __future__ import annotations

import pytest

from judge.language.likeness import (
    is_like_talk,
    is_like_what_governs,
    list_traits,
    weigh_heaviest,
)
from tests.road.remarks.learning import POWERS, learn, remarks, written

UNSEEN = [each for each in remarks() if each.unseen]


def share(governs: bool, asked: object) -> float:
    told = [each for each in UNSEEN if each.governs == governs]
    return sum(asked(each.text, POWERS) for each in told) / len(told)  # type: ignore[operator]


def test_of_remarks_that_nothing_was_learned_from_most_are_known_for_what_they_are() -> None:
    assert len(UNSEEN) > 2000
    assert share(False, is_like_talk) > 0.7
    assert share(True, is_like_talk) < 0.03
    assert share(True, is_like_what_governs) > 0.85
    assert share(False, is_like_what_governs) < 0.1


def test_all_powers_and_all_numbers_are_one() -> None:
    assert list_traits("Italy took 3", POWERS) == list_traits("Turkey took 14", POWERS)
    assert list_traits("Italy took 3", POWERS) != list_traits("Otto took 3", POWERS)


def test_the_heaviest_sentence_counts() -> None:
    weights = {"cake": -3.0, "draft": 2.0}
    assert weigh_heaviest("We had cake. It is a draft.", POWERS, weights) == 2.0


@pytest.mark.parametrize("text", ["Zmrzlina je dobrá", "(??? tbc)", "42"])
def test_words_that_no_example_has_are_no_talk(text: str) -> None:
    assert not is_like_talk(text, POWERS)


def test_the_same_examples_give_the_same_weights() -> None:
    few = [each for each in remarks() if not each.unseen][::40]
    assert written(learn(few)) == written(learn(few))
