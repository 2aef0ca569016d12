"""Letters become mails, and mails go out."""

from __future__ import annotations

import email
import email.policy
import random
import re
import smtplib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email.header import decode_header, make_header
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import dkim
import pytest
from aiosmtpd.smtp import SMTP
from aiosmtpd.smtp import Envelope as Dialogue

from judge.model.letter import Letter
from judge.post.build import build_mail
from judge.post.guard import explain_not_answering
from judge.post.incoming import Envelope
from judge.post.mime import read_mail
from judge.post.signing import SigningTransport
from judge.post.smtp_in import ListenSettings, Receiver
from judge.post.smtp_out import DeliveryRefusedError, FolderTransport, NoWayOutError, SmtpTransport

NOW = datetime(2026, 11, 3, 9, tzinfo=UTC)
LETTER = Letter(
    to="france@example.org",
    sender="Judge <judge@example.org>",
    reply_to="judge+lepanto.p3.abcdefghij234567@example.org",
    subject="J:lepanto - S1902M Results",
    message_id="lepanto.s1902m.results.p3@example.org",
    text="France: Army Paris -> Burgundy.\n" + "x" * 300 + "\n.\n",
    html="<p>Army Paris \u2192 Burgundy</p>",
    headers=(("References", "<lepanto@example.org>"),),
)


def parsed(letter: Letter) -> EmailMessage:
    message = email.message_from_bytes(build_mail(letter, NOW), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def test_plain_text_goes_out_as_it_stands() -> None:
    raw = build_mail(LETTER, NOW)
    assert b"\r\n" + b"x" * 300 + b"\r\n.\r\n" in raw
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    plain, html = parsed(LETTER).iter_parts()
    assert plain.get_content_type() == "text/plain"
    assert plain["Content-Transfer-Encoding"] == "7bit"
    assert html.get_content_type() == "text/html"
    assert "Army Paris \u2192 Burgundy" in html.get_content()


@pytest.mark.parametrize("text", ["Grüße\n", "y" * 999 + "\n"])
def test_text_that_does_not_fit_is_encoded(text: str) -> None:
    plain = parsed(replace(LETTER, text=text)).get_body(("plain",))
    assert plain is not None
    assert plain.get_content().splitlines() == text.splitlines()
    assert (
        max(len(line) for line in build_mail(replace(LETTER, text=text), NOW).splitlines()) <= 998
    )


def test_machines_are_told_not_to_answer() -> None:
    mail = parsed(LETTER)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Precedence"] == "list"
    assert mail["List-Id"] == "<judge.example.org>"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["Message-ID"] == "<lepanto.s1902m.results.p3@example.org>"
    assert mail["Date"].datetime == NOW
    answer = replace(LETTER, headers=(("Auto-Submitted", "auto-replied"),))
    assert parsed(answer).get_all("Auto-Submitted") == ["auto-replied"]


def test_our_own_letters_are_never_answered() -> None:
    own = ("judge@example.org",)
    back = read_mail(build_mail(LETTER, NOW), own, Envelope("x@example.org", own))
    assert explain_not_answering(back) is not None


def test_long_ids_are_left_whole() -> None:
    long = f"<{'a' * 150}@example.org>"
    raw = build_mail(replace(LETTER, headers=(("References", f"<x@example.org> {long}"),)), NOW)
    assert b"References: <x@example.org>\r\n " + long.encode() + b"\r\n" in raw


def test_a_subject_cannot_add_header_fields() -> None:
    mail = parsed(replace(LETTER, subject="Re: x\r\nBcc: spy@example.com\r\n\r\nbody"))
    assert "Bcc" not in mail
    assert mail["Subject"] == "Re: x Bcc: spy@example.com body"


PIECES = ("=?", "utf-8", "?q?", "?b?", "?=", "=C3", "=A4", "=", "a", " ", "\u00e4", "x" * 90, "<@>")


@pytest.mark.parametrize("seed", range(100))
def test_a_subject_comes_back_as_it_is_however_broken_its_code(seed: int) -> None:
    chance = random.Random(seed)
    subject = "Re: =?utf-8?q?" + "".join(chance.choices(PIECES, k=chance.randint(1, 300)))
    field = build_mail(replace(LETTER, subject=subject), NOW).split(b"\r\nSubject: ")[1]
    lines = re.split(rb"\r\n(?! )", field)[0]
    assert max(map(len, lines.split(b"\r\n"))) <= 998
    told = str(make_header(decode_header(lines.replace(b"\r\n", b"").decode("ascii"))))
    assert told == " ".join(subject.split())


@pytest.mark.parametrize(
    "address",
    [
        "fran\u00e7ais@example.org",
        "a@b@example.org",
        "x@example.org\r\nBcc: y@example.org",
        "x",
        "",
    ],
)
def test_addresses_that_mail_cannot_be_sent_to_are_refused(address: str) -> None:
    with pytest.raises(ValueError, match="address"):
        build_mail(replace(LETTER, to=address), NOW)


def test_the_same_letter_is_the_same_mail() -> None:
    assert build_mail(LETTER, NOW) == build_mail(LETTER, NOW)


def test_a_letter_goes_out_by_smtp_and_comes_in_whole() -> None:
    kept: list[tuple[bytes, Envelope]] = []
    receiver = Receiver(
        ListenSettings("smtp", "127.0.0.1", 0),
        ("france@example.org",),
        lambda raw, envelope: kept.append((raw, envelope)),
    )
    receiver.start()
    raw = build_mail(LETTER, NOW)
    SmtpTransport("127.0.0.1", receiver.port).send_mail(
        "judge+bounces@example.org", "france@example.org", raw
    )
    with pytest.raises(DeliveryRefusedError) as caught:
        SmtpTransport("127.0.0.1", receiver.port).send_mail(
            "judge@example.org", "nobody@example.org", raw
        )
    assert caught.value.permanent
    assert caught.value.reply.startswith("550 5.1.1")
    port = receiver.port
    receiver.stop()
    assert kept == [(raw, Envelope("judge+bounces@example.org", ("france@example.org",), "smtp"))]
    with pytest.raises(NoWayOutError, match="ConnectionRefused"):
        SmtpTransport("127.0.0.1", port).send_mail("judge@example.org", "france@example.org", raw)


class Moody:
    """Answers the end of a mail as it is told to."""

    reply = ""

    async def handle_DATA(  # noqa: N802 - named by aiosmtpd
        self, server: SMTP, session: Any, envelope: Dialogue
    ) -> str:
        return self.reply


@pytest.fixture
def moody(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    receiver = Receiver(ListenSettings("smtp", "127.0.0.1", 0), ("x@example.org",), print)
    monkeypatch.setattr(receiver._handler, "handle_DATA", Moody().handle_DATA)
    receiver.start()
    yield receiver
    receiver.stop()


@pytest.mark.parametrize(("reply", "permanent"), [("451 later", False), ("554 never", True)])
def test_a_refusal_says_whether_it_is_for_good(
    moody: Receiver, monkeypatch: pytest.MonkeyPatch, reply: str, permanent: bool
) -> None:
    monkeypatch.setattr(Moody, "reply", reply)
    with pytest.raises(DeliveryRefusedError) as caught:
        SmtpTransport("127.0.0.1", moody.port).send_mail(
            "judge@example.org", "x@example.org", b"x\r\n"
        )
    assert (caught.value.permanent, caught.value.reply) == (permanent, reply)


def test_trouble_at_the_parting_does_not_matter(
    moody: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rude(self: smtplib.SMTP) -> None:
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr(Moody, "reply", "250 ok")
    monkeypatch.setattr(smtplib.SMTP, "quit", rude)
    SmtpTransport("127.0.0.1", moody.port).send_mail("judge@example.org", "x@example.org", b"x\r\n")


def test_a_folder_keeps_the_mails_in_order(tmp_path: Path) -> None:
    folder = FolderTransport(tmp_path / "mail")
    folder.send_mail("judge@example.org", "france@example.org", b"one")
    folder.send_mail("judge@example.org", "../italy@example.org", b"two")
    assert [(file.name, file.read_bytes()) for file in sorted((tmp_path / "mail").iterdir())] == [
        ("00001-france@example.org.eml", b"one"),
        ("00002-.._italy@example.org.eml", b"two"),
    ]


def test_a_folder_that_was_cleared_up_loses_no_mail(tmp_path: Path) -> None:
    folder = FolderTransport(tmp_path)
    for raw in (b"one", b"two"):
        folder.send_mail("judge@example.org", "france@example.org", raw)
    (tmp_path / "00001-france@example.org.eml").unlink()
    folder.send_mail("judge@example.org", "france@example.org", b"three")
    assert [file.read_bytes() for file in sorted(tmp_path.iterdir())] == [b"two", b"three"]


def test_a_long_subject_begins_on_its_first_line() -> None:
    subject = "JUDGE:ruhr - Press from Italy to Austria, England, France, Germany and Russia"
    letter = replace(LETTER, subject=subject)
    assert b"Subject: JUDGE:ruhr - Press" in build_mail(letter, NOW)
    assert parsed(letter)["Subject"] == subject


def test_every_field_stands_once() -> None:
    same = (("Auto-Submitted", "auto-generated"), ("Precedence", "list"), ("List-Id", "<a.b.c>"))
    mail = parsed(replace(LETTER, headers=same))
    names = [name.lower() for name in mail]
    assert len(names) == len(set(names))
    assert mail["List-Id"] == "<a.b.c>"
    assert names.index("subject") == names.index("date") + 1


KEY = b"""\
-----BEGIN RSA PRIVATE KEY-----
MIICXgIBAAKBgQCqQGkZMWOaYz0AM0po6RSkgCepMqLCPiOsOGf4l6Sh3rkh0vXV
u1mTPSIMK0EukqVbrrF3plIQst+abEGfuWn99VzrYVJXGuI2MHfB66pRQuUuVPin
Rtbctwp+jgZCNt0LwHwOCfuydV/mN62qLNfeWmJG6DQ9/rNA7lkyETXw6wIDAQAB
AoGADk+txf1d1wuChDLLjXgSUSWor9Ne1R8uFnsDWmU85JJ5U3uNSLMf+32HECjO
qOCQ390Wc+1aNqcinrN87LVEUH6duGCmRMdxcmoLyltD5WAfEyfMgdMvKHgS7puW
3xAdYf1qLg7qnPFrvXx1gGQA2KjMOGZ7q74m1AveV8GaBTECQQDarj+Bvzo2FUT4
bChi3qXqBKT2BUucFQ+13dmHNXbiTmgRhGjFVj4NEX1szKx47WtGo2KcsyYQnxii
pOunWkK5AkEAx05jFcZBeoO2jTbYFGDCiNvsW0uTEqnWtLascAAF+bBTKVA9owp8
WiXYisxRsi945wBPvvo6jtYcjZRqGscOwwJBAKV2eu79dlo9tbYSgGxu8zMi2H6e
extahEyj1FgOCCosEWpPuca2/rR8q16Lb2UAn88PCSpwEzk4aDeIehZioWECQQCm
pDfcoONmmHIuKEkK4MxGufspaksSM8c9We9bxek5F+CwjlK6262VgkdH5gX4whCI
tI341CfZ/dPp3MnKkd0ZAkEAgqcaDa28LeAeFQYks/ah/pjk19yxhCoYf1xBgYgk
lO401r6obgtQU1QAFnJwO4/kboXTVkSg6pN0fttUeMpG+Q==
-----END RSA PRIVATE KEY-----
"""

PUBLIC = (
    b"MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCqQGkZMWOaYz0AM0po6RSkgCep"
    b"MqLCPiOsOGf4l6Sh3rkh0vXVu1mTPSIMK0EukqVbrrF3plIQst+abEGfuWn99Vzr"
    b"YVJXGuI2MHfB66pRQuUuVPinRtbctwp+jgZCNt0LwHwOCfuydV/mN62qLNfeWmJG"
    b"6DQ9/rNA7lkyETXw6wIDAQAB"
)


def test_a_signature_holds_until_a_letter_is_changed() -> None:
    sent: list[bytes] = []

    class Way:
        def send_mail(self, envelope_from: str, recipient: str, raw: bytes) -> None:
            sent.append(raw)

    leave = ("List-Unsubscribe", "<mailto:judge+lepanto.o1.abcdefghij234567@example.org>")
    raw = build_mail(replace(LETTER, headers=(leave,)), NOW)
    SigningTransport(Way(), "example.org", "judge", KEY).send_mail(
        "judge@example.org", LETTER.to, raw
    )
    asked: list[bytes] = []

    def dns(name: bytes, timeout: int = 0) -> bytes:
        asked.append(name)
        return b"v=DKIM1; p=" + PUBLIC

    assert sent[0].endswith(raw) and dkim.verify(sent[0], dnsfunc=dns)
    assert asked == [b"judge._domainkey.example.org."]
    for part in (b"1902", b"Army Paris", b".o1.", b"Judge <"):
        assert not dkim.verify(sent[0].replace(part, b"X"), dnsfunc=dns), part
