"""What programs are told that watch a judge: whether it is well, and its figures."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from judge.post.http_in import HttpAnswer
from judge.service import counting
from judge.service.operate.watching import METERS, JudgeHealth, health_responder
from judge.store.figures import count_waiting
from tests.road.office import MASTER, Office, player
from tests.road.test_found import looked_through, taken_down

pytestmark = pytest.mark.databases("sqlite", "postgresql")


def asked(office: Office, path: str, **how: bool) -> HttpAnswer:
    def state() -> JudgeHealth:
        with office.judge.database.read_transaction() as tx:
            found = count_waiting(tx, office.now)
        return JudgeHealth(
            found, office.now, timedelta(0), **{"held": False, "threads_alive": True, **how}
        )

    return health_responder(state)("GET", path)


def value(office: Office, name: str) -> float:
    (said,) = re.findall(rf"^{re.escape(name)} (\S+)$", asked(office, "/metrics").page, re.M)
    return float(said)


def test_the_figures_are_those_of_what_waits(office: Office) -> None:
    game = office.game()
    assert value(office, "judge_games_next_timestamp_seconds") < game.due_at.timestamp()
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    assert (value(office, "judge_mails_unread"), value(office, "judge_letters_waiting")) == (1, 0)
    office.work()
    assert (value(office, "judge_mails_unread"), value(office, "judge_letters_waiting")) == (0, 1)
    office.now += timedelta(minutes=2)
    assert value(office, "judge_letters_oldest_seconds") == 120
    office.deliver()
    assert value(office, "judge_letters_waiting") == 0
    office.now = game.due_at + timedelta(seconds=30)
    assert value(office, "judge_games_due") == 1
    office.run()
    assert (value(office, "judge_games_due"), value(office, "judge_letters_dead")) == (0, 0)


@pytest.fixture(autouse=True)
def nothing_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What tests before have done is not counted here."""
    monkeypatch.setattr(counting, "_done", type(counting._done)(float))


def test_what_was_done_is_counted(office: Office) -> None:
    office.write(player("France"), "A Par - Bur", answering=player("France"))
    office.write(player("Italy"), "HELP", headers={"Auto-Submitted": "auto-replied"})
    office.run()
    office.now = office.game().due_at
    letters = len(office.run())
    assert value(office, 'judge_mails_total{how="taken"}') == 2
    assert value(office, 'judge_reads_total{how="answered"}') == 1
    assert value(office, 'judge_reads_total{how="mail_autoreply"}') == 1
    assert value(office, "judge_read_seconds_count") == 2
    assert value(office, "judge_turns_total") == value(office, "judge_deadline_seconds_count") == 1
    assert value(office, 'judge_sendings_total{how="sent"}') == 1 + letters == 9


def test_trouble_is_told_with_what_to_do(office: Office) -> None:
    assert asked(office, "/health") == (200, "ok\n", "text/plain; version=0.0.4; charset=utf-8")
    assert asked(office, "/") == (404, "", "text/html; charset=utf-8")
    died = asked(office, "/health", threads_alive=False)
    assert (died.status, "start the judge anew" in died.page) == (503, True)
    assert "judge admin clock" in asked(office, "/health", held=True).page
    office.write(player("France"), "STATUS")
    office.work()
    office.now += timedelta(hours=2)
    assert asked(office, "/health").page == "1 letters wait to be sent: see judge admin queue\n"
    office.deliver()
    office.now = office.game().due_at + timedelta(minutes=16)
    assert asked(office, "/health").page.startswith("1 games wait for their turn")
    office.run()
    assert asked(office, "/health").status == 200


def test_no_figure_tells_of_anybody(office: Office) -> None:
    office.write("new@example.net", "JOIN ruhr")
    office.write(MASTER, "CREATE saar")
    office.run()
    page = asked(office, "/metrics").page
    names = set(re.findall(r"^(\w+?)(?:_sum|_count)?(?:\{|\s)", page, re.M))
    assert names - {"#"} <= {*METERS}
    assert not re.search(r"ruhr|saar|@|example|France", page, re.I)
    hows = {
        "answered",
        "given up",
        "mail_autoreply",
        "not taken",
        "refused",
        "sent",
        "set aside",
        "taken",
    }
    assert {*re.findall(r'"(\w[\w ]*)"', page)} <= hows


def test_the_figures_cost_the_same_however_much_is_kept(office: Office) -> None:
    with taken_down(office.judge.database) as questions:
        asked(office, "/metrics")
    assert len(questions) == 7
    with office.judge.database.engine.connect() as tx:
        if not office.judge.database.is_single_judge:
            tx.exec_driver_sql("SET enable_seqscan = off")
        for statement, values in questions.items():
            assert not looked_through(tx, statement, values), statement
