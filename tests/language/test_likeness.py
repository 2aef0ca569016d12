"""What words weigh beside orders: more in remarks that keep these from counting than in talk; and
in sentences that give orders less than in those which only look like it."""

from __future__ import annotations

import pytest

from judge.language.beside import mark_names_on_board
from judge.language.likeness import (
    is_like_given_orders,
    is_like_talk,
    is_like_what_governs,
    list_traits_of_sentence,
    weigh_heaviest_sentence,
)
from tests.road.remarks.learning import WHERE, learn, remarks, told, written

UNSEEN = [each for each in remarks() if each.unseen]


def share(governs: bool, asked: object) -> float:
    told = [each for each in UNSEEN if each.governs == governs]
    return sum(asked(each.text, WHERE) for each in told) / len(told)  # type: ignore[operator]


def traits(text: str) -> frozenset[str]:
    return list_traits_of_sentence(text, mark_names_on_board(text, WHERE))


def test_of_remarks_that_nothing_was_learned_from_most_are_known_for_what_they_are() -> None:
    assert len(UNSEEN) > 3000
    assert share(False, is_like_talk) > 0.84
    assert share(True, is_like_talk) < 0.02
    assert share(True, is_like_what_governs) > 0.88
    assert share(False, is_like_what_governs) < 0.08


def test_of_sentences_that_only_look_like_orders_few_are_like_given_ones() -> None:
    unseen = [each for each in told() if each.unseen]
    assert len(unseen) > 300
    like = {
        governs: [
            is_like_given_orders(each.text, each.where)
            for each in unseen
            if each.governs == governs
        ]
        for governs in (False, True)
    }
    assert sum(like[False]) > 0.6 * len(like[False])
    assert sum(like[True]) < 0.05 * len(like[True])


def test_all_names_and_all_numbers_are_one() -> None:
    assert traits("Italy took 3") == traits("Turkey took 14")
    assert traits("Italy took 3") != traits("Otto took 3")
    assert traits("Naples sleeps in 1907") == traits("Smyrna sleeps in 1908")
    assert traits("Naples sleeps") != traits("Paris sleeps")


def test_names_are_marked_for_what_they_are_to_the_writer() -> None:
    said = "In Spring we French hold Paris and the Mid-Atlantic, till Turkey's 1905."
    marked = "in NOW we OWN hold HOME and the SPACE, till POWER TURN."
    assert mark_names_on_board(said, WHERE) == marked


def test_the_heaviest_sentence_counts_or_two_together() -> None:
    weights = {"We had cake.": -3.0, "It is a draft.": 2.0, "Or two.": 0.0}

    def weigh(text: str, marked: str) -> float:
        return weights.get(text, 9.0 if "draft. Or" in text else -9.0)

    assert weigh_heaviest_sentence("We had cake. It is a draft.", WHERE, weigh) == 2.0
    assert weigh_heaviest_sentence("It is a draft. Or two.", WHERE, weigh) == 9.0


@pytest.mark.parametrize("text", ["Zmrzlina je dobrá", "(??? tbc)", "42"])
def test_words_that_no_example_has_are_no_talk(text: str) -> None:
    assert not is_like_talk(text, WHERE)


def test_the_same_examples_give_the_same_weights() -> None:
    few = [each for each in remarks() if not each.unseen][::40]
    assert written(learn(few)) == written(learn(few))
