"""A clock for games that are seen from start to end in one go."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.service.clock import utc_now


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
