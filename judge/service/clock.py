"""What time it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Now = Callable[[], datetime]
"""Tells the time, in UTC."""


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)
