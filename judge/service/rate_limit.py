"""Keeps a flood of mail from becoming a flood of answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.game.effects import Effects
from judge.game.limits import SPAN, Limits, MailUsage, count_letter_bytes
from judge.model.letter import News, Notice
from judge.model.letter_kind import ALARM, Quota
from judge.model.reason import Reason
from judge.store import usage
from judge.store.outbox import OutMail


def limit_answers(
    tx: Connection,
    decision: Effects,
    sender: str,
    limits: Limits,
    now: datetime,
    known: MailUsage | None = None,
) -> tuple[Effects, Counter[str]]:
    """Return the decision with no more answers than its sender may have, and to how many it comes
    for each address, for ``note_sent``.

    The last answer says so. From then on their mail is obeyed in silence, and their press is not
    carried: nobody would tell them where it stays. Where nothing is proved, what goes to somebody
    else is counted for them. ``known`` is what mail proved to be from the sender has caused of
    late, if that was looked up before.
    """
    notices, press, more = [], decision.press, Counter[str]()
    limit = limits.answers_per_hour if decision.mail.proved else limits.stranger_answers_per_hour
    for notice in decision.notices:
        to = sender if decision.mail.proved else notice.to.address
        if notice.kind.quota is Quota.NOTHING or _is_alarm_of_guess(notice, decision):
            notices.append(notice)
            continue
        if decision.mail.proved and known is not None:
            used = known
        else:
            used = usage.sum_up_usage(tx, to, decision.mail.proved, now - SPAN)
        before = used.answers + more[to]
        if before >= limit:
            press = ()
            continue
        if notice.kind.quota is Quota.ANSWER:
            spent = used.bytes >= limits.bytes_per_hour
            more[to] += limit if spent else 1
            if spent or before + 1 == limit:
                news = News(Reason("answers_limited", (str(limit),)))
                notice = replace(notice, sections=(news, *(() if spent else notice.sections)))
        notices.append(notice)
    return replace(decision, notices=tuple(notices), press=press), more


def _is_alarm_of_guess(notice: Notice, decision: Effects) -> bool:
    """Say whether a letter warns the holder of a seat of a guess at it: of these a seat gets few in
    an hour, and if they were counted, whoever guesses would learn which seats there are."""
    told = {attempt.game for attempt in decision.mail.attempts if attempt.told}
    return notice.kind is ALARM and notice.game in told


def record_sent_letters(
    tx: Connection,
    sender: str,
    decision: Effects,
    more: Mapping[str, int],
    sent: Iterable[tuple[Notice, OutMail]],
    now: datetime,
) -> None:
    """Note what went out because of a mail: so many answers more, press to others, the bytes.

    Press counts as it was written, to so many seats: whether it is read there would tell who has
    left, or mutes its writer.
    """
    answers = [
        len(mail.raw)
        for notice, mail in sent
        if notice.kind.quota is Quota.ANSWER and notice.to.address == sender
    ]
    readers = [(len(press.to), count_letter_bytes(press.text)) for press in decision.press]
    letters = sum(many for many, _size in readers)
    size = sum(answers) + sum(many * size for many, size in readers)
    proved = decision.mail.proved
    for to in {**more, **({sender: 0} if letters or size else {})}:
        press_and_bytes = (letters, size) if to == sender else (0, 0)
        usage.record_usage(tx, to, proved, MailUsage(more.get(to, 0), *press_and_bytes), now)
