"""What begins and ends press, by the words of the grammar."""

import pytest

from judge import resources
from judge.language.press_heads import PRESS_RULES, build_press_patterns, load_press_patterns
from judge.language.reader import read_line
from judge.language.script import split_mail
from judge.language.statement import CommandStatement, Line
from judge.library import load
from judge.model.turn import Phase

TEXT = resources.find_file("grammar", "commands.lark").read_text("utf-8")


@pytest.mark.parametrize(
    ("terminal", "words", "heads"),
    [
        ("_PRESS", "whisper", ["whisper to france", "grey whisper to all", "whisper france: psst"]),
        ("_PRESS", "press secretly", ["press secretly to the king's men"]),
        ("POSTAL_PRESS.1", "slow press", ["slow press to france", "slow broadcast"]),
        ("_BROADCAST", "proclaim", ["proclaim", "proclaim: hear", "proclaim grey to all at 18:00"]),
        ("_BROADCAST", "broadcast to everybody", ["broadcast grey to everybody: hear, hear"]),
        ("_DIARY", "chronicle", ["chronicle", "chronicle: a quiet turn"]),
    ],
)
def test_a_new_word_of_the_grammar_begins_press(terminal, words, heads):
    new = build_press_patterns(TEXT.replace(f"\n{terminal}: ", f'\n{terminal}: "{words}" | '))
    for head in heads:
        assert new.head.fullmatch(head)
        assert not load_press_patterns().head.fullmatch(head)


@pytest.mark.parametrize(
    ("terminal", "word"), [("_PRESS", "whisper"), ("_BROADCAST", "proclaim"), ("_DIARY", "log")]
)
def test_a_new_name_ends_press_and_carries_a_text(terminal, word):
    new = build_press_patterns(TEXT.replace(f"\n{terminal}: ", f'\n{terminal}: "{word}" | '))
    assert new.end.fullmatch(f"end{word}") and new.end.fullmatch(f"end of {word}")
    assert new.beginning.match(f"  White {word.upper()} to france: hello")
    assert not load_press_patterns().end.fullmatch(f"end{word}")


@pytest.mark.parametrize(
    ("terminal", "word"), [("_PRESS_LIST", "mine"), ("_CANCEL_PRESS.2", "off")]
)
def test_a_new_command_about_press_is_no_head(terminal, word):
    assert load_press_patterns().head.fullmatch(f"press {word}")
    new = build_press_patterns(TEXT.replace(f"\n{terminal}: ", f'\n{terminal}: "press {word}" | '))
    assert not new.head.fullmatch(f"press {word}")


def test_a_grammar_without_press_is_wrong():
    with pytest.raises(ValueError, match="there is no rule diary"):
        build_press_patterns(TEXT.replace("\ndiary:", "\njournal:"))


@pytest.mark.parametrize(
    ("head", "rule"),
    [
        ("PRESS TO France", "press"), ("grey press to france, germany", "press"),
        ("Broadcast gray to all", "broadcast"), ("DIARY entry", "diary"),
    ],
)  # fmt: skip
def test_what_begins_press_is_read_as_its_command(head, rule):
    (item,) = split_mail(f"{head}\nA Par - Bur\nENDPRESS\n").items
    assert item.body == "A Par - Bur"
    (statement,) = read_line(Line(1, head), load("standard"), Phase.MOVEMENT)
    assert isinstance(statement, CommandStatement)
    assert rule in PRESS_RULES and type(statement.command).__name__.lower() == rule
