"""Many turns at once, by processes beside the judge's own: each is run once, whatever dies."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import func, select

from judge.library import load
from judge.service import counting, crew, turn
from judge.service.crew import Crew
from judge.service.judge import Judge
from judge.service.turn_runner import Signals, run_due_turns
from judge.store import queries, schema
from judge.store.database import Database
from judge.store.repository import Repository
from tests.bench.by_mail import IDENTITY
from tests.bench.storm_parts import fill

GAMES, LETTERS = 6, 8
"""Games, and who is told of a turn of each: seven players and the master."""


def opened(url: str) -> Judge:
    return Judge(Database(url), Repository(load), IDENTITY, variants={}, help={})


@pytest.mark.parametrize("dies", [False, True])
def test_every_turn_is_run_once(
    dies: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "MANY", 2)
    monkeypatch.setattr(counting, "_done", type(counting._done)(float))
    begun = fill(tmp_path, GAMES)
    url = f"sqlite:///{tmp_path / 'judge.db'}"
    judge = opened(url)
    assert begun.due_at is not None
    ran: list[None] = []
    hire: Callable[[], Judge] = partial(os._exit, 1) if dies else partial(opened, url)
    signals = Signals(after_turn=lambda: ran.append(None))
    run_due_turns(judge, begun.due_at, timedelta(1), signals, Crew(hire, 2))
    with judge.database.read_transaction() as tx:
        numbers = tx.execute(select(schema.games.c.number)).scalars().all()
        mails = select(schema.outbox.c.game, func.count())
        mails = mails.where(schema.outbox.c.number == begun.number + 1)
        written = dict(tx.execute(mails.group_by(schema.outbox.c.game)).all())
    judge.database.close()
    assert numbers == [begun.number + 1] * GAMES
    assert [*written.values()] == [LETTERS] * GAMES
    assert counting.read_counts()["judge_turns_total", ""] == len(ran) == GAMES


def test_few_turns_begin_no_process(tmp_path: Path) -> None:
    begun = fill(tmp_path, 2)
    judge = opened(f"sqlite:///{tmp_path / 'judge.db'}")
    assert begun.due_at is not None

    def hire() -> Judge:
        raise AssertionError("there is nothing to do for it")

    run_due_turns(judge, begun.due_at, timedelta(1), crew=Crew(hire, 2))
    with judge.database.read_transaction() as tx:
        assert tx.execute(select(func.min(schema.games.c.number))).scalar() == begun.number + 1
    judge.database.close()


def test_where_no_process_is_to_be_had_the_judge_does_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError("no semaphores")

    monkeypatch.setattr(crew, "MANY", 1)
    monkeypatch.setattr(crew, "ProcessPoolExecutor", none)
    begun = fill(tmp_path, 1)
    judge = opened(f"sqlite:///{tmp_path / 'judge.db'}")
    assert begun.due_at is not None
    run_due_turns(judge, begun.due_at, timedelta(1), crew=Crew(lambda: judge, 2))
    with judge.database.read_transaction() as tx:
        assert tx.execute(select(func.min(schema.games.c.number))).scalar() == begun.number + 1
    judge.database.close()


def test_robots_think_game_by_game_and_let_go_what_is_asked_meanwhile(tmp_path: Path) -> None:
    begun = fill(tmp_path, 4, robots="easy")
    judge = opened(f"sqlite:///{tmp_path / 'judge.db'}")
    assert begun.due_at is not None

    def waiting() -> int:
        with judge.database.read_transaction() as tx:
            return len(queries.list_games_awaiting_robots(tx))

    asked = Signals(is_asked=lambda: True)
    left = []
    for _ in range(3):
        run_due_turns(judge, begun.due_at, timedelta(1), asked)
        with judge.database.read_transaction() as tx:
            least = tx.execute(select(func.min(schema.games.c.number))).scalar()
        assert least == begun.number + 1, "no turn waits for them"
        left.append(waiting())
    assert left == [3, 2, 1]
    run_due_turns(judge, begun.due_at, timedelta(1))
    assert waiting() == 0
    judge.database.close()


@pytest.mark.parametrize("collects", [True, False])
def test_garbage_is_looked_for_as_before_when_robots_could_not_think(
    collects: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        assert not gc.isenabled()
        raise LookupError("no idea")

    monkeypatch.setattr(turn, "run_robots", fail)
    begun = fill(tmp_path, 1, robots="easy")
    judge = opened(f"sqlite:///{tmp_path / 'judge.db'}")
    assert begun.due_at is not None
    try:
        if not collects:
            gc.disable()
        run_due_turns(judge, begun.due_at, timedelta(1))
        assert gc.isenabled() is collects
    finally:
        gc.enable()
    with judge.database.read_transaction() as tx:
        assert tx.execute(select(func.min(schema.games.c.number))).scalar() == begun.number + 1
        assert queries.list_games_awaiting_robots(tx) == []
    judge.database.close()
