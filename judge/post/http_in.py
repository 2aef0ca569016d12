"""Answers the few requests that come from web browsers and mail programs, behind a web server.

It knows no more of HTTP/1.1 than that takes: one request on a connection, short, and soon over.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple

_log = logging.getLogger(__name__)
_LONGEST = 8 * 1024
"""The most bytes of a request's head, and of its body."""
_SECONDS = 10
"""How long a connection may last."""
_AT_ONCE = 20
"""So many connections are served; whoever comes beyond is sent away."""
_HEAD = (
    "Content-Type: text/html; charset=utf-8\r\n"
    "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; form-action 'self'\r\n"
    "Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\nConnection: close\r\n"
)


class Answer(NamedTuple):
    """What a request is answered: a status and an HTML page."""

    status: HTTPStatus
    page: str


Respond = Callable[[str, str], Answer]
"""Answers a method (``GET``, ``HEAD``, ``POST``) and a path; called in a thread of its own."""


class Web:
    """A server in a thread of its own. Raises OSError if the port cannot be had; 0 takes a free
    one."""

    def __init__(self, host: str, port: int, respond: Respond) -> None:
        self._respond, self._busy = respond, 0
        self._socket = socket.create_server((host, port))
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve()), name="web", daemon=True
        )
        self._ready = threading.Event()

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._socket.getsockname()[1])

    def start(self) -> None:
        """Begin to answer; returns when connections are taken."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Stop answering."""
        if self._ready.is_set():
            self._loop.call_soon_threadsafe(self._stopped.set)
            self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._talk, sock=self._socket, limit=_LONGEST)
        self._ready.set()
        await self._stopped.wait()
        server.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._busy += 1
        try:
            if self._busy <= _AT_ONCE:
                async with asyncio.timeout(_SECONDS):
                    writer.write(await self._answered(reader))
                    await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass  # whoever asked is gone, or too slow
        finally:
            self._busy -= 1
            writer.close()

    async def _answered(self, reader: asyncio.StreamReader) -> bytes:
        method, answer = "GET", Answer(HTTPStatus.BAD_REQUEST, "")
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _version = head[0].split(" ")
            fields = dict(line.lower().split(":", 1) for line in head[1:-2])
            size = int(fields.get("content-length", "0"))
            if method not in ("GET", "HEAD", "POST"):
                answer = Answer(HTTPStatus.METHOD_NOT_ALLOWED, "")
            elif 0 <= size <= _LONGEST:
                await reader.readexactly(size)
                answer = await asyncio.to_thread(self._respond, method, path)
        except (ValueError, asyncio.LimitOverrunError):
            pass  # no request that is understood
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            raise
        except Exception:
            _log.exception("a request could not be answered")
            answer = Answer(HTTPStatus.SERVICE_UNAVAILABLE, "")
        status, body = answer.status, (answer.page or answer.status.phrase).encode()
        line = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\n{_HEAD}Content-Length: {len(body)}\r\n\r\n"
        )
        return line.encode("ascii") + (b"" if method == "HEAD" else body)
