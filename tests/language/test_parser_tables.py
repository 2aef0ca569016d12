"""Parsers that are kept: as good as new ones, never those of another grammar, never in the way."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lark import LarkError

from judge import resources
from judge.language import parser_tables
from judge.language.grammar import _build_grammar
from judge.language.parser_tables import build_parser
from judge.library import load

GREETING = 'greeting: HAIL NAME\nHAIL: "hail" | "good day"\nNAME: /[a-z]+/\n%ignore " "\n'
FAREWELL = GREETING.replace("good day", "good bye")
LINES = ("a par - bur", "f bre s a gas - pic", "set deadline friday", "build a par", "army paris")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path))
    return tmp_path / "parsers"


def must_not_be_made(*_: object) -> None:
    raise AssertionError("it was made anew")


@pytest.mark.parametrize("code", ["standard", "civ"])
def test_a_kept_parser_reads_what_a_new_one_reads(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = load(code)
    orders, commands = tuple(variant.orders.values()), tuple(variant.commands.items())
    given = (variant.map, variant.grammar, orders, commands)
    new = _build_grammar.__wrapped__(*given)
    monkeypatch.setattr(parser_tables, "_make_parser", must_not_be_made)
    kept = _build_grammar.__wrapped__(*given)

    assert kept.keywords == new.keywords
    assert kept.spoken == new.spoken
    assert kept.openers == new.openers
    for line in LINES:
        for old, anew in ((kept.order, new.order), (kept.command, new.command)):
            assert old.parse(line) == anew.parse(line)
            assert old.find_fault(line) == anew.find_fault(line)
    assert kept.order.parse("a par - bur") is not None
    assert kept.command.parse("set deadline friday") is not None


def test_another_grammar_or_start_has_a_table_of_its_own(folder: Path) -> None:
    hail = build_parser(GREETING, ["greeting"], None)[0]
    part = build_parser(FAREWELL, ["greeting"], None)[0]
    build_parser(GREETING + "end: HAIL\n", ["greeting"], None)
    build_parser(GREETING + "end: HAIL\n", ["greeting", "end"], None)
    assert hail.parse("good day anna")
    assert part.parse("good bye anna")
    with pytest.raises(LarkError):
        part.parse("good day anna")
    assert len(list(folder.iterdir())) == 4


def test_a_newer_judge_reads_no_older_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_parser(GREETING, ["greeting"], None)
    monkeypatch.setattr(parser_tables, "_MAKER", b"a newer one")
    build_parser(GREETING, ["greeting"], None)
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("wrong", ["cut", "changed", "empty", "sound, but no table", "a folder"])
def test_a_broken_table_is_made_anew(folder: Path, wrong: str) -> None:
    build_parser(GREETING, ["greeting"], None)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    if wrong == "sound, but no table":
        resources.keep_content("parsers", kept.name, b"i\x01\x00\x00\x00")
    elif wrong == "a folder":
        kept.unlink()
        kept.mkdir()
    else:
        kept.write_bytes({"cut": whole[:-9], "changed": b"0" + whole[1:], "empty": b""}[wrong])
    parser, words = build_parser(GREETING, ["greeting"], None)
    assert parser.parse("good day anna")
    assert words["HAIL"] == ("good day", "hail")
    if wrong != "a folder":
        assert len(resources.read_kept_file("parsers", kept.name) or b"") > 5


def test_what_others_may_have_written_is_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resources.keep_content("parsers", "name", b"content")
    assert resources.read_kept_file("parsers", "name") == b"content"
    folder.chmod(0o777)
    assert resources.read_kept_file("parsers", "name") is None
    folder.chmod(0o700)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert resources.read_kept_file("parsers", "name") is None


def test_where_nothing_can_be_written_nothing_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write_text("a file, where the folder would be")
    assert build_parser(GREETING, ["greeting"], None)[0].parse("hail anna")
    for name in ("CACHE_DIRECTORY", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)

    def has_no_home() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", has_no_home)
    assert build_parser(GREETING, ["greeting"], None)[0].parse("hail anna")


def test_many_may_keep_the_same_at_a_time(folder: Path) -> None:
    content = os.urandom(200_000)
    with ThreadPoolExecutor(8) as crew:
        found = crew.map(lambda _: _keep_and_read(content), range(40))
        assert set(found) == {content}
    assert [path.name for path in folder.iterdir()] == ["name"]


def _keep_and_read(content: bytes) -> bytes | None:
    resources.keep_content("parsers", "name", content)
    return resources.read_kept_file("parsers", "name")


def test_the_oldest_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_MOST_KEPT", 3)
    for number in range(5):
        resources.keep_content("parsers", str(number), b"content")
        os.utime(folder / str(number), (number, number))
    resources.keep_content("parsers", "newest", b"content")
    assert {path.name for path in folder.iterdir()} == {"newest", "4", "3"}
