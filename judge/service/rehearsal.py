"""What the judge would answer to a mail: everything is done as in earnest, and then undone."""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from judge.post.mime import identify
from judge.service import settings
from judge.service.clock import utc_now
from judge.service.desk import Desk
from judge.service.reading import obey
from judge.service.settings import Config
from judge.service.table import plain_text
from judge.service.wiring import open_desk
from judge.store import inbox, outbox
from judge.store.outbox import OutMail


class Told(NamedTuple):
    """A letter that would be sent, or why none would be."""

    heading: str
    text: str


class _Undo(Exception):
    """Ends a transaction without a trace."""


def rehearse(raw: bytes, config: Config | None) -> Iterator[Told]:
    """Yield the letters that would follow from a mail; nothing is stored and nothing sent.

    Without a config the judge has no games.
    """
    if config is not None:
        yield from _rehearse(raw, open_desk(config))
        return
    with TemporaryDirectory() as folder:
        made = {"judge": {"address": "judge@example.org", "data": Path(folder)}}
        yield from _rehearse(raw, open_desk(settings.check(made, "rehearsal")))


def _rehearse(raw: bytes, desk: Desk) -> Iterator[Told]:
    outcome, mails = _trial(raw, desk)
    desk.database.close()
    if not mails:
        yield Told(f"No answer ({outcome}).", "")
    for mail in mails:
        letter = message_from_bytes(mail.raw)
        yield Told(f"To {mail.recipient}: {letter['Subject']}", plain_text(letter))


def _trial(raw: bytes, desk: Desk) -> tuple[str, tuple[OutMail, ...]]:
    now = utc_now()
    outcome = ""
    mails: tuple[OutMail, ...] = ()
    try:
        with desk.database.writing() as tx:
            # The mail may have been read before: it is tried all the same.
            identity = (identify(raw).message_id, f"rehearsal {now.isoformat()}")
            receipt = inbox.put(tx, raw, identity, now, via="smtp")
            received = inbox.take(tx, receipt.id)
            assert received is not None, "it was put there just now"
            known = outbox.newest(tx)
            outcome = obey(desk, tx, received, now)
            mails = outbox.since(tx, known)
            raise _Undo
    except _Undo:
        return outcome, mails
