"""What the judge tells the supervisor that started it, such as systemd (sd_notify)."""

from __future__ import annotations

import os
import socket


def tell(state: str) -> None:
    """Send a state, as ``READY=1``, to where the environment says; nowhere if it says nothing."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.sendto(state.encode(), place.replace("@", "\0", 1) if place[0] == "@" else place)


def pause() -> float | None:
    """Return how many seconds may pass between two ``WATCHDOG=1``; None: nobody waits for them."""
    wanted = os.environ.get("WATCHDOG_USEC", "")
    return int(wanted) / 2_000_000 if wanted.isdecimal() else None
