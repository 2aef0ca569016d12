"""Mails broken by chance, by the thousand: ``python -m tests.post.fuzz 100000``.

Each is read up to its lines, every 200th up to its orders. Nothing may raise; a line that is taken
for an order has to stand in the mail where it can be seen and is not quoted; and no mail may take
long. A mail whose words and marks are
as they were, whatever was done to it else, gives no order but those written this time.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from html import unescape
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from judge.language.reader import read_item
from judge.language.script import split_mail
from judge.letters.compose import write_letter
from judge.letters.identity import JudgeIdentity
from judge.library import load
from judge.model.letter import Heading, Notice, OrderSet, Recipient
from judge.model.letter_kind import REPLY
from judge.model.sections import HeardLine, Lines
from judge.model.turn import Phase
from judge.post.build import build_mail
from judge.post.mime import Identity, read_mail
from judge.post.quoted import ORDER
from judge.post.words import decode_bytes, read_html

OWN = ("judge@example.org",)
KNOWN = Identity("", "")
NEW = ("F Bre - Mid", "A Mar - Spa", "A Par - Bur")
OLD = ("F Bre - Eng", "A Mar - Pie", "A Par - Pic")
MOST_SECONDS = 0.3
"""Of CPU time, for one mail; most take a hundredth of it."""

VARIANT = load("standard")
CORPUS = Path(__file__).parent / "corpus"
CUTS = (b"\n", b" ", b">", b"<", b":", b"=", b'"', b"--", b"; ")
LINES = (
    b"> ", b"|", b"-- ", b"--", b"On Tue, 3 Nov 2026 at 10:00, Judge wrote:", b"<blockquote>",
    b"</blockquote>", b"<div style='display:none'>", b"</div>", b"_" * 32, b"From: x", b"\0", b"=",
    b"Content-Type: text/html; charset=utf-7", b"Content-Transfer-Encoding: base64", b"=3E ",
    b"Content-Type: multipart/mixed; boundary=b", b"--b", b":: Judge: JUDGE", b"&gt; ", b"\x0c",
    b"To answer, just reply", b"A Par S F Bre - Mid", b"Content-Type: text/plain; format=flowed",
    b"<pre>", b"<!--", b"-->", b"<table><tr><td>", b"\xe2\x80\xae", b"JUDGE \xc2\xb7 ruhr \xc2\xb7",
)  # fmt: skip


class Result(NamedTuple):
    """What came of a run."""

    mails: int
    orders: int
    seconds: float
    slowest: float


def letter() -> tuple[bytes, str]:
    """Return a receipt of the judge, and its HTML as text without a mark."""
    sections = (
        Lines(tuple(HeardLine(order, "taken") for order in OLD)),
        OrderSet("France", tuple((order.upper(), ()) for order in OLD)),
    )
    heading = Heading("ruhr", VARIANT.name, "active", "UTC")
    to = Recipient("france@example.org", "p3", "abcdefghij234567")
    notice = Notice(REPLY, to, "", "fuzz", heading, sections=sections, answering="<x@example.org>")
    made = write_letter(notice, VARIANT, JudgeIdentity("JUDGE", OWN[0], "The judge"))
    return build_mail(made, datetime(2026, 11, 3, 9, tzinfo=UTC)), read_html(made.html).text


LETTER, QUOTED = letter()


def mails() -> list[bytes]:
    """Return the mails that are broken: the corpus, and answers to a letter without a mark."""
    head = "From: france@example.org\nReferences: <x@example.org>\nContent-Type: text/plain\n\n"
    new = "\n".join(NEW)
    between = QUOTED.replace(OLD[0].upper(), f"{OLD[0].upper()}\n{new}")
    texts = (f"{new}\n\n{QUOTED}", f"{QUOTED}\n\n{new}", between)
    return [
        *(file.read_bytes() for file in sorted(CORPUS.glob("*.eml"))),
        *(f"{head}{text}\n".encode() for text in texts * 10),
    ]


def broken(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    """Return a mail with bytes, lines and blocks of it altered."""
    for _ in range(chance.randint(1, 8)):
        at, end = sorted((chance.randrange(len(raw) + 1), chance.randrange(len(raw) + 1)))
        end = min(end, at + 400)
        match chance.randrange(8):
            case 0 | 1:
                raw = raw[:at] + chance.randbytes(chance.randint(0, 6)) + raw[at + 3 :]
            case 2 | 3:
                raw = raw[:at] + b"\n" + chance.choice(LINES) + b"\n" + raw[at:]
            case 4:
                raw = raw[:at] + chance.choice(LINES) + raw[at:]
            case 5:
                raw = raw[:at] + raw[end:]
            case 6:
                mark = chance.choice(CUTS)
                raw = raw[:at] + raw[at:end].replace(mark, chance.choice(CUTS)) + raw[end:]
            case _:
                piece = (other[at : at + 400] or raw[at:end]) * chance.choice((1,) * 19 + (50,))
                raw = raw[:at] + piece + raw[at:]
    return raw[:200_000]


def redressed(raw: bytes, chance: random.Random) -> bytes:
    """Return a mail with other fields and line ends and the same words."""
    fields = [b"X-%d: %s" % (n, b"x" * chance.randint(0, 90)) for n in range(chance.randint(0, 9))]
    raw = b"\n".join([*fields, raw])
    if chance.random() < 0.5:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    if chance.random() < 0.3:
        raw = b"Received: from a by b;\n\tTue, 3 Nov 2026 10:05:00 +0100\n" + raw
    return raw + b"\n" * chance.randint(0, 3)


def sent(reader: str, ids: Sequence[str]) -> bytes:
    """Return the letter that a mail answers, as the outbox would."""
    return LETTER if "<x@example.org>" in ids else b""


def orders(raw: bytes) -> list[str]:
    """Return what of a mail is obeyed if it makes sense: how orders begin, and old ones."""
    mail = read_mail(raw, OWN, identity=KNOWN, sent=sent)
    lines = [item.line.text for item in split_mail(mail.text).items if item.body is None]
    told = re.compile(f"[^>]*({'|'.join(OLD)})")
    begun = [" ".join(line.split()[:6]) for line in lines if ORDER.pattern.match(line)]
    return [*begun, *(found[1] for line in lines if (found := told.match(line)))]


def obey(raw: bytes) -> None:
    """Read all that a mail says."""
    for item in split_mail(read_mail(raw, OWN).text).items:
        read_item(item, VARIANT, Phase.MOVEMENT)


def stands_there(order: str, raw: bytes) -> bool:
    """Say whether an order stands in a mail where it is not quoted.

    Of HTML, broken as it is, only its words have to follow each other.
    """
    for part in message_from_bytes(raw).walk():
        body = part.get_payload(decode=True)
        if not isinstance(body, bytes):
            continue
        text = decode_bytes(body, str(part.get_param("charset", "")))
        lines = (line for line in text.splitlines() if not re.match(r"\s*[>|\uff1e]", line))
        if letters(order) in letters("\n".join(lines)):
            return True
        if part.get_content_type() == "text/html":
            bare = unescape(re.sub(r"<[/!?a-zA-Z][^>]*>", "", text))
            if letters(order) in letters(bare) or follow(order.split(), unescape(text)):
                return True
    return False


def follow(words: Sequence[str], text: str) -> bool:
    """Say whether the words stand in a text one after the other."""
    at, text = 0, letters(text)
    for word in map(letters, words):
        found = text.find(word, at)
        if found < 0:
            return False
        at = found + len(word)
    return True


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", normalize("NFKC", text))


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of some work, without that of what comes between by chance."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def run(number: int, seed: int = 1902) -> Result:
    """Break so many mails and read them. Raises AssertionError with the mail that is at fault."""
    chance = random.Random(seed)
    whole = mails()
    read_orders = 0
    slowest = 0.0
    begin = time.process_time()
    for at in range(number):
        raw = chance.choice(whole)
        as_it_was = at % 10 == 0
        raw = redressed(raw, chance) if as_it_was else broken(raw, chance.choice(whole), chance)
        start = time.process_time()
        given = orders(raw)
        if at % 200 == 1:
            obey(raw)
        spent = time.process_time() - start
        if spent > MOST_SECONDS / 3:
            spent = min(spent, *(seconds(lambda: orders(raw)) for _ in range(2)))  # noqa: B023 - used up here
        slowest = max(slowest, spent)
        assert spent < MOST_SECONDS, f"{spent:.2f} s for {raw!r}"
        for order in given:
            plain = " ".join(re.sub("[\u2013\u2192]", "-", order).strip(" \u2022*").split())
            there = plain in NEW or stands_there(order, raw)
            assert there and (plain in NEW or not as_it_was), f"{order!r} in {raw!r}"
        read_orders += len(given)
    return Result(number, read_orders, time.process_time() - begin, slowest)


if __name__ == "__main__":
    result = run(int(sys.argv[1]), *map(int, sys.argv[2:3]))
    print(
        f"{result.mails} mails, {result.orders} orders, {result.seconds:.0f} s of CPU, "
        f"the slowest mail {result.slowest * 1000:.0f} ms"
    )
