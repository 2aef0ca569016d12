"""Keeps a flood of mail from becoming a flood of answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game.decision import Decision
from judge.game.most import Most
from judge.model.letter import News, Notice
from judge.model.reason import Reason
from judge.store import answers
from judge.store.answers import Used
from judge.store.outbox import OutMail

SPAN = timedelta(hours=1)
"""The time in which answers are counted."""

_STOPPED = frozenset({"reply", "confirm", "secret", "press", "alarm"})
"""Letters that a flood of mail would make a flood of."""


def rate_limited(
    tx: Connection, decision: Decision, sender: str, most: Most, now: datetime
) -> Decision:
    """Return the decision with no more answers than its sender may have.

    The last answer says so. From then on their mail is obeyed in silence, and their press is not
    carried: nobody would tell them where it stays. Where nothing is proved, what goes to somebody
    else is counted for them.
    """
    notices, press = [], decision.press
    limit = most.answers_per_hour if decision.proved else most.stranger_answers_per_hour
    for notice in decision.notices:
        to = sender if decision.proved else notice.to.address
        if notice.kind not in _STOPPED:
            notices.append(notice)
            continue
        used = answers.since(tx, to, decision.proved, now - SPAN)
        if used.answers >= limit:
            press = ()
            continue
        if notice.kind != "press":
            spent = used.bytes >= most.bytes_per_hour
            number = limit if spent else 1
            answers.note(tx, to, decision.proved, Used(number), now)
            if spent or used.answers + 1 == limit:
                news = News(Reason("answers_limited", (str(limit),)))
                notice = replace(notice, sections=(news, *(() if spent else notice.sections)))
        notices.append(notice)
    return replace(decision, notices=tuple(notices), press=press)


def note_sent(
    tx: Connection,
    sender: str,
    proved: bool,
    sent: Iterable[tuple[Notice, OutMail]],
    now: datetime,
) -> None:
    """Note the letters that went out because of a mail: press to others, and the bytes."""
    counted = [(notice, len(mail.raw)) for notice, mail in sent if notice.kind in _STOPPED]
    letters = sum(notice.kind == "press" for notice, _size in counted)
    size = sum(size for _notice, size in counted)
    if counted:
        answers.note(tx, sender, proved, Used(0, letters, size), now)
