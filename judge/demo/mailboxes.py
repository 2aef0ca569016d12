"""Players for a demonstration, each with a mailbox, a mail program and a way of writing.

They write as people do, in many forms; the judge has to read them all.
"""

from __future__ import annotations

import smtplib
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import lru_cache
from pathlib import Path

from judge.hooks import Variant
from judge.language.writer import write_order
from judge.letters.orders import OrderWords
from judge.letters.phrasing import load_words
from judge.model.order import Order
from judge.post.incoming import Envelope
from judge.post.smtp_in import ListenSettings, Receiver

POLICY = default.clone(header_factory=lru_cache(maxsize=256)(default.header_factory))
"""How letters are parsed: the parser asks for some fields over and over; each is read once."""

Style = Callable[[Sequence[Order], Variant], str]
"""How somebody writes their orders."""


def _build_style(
    line: Callable[[int, str], str] = lambda number, text: text, between: str = "\n"
) -> Style:
    """Return a style in which each order, with its number, is written as ``line`` has it."""

    def write_orders(orders: Sequence[Order], variant: Variant) -> str:
        texts = (write_order(order, variant) for order in orders)
        return between.join(line(number, text) for number, text in enumerate(texts, 1))

    return write_orders


def _write_in_full(orders: Sequence[Order], variant: Variant) -> str:
    """As the judge prints them."""
    words = load_words(variant)
    printed = OrderWords(words, {}, ())
    texts = (
        words.describe_adjustment(order, f"{order.verb}s")
        if words.find_wording_of_order(order).report
        else printed.write_order_text(order)
        for order in orders
    )
    return "\n".join(f"{text}." for text in texts)


_plain = _build_style()

STYLES: tuple[Style, ...] = (
    _plain,
    _write_in_full,
    _build_style(lambda number, text: f"* {text.lower()}"),
    _build_style(lambda number, text: f"{number}. {text}"),
    _build_style(lambda number, text: text.replace(" - ", " \u2192 ")),
    _build_style(between="; "),
    _build_style(lambda number, text: text.replace(" - ", " \u2013 ")),
)


@dataclass
class MailServer:
    """The mail server of the players: keeps what arrives for each, and as ``.eml`` files."""

    folder: Path
    kept: dict[str, list[EmailMessage]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._receiver: Receiver | None = None

    @property
    def letter_count(self) -> int:
        """How many letters have come."""
        return sum(len(letters) for letters in self.kept.values())

    def open_mailboxes(self, addresses: Iterable[str]) -> int:
        """Take mail for these addresses from now on; return the port."""
        listen = ListenSettings("smtp", "127.0.0.1", 0, limit=10_000_000)
        self._receiver = Receiver(listen, addresses, self._store_letter)
        self._receiver.start()
        return self._receiver.port

    def close_mailboxes(self) -> None:
        """Take no more mail."""
        if self._receiver:
            self._receiver.stop()

    def _store_letter(self, raw: bytes, envelope: Envelope) -> None:
        letter = message_from_bytes(raw, policy=POLICY)
        with self._lock:
            for recipient in envelope.recipients:
                box = self.kept.setdefault(recipient.lower(), [])
                box.append(letter)
                place = self.folder / recipient.split("@")[0]
                place.mkdir(parents=True, exist_ok=True)
                (place / f"{len(box):03d}.eml").write_bytes(raw)


@dataclass
class MailUser:
    """Somebody who plays by mail, or the master."""

    address: str
    server: MailServer
    style: Style = _plain
    html: bool = False
    quotes: bool = False
    written: int = 0

    @property
    def letters(self) -> list[EmailMessage]:
        """What has come for them, the newest last."""
        return self.server.kept.get(self.address, [])

    def send_mail(self, port: int, judge: str, subject: str, text: str) -> None:
        """Send a mail to the judge; an answer to its last letter if there is one."""
        mail = EmailMessage()
        mail["From"] = self.address
        mail["To"] = self.letters[-1]["Reply-To"] if self.letters else judge
        mail["Subject"] = subject
        self.written += 1
        mail["Message-ID"] = f"<{self.written}.{self.address}>"
        if self.quotes and self.letters:
            quoted = (f"> {line}" for line in find_plain_text_of(self.letters[-1]).splitlines())
            text = "\n".join([f"{text}\n\nOn Tuesday {judge} wrote:", *quoted])
        mail.set_content(text)
        if self.html:
            lines = "".join(f"<div>{line}</div>" for line in text.splitlines())
            mail.set_content(f"<html><body>{lines}</body></html>", subtype="html")
        with smtplib.SMTP("127.0.0.1", port) as client:
            client.send_message(mail)


def find_plain_text_of(letter: EmailMessage) -> str:
    """Return the plain text of one of the judge's letters."""
    body = letter.get_body(("plain",))
    return body.get_content().replace("\r\n", "\n") if body else ""
