"""Runs many turns at once, in processes beside the judge's own.

Each process reads its games and commits their turns by itself; a game that somebody else changes
meanwhile is decided on anew. The processes live as long as there are turns to run, and end with
the judge.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from datetime import datetime

from judge.service.counting import count_event, take_counts
from judge.service.judge import Judge
from judge.service.turn import DueTurn, run_turn

_log = logging.getLogger(__name__)

MANY = 250
"""Fewer turns are run before processes for them have begun and read the grammar."""

_LOOK = 0.5
"""Seconds after which it is looked again whether to stop."""

Outcomes = Iterator[tuple[DueTurn, datetime | None]]
"""Turns, and what ``run_turn`` said of each."""


class Crew:
    """Up to so many ``processes``; with fewer than two all is done in this one.

    ``hire`` opens the judge in each of them.
    """

    def __init__(self, hire: Callable[[], Judge], processes: int) -> None:
        self._hire, self._processes = hire, processes

    def run_turns(
        self, judge: Judge, turns: Sequence[DueTurn], over: Callable[[], bool]
    ) -> Outcomes:
        """Run turns until it is ``over``, and yield what came of each."""
        if self._processes > 1 and len(turns) >= MANY:
            try:
                yield from self._run_in_processes(judge, turns, over)
            except (OSError, BrokenExecutor) as trouble:
                _log.warning("there are no other processes to run turns: %s", trouble)
            else:
                return
        yield from ((turn, run_turn(judge, turn)) for turn in turns if not over())

    def _run_in_processes(
        self, judge: Judge, turns: Sequence[DueTurn], over: Callable[[], bool]
    ) -> Outcomes:
        """Run turns in several processes; one that a process cannot run is run in this.

        Raises OSError and BrokenExecutor, before it yields any, where no processes are to be had.
        """
        spawn = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self._processes, spawn, _start_process, (self._hire,))
        finished: queue.SimpleQueue[Future[_Done]] = queue.SimpleQueue()
        try:
            pending = {pool.submit(_run_and_count, turn): turn for turn in turns}
            for future in pending:
                future.add_done_callback(finished.put)
            while pending and not over():
                try:
                    future = finished.get(timeout=_LOOK)
                except queue.Empty:
                    continue
                turn, trouble = pending.pop(future), future.exception()
                if trouble is not None:
                    _log.error("the turn of %s was given back: %r", turn.game, trouble)
                    yield turn, run_turn(judge, turn)
                    continue
                later, counts = future.result()
                for (event, how), by in counts.items():
                    count_event(event, how, by)
                yield turn, later
        finally:
            pool.shutdown(cancel_futures=True)


_Done = tuple[datetime | None, Mapping[tuple[str, str], float]]
"""What ``run_turn`` said in another process, and what it counted there."""

_judge: Judge
"""The judge of a process of the crew."""


def _start_process(hire: Callable[[], Judge]) -> None:
    global _judge
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the judge's own process heeds it
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM,))
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    _judge = hire()


def _exit_with_parent() -> None:
    judges = multiprocessing.parent_process()
    assert judges is not None, "processes of the crew are begun by the judge's"
    judges.join()
    os.kill(os.getpid(), signal.SIGKILL)


def _run_and_count(turn: DueTurn) -> _Done:
    return run_turn(_judge, turn), take_counts()
