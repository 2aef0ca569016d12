"""Ports for servers that a test starts, on loopback.

They lie below those that Linux gives to clients, so that no connection takes one while its server
is away, and each process that runs tests has its own.
"""

from __future__ import annotations

import os
import socket
from itertools import count

FIRST, MANY = 10_000, 100
_numbers = count(FIRST + os.getpid() % 220 * MANY)


def free_port() -> int:
    """Return a port that nobody listens on and that this process has not returned before."""
    for port in _numbers:
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("numbers do not end")
