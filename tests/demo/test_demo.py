"""The demonstration itself, from its first mail to its last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.demo import recorded
from judge.demo.play import DemoGame
from judge.demo.recorded import play_demo
from judge.library import load
from tests.letters.jdip_rules import Reader
from tests.road.inspected_games import InspectedCivGame, InspectedRobotGame
from tests.road.laws import CLIPPED
from tests.road.office import Letter


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What pictures take is measured elsewhere; no letter is too long for web mail."""
    monkeypatch.setattr(DemoGame, "draws", False)
    yield
    letters = written(tmp_path)
    assert letters
    for letter in letters:
        assert 0 < len(letter.html.encode()) < CLIPPED, letter.subject


def written(folder: Path) -> list[Letter]:
    """Return the letters of a game in the order of their files."""
    return [Letter("", path.read_bytes()) for path in sorted(folder.glob("letters/*/*.eml"))]


def test_the_demonstration_ends_as_the_recorded_game_did(tmp_path: Path) -> None:
    reports: list[str] = []
    result = play_demo("standard", tmp_path, reports.append)
    assert result.outcome.succeeded
    assert len(result.office.years) >= 4 and result.office.turns >= 12
    assert len(reports) == result.office.turns + 1
    sent, letter_count = result.office.sent, result.office.server.letter_count
    assert f"{sent} mails in, {letter_count} mails out" in result.summary
    reader, count = Reader(load("standard").map), 0
    letters = written(tmp_path)
    assert len(letters) == result.office.server.letter_count
    for letter in letters:
        if letter.subject.endswith("Results"):
            reader.result(letter.text)
            count += 1
    assert count == 8 * result.office.turns


@pytest.mark.parametrize(
    ("code", "options", "first"),
    [
        ("modern", {}, "S1995M: 10 powers, 38 units, "),
        ("ancmed", {"sight": "near"}, "S1M: 5 powers, 15 units, "),
    ],
)
def test_robots_play_by_mail_and_draw(
    code: str, options: dict[str, str], first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their first year; ``judge demo --variant modern`` plays twenty."""
    monkeypatch.setattr(InspectedRobotGame, "last", 1)
    reports: list[str] = []
    monkeypatch.setattr(recorded, "RobotGame", InspectedRobotGame)
    result = play_demo(code, tmp_path, reports.append, options)
    assert isinstance(result, InspectedRobotGame)
    assert result.outcome.verdict.startswith("The game ended by draw: ")
    assert result.outcome.succeeded
    assert result.faults == []
    assert len(reports) == result.office.turns + 1 >= 3
    assert reports[1].startswith(first)
    assert " results for " in result.last_result_letter


def test_civilizations_play_on_another_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(InspectedCivGame, "last", 1)
    monkeypatch.setattr(recorded, "CivGame", InspectedCivGame)
    result = play_demo("civ", tmp_path, [].append, {"map": "ancmed"})
    assert isinstance(result, InspectedCivGame)
    assert result.outcome.verdict.startswith("The game ended by")
    assert result.outcome.succeeded
    assert result.faults == []


def test_nine_civilizations_find_each_other_and_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their first years; ``judge demo --variant civ`` plays until one wins, or fails."""
    monkeypatch.setattr(InspectedCivGame, "last", 3)
    reports: list[str] = []
    monkeypatch.setattr(recorded, "CivGame", InspectedCivGame)
    result = play_demo("civ", tmp_path, reports.append)
    assert isinstance(result, InspectedCivGame)
    assert result.outcome.verdict.startswith("The game ended by")
    assert result.faults == []
    for deal in ("exchange maps", "the contact of", "its unit in", "hears nothing", "new contact"):
        assert any(deal in line for line in reports), deal
    letters = written(tmp_path)
    assert len(letters) == result.office.server.letter_count
    results = [letter for letter in letters if letter.subject.endswith("Results")]
    assert len(results) == 10 * (result.office.turns - 1), "the last one ends with the draw"
