"""The threads of the daemon: what wakes them, and how they end."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

_log = logging.getLogger(__name__)

_LOOK = 2.0
"""Seconds after which it is seen that the machine's clock was set back."""


PATIENCE = 9.0
"""Seconds that all work in hand is given when the judge stops."""


def run_all_within(parts: Iterable[Callable[[], object]], seconds: float) -> bool:
    """Do all parts at once, and say whether they were done after so many seconds."""
    threads = [threading.Thread(target=part, daemon=True) for part in parts]
    for thread in threads:
        thread.start()
    until = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0, until - time.monotonic()))
    return not any(thread.is_alive() for thread in threads)


class Worker(threading.Thread):
    """A thread that does one piece of work whenever it is woken, one time after the other."""

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        super().__init__(name=name, daemon=True)
        self._work = work
        self._asked = threading.Event()
        self._over = False

    def wake(self) -> None:
        """Ask for the work to be done."""
        self._asked.set()

    def is_asked(self) -> bool:
        """Say whether the work is asked for once more."""
        return self._asked.is_set()

    def is_stopping(self) -> bool:
        """Say whether it is to end as soon as it can."""
        return self._over

    def stop(self) -> None:
        """Finish the work in hand."""
        self._over = True
        self._asked.set()
        self.join()

    def run(self) -> None:
        """Wait for work and do it, until it is stopped."""
        while True:
            self._asked.wait()
            self._asked.clear()
            if self._over:
                return
            try:
                self._work()
            except Exception:
                _log.exception("trouble while %s; it is tried again", self.name)


class Beats(threading.Thread):
    """Has a scheduler do a piece of work every so many ``seconds``, by whatever clock.

    The scheduler sleeps until the machine's clock shows a moment: if that is set back, that is
    long.
    """

    def __init__(self, work: Callable[[], None], seconds: float) -> None:
        super().__init__(name="beats", daemon=True)
        self._pause = timedelta(seconds=seconds)
        self._scheduler = BackgroundScheduler(timezone=UTC)
        self._job = self._scheduler.add_job(
            work,
            _PauseTrigger(self._pause),
            coalesce=True,
            max_instances=1,
            misfire_grace_time=None,
        )
        self._over = threading.Event()

    def start(self) -> None:
        """Let the scheduler begin, and look after it."""
        self._scheduler.start()
        super().start()

    def stop(self) -> None:
        """End both; no work is in their hands."""
        self._over.set()
        self.join()
        self._scheduler.shutdown(wait=False)

    def run(self) -> None:
        """Mend what the scheduler waits for, until this is stopped."""
        while not self._over.wait(_LOOK):
            now = datetime.now(UTC)
            if self._job.next_run_time - now > 2 * self._pause:
                self._job.modify(next_run_time=now)


class _PauseTrigger(BaseTrigger):  # type: ignore[misc]  # it carries no types
    """Fires once after each pause, however many have passed."""

    def __init__(self, pause: timedelta) -> None:
        self._pause = pause

    def get_next_fire_time(self, previous: datetime | None, now: datetime) -> datetime:
        return now + self._pause
