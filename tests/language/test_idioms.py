"""What says nothing of orders is left out of a line, and no word more."""

from __future__ import annotations

import pytest

from judge.language.idioms import cut_idioms


@pytest.mark.parametrize(
    "line",
    [
        "Until next time!",
        "Cheers, mate",
        "P.S. Happy new year, everyone!",
        "See you on the other side. Good luck!",
        "Viele Grüße",
        "HOPE THIS ARRIVES IN TIME",
        "Fingers crossed :-)",
    ],
)
def test_nothing_is_left_of_what_says_nothing(line: str) -> None:
    assert not cut_idioms(line)


@pytest.mark.parametrize(
    "line",
    [
        "Until next time nothing moves",
        "Good luck to nobody",
        "Fingers crossed that this is not read",
        "Hope this arrives too late",
        "That's it for Paris",
        "-",
        "",
    ],
)
def test_what_goes_on_stays_whole(line: str) -> None:
    assert cut_idioms(line) == line


def test_the_other_sentences_of_a_line_stay() -> None:
    said = "Good luck! Paris is still open. Cheers"
    assert cut_idioms(said) == "Paris is still open."
