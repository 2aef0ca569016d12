"""Deadlines are fair: what counts is when a mail was received, not when it was read."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from judge.game.state import Stage
from judge.service import turn
from judge.service.waiting import read_waiting_mail
from tests.road.office import POWERS, Office, player

pytestmark = pytest.mark.databases("sqlite", "postgresql")

SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("early", "counts"), [(SECOND, True), (timedelta(0), True), (-SECOND, False)]
)
def test_mail_counts_by_the_time_it_was_received(
    office: Office, early: timedelta, counts: bool
) -> None:
    due = office.game().due_at
    assert due is not None
    office.now = due - early
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    office.now = due + timedelta(minutes=5)
    letters = office.run()
    played = office.game().played
    assert played is not None
    moved = {str(r.order.unit.at): r.why.code for r in played.results}["PAR"] == "moves"
    assert moved == counts
    assert office.orders("France") == []
    mine = [letter for letter in letters if letter.to == player("France")]
    subjects = ["Re: orders", "JUDGE:ruhr - S1901M Results"]
    assert [letter.subject for letter in mine] == (subjects if counts else subjects[::-1])
    receipt = next(letter for letter in mine if letter.subject == "Re: orders")
    assert ("Spring of 1901" if counts else "Fall of 1901") in receipt.flat
    assert ("written for a turn that is over" in receipt.flat) == (not counts)


def test_mail_after_a_deadline_waits_until_that_has_fallen(office: Office) -> None:
    """A judge that began its work before the deadline sees the mail, and so does one that runs no
    turns because another is at this one."""
    due = office.game().due_at
    assert due is not None
    office.now = due + SECOND
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    for before in (timedelta(days=2), SECOND):
        office.now = due - before
        office.run()
        assert office.inbox()[-1][0] == "new"
    office.now = due + 2 * SECOND
    if not office.judge.database.is_single_judge:
        read_waiting_mail(office.judge, office.now)
        assert office.inbox()[-1][0] == "new"
    letters = [letter for letter in office.run() if letter.to == player("France")]
    assert [letter.subject for letter in letters] == ["JUDGE:ruhr - S1901M Results", "Re: orders"]


@pytest.mark.parametrize("addressed", [True, False])
@pytest.mark.parametrize("trouble", [OperationalError("", {}, OSError("full")), ValueError("odd")])
def test_mail_after_a_deadline_waits_while_its_turn_cannot_be_run(
    trouble: Exception, addressed: bool, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full for the turn has room for a mail; also one to the judge's own address."""

    def fails(*args: object) -> None:
        raise trouble

    due = office.game().due_at
    assert due is not None
    office.now = due + SECOND
    if addressed:
        office.write(player("France"), "A Par - Bur", answering=player("France"))
    else:
        seat = next(each for each in office.game().players if each.address == player("France"))
        office.write(player("France"), f"SIGNON {seat.name} ruhr {seat.secret}\nA Par - Bur")
    office.now = due + 2 * SECOND
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(turn, "advance_clock", fails)
        office.run()
    assert office.inbox()[-1][0] == "new"
    letters = [letter for letter in office.run() if letter.to == player("France")]
    assert [letter.subject for letter in letters] == ["JUDGE:ruhr - S1901M Results", "Re: orders"]


@pytest.mark.parametrize(("early", "counts"), [(SECOND, True), (-SECOND, False)])
def test_mail_in_the_time_of_grace_counts_while_somebody_is_late(
    office: Office, early: timedelta, counts: bool
) -> None:
    office.answer("master@example.org", "SET GRACE 2 HOURS")
    due = office.game().due_at
    assert due is not None
    office.now = due + timedelta(hours=2) - early
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    office.now = due + timedelta(hours=3)
    office.run()
    played = office.game().played
    assert played is not None
    assert ({str(r.order.unit.at): r.why.code for r in played.results}["PAR"] == "moves") == counts


def test_a_turn_that_all_have_ordered_is_processed_at_once_and_only_once(office: Office) -> None:
    for power in POWERS:
        units = office.game().position.units_of(power)  # type: ignore[union-attr]  # it has begun
        orders = "\n".join(f"{unit.kind[0].upper()} {unit.at} H" for unit in units)
        office.write(player(power), orders, answering=player(power))
    office.run()
    assert office.game().number == 2
    assert office.run() == []


def test_turns_that_follow_at_once_after_a_short_outage(office: Office) -> None:
    due = office.game().due_at
    assert due is not None
    office.now = due + timedelta(hours=5)
    office.run()
    game = office.game()
    assert (game.number, game.stage) == (2, Stage.ACTIVE)
    assert game.due_at is not None and game.due_at > office.now + timedelta(days=1)


def test_an_outage_gives_back_what_was_left_when_it_began(office: Office) -> None:
    due = office.game().due_at
    assert due is not None
    office.now = stopped = due - timedelta(hours=40)
    assert office.run() == []
    office.close()
    office.open()
    office.now = due + timedelta(days=2)
    letters = office.run()
    assert {letter.subject for letter in letters} == {"JUDGE:ruhr - Deadline Changed"}
    assert office.game().due_at == office.now + (due - stopped)
    assert office.run() == []
    office.answer("master@example.org", "PROCESS")
    assert (office.game().number, office.game().stage) == (2, Stage.ACTIVE)
