"""The demonstration itself, from its first mail to its last."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest

from judge.demo.mailboxes import plain_text
from judge.demo.play import run_demo
from judge.demo.recorded import play
from judge.demo.robots import RobotGame
from judge.library import load
from tests.letters.jdip_rules import Reader

uncounted = pytest.mark.no_cover  # the longest of all tests: counting lines doubles them


@uncounted
def test_the_demonstration_ends_as_the_recorded_game_did(tmp_path: Path) -> None:
    told: list[str] = []
    shown = play("standard", tmp_path, told.append)
    assert shown.same
    assert shown.years >= 4 and shown.turns >= 12
    assert len(told) == shown.turns + 1
    assert f"{shown.sent} mails in, {shown.received} mails out" in shown.summary
    reader, results = Reader(load("standard").map), 0
    letters = sorted(tmp_path.glob("letters/*/*.eml"))
    assert len(letters) == shown.received
    for path in letters:
        letter = message_from_bytes(path.read_bytes())
        if str(letter["Subject"]).endswith("Results"):
            reader.result(plain_text(letter))
            results += 1
    assert results == 8 * shown.turns


class Short(RobotGame):
    """A party that breaks up after a year."""

    last = 1


def test_robots_play_by_mail(tmp_path: Path) -> None:
    told: list[str] = []
    shown = run_demo(load("standard"), tmp_path, told.append, Short)
    assert shown.end.startswith("Every position was sound; the game did not end.")
    assert not shown.same, "nobody has won in a year"
    assert len(told) == shown.turns + 1 >= 3
    assert told[1].startswith("S1901M: 7 powers, 22 units, ")
    assert " results for " in shown.letter


@uncounted
def test_nine_civilizations_find_each_other_deal_and_one_wins(tmp_path: Path) -> None:
    told: list[str] = []
    shown = play("civ", tmp_path, told.append)
    assert shown.same, shown.end
    assert shown.end.startswith("Every letter and every position was sound; the game ended by")
    for deal in ("exchange maps", "the contact of", "its unit in", "hears nothing", "new contact"):
        assert any(deal in line for line in told), deal
    letters = [*tmp_path.glob("letters/*/*.eml")]
    assert len(letters) == shown.received
    subjects = [str(message_from_bytes(path.read_bytes())["Subject"]) for path in letters]
    results = [subject for subject in subjects if subject.endswith("Results")]
    assert len(results) == 10 * shown.turns
