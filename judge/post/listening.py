"""A server in a thread of its own."""

from __future__ import annotations

import asyncio
import socket
import threading
from abc import ABC, abstractmethod


class Listener(ABC):
    """Listens from the beginning, and takes connections between start and stop.

    Raises OSError if the port cannot be had; 0 takes a free one.
    """

    def __init__(self, name: str, host: str, port: int) -> None:
        self._socket = socket.create_server((host, port))
        self._ready = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve_until_stopped()), name=name, daemon=True
        )

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._socket.getsockname()[1])

    def start(self) -> None:
        """Begin to answer; returns when connections are taken."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Stop answering. What is in the middle of its dialog ends there."""
        if self._ready.is_set():
            self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join()

    @abstractmethod
    async def _start_server(self, sock: socket.socket) -> asyncio.Server:
        """Return the server that takes the connections."""

    async def _serve_until_stopped(self) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        server = await self._start_server(self._socket)
        self._ready.set()
        await self._stopped.wait()
        server.close()
