"""What time it is: by the machine's clock, as long as that can be believed.

A clock that is set shows another time than the seconds that have passed. Until it is believed again
the judge counts on by itself, and runs no turn.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from judge.model.reason import Reason
from judge.service.commit import tell_keeper
from judge.service.judge import Judge
from judge.store import inbox, pulse

ABSENCE = timedelta(days=30)
"""A judge that was away for longer is not sure that it was."""

ENOUGH = 3
"""So many people's mails are needed to say what time it is."""

FLUSH = 2 * 3600.0
"""Seconds after the start in which mail comes that has waited for the judge."""

_log = logging.getLogger(__name__)
_BOOT = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def read_utc_now() -> datetime:
    """Return the present moment by the machine's clock."""
    return datetime.now(UTC)


def read_steady_seconds() -> float:
    """Return the seconds of a clock that nobody sets, and that goes on while the machine sleeps."""
    return time.clock_gettime(_BOOT)


class Clock:
    """Tells all threads the time. ``last`` is when the judge was at work before, if it was.

    ``wall`` is the machine's clock, ``seconds`` counts those that pass; ``leap`` is by how much the
    first may run away from the second and be believed.
    """

    def __init__(
        self,
        wall: Callable[[], datetime],
        seconds: Callable[[], float],
        leap: timedelta,
        last: datetime | None = None,
    ) -> None:
        self.leap, self.leapt = leap, timedelta(0)
        """``leapt`` is by how much the machine's clock is off from what is believed, if at all."""
        self._wall, self._seconds = wall, seconds
        self._lock = threading.Lock()
        self._last, self._counted = last or wall(), seconds()
        self._ahead = ABSENCE if last else leap

    def __call__(self) -> datetime:
        """Return the time. It never goes back by little, and far only when that is believed."""
        with self._lock:
            wall, seconds = self._wall(), self._seconds()
            counted = self._last + timedelta(seconds=seconds - self._counted)
            if not -self.leap <= wall - counted <= self._ahead:
                self.leapt = wall - counted
                return counted
            self._last, self._counted = max(wall, self._last), seconds
            self._ahead, self.leapt = self.leap, timedelta(0)
            return self._last

    def trust_machine_clock(self) -> None:
        """Go by the machine's clock from now on, whatever it shows."""
        with self._lock:
            self._last, self._counted, self.leapt = self._wall(), self._seconds(), timedelta(0)


class ClockWatch:
    """Compares the clock with the dates of mails, by which it may be ``wrong`` by so much.

    What somebody wrote proves little; that several people agree on what time it is proves it.
    """

    def __init__(self, judge: Judge, clock: Clock, seconds: Callable[[], float], wrong: timedelta):
        self._judge, self._clock, self._wrong = judge, clock, wrong
        self._seconds, self._started = seconds, seconds()
        self._after, self.held = 0, False
        """``held``: no turn was to be run when that was last asked."""
        self._confirmed: datetime | None = None

    def must_hold_turns(self) -> bool:
        """Say whether no turn may be run now; the keeper is told once."""
        now, leapt = self._clock(), self._clock.leapt
        with self._judge.database.read_transaction() as tx:
            confirmed = pulse.find_clock_confirmed_at(tx)
            if not self.held:
                self._confirmed = confirmed
                self._after = inbox.find_newest_mail_id(tx) if leapt else self._after
            offs = inbox.list_mail_date_offsets(tx, self._after, now)
        why = self._explain_hold(now, leapt, find_agreed_offset(offs, self._wrong))
        if confirmed != self._confirmed:  # the keeper has said so meanwhile
            why = None
        if why is None and self.held:
            _log.warning("the clock is believed again")
            self._clock.trust_machine_clock()
            with self._judge.database.read_transaction() as tx:
                self._after = inbox.find_newest_mail_id(tx)
        elif why is not None and not self.held:
            _log.error("no turn is run until the clock is right: %s", why)
            with self._judge.database.write_transaction() as tx:
                key = f"clock.{now:%Y%m%d%H%M%S}"
                tell_keeper(self._judge, tx, "Clock Wrong", key, why, now)
        self.held = why is not None
        return self.held

    def _explain_hold(
        self, now: datetime, leapt: timedelta, off: timedelta | None
    ) -> Reason | None:
        shown = _format_moment(now + leapt)
        if leapt:
            agreed = off is not None and abs(off - leapt) <= self._wrong
            return None if agreed else Reason("keeper_clock_leapt", (shown, _format_moment(now)))
        if off is None or abs(off) <= self._wrong:
            return None
        if off < timedelta(0) and self._seconds() - self._started < FLUSH:
            return None
        return Reason("keeper_clock_wrong", (shown, _format_moment(now + off)))


def find_agreed_offset(offs: Sequence[timedelta], most: timedelta) -> timedelta | None:
    """Return by how much the mails of several people are dated ahead of a clock, None if they do
    not agree.

    A mail that waited on its way is dated behind. If many waited, their dates are apart from each
    other by more than ``most``.
    """
    if len(offs) < ENOUGH:
        return None
    ordered = sorted(offs)
    middle, upper = ordered[(len(offs) - 1) // 2], ordered[-1 - len(offs) // 4]
    return middle if upper - middle <= most else None


def _format_moment(moment: datetime) -> str:
    return f"{moment:%-d %B %Y, %H:%M} UTC"
