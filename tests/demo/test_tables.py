"""Games of one person and robots; ``python -m tests.demo.tables`` plays each board to the end."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest

from judge.api import read_game
from judge.demo.mailboxes import POLICY, find_plain_text_of
from judge.demo.table import RobotTable, TableWish
from judge.game.orders.accepting import find_orders_due
from judge.game.robots.thinking import awaits_robots
from tests.demo.tables import MOST_YEARS, play_table


@pytest.mark.parametrize(
    ("code", "years", "options"),
    [
        ("franceaustria", MOST_YEARS, {}),
        ("ancmed", 1, {"sight": "near"}),
        ("gd", 1, {}),
        ("civ", 1, {"map": "ancmed"}),
    ],
)
def test_robots_give_legal_orders_to_the_end(
    code: str, years: int, options: dict[str, str], tmp_path: Path
) -> None:
    course = play_table(tmp_path, code, years=years, **options)
    assert course.faults == []
    assert course.turns >= 2 * min(years, 2)
    assert bool(course.ended) is (years == MOST_YEARS)


def test_only_the_person_is_waited_for(tmp_path: Path) -> None:
    table = RobotTable(tmp_path)
    try:
        table.begin_game(TableWish("ancmed", {}, "Rome", "easy"))
        table.send_mail("SET PICTURES OFF")
        while table.game.number < 5 and table.game.position.has_survived("Rome"):
            assert not awaits_robots(table.game)
            assert "Rome" in find_orders_due(table.game), table.game.position.turn
            table.pass_deadline()
    finally:
        table.close()


def test_who_lets_a_deadline_pass_is_not_reminded_of_it(tmp_path: Path) -> None:
    wish = TableWish("franceaustria", {}, "France", "easy")
    saved = tmp_path / "saved.game"
    begun = RobotTable(tmp_path / "begun")
    resumed = RobotTable(tmp_path / "resumed")
    try:
        begun.begin_game(wish)
        begun.pass_deadline()
        begun.save_game(saved)
        resumed.resume_game(saved.read_bytes(), wish)
        number = resumed.game.number
        resumed.pass_deadline()
        assert resumed.game.number > number
        for table in (begun, resumed):
            letters = [message_from_bytes(raw) for raw in table.list_new_letters()]
            assert letters
            assert not any("Reminder" in letter["Subject"] for letter in letters)
    finally:
        begun.close()
        resumed.close()


def test_a_saved_game_goes_on_in_the_midst_of_its_turn(tmp_path: Path) -> None:
    """Votes, the ballots of all, the orders, the plans and the wish to wait are kept."""
    wish = TableWish("franceaustria", {}, "France", "easy")
    saved = tmp_path / "saved.game"
    begun = RobotTable(tmp_path / "begun")
    resumed = RobotTable(tmp_path / "resumed")
    try:
        begun.begin_game(wish)
        begun.send_mail("POLL Shall we play on?\nWAIT\nA PAR - BUR")
        begun.send_mail("PLAN north\nF BRE - ENG\nEND")
        begun.save_game(saved)
        assert read_game(saved.read_text(encoding="utf-8")).position == begun.game.position
        resumed.resume_game(saved.read_bytes(), wish)
        before, after = begun.game, resumed.game
        (poll,) = after.motions
        assert poll.terms == ("Shall we play on?",)
        assert poll.mover == resumed.seat.name
        assert len(poll.ballots) == len(before.motions[0].ballots)
        assert after.orders["France"] == before.orders["France"]
        assert resumed.seat.wait
        assert resumed.seat.plans == begun.seat.plans != ()
        assert "Vote 1" in find_answer(resumed, "STATUS")
    finally:
        begun.close()
        resumed.close()


def find_answer(table: RobotTable, asked: str) -> str:
    """What the person is answered."""
    table.send_mail(asked)
    return find_plain_text_of(message_from_bytes(table.list_new_letters()[-1], policy=POLICY))
