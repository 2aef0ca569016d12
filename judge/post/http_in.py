"""Answers the few requests that come from web browsers and mail programs, behind a web server.

It knows no more of HTTP/1.1 than that takes: one request on a connection, short, and soon over.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple

from judge.post.listening import Listener, Visitors

_log = logging.getLogger(__name__)
_LONGEST = 8 * 1024
"""The most bytes of a request's head, and of its body."""
_SECONDS = 10
"""How long a connection may last."""
_OF_PEER, _IN_ALL = 10, 20
"""So many connections are served, from one peer that is not near by, and in all; whoever
comes beyond is sent away."""
_HEAD = (
    "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; form-action 'self'\r\n"
    "Referrer-Policy: no-referrer\r\nCache-Control: no-store\r\nConnection: close\r\n"
)


class HttpAnswer(NamedTuple):
    """What a request is answered: a status and a page, of HTML if ``kind`` does not say else."""

    status: HTTPStatus
    page: str
    kind: str = "text/html; charset=utf-8"


Respond = Callable[[str, str], HttpAnswer]
"""Answers a method (``GET``, ``HEAD``, ``POST``) and a path; called in a thread of its own."""


class Web(Listener):
    """Answers what is asked by HTTP."""

    def __init__(self, host: str, port: int, respond: Respond) -> None:
        super().__init__("web", host, port)
        self._respond, self._visitors = respond, Visitors(_OF_PEER, _IN_ALL)

    async def _start_server(self, sock: socket.socket) -> asyncio.Server:
        return await asyncio.start_server(self._serve_connection, sock=sock, limit=_LONGEST)

    async def _serve_connection(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        connection = writer.transport
        assert isinstance(connection, asyncio.Transport)
        try:
            if self._visitors.admit_client(connection):
                async with asyncio.timeout(_SECONDS):
                    writer.write(await self._answer_request(reader))
                    await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass  # whoever asked is gone, or too slow
        finally:
            self._visitors.release_client(connection)
            writer.close()

    async def _answer_request(self, reader: asyncio.StreamReader) -> bytes:
        method, answer = "GET", HttpAnswer(HTTPStatus.BAD_REQUEST, "")
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _version = head[0].split(" ")
            fields = dict(line.lower().split(":", 1) for line in head[1:-2])
            size = int(fields.get("content-length", "0"))
            if method not in ("GET", "HEAD", "POST"):
                answer = HttpAnswer(HTTPStatus.METHOD_NOT_ALLOWED, "")
            elif 0 <= size <= _LONGEST:
                await reader.readexactly(size)
                answer = await asyncio.to_thread(self._respond, method, path)
        except (ValueError, asyncio.LimitOverrunError):
            pass  # no request that is understood
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            raise
        except Exception:
            _log.exception("a request could not be answered")
            answer = HttpAnswer(HTTPStatus.SERVICE_UNAVAILABLE, "")
        status, body = answer.status, (answer.page or answer.status.phrase).encode()
        line = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\n{_HEAD}"
            f"Content-Type: {answer.kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return line.encode("ascii") + (b"" if method == "HEAD" else body)
