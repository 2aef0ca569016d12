"""Takes charge of mail: a mail is safe once its row is committed, and only then."""

from __future__ import annotations

from datetime import datetime

from judge.post.incoming import Envelope
from judge.post.mime import identify
from judge.store import inbox
from judge.store.database import Database
from judge.store.inbox import Receipt


def accept(database: Database, raw: bytes, envelope: Envelope, now: datetime) -> Receipt:
    """Keep a mail for reading. When this raises, the mail was not kept.

    A mail that is known already is not kept again.
    """
    identity = identify(raw)
    with database.writing() as tx:
        return inbox.put(
            tx,
            raw,
            identity,
            now,
            sender=envelope.sender,
            recipients=envelope.recipients,
            via=envelope.via,
        )
