"""Receives mail by SMTP or LMTP. "250" is said only when the mail is safe.

Whatever goes wrong on our side is answered ``451``, so that the sender's server tries again:
no mail is refused for good because our database was locked.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as Dialogue
from aiosmtpd.smtp import Session as Connection

from judge.post.addresses import is_own_address
from judge.post.bounds import BOUNDS
from judge.post.incoming import Accept, Envelope, NoRoomError
from judge.post.listening import Listener, Visitors

_log = logging.getLogger(__name__)
_AGAIN = "451 4.3.0 Local trouble, please try again later"
_LATER = "452 4.3.1 Too much mail from you, or from all, please try again later"
_FULL = b"421 4.7.0 Too many connections, please try again later\r\n"
_OF_PEER, _IN_ALL = 20, 200
"""So many connections are served: from one peer that is not near by, and in all."""
_LINE = 64 * 1024
"""The longest line taken; programs write whole HTML bodies on one line, against RFC 5322."""


@dataclass(frozen=True, slots=True)
class ListenSettings:
    """Where and how to listen. ``protocol`` is ``smtp`` or ``lmtp``; port 0 takes a free one."""

    protocol: str = "lmtp"
    host: str = "127.0.0.1"
    port: int = 8024
    limit: int = BOUNDS.max_mail_bytes


class Receiver(Listener):
    """Hands every mail to ``accept``.

    ``own`` are the addresses that take mail, with any tag; all others are refused at RCPT. A mail
    in the middle of its dialog at a stop was not accepted.
    """

    def __init__(
        self, listen: ListenSettings, own_addresses: Iterable[str], accept: Accept
    ) -> None:
        super().__init__("receiver", listen.host, listen.port)
        self._listen = listen
        self._handler = _Handler(tuple(own_addresses), accept, listen.protocol)
        self._visitors = Visitors(_OF_PEER, _IN_ALL)
        # Replies of several lines are written one by one: none waits until the last is confirmed.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    async def _start_server(self, sock: socket.socket) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_log_loop_trouble)
        return await loop.create_server(self._create_smtp_dialog, sock=sock)

    def _create_smtp_dialog(self) -> SMTP:
        protocol = _LmtpDialog if self._listen.protocol == "lmtp" else _SmtpDialog
        return protocol(
            self._handler, self._visitors, data_size_limit=self._listen.limit, ident="judge"
        )


def _log_loop_trouble(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Tell of what went wrong beside a dialog, such as no file being left to open, in a line."""
    _log.error("%s: %r", context["message"], context.get("exception"))


class _CountedDialog(SMTP):
    """A dialog that begins only if there is room."""

    line_length_limit = _LINE

    def __init__(self, handler: _Handler, visitors: Visitors, **options: Any) -> None:
        super().__init__(handler, **options)
        self._visitors = visitors
        self._connection: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the dialog, or send whoever comes away for now."""
        assert isinstance(transport, asyncio.Transport)
        if self._visitors.admit_client(transport):
            self._connection = transport
            super().connection_made(transport)
        else:
            transport.write(_FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Take in what was said."""
        if self._connection is not None:
            self._visitors.note_heard(self._connection)
            super().data_received(data)

    def eof_received(self) -> bool | None:
        """End, or go on to the end of the dialog."""
        return None if self._connection is None else super().eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        """End."""
        if self._connection is not None:
            self._visitors.release_client(self._connection)
            super().connection_lost(error)


class _SmtpDialog(_CountedDialog):
    """As mail servers speak with each other."""


class _LmtpDialog(_CountedDialog, LMTP):
    """Says what became of a mail once for each recipient (RFC 2033, 4.2)."""

    _copies = 0

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802 - named by aiosmtpd
        self._copies = len(self.envelope.rcpt_tos) if self.envelope and not arg else 0
        try:
            await super().smtp_DATA(arg)
        finally:
            self._copies = 0

    async def push(self, status: Any) -> None:
        if self._copies and not str(status).startswith("354"):
            status = "\r\n".join([str(status)] * self._copies)
        await super().push(status)


class _Handler:
    """What aiosmtpd asks while it leads the dialog."""

    def __init__(self, own_addresses: tuple[str, ...], accept: Accept, via: str) -> None:
        self.own, self.accept, self.via = own_addresses, accept, via

    async def handle_RCPT(  # noqa: N802 - named by aiosmtpd
        self,
        server: SMTP,
        session: Connection,
        envelope: Dialogue,
        address: str,
        options: list[str],
    ) -> str:
        if not is_own_address(address, self.own):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Recipient ok"

    async def handle_DATA(  # noqa: N802 - named by aiosmtpd
        self, server: SMTP, session: Connection, envelope: Dialogue
    ) -> str:
        raw = envelope.content
        # aiosmtpd leaves the null sender as it was written.
        sender = (envelope.mail_from or "").strip("<>")
        how = Envelope(sender, tuple(envelope.rcpt_tos), self.via)
        if not isinstance(raw, bytes):
            raise TypeError("aiosmtpd was told not to decode")
        try:
            await asyncio.get_running_loop().run_in_executor(None, self.accept, raw, how)
        except NoRoomError:
            return _LATER
        except Exception:
            _log.exception("mail could not be taken charge of")
            return _AGAIN
        return "250 2.0.0 Accepted"

    async def handle_exception(self, error: Exception) -> str:
        _log.error("trouble in an SMTP dialog", exc_info=error)
        return _AGAIN
