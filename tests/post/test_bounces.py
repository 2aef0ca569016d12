"""Delivery reports in the forms that mail servers write."""

from __future__ import annotations

import pytest

from judge.post.bounces import DeliveryFailure, find_delivery_failure
from judge.post.bounds import BOUNDS

TO = "judge+bounces-0123456789abcdef@example.org"


def report(*blocks: str, text: str = "It could not be delivered.") -> bytes:
    """Return a report as RFC 3464 has it, with a block for each recipient."""
    status = "\n\n".join(("Reporting-MTA: dns; mx.example.net", *blocks))
    return (
        "From: MAILER-DAEMON@mx.example.net\n"
        f"To: {TO}\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="=b"\n\n'
        f"--=b\n\n{text}\n--=b\nContent-Type: message/delivery-status\n\n{status}\n\n"
        "--=b\nContent-Type: message/rfc822\n\nFrom: judge@example.org\n\nA Par - Bur\n\n--=b--\n"
    ).encode()


def block(action: str, status: str, said: str = "") -> str:
    lines = ["Final-Recipient: rfc822; france@example.org", f"Action: {action}"]
    lines += [f"Status: {status}"] if status else []
    return "\n".join(lines + ([f"Diagnostic-Code: smtp; {said}"] if said else []))


@pytest.mark.parametrize(
    ("blocks", "failure"),
    [
        ([block("failed", "5.1.1", "550 5.1.1 No such user")], (True, "550 5.1.1 No such user")),
        ([block("failed", "5.7.1", "550 refused; see a page")], (True, "550 refused; see a page")),
        ([block("failed", "5.0.0 (permanent)")], (True, "5.0.0 (permanent)")),
        ([block("Failed", "", "550\n Requested action\n not taken")],
         (True, "550 Requested action not taken")),
        ([block("failed", "4.4.1", "connect: timed out")], (False, "connect: timed out")),
        ([block("failed", "5.2.2", "552 5.2.2 Mailbox full")], (False, "552 5.2.2 Mailbox full")),
        ([block("delayed", "4.7.1")], (False, "4.7.1")),
        ([block("delivered", "2.0.0")], None),
        ([block("relayed", "2.0.0")], None),
        ([], None),
    ],
)  # fmt: skip
def test_what_a_report_says(blocks: list[str], failure: tuple[bool, str] | None) -> None:
    assert find_delivery_failure(report(*blocks), BOUNDS) == (failure and DeliveryFailure(*failure))


@pytest.mark.parametrize(
    ("mail", "hard"),
    [
        (  # Exim writes to whom in the header
            f"From: Mail Delivery System <Mailer-Daemon@example.net>\nTo: {TO}\n"
            "X-Failed-Recipients: france@example.org\nSubject: Mail delivery failed\n\n"
            "A message that you sent could not be delivered.\n",
            True,
        ),
        (  # qmail
            f"From: MAILER-DAEMON@example.net\nTo: {TO}\nSubject: failure notice\n\n"
            "Hi. This is the qmail-send program at example.net.\n"
            "I'm afraid I wasn't able to deliver your message to the following addresses.\n"
            "This is a permanent error; I've given up. Sorry it didn't work out.\n\n"
            "<france@example.org>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n"
            "--- Below this line is a copy of the message.\n\nFrom: judge@example.org\n",
            True,
        ),
        (f"From: france@example.org\nTo: {TO}\nSubject: Away\n\nBack on Monday.\n", None),
    ],
)
def test_reports_in_plain_words(mail: str, hard: bool | None) -> None:
    found = find_delivery_failure(mail.encode(), BOUNDS)
    assert (found.hard if found else None) == hard


def test_a_report_may_end_with_the_whole_of_a_long_letter() -> None:
    whole = report(block("failed", "5.1.1")) + b"x" * BOUNDS.max_mail_bytes
    assert find_delivery_failure(whole, BOUNDS) == DeliveryFailure(True, "5.1.1")
