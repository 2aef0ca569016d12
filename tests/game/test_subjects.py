"""A subject may be a command; one of ours that comes back is none."""

from __future__ import annotations

import pytest

from judge.game.mail.decide import find_command_in_subject


@pytest.mark.parametrize(
    "subject",
    ["LIST", "Re: LIST", "  LIST ", "Re: Re:  LIST"],
)
def test_what_stands_behind_the_marks_of_answers_is_the_command(subject: str) -> None:
    assert find_command_in_subject(subject) == "LIST"


@pytest.mark.parametrize(
    "subject",
    [
        "JUDGE:ruhr - S1901M Results",
        "Re: JUDGE:ruhr - S1901M Results",
        "[JUDGE:ruhr - S1901M Results]",
        "Re: The-Judge:ruhr2 - Press from Italy",
        "",
        "Re: ",
    ],
)
def test_a_subject_of_a_letter_of_a_judge_is_no_command(subject: str) -> None:
    assert find_command_in_subject(subject) == ""


def test_a_colon_alone_makes_no_subject_of_ours() -> None:
    assert find_command_in_subject("STATUS ruhr - please") == "STATUS ruhr - please"
