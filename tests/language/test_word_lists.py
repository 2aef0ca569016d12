"""Every list of words is read by somebody, every pattern names lists that there are, and an
operator can add to them."""

from __future__ import annotations

import importlib
import pkgutil
import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import judge
from judge import resources
from judge.game.clock.dates import parse_when
from judge.language import word_lists
from judge.language.word_lists import (
    WordFinder,
    WordPattern,
    expand_choices,
    list_words,
    write_alternatives,
)

ROOT = Path(judge.__file__).parent
LONGEST_PATTERN = 40_000
"""One of 360,000 characters took a second to compile."""


def patterns() -> dict[str, WordPattern]:
    found = {}
    for info in pkgutil.walk_packages([str(ROOT)], "judge."):
        if info.name.startswith(("judge.language.", "judge.post.", "judge.game.")):
            module = importlib.import_module(info.name)
            values = [*vars(module).items()]
            values += [
                (f"{name}[{key}]", part)
                for name, value in values
                if isinstance(value, dict)
                for key, part in value.items()
            ]
            found |= {
                f"{info.name}.{name}": value
                for name, value in values
                if isinstance(value, WordPattern)
            }
    return found


def test_every_pattern_names_lists_that_there_are() -> None:
    found = patterns()
    assert len(found) > 30
    for name, pattern in found.items():
        assert pattern.pattern.groups >= 0, name


def test_every_list_is_read() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    read = {*re.findall(r"%\((\w+)\)s", code)}
    read |= {name for said in re.findall(r"[\"']([\w ]+)(?=[\"'])", code) for name in said.split()}
    assert {*word_lists._read_all_lists()} - read == set()


def test_the_longest_word_is_found_and_a_star_stands_for_more() -> None:
    assert re.fullmatch(write_alternatives("else"), "if not")
    assert re.match(write_alternatives("for"), "for")
    assert re.fullmatch(write_alternatives("wrote"), "napisał(a)")
    assert not re.fullmatch(write_alternatives("wrote"), "napisałzzzzzzzzz")


def test_an_operator_adds_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "grammar" / "lists"
    own.mkdir(parents=True)
    (own / "own.toml").write_text('takes_leave = ["Tot ziens"]\n', encoding="utf-8")
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    word_lists._read_all_lists.cache_clear()
    try:
        assert "tot ziens" in list_words("takes_leave")
        assert "cheers" in list_words("takes_leave")
    finally:
        word_lists._read_all_lists.cache_clear()


def test_the_months_of_another_language_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "grammar" / "lists"
    own.mkdir(parents=True)
    months = "januar februar märz april mai juni juli august september oktober november dezember"
    days = "montag dienstag mittwoch donnerstag freitag samstag sonntag"
    lists = {"months": months.split(), "weekdays": days.split()}
    text = "".join(f"{name} = {words!r}\n" for name, words in lists.items())
    (own / "deutsch.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    now, zone = datetime(2026, 11, 1, tzinfo=UTC), ZoneInfo("UTC")
    word_lists._read_all_lists.cache_clear()
    try:
        evening = datetime(2026, 12, 1, 18, tzinfo=UTC)
        assert parse_when("Dienstag 1. Dezember 18:00", zone, now) == evening
        assert parse_when("Tuesday 1 Dec 6pm", zone, now) == evening
        assert parse_when("Montag 1. Dezember 18:00", zone, now) is None
    finally:
        word_lists._read_all_lists.cache_clear()


def test_choices_are_each_read_once_and_may_have_others_in_them() -> None:
    assert [*expand_choices("(his|her|) fleet")] == ["his fleet", "her fleet", "fleet"]
    assert [*expand_choices("back (that|(it|them) (in|up)|) now")] == [
        "back that now", "back it in now", "back it up now", "back them in now", "back them up now",
        "back now",
    ]  # fmt: skip
    assert [*expand_choices("(-)")] == ["(-)"]
    assert [*expand_choices("the|your map")] == ["the|your map"]
    assert [*expand_choices(":( (a|b)")] == [":( a", ":( b"]


def test_no_pattern_is_so_long_that_a_process_waits_for_it() -> None:
    sizes = {name: len(each.pattern.pattern) for name, each in patterns().items()}
    assert [name for name, size in sizes.items() if size > LONGEST_PATTERN] == []


def test_no_words_are_found_beyond_the_end_of_a_text() -> None:
    finder = WordFinder("w told_with")
    assert finder.match("paris with", 6) == ("w", "with", 10)
    assert finder.match("paris withers", 6) is None
