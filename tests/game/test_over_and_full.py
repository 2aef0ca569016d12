"""What is refused once a game is over, and where a seat has as much as it may have."""

from __future__ import annotations

import pytest

from tests.game.conftest import Club


@pytest.fixture
def running() -> Club:
    club = Club()
    club.gather()
    return club


@pytest.fixture
def ended(running: Club) -> Club:
    running.say("m1", "TERMINATE")
    assert running.game.stage == "ended"
    return running


@pytest.mark.parametrize(
    ("writer", "line"),
    [
        *(("m1", line) for line in (
            "EJECT France", "INVITE x@example.org", "INVITE x@example.org AS France",
            "SEAT x@example.org AS France", "PAUSE", "EXTEND 1 day", "PROCESS",
            "CORRECT A PAR TO GAS", "TERMINATE")),
        *(("France", line) for line in (
            "ABSENCE Dec 2", "WAIT", "DRAW", "CONCEDE TO Italy", "POLL Who is there?",
            "A Par - Bur", "PHASE F1901M\nA Par - Bur\nEND", "VOTE PAUSE")),
        *(("", line) for line in ("JOIN ruhr", "TAKEOVER ruhr AS France", "STANDBY ruhr")),
    ],
)  # fmt: skip
def test_a_game_that_is_over_stays_as_it_is(ended: Club, writer: str, line: str) -> None:
    before = ended.game
    done = ended.say(writer, line) if writer else ended.mail("new@example.net", line)
    codes = ended.codes(done)
    assert codes and codes[0] in ("refused game_over", "refused not_running"), codes
    assert ended.game.seats == before.seats and ended.game.position == before.position


def test_who_asked_for_a_seat_is_let_into_no_game_that_is_over(running: Club) -> None:
    running.mail("master@example.org", "CREATE elbe WITH approval=on, confirm=off")
    running.mail("new@example.net", "JOIN elbe")
    master = running.seat("m1", "elbe")
    running.mail("master@example.org", "TERMINATE", master, "elbe")
    assert running.games["elbe"].stage == "ended"
    done = running.mail("master@example.org", "APPROVE new@example.net", master, "elbe")
    assert running.codes(done) == ["refused game_over"]
    assert running.games["elbe"].players == ()


def test_somebody_is_banned_and_let_in_again_when_a_game_is_over_too(ended: Club) -> None:
    for line, code in (
        ("UNBAN x@example.org", "refused not_banned"), ("BAN x@example.org", "noted banned"),
        ("UNBAN x@example.org", "noted unbanned"), ("BAN france@example.org", "refused ban_seated"),
    ):  # fmt: skip
        assert ended.codes(ended.say("m1", line)) == [code]


def test_a_seat_has_so_many_plans(running: Club) -> None:
    def plan(name: str) -> list[str]:
        return running.codes(running.say("France", f"PLAN {name}\nA Par - Bur\nEND PLAN"))

    for number in range(20):
        assert "refused too_many_plans" not in plan(f"number{number}")
    assert "refused too_many_plans" in plan("another")
    assert "refused too_many_plans" not in plan("number7")  # in place of what it was
    assert len(running.seat("France").plans) == 20
    running.say("France", "DROP PLAN number3")
    assert "refused too_many_plans" not in plan("another")


def test_a_plan_has_so_many_lines(running: Club) -> None:
    """As many as a mail is read for, over several mails."""
    for _ in range(2):
        running.say("France", "PLAN long\n" + "A Par - Bur\n" * 150 + "END PLAN")
    (plan,) = running.seat("France").plans
    assert 0 < len(plan.lines) <= 200


def test_so_many_votes_are_open(running: Club) -> None:
    for number in range(5):
        assert running.codes(running.say("m1", f"POLL Number {number}?")) != ["refused vote_most"]
    assert running.codes(running.say("m1", "POLL One more?")) == ["refused vote_most"]
    assert running.codes(running.say("France", "POLL One more?")) == ["refused vote_most"]


def test_so_many_letters_of_a_seat_wait(running: Club) -> None:
    for number in range(20):
        done = running.say("France", f"PRESS TO ITALY AT 23:00: number {number}")
        assert "refused press_too_many" not in running.codes(done)
    done = running.say("France", "PRESS TO ITALY AT 23:00: one more")
    assert running.codes(done) == ["refused press_too_many"]
    done = running.say("Italy", "PRESS TO FRANCE AT 23:00: mine")
    assert "refused press_too_many" not in running.codes(done)
