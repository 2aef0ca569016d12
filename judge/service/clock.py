"""What time it is, and the beat on which due work is looked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.schedulers.background import BackgroundScheduler

Now = Callable[[], datetime]
"""Tells the time, in UTC."""


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


def scheduler(seconds: float, tick: Callable[[], None]) -> BackgroundScheduler:
    """Return a scheduler, not yet started, with one job: ``tick``, every so many seconds.

    It keeps no job anywhere: what is due stands in the database, so a missed beat loses nothing.
    """
    scheduler = BackgroundScheduler(timezone=UTC)
    scheduler.add_job(
        tick, "interval", seconds=seconds, coalesce=True, max_instances=1, misfire_grace_time=None
    )
    return scheduler
