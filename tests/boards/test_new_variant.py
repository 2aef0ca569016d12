"""A first variant, as maps/README.md walks through it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import judge
from judge import resources
from judge.boards.answers import read_answers
from judge.boards.draft import SourceError
from judge.cli import main

PAGE = (resources.find_file("maps", "README.md")).read_text("utf-8")
FILES = dict(re.findall(r"^```text (\S+)\n(.*?)^```", PAGE, re.S | re.M))
ISLES = FILES["isles.txt"]


@pytest.fixture
def maps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    return tmp_path / "maps"


def run(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], input=typed)


def test_the_page_leads_from_answers_to_the_first_turn(maps: Path, tmp_path: Path) -> None:
    (tmp_path / "isles.txt").write_text(ISLES, "utf-8")
    told = run("new-variant", "isles", "--answers", tmp_path / "isles.txt", "--maps", maps)
    assert told.exit_code == 0, told.output
    assert "sound, 6 provinces, 5 centers, 2 powers, 4 units" in told.output
    game = judge.new_game("isles")
    assert game.possible_orders("North")["COV"][:4] == (
        "F COV H",
        "F COV - ABB",
        "F COV - FEN",
        "F COV - MID",
    )
    (tmp_path / "start.game").write_text(game.write(), "utf-8")
    assert run("adjudicate", tmp_path / "start.game").exit_code == 0
    assert "CREATE first isles\n" in FILES["first.eml"]


def test_it_asks_again_where_an_answer_is_no_line(maps: Path) -> None:
    typed = "Pair\nlong ago\n1900\n2\nOne AAA\nOne: A AAA\nTwo: F BBB\n\nAAA Aba: BBB SEA\n"
    typed += "BBB Beba: SEA\nSEA Sea, sea:\n\n"
    told = run("new-variant", "pair", "--maps", maps, typed=typed)
    assert told.exit_code == 0, told.output
    assert "year long ago: it should be like year 1901" in told.output
    assert "power One AAA: it should be like power NAME: A ABC, F DEF" in told.output
    assert judge.new_game("pair").turn == "S1900M"


def test_what_was_typed_is_not_lost(maps: Path) -> None:
    told = run("new-variant", "odd", "--maps", maps, typed="Odd\n\n\nOne: A AAA\n\nBBB Beba:\n\n")
    assert told.exit_code == 2
    assert "One begins in AAA, which is no space" in told.output
    assert "name Odd\nyear 1901\nwins 0\npower One: A AAA\nspace BBB Beba:\n" in told.output
    assert not maps.exists() or list(maps.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("MID Middle Sea, sea:", "MID Middle Sea, lake:"), "f:10: .* like space ABC Name"),
        (("COV MID", "COV MUD"), "f:5: ABB borders on MUD, and there is no space MUD"),
        (("A ABB,", "X ABB,"), "f:3: .* like power NAME"),
        (("name   Four Isles", ""), "f: a variant needs a name"),
        (("wins   4", "wins   four"), "f:2: .* like wins 18"),
        (("wins   4", "prize  4"), "f:2: .* like name or year or wins or power or space"),
    ],
)
def test_a_bad_line_is_quoted(change: tuple[str, str], said: str) -> None:
    assert change[0] in ISLES
    with pytest.raises(SourceError, match=said):
        read_answers(ISLES.replace(*change), "f")


def test_bad_answers_do_not_fill_the_screen(maps: Path) -> None:
    file = maps.parent / "bad.txt"
    lines = "".join(f"space AAA A: X{n:03} X{n:03}\n" for n in range(100))
    file.write_text(f"{ISLES}{lines}space \x1b[2J{'B' * 9000}\n", "utf-8")
    told = run("new-variant", "wide", "--answers", file, "--maps", maps)
    assert told.exit_code == 2
    assert "\x1b" not in told.output and max(map(len, told.output.splitlines())) < 320
    assert len(told.output.splitlines()) == 41 and told.output.endswith("and 61 more\n")
    file.write_bytes(b"name \xff\xfe")
    told = run("new-variant", "wide", "--answers", file, "--maps", maps)
    assert told.exit_code == 2 and "can't decode byte 0xff" in told.output


def test_a_power_without_a_unit_of_its_kind_is_found_by_the_check(maps: Path) -> None:
    """An army at sea: the folder is not written."""
    (maps.parent / "bad.txt").write_text(ISLES.replace("A ABB,", "A MID,"), "utf-8")
    told = run("new-variant", "wet", "--answers", maps.parent / "bad.txt", "--maps", maps)
    assert told.exit_code == 2 and not (maps / "wet").exists()
