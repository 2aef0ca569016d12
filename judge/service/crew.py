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

from judge.service.counting import count, taken
from judge.service.judge import Judge
from judge.service.turn import Due, run_turn

_log = logging.getLogger(__name__)

MANY = 250
"""Fewer turns are run before processes for them have begun and read the grammar."""

_LOOK = 0.5
"""Seconds after which it is looked again whether to stop."""

Outcomes = Iterator[tuple[Due, datetime | None]]
"""Turns, and what ``run_turn`` said of each."""


class Crew:
    """Up to so many ``processes``; with fewer than two all is done in this one.

    ``hire`` opens the judge in each of them.
    """

    def __init__(self, hire: Callable[[], Judge], processes: int) -> None:
        self._hire, self._processes = hire, processes

    def run(self, judge: Judge, turns: Sequence[Due], over: Callable[[], bool]) -> Outcomes:
        """Run turns until it is ``over``, and yield what came of each."""
        if self._processes > 1 and len(turns) >= MANY:
            try:
                yield from self._share(judge, turns, over)
            except (OSError, BrokenExecutor) as trouble:
                _log.warning("there are no other processes to run turns: %s", trouble)
            else:
                return
        yield from ((turn, run_turn(judge, turn)) for turn in turns if not over())

    def _share(self, judge: Judge, turns: Sequence[Due], over: Callable[[], bool]) -> Outcomes:
        """Run turns in several processes; one that a process cannot run is run in this.

        Raises OSError and BrokenExecutor, before it yields any, where no processes are to be had.
        """
        spawn = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self._processes, spawn, _begin, (self._hire,))
        done: queue.SimpleQueue[Future[_Done]] = queue.SimpleQueue()
        try:
            left = {pool.submit(_run, turn): turn for turn in turns}
            for future in left:
                future.add_done_callback(done.put)
            while left and not over():
                try:
                    future = done.get(timeout=_LOOK)
                except queue.Empty:
                    continue
                turn, trouble = left.pop(future), future.exception()
                if trouble is not None:
                    _log.error("the turn of %s was given back: %r", turn.game, trouble)
                    yield turn, run_turn(judge, turn)
                    continue
                later, counts = future.result()
                for (what, how), by in counts.items():
                    count(what, how, by)
                yield turn, later
        finally:
            pool.shutdown(cancel_futures=True)


_Done = tuple[datetime | None, Mapping[tuple[str, str], float]]
"""What ``run_turn`` said in another process, and what it counted there."""

_judge: Judge
"""The judge of a process of the crew."""


def _begin(hire: Callable[[], Judge]) -> None:
    global _judge
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the judge's own process heeds it
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM,))
    threading.Thread(target=_end_with_the_judge, daemon=True).start()
    _judge = hire()


def _end_with_the_judge() -> None:
    judges = multiprocessing.parent_process()
    assert judges is not None, "processes of the crew are begun by the judge's"
    judges.join()
    os.kill(os.getpid(), signal.SIGKILL)


def _run(turn: Due) -> _Done:
    return run_turn(_judge, turn), taken()
