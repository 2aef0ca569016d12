"""What time it is, and the beat on which due work is looked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.background import BackgroundScheduler

Now = Callable[[], datetime]
"""Tells the time, in UTC."""


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


class RunningAhead:
    """A clock that can be put forward, for games that are to be seen from start to end."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def __call__(self) -> datetime:
        """Return the moment this clock shows."""
        return utc_now() + self.ahead

    def forward_to(self, moment: datetime) -> None:
        """Show at least that moment from now on."""
        self.ahead = max(self.ahead, moment - utc_now())


def scheduler(seconds: float, tick: Callable[[], None]) -> BackgroundScheduler:
    """Return a scheduler, not yet started, with one job: ``tick``, every so many seconds.

    It keeps no job anywhere: what is due stands in the database, so a missed beat loses nothing.
    """
    scheduler = BackgroundScheduler(timezone=UTC)
    scheduler.add_job(
        tick, "interval", seconds=seconds, coalesce=True, max_instances=1, misfire_grace_time=None
    )
    return scheduler
