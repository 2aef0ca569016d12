"""From which message on a mailbox is read: what was in it before the judge is left there."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Connection, Text, exists, insert, select, update

from judge.store import schema as t
from judge.store.columns import numbered_table

mailboxes = numbered_table(
    "mailboxes",
    Column("name", Text, nullable=False, unique=True),
    Column("validity", BigInteger, nullable=False),
    Column("first", BigInteger, nullable=False),
)
"""``validity`` is the UIDVALIDITY of the mailbox, ``first`` the UID of the first message that is
read (RFC 9051, 2.3.1.1)."""


def find_first_message_to_read(tx: Connection, name: str, validity: int, next_uid: int) -> int:
    """Return the UID from which on the messages of a mailbox are read.

    When the judge sees a mailbox for the first time that is the next to come, if it has never had
    a mail or a game; else all are. Where a mailbox was made anew all are, too.
    """
    c = mailboxes.c
    row = tx.execute(select(c.validity, c.first).where(c.name == name)).one_or_none()
    if row is not None and row.validity == validity:
        return int(row.first)
    if row is not None:
        tx.execute(update(mailboxes).where(c.name == name).values(validity=validity, first=0))
        return 0
    used = select(exists(select(t.inbox.c.id))), select(exists(select(t.games.c.id)))
    first = 0 if any(tx.execute(query).scalar() for query in used) else next_uid
    tx.execute(insert(mailboxes).values(name=name, validity=validity, first=first))
    return first
