"""Hands finished mails over: to an SMTP server, or into a folder."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from judge.model.errors import JudgeError


class DeliveryRefusedError(JudgeError):
    """A mail was not taken. ``permanent``: it never will be; ``reply`` says why."""

    def __init__(self, permanent: bool, reply: str) -> None:
        super().__init__(reply)
        self.permanent, self.reply = permanent, reply


class Transport(Protocol):
    """A way out."""

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand a mail over; when this returns it is somebody else's.

        Raises DeliveryRefusedError.
        """
        ...


@dataclass(frozen=True, slots=True)
class Smtp:
    """Sends by a mail server, one connection for each mail."""

    host: str = "127.0.0.1"
    port: int = 25
    starttls: bool = False
    user: str = ""
    password: str = ""
    timeout: float = 30

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Hand a mail to the server. Raises DeliveryRefusedError."""
        try:
            with self._client() as client:
                client.ehlo_or_helo_if_needed()
                # Of a letter that comes back the header is enough: all of it may be too long.
                brief = ("RET=HDRS",) if client.has_extn("dsn") else ()
                client.sendmail(envelope_from, [recipient], raw, brief)
        except smtplib.SMTPRecipientsRefused as error:
            code, text = error.recipients[recipient]
            raise DeliveryRefusedError(code >= 500, f"{code} {_text(text)}") from error
        except smtplib.SMTPDataError as error:
            raise DeliveryRefusedError(error.smtp_code >= 500, _reply(error)) from error
        except (OSError, smtplib.SMTPException) as error:
            # A refused sender is our own trouble, not this recipient's: it may be mended.
            raise DeliveryRefusedError(False, _reply(error)) from error

    @contextmanager
    def _client(self) -> Iterator[smtplib.SMTP]:
        client = smtplib.SMTP(self.host, self.port, timeout=self.timeout)
        try:
            if self.starttls:
                client.starttls(context=ssl.create_default_context())
            if self.user:
                client.login(self.user, self.password)
            yield client
        finally:
            # The mail is taken or not by now; how the parting goes changes nothing.
            with suppress(OSError, smtplib.SMTPException):
                client.quit()


def _reply(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return f"{type(error).__name__}: {error}"


def _text(reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Folder:
    """Writes each mail into a folder as a numbered ``.eml`` file, over none that is there."""

    path: Path

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> None:
        """Write a mail into the folder."""
        self.path.mkdir(parents=True, exist_ok=True)
        numbers = (re.match(r"\d+", path.name) for path in self.path.glob("*.eml"))
        number = max((int(digits[0]) for digits in numbers if digits), default=0) + 1
        name = f"{number:05d}-{re.sub(r'[^A-Za-z0-9.@-]', '_', recipient)}.eml"
        part = self.path / f"{name}.part"
        part.write_bytes(raw)
        part.rename(self.path / name)
