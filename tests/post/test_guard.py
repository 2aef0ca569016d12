"""What is never answered."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from judge.post.guard import explain_if_old, explain_not_answering
from judge.post.incoming import Envelope
from judge.post.mime import read_mail

OWN = ("judge@example.org",)
FROM = "From: france@example.org"
BASE = Envelope("france@example.org", ("judge+lepanto@example.org",))


def verdict(*fields: str, envelope: Envelope = BASE) -> str | None:
    raw = "\r\n".join((*fields, "", "A Par - Bur")).encode()
    reason = explain_not_answering(read_mail(raw, OWN, envelope))
    return reason.code if reason else None


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ([FROM], None),
        ([FROM, "Auto-Submitted: no"], None),
        ([FROM, "X-Auto-Response-Suppress: All"], None),
        ([FROM, "List-Id: <club.example.com>"], None),
        ([FROM, "Return-Path: <france@example.org>"], None),
        ([FROM, "Auto-Submitted: auto-replied (vacation)"], "mail_autoreply"),
        ([FROM, "Auto-Submitted: auto-generated; owner-email=x"], "mail_autoreply"),
        ([FROM, "X-Autoreply: yes"], "mail_autoreply"),
        ([FROM, "X-Autorespond: Out of office"], "mail_autoreply"),
        ([FROM, "Precedence: auto_reply"], "mail_autoreply"),
        ([FROM, "Subject: Automatic reply: JUDGE:ruhr - Reminder"], "mail_autoreply"),
        ([FROM, "Subject: Out of office"], "mail_autoreply"),
        ([FROM, "Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_Ruhr?="], "mail_autoreply"),
        ([FROM, "Subject: Re: Out of office, so my orders come early"], None),
        ([FROM, "Subject: Out of officers"], None),
        ([FROM, "Precedence: bulk"], "mail_bulk"),
        ([FROM, "Precedence: Junk"], "mail_bulk"),
        ([FROM, "Precedence: list"], "mail_bulk"),
        ([FROM, "Precedence: list", "In-Reply-To: <a@b.c>"], None),
        (["From: Club <club-request@example.com>"], "mail_bulk"),
        (["From: owner-club@example.com"], "mail_bulk"),
        (["From: club-bounces+france=example.org@example.com"], "mail_bulk"),
        (["From: owner@example.com"], None),
        ([FROM, "Content-Type: multipart/digest; boundary=x"], "mail_bulk"),
        ([FROM, "X-Diplomacy-Judge: OTHR"], "mail_loop"),
        (["From: No Reply <no-reply@example.com>"], "mail_bulk"),
        (["From: donotreply@example.com"], "mail_bulk"),
        ([FROM, "Return-Path: <>"], "mail_bounce"),
        ([FROM, "X-Failed-Recipients: x@example.com"], "mail_bounce"),
        ([FROM, "Content-Type: multipart/report; boundary=x"], "mail_bounce"),
        (["From: MAILER-DAEMON@mx.example.com"], "mail_bounce"),
        (["From: Mail <postmaster@example.com>"], "mail_bounce"),
        (["From: Judge <judge@example.org>"], "mail_loop"),
        (["From: judge+lepanto.p1.abc@example.org"], "mail_loop"),
        ([FROM, "X-Loop: judge@example.org"], "mail_loop"),
        ([FROM, "List-Id: <judge.example.org>"], "mail_loop"),
        ([], "mail_nobody"),
        (["From: a@example.org, b@example.org"], "mail_nobody"),
    ],
)
def test_machines_get_no_answer(fields: list[str], code: str | None) -> None:
    assert verdict(*fields) == code


def test_the_null_sender_is_a_bounce() -> None:
    assert verdict(FROM, envelope=BASE._replace(sender="")) == "mail_bounce"
    assert verdict(FROM, envelope=BASE._replace(sender=None)) is None


def test_the_address_for_bounces_takes_no_orders() -> None:
    to = BASE._replace(recipients=("judge+bounces@example.org",))
    assert verdict(FROM, envelope=to) == "mail_bounce"


def test_what_a_mailing_list_sends_is_not_answered() -> None:
    assert verdict(FROM, envelope=BASE._replace(sender="owner-club@example.com")) == "mail_bulk"


def test_a_mail_passed_on_by_a_list_is_read() -> None:
    raw = f"{FROM}\r\nList-Post: <mailto:club@example.com>\r\n\r\nSTATUS".encode()
    assert read_mail(raw, OWN).automatic is None


NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
NEW, WEEKS, LATER = (
    f"{day} 12:00:00 +0000" for day in ("Mon, 30 Nov 2026", "Sun, 1 Nov 2026", "Tue, 1 Jan 2030")
)


def by(moment: str) -> str:
    return f"Received: from a.example by mx.example.org with ESMTP id 1;\r\n\t{moment} (UTC)"


@pytest.mark.parametrize(
    ("fields", "via", "old"),
    [
        ([f"Date: {NEW}", by(NEW)], "smtp", False),
        ([f"Date: {WEEKS}", by(NEW), by(WEEKS)], "smtp", False),  # it was long on its way
        ([f"Date: {NEW}", by(WEEKS)], "smtp", False),  # a clock is wrong somewhere
        ([f"Date: {WEEKS}", by(WEEKS)], "smtp", True),
        ([f"Date: {WEEKS}", by(WEEKS), by(NEW)], "imap", True),
        ([f"Date: {WEEKS}"], "smtp", False),
        ([f"Date: {WEEKS}"], "imap", True),
        ([by(WEEKS)], "imap", True),
        (["Date: yesterday", by(WEEKS)], "imap", True),
        ([f"Date: {LATER}", by(WEEKS)], "imap", True),
        ([f"Date: {LATER}"], "imap", False),
        ([], "imap", False),
        (["Date: yesterday"], "imap", False),
        ([f"Date: {WEEKS}", "Received: by mx.example.org"], "imap", False),
        ([f"Date: {WEEKS}", by("Mon, 31 Feb 2026 99:00:00 +9900")], "imap", False),
        (["Date: Sun, 1 Nov 2026 12:00:00", by("Sun, 1 Nov 2026 12:00:00 -0000")], "imap", True),
    ],
)
def test_mail_that_is_weeks_old_by_its_date_and_its_received(
    fields: list[str], via: str, old: bool
) -> None:
    raw = "\r\n".join((FROM, *fields, "", "A Par - Bur")).encode()
    reason = explain_if_old(raw, via, NOW)
    assert (reason is not None) == old
