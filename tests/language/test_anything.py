"""Nothing that can be typed makes the reader fail."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.language.reader import read_item
from judge.language.script import split_mail
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    OrderStatement,
    UnreadStatement,
    without_doubt,
)
from judge.library import load
from judge.model.turn import Phase
from tests.texts import any_text

TEXT = """
A F fleet army the Par Bur Stp/nc (sc) north coast Edinbrugh norwegian sea - -> > to moves s
supports suport c convoys via convoy h holds d disband build remove waive 2 England: French
Germany's , ; . ( ) (* *) > | // # press broadcast to all but France endpress signoff set
wait nowait draw no yes concede join game password x as sign on ? Fgame create with = rome
deadline length 3 days status list history from S1901M help please \u2192 \u2013 \u200b \u202e
\U0001f600 \xdf ' " \x00
"""
WORDS = [*TEXT.split(), "\n", "\t"]


@given(
    st.one_of(
        st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join),
        any_text(60),
    ),
    st.sampled_from(Phase),
)
@settings(max_examples=150)
def test_whatever_is_typed_gets_an_answer(text, phase):
    for item in split_mail(text).items:
        for found in read_item(item, load("standard"), phase):
            assert isinstance(
                without_doubt(found),
                OrderStatement | CommandStatement | ConditionStatement | UnreadStatement,
            )


@pytest.mark.parametrize(
    "text",
    [
        "\x00\x01",
        "\u202e A Par",
        "(((",
        "- - -",
        "\ud800",
        "1.",
        "'s",
        "press to ,",
        "set",
        "a " * 249,
    ],
)
def test_odd_lines(read, text):
    for phase in Phase:
        for found in read(text, phase):
            assert isinstance(found, UnreadStatement)
            assert found.why.code
