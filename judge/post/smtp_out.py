"""Hands finished mails over: to an SMTP server, or into a folder."""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from judge.model.errors import JudgeError
from judge.post.listening import describe_listener
from judge.post.tokens import TokenError, TokenSource, write_bearer_response

_OK, _FORWARDED, _GO_ON, _GOING_AWAY = 250, 251, 354, 421
"""Codes of replies, RFC 5321 4.2."""


def hand_over_mail(client: smtplib.SMTP, sender: str, recipient: str, raw: bytes) -> None:
    """Hand a mail over; raise what ``smtplib.SMTP.sendmail`` raises.

    A server that takes commands together gets them together: a mail costs two waits for its
    answers, not four, which is most of the time where the server is far away.
    """
    # Of a letter that comes back the header is enough: all of it may be too long.
    options = ["RET=HDRS"] if client.has_extn("dsn") else []
    if not client.has_extn("pipelining"):
        client.sendmail(sender, [recipient], raw, options)
        return
    if client.has_extn("size"):
        options.append(f"SIZE={len(raw)}")
    client.putcmd("MAIL", " ".join((f"FROM:{smtplib.quoteaddr(sender)}", *options)))
    client.putcmd("RCPT", f"TO:{smtplib.quoteaddr(recipient)}")
    client.putcmd("DATA")
    from_, to, end = _read_three_replies(client)
    welcome = from_[0] == _OK and to[0] in (_OK, _FORWARDED)
    if end[0] == _GO_ON:
        # A server may ask for the mail though nobody is to have it: it gets an empty one (3.1).
        client.send(_dot_stuff_mail(raw) if welcome else b".\r\n")
        end = client.getreply()
    if welcome and end[0] == _OK:
        return
    with suppress(smtplib.SMTPServerDisconnected):  # what it said before is what counts
        client.rset()
    if from_[0] != _OK:
        raise smtplib.SMTPSenderRefused(*from_, sender)
    if not welcome:
        raise smtplib.SMTPRecipientsRefused({recipient: to})
    raise smtplib.SMTPDataError(*end)


def _read_three_replies(client: smtplib.SMTP) -> Sequence[tuple[int, bytes]]:
    """Return the answers to three commands; a server that goes away answers the rest by that."""
    replies: list[tuple[int, bytes]] = []
    for _ in range(3):
        gone = bool(replies) and replies[-1][0] == _GOING_AWAY
        replies.append(replies[-1] if gone else client.getreply())
    if replies[-1][0] == _GOING_AWAY:
        client.close()
    return replies


def _dot_stuff_mail(raw: bytes) -> bytes:
    """Return a mail as it follows DATA (RFC 5321 4.5.2)."""
    end = b".\r\n" if raw.endswith(b"\r\n") else b"\r\n.\r\n"
    return re.sub(rb"(?m)^\.", b"..", raw) + end


IDLE = 20
"""Seconds after which a connection is not used again: the server may have closed it."""


_GOING_AWAY, _NEVER, _TOO_LARGE = 421, 500, 552
"""Codes of replies, RFC 5321 4.2."""


class DeliveryRefusedError(JudgeError):
    """A mail was not taken. ``permanent``: it never will be; ``reply`` says why.

    ``about_mail``: others to the same recipient may be taken. ``is_cut_off``: the server said
    nothing, the connection was lost.
    """

    def __init__(
        self, permanent: bool, reply: str, about_mail: bool = False, is_cut_off: bool = False
    ) -> None:
        super().__init__(reply)
        self.permanent, self.reply, self.about_mail = permanent, reply, about_mail
        self.is_cut_off = is_cut_off


class NoWayOutError(JudgeError):
    """The mail server takes no mail at all; that is no recipient's fault. ``reply`` says why."""

    def __init__(self, reply: str) -> None:
        super().__init__(reply)
        self.reply = reply


class Transport(Protocol):
    """A way out. Several threads may use it at once."""

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand a mail over; when this returns it is somebody else's.

        Raises DeliveryRefusedError, NoWayOutError.
        """
        ...

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        """Say whether the recipient of a mail would be taken now; none is handed over."""
        ...

    def close_connection(self) -> None:
        """Let go of what this thread keeps open from one mail to the next."""
        ...


@dataclass(frozen=True, slots=True)
class SmtpTransport:
    """Sends by a mail server; each thread keeps its connection from one mail to the next.

    TLS begins at once with ``tls``, after the server has spoken with ``starttls``. ``tokens`` are
    for a server that takes these in place of a password.
    """

    host: str = "127.0.0.1"
    port: int = 25
    starttls: bool = False
    user: str = ""
    password: str = ""
    timeout: float = 30
    tls: bool = False
    tokens: TokenSource | None = None
    _own: threading.local = field(default_factory=threading.local, compare=False, repr=False)

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand a mail to the server. Raises DeliveryRefusedError, NoWayOutError."""
        known = self._find_fresh_client() is not None
        client = self._find_fresh_client() or self._connect_to_server()
        try:
            hand_over_mail(client, envelope_from, recipient, raw)
            self._own.used = time.monotonic()
        except smtplib.SMTPRecipientsRefused as error:
            code, text = error.recipients[recipient]
            raise self._make_refusal(code, f"{code} {_decode_reply(text)}") from error
        except smtplib.SMTPDataError as error:
            raise self._make_refusal(
                error.smtp_code, _read_reply(error), about_mail=True
            ) from error
        except smtplib.SMTPSenderRefused as error:
            # That is our own trouble, not this recipient's: it may be mended.
            self._drop_connection()
            if error.smtp_code == _TOO_LARGE:
                reply = _read_reply(error)
                raise DeliveryRefusedError(True, reply, about_mail=True) from error
            raise NoWayOutError(_read_reply(error)) from error
        except (OSError, smtplib.SMTPException) as error:
            self._drop_connection()
            if known and not isinstance(error.__context__, TimeoutError):
                self.send_mail(envelope_from, recipient, raw)  # the server had closed what we kept
            else:
                raise DeliveryRefusedError(False, _read_reply(error), is_cut_off=True) from error

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        """Say whether the recipient of a mail would be taken now; none is handed over."""
        try:
            client = self._find_fresh_client() or self._connect_to_server()
            welcome = client.mail(envelope_from)[0] == _OK
            welcome = welcome and client.rcpt(recipient)[0] in (_OK, _FORWARDED)
            client.rset()
        except (NoWayOutError, OSError, smtplib.SMTPException):
            self._drop_connection()
            return False
        return welcome

    def check_server(self) -> None:
        """See that the server is there, and lets the judge in. Raises NoWayOutError."""
        self._connect_to_server()
        self.close_connection()

    def close_connection(self) -> None:
        """Part from the server."""
        client = getattr(self._own, "client", None)
        self._own.client = None
        if client is not None:
            # The mails are taken; how the parting goes changes nothing.
            with suppress(OSError, smtplib.SMTPException):
                client.quit()

    def _find_fresh_client(self) -> smtplib.SMTP | None:
        """Return the connection that this thread has, if it is fresh."""
        client: smtplib.SMTP | None = getattr(self._own, "client", None)
        if client is not None and time.monotonic() - self._own.used >= IDLE:
            self.close_connection()
            return None
        return client

    def _connect_to_server(self) -> smtplib.SMTP:
        try:
            client = self._open_connection()
            try:
                if self.starttls:
                    client.starttls(context=ssl.create_default_context())
                if self.tokens is not None:
                    self._log_in_by_token(client, self.tokens)
                elif self.user:
                    client.login(self.user, self.password)
                client.ehlo_or_helo_if_needed()
                assert client.sock is not None
                client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            except BaseException:
                client.close()
                raise
        except (OSError, smtplib.SMTPException) as error:
            raise NoWayOutError(self._explain_trouble(error)) from error
        self._own.client, self._own.used = client, time.monotonic()
        return client

    def _open_connection(self) -> smtplib.SMTP:
        if not self.tls:
            return smtplib.SMTP(self.host, self.port, timeout=self.timeout)
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(self.host, self.port, timeout=self.timeout, context=context)

    def _log_in_by_token(self, client: smtplib.SMTP, tokens: TokenSource) -> None:
        client.ehlo_or_helo_if_needed()
        said = write_bearer_response(self.user, tokens.fetch_access_token())
        # Who is refused hears why first, and has to answer that with nothing (XOAUTH2).
        client.auth("XOAUTH2", lambda challenge=None: "" if challenge else said)

    def _explain_trouble(self, error: Exception) -> str:
        """Return what an error says and, if it is not the server's word, what answers there."""
        reply = _read_reply(error)
        if isinstance(error, smtplib.SMTPResponseException) and error.smtp_code > 0:
            return reply
        if isinstance(error, ConnectionRefusedError | socket.gaierror | TokenError):
            return reply
        found = describe_listener(self.host, self.port)
        return f"{reply}; {found}" if found else reply

    def _make_refusal(self, code: int, reply: str, *, about_mail: bool = False) -> JudgeError:
        """Return what a refusal is: the server's own that goes away, or that of a recipient."""
        if code == _GOING_AWAY:
            self._drop_connection()
            return NoWayOutError(reply)
        return DeliveryRefusedError(code >= _NEVER, reply, about_mail)

    def _drop_connection(self) -> None:
        """Close the connection of this thread."""
        client = getattr(self._own, "client", None)
        self._own.client = None
        if client is not None:
            client.close()


def _read_reply(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_decode_reply(error.smtp_error)}"
    return f"{type(error).__name__}: {error}"


def _decode_reply(reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class FolderTransport:
    """Writes each mail into a folder as a numbered ``.eml`` file, over none that is there."""

    path: Path
    _one: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)

    def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Write a mail into the folder."""
        with self._one:
            self.path.mkdir(parents=True, exist_ok=True)
            numbers = (re.match(r"\d+", path.name) for path in self.path.glob("*.eml"))
            number = max((int(digits[0]) for digits in numbers if digits), default=0) + 1
            name = f"{number:05d}-{re.sub(r'[^A-Za-z0-9.@-]', '_', recipient)}.eml"
            part = self.path / f"{name}.part"
            part.write_bytes(raw)
            part.rename(self.path / name)

    def is_recipient_welcome(self, envelope_from: str, recipient: str) -> bool:
        """Say that anybody is."""
        return True

    def close_connection(self) -> None:
        """Nothing is kept open."""
