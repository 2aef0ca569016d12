"""The pictures of letters: what they are drawn from and, once somebody drew them, their bytes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256

from sqlalchemy import (
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    bindparam,
    delete,
    select,
    update,
)

from judge.store.columns import Instant, numbered_table
from judge.store.database import insert_if_new_statement

pictures = numbered_table(
    "pictures",
    Column("digest", String(64), nullable=False, unique=True),
    Column("content", Text, nullable=False),
    Column("image", LargeBinary),
    Column("attempts", Integer, nullable=False, default=0),
    Column("used_at", Instant, nullable=False),
    Index(None, "used_at"),
)
"""``content`` is what a picture is drawn from, ``image`` its bytes once it is drawn."""

ATTEMPTS = 2
"""How often a picture is begun: one that nobody lived to finish is not begun for ever."""

KEPT = timedelta(days=1)
"""So long after it was last used a picture may be used again before that is written down."""

_NEVER = 1000
"""As many attempts has a picture that was given up."""

_THESE = pictures.c.digest.in_(bindparam("digests", expanding=True))
_USED = update(pictures).where(_THESE, pictures.c.used_at < bindparam("before"))
_THIS = pictures.c.digest == bindparam("picture")


@lru_cache(maxsize=16)
def digest_picture(content: str, form: str) -> str:
    """Return what a picture goes by: the same for the same content in the same form."""
    return sha256(f"{form}\0{content}".encode()).hexdigest()


def add_contents(tx: Connection, contents: Mapping[str, str], now: datetime) -> None:
    """Keep what pictures are drawn from, by their digests; those known are kept for longer."""
    if not contents:
        return
    rows = [
        {"digest": digest, "content": contents[digest], "used_at": now}
        for digest in sorted(contents)
    ]
    insert = insert_if_new_statement(tx, pictures).execution_options(preserve_rowcount=True)
    if tx.execute(insert, rows).rowcount == len(rows):
        return
    # Not each time: judges that work beside each other would wait for each other here.
    aged = {"digests": [*contents], "before": now - KEPT, "used_at": now}
    tx.execute(_USED, aged)


def find_image(tx: Connection, digest: str) -> bytes | None:
    """Return a picture if it was drawn, nothing if it never will be, None if it may be yet."""
    query = select(pictures.c.image, pictures.c.attempts).where(_THIS)
    row = tx.execute(query, {"picture": digest}).one_or_none()
    if row is None or (row.image is None and row.attempts >= _NEVER):
        return b""
    stored_image: bytes | None = row.image
    return stored_image


def find_content(tx: Connection, digest: str) -> str:
    """Return what a picture is drawn from, "" if that is gone."""
    query = select(pictures.c.content).where(_THIS)
    return str(tx.execute(query, {"picture": digest}).scalar_one_or_none() or "")


def begin_drawing(tx: Connection, digest: str) -> str | None:
    """Return what a picture is to be drawn from; None if it was begun too often, or is gone."""
    params = {"picture": digest}
    query = select(pictures.c.content, pictures.c.attempts).where(_THIS).with_for_update()
    row = tx.execute(query, params).one_or_none()
    if row is None or row.attempts >= ATTEMPTS:
        return None
    tx.execute(update(pictures).where(_THIS).values(attempts=row.attempts + 1), params)
    return str(row.content)


def cancel_drawing(tx: Connection, digest: str) -> None:
    """Let a picture that was begun be as if it had not been, unless it was given up meanwhile."""
    wanted = pictures.c.attempts < _NEVER
    fewer = update(pictures).where(_THIS, wanted).values(attempts=pictures.c.attempts - 1)
    tx.execute(fewer, {"picture": digest})


def save_image(tx: Connection, digest: str, image_bytes: bytes) -> bool:
    """Keep a picture that was drawn, and say so; not if letters went without it, or with another's
    drawing."""
    wanted = (pictures.c.attempts < _NEVER, pictures.c.image.is_(None))
    keep = update(pictures).where(_THIS, *wanted).values(image=image_bytes)
    result = tx.execute(keep, {"picture": digest})
    return result.rowcount > 0


def give_up_picture(tx: Connection, digest: str) -> None:
    """Let a picture that is not there yet never be."""
    missing = pictures.c.image.is_(None)
    tx.execute(update(pictures).where(_THIS, missing).values(attempts=_NEVER), {"picture": digest})


def purge_old_pictures(tx: Connection, before: datetime) -> int:
    """Throw away the pictures that no letter has been given since; return how many."""
    return tx.execute(delete(pictures).where(pictures.c.used_at < before)).rowcount
