"""Waiting for what another program, process or thread does.

Nothing here ends sooner because the machine is slow: a test that waits in vain fails, and no other.
"""

from __future__ import annotations

import time
from collections.abc import Callable

WAIT = 300
"""Seconds after which what is waited for will not come any more."""


def wait_until(happened: Callable[[], bool], missing: Callable[[], object]) -> None:
    """Return once it has happened; ``missing`` tells what was there instead."""
    until = time.monotonic() + WAIT
    while not happened():
        if time.monotonic() > until:
            raise TimeoutError(missing())
        time.sleep(0.02)
