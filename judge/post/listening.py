"""A server in a thread of its own, and who may come in; and what listens at a port instead."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from abc import ABC, abstractmethod
from asyncio import Transport
from collections.abc import Callable
from ipaddress import ip_address
from time import monotonic

_GREETINGS = (
    (b"220", "an SMTP server"),
    (b"* OK", "an IMAP server"),
    (b"* PREAUTH", "an IMAP server"),
    (b"* BYE", "an IMAP server"),
    (b"+OK", "a POP3 server"),
    (b"SSH-", "an SSH server"),
)
"""How servers begin, and what they are then."""

_PATIENCE = 3.0
"""Seconds in which a server should have said its first word."""


def describe_listener(host: str, port: int, patience: float = _PATIENCE) -> str:
    """Return in words what answers at a port and whether TLS begins at once there, "" if nothing
    can be said of it."""
    try:
        with socket.create_connection((host, port), timeout=patience) as client:
            greeting = _read_greeting(client)
        if greeting:
            return f"{_name_server(greeting)} answers there, without TLS from the start"
        with socket.create_connection((host, port), timeout=patience) as client:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            with context.wrap_socket(client, server_hostname=host) as secured:
                name = _name_server(_read_greeting(secured))
                return f"{name} answers there, with TLS from the start"
    except OSError:
        return ""


def _read_greeting(client: socket.socket) -> bytes:
    try:
        return client.recv(200)
    except TimeoutError:
        return b""


def _name_server(greeting: bytes) -> str:
    names = (name for begins, name in _GREETINGS if greeting.startswith(begins))
    return next(names, "another server" if greeting else "a server that waits")


QUIET = 10.0
"""Seconds after which a connection that says nothing makes room for another."""


class Visitors:
    """The connections that are open to a server: at most so many of one peer, and in all.

    Peers on this machine and its own network speak for many, and count only in all. Where there is
    no room, the one that was silent for longest has to go, if that was long.
    """

    def __init__(self, of_peer: int, in_all: int, clock: Callable[[], float] = monotonic) -> None:
        self._of_peer, self._in_all, self._clock = of_peer, in_all, clock
        self._heard: dict[Transport, float] = {}
        self._peers: dict[Transport, str] = {}

    def admit_client(self, connection: Transport) -> bool:
        """Say whether somebody may come in; if so, ``release_client`` has to follow in the end."""
        peer = _name_of_peer(connection)
        if peer and sum(other == peer for other in self._peers.values()) >= self._of_peer:
            return False
        if len(self._heard) >= self._in_all and not self._send_away_the_silent():
            return False
        self._heard[connection], self._peers[connection] = self._clock(), peer
        return True

    def note_heard(self, connection: Transport) -> None:
        """Note that somebody said something."""
        if connection in self._heard:
            self._heard[connection] = self._clock()

    def release_client(self, connection: Transport) -> None:
        """Note that somebody is gone."""
        self._heard.pop(connection, None)
        self._peers.pop(connection, None)

    def _send_away_the_silent(self) -> bool:
        silent = min(self._heard, key=lambda connection: self._heard[connection])
        if self._clock() - self._heard[silent] < QUIET:
            return False
        silent.abort()
        self.release_client(silent)
        return True


def _name_of_peer(connection: Transport) -> str:
    """Return who counts as one: an address, of version 6 the network; "" near by."""
    peer = connection.get_extra_info("peername")
    try:
        address = ip_address(peer[0].partition("%")[0])
    except (TypeError, ValueError, IndexError):
        return ""
    mapped = getattr(address, "ipv4_mapped", None) or address
    if mapped.is_private:
        return ""
    return str(mapped) if mapped.version == 4 else mapped.exploded[:19]


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
