"""Keeps a flood of mail from becoming a flood of answers."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game.decision import Decision
from judge.model.letter import News
from judge.model.reason import Reason
from judge.store import answers

SPAN = timedelta(hours=1)
"""The time in which answers are counted."""

MOST = 60
"""The most answers that one address gets in it, where the settings do not say otherwise."""

_STOPPED = frozenset({"reply", "confirm", "secret", "press", "alarm"})
"""Letters that a flood of mail would make a flood of."""


def rate_limited(
    tx: Connection, decision: Decision, sender: str, most: int, now: datetime
) -> Decision:
    """Return the decision with no more answers than its sender may have.

    The last answer says so. From then on their mail is obeyed in silence, and their press is not
    carried: nobody would tell them where it stays.
    """
    start = now - SPAN
    given = answers.since(tx, sender, decision.proved, start)
    if given >= most:
        left = tuple(notice for notice in decision.notices if notice.kind not in _STOPPED)
        return replace(decision, notices=left, press=())
    replies = [
        notice for notice in decision.notices if notice.kind in ("reply", "confirm", "secret")
    ]
    if not replies:
        return decision
    answers.note(tx, sender, decision.proved, len(replies), now)
    if given + len(replies) < most:
        return decision
    news = News(Reason("answers_limited", (str(most),)))
    last = replace(replies[-1], sections=(news, *replies[-1].sections))
    notices = tuple(last if notice is replies[-1] else notice for notice in decision.notices)
    return replace(decision, notices=notices)
