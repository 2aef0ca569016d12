"""Yes, no and numbers in the words of people; a word that nobody knows makes an answer unsure."""

from __future__ import annotations

import pytest

from judge.language.answers import Picked, ShortAnswer, read_picked, read_short_answer


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("yes", ("yes", True)),
        ("Sure, go ahead!", ("yes", True)),
        ("that's right, I wrote it", ("yes", True)),
        ("Yes, that was me. Looking forward to it!", ("yes", True)),
        ("Ja, das bin ich. Danke!", ("yes", True)),
        ("Yes. Just kidding!", ("yes", False)),
        ("Yes. My brother wrote it.", ("yes", False)),
        ("no", ("no", True)),
        ("I never wrote this mail", ("no", True)),
        ("No, we need no pause in summer", ("no", False)),
        ("certainly not", ("no", True)),
        ("Of course not!", ("no", True)),
        ("I'd rather not", ("no", True)),
        ("abstain", ("abstain", True)),
    ],
)
def test_short_answers(typed: str, meant: tuple[str, bool]) -> None:
    assert read_short_answer(typed) == ShortAnswer(*meant)


@pytest.mark.parametrize(
    "typed",
    [
        *("yes, but as Russia", "maybe", "only if you must", "A Paris - Burgundy", "1 yes", ""),
        *("not against it", "no complaint", "I would never refuse", "why not", "ok, not bad"),
    ],
)
def test_what_is_no_answer(typed: str) -> None:
    assert read_short_answer(typed) is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1, 3", Picked((1, 3))),
        ("1 and 3, but not 2", Picked((1, 3), but=frozenset({2}))),
        ("1-3", Picked((1, 2, 3))),
        ("all of them", Picked(every=True)),
        ("all three please", Picked(every=True, lines=3)),
        ("yes, the three of them", Picked(every=True, lines=3)),
        ("both of the first two", Picked((1, 2))),
        ("numbers one to three", Picked((1, 2, 3))),
        ("1 to 3", Picked((1, 2, 3))),
        ("one yes, two no", Picked((1,), but=frozenset({2}))),
        ("yes to the first, no to the second", Picked((1,), but=frozenset({2}))),
        ("2 and 3 are right", Picked((2, 3))),
        ("everything but 2", Picked(every=True, but=frozenset({2}))),
        ("I mean 2.", Picked((2,))),
        ("the last", Picked((-1,))),
        ("none of these", Picked(nothing=True)),
        ("every one of them", Picked(every=True)),
        ("yes", Picked()),
        ("both 1 and 3", Picked((1, 3))),
        ("none but 2", Picked((2,))),
        ("all 3", Picked(every=True, lines=3)),
        ("1 yes. 2 no. 3 yes.", Picked((1, 3), but=frozenset({2}))),
        ("the second of the three", Picked((2,), lines=3)),
        ("the first two of the three", Picked((1, 2), lines=3)),
        ("yes to 1, no to the rest", Picked((1,))),
        ("I'd like 1 and 3, thanks", Picked((1, 3))),
        ("1 - yes, 2 - no", Picked((1,), but=frozenset({2}))),
    ],
)
def test_numbers_that_are_picked(typed: str, meant: Picked) -> None:
    assert read_picked(typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "1 2 3 no 4 yes",
        "1 2 3 yes yes no",
        "2 of them: 1 and 4",
        "1/2",
        "1.5",
        "4 yes 5",
        "one of them",
        "I'd like one of these",
        "yes, one of the lines",
        "two of the three",
        "1 of 3",
        "2 out of the 3",
        "1 and 2, I mean 1 and 3",
        "2 3 sorry 1 3",
        "the last one, I mean the first",
        "1+2=3",
        "2+2",
        "2:3",
        "take two!",
        "just one",
        "no. 2",
    ],
)
def test_numbers_of_which_it_is_open_what_is_meant_pick_nothing(typed: str) -> None:
    assert read_picked(typed) is None


@pytest.mark.parametrize("typed", ["not 1", "1 perhaps", "A 1", "3-1", "2 armies"])
def test_numbers_in_doubt_pick_nothing(typed: str) -> None:
    assert read_picked(typed) is None


def test_where_there_are_votes_no_and_a_number_is_a_ballot() -> None:
    assert read_picked("no 1", votes=True) is None
