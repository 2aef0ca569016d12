"""Makes a letter of a notice: addresses, header fields, and the bodies that ``render`` writes."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from judge.hooks import Variant
from judge.letters.context import LetterContext, tagged
from judge.letters.reader_names import dressed
from judge.letters.render import render_html, render_text
from judge.model.letter import Letter, Notice


class JudgeIdentity(NamedTuple):
    """The judge itself: ``code`` names it in subjects and headlines (letters only)."""

    code: str
    address: str
    name: str

    @property
    def domain(self) -> str:
        """The part of the address behind the @."""
        return self.address.rpartition("@")[2]


def compose(notice: Notice, variant: Variant | None, house: JudgeIdentity) -> Letter:
    """Return the notice as a letter; the same notice always makes the same letter.

    ``variant`` is the one of the notice's game; None for letters about no game.
    """
    notice, variant = dressed(notice, variant)
    sheet = LetterContext(notice, variant, house.code, house.name, house.address)
    return Letter(
        to=notice.to.address,
        sender=house.address,
        reply_to=reply_address(notice, house),
        subject=subject_of(notice, house),
        message_id=_message_id(notice, notice.key, house),
        text=render_text(sheet),
        html=render_html(sheet),
        headers=_headers(notice, house),
    )


def reply_address(notice: Notice, house: JudgeIdentity) -> str:
    """Return where answers go: for a seat an address that tells who writes."""
    to, game = notice.to, notice.heading.game if notice.heading else ""
    if not (game and to.seat and to.secret):
        return house.address
    return tagged(house.address, game, to.seat, to.secret)


def subject_of(notice: Notice, house: JudgeIdentity) -> str:
    """Return the subject: the asker's own for replies, else ``CODE:game - event``."""
    asked = _one_line(notice.subject)
    if notice.answering and asked:
        return asked if asked[:3].lower() == "re:" else f"Re: {asked}"
    game = f":{notice.heading.game}" if notice.heading else ""
    answer = "Re: " if notice.answering else ""
    event = f" - {notice.event}" if notice.event else ""
    return _one_line(f"{answer}{house.code}{game}{event}")


def list_id(game: str, house: JudgeIdentity) -> str:
    """Return the List-Id of a game's mail, or of the judge's own: all end in the same domain."""
    local, _, domain = house.address.rpartition("@")
    return f"<{f'{game}.' if game else ''}{local}.{domain}>"


def _headers(notice: Notice, house: JudgeIdentity) -> tuple[tuple[str, str], ...]:
    reply = bool(notice.answering)
    game = notice.heading.game if notice.heading else ""
    thread = [_message_id(notice, "thread", house)] if game else []
    fields = [
        ("Auto-Submitted", "auto-replied" if reply else "auto-generated"),
        ("Precedence", "list"),
        ("List-Id", list_id(game, house)),
        ("X-Auto-Response-Suppress", "All"),
    ]
    if reply:
        fields.append(("In-Reply-To", notice.answering))
        thread.append(notice.answering)
    if thread:
        fields.append(("References", " ".join(thread)))
    return tuple(fields)


def _message_id(notice: Notice, key: str, house: JudgeIdentity) -> str:
    """Return an id that depends on the game, the key and the reader alone."""
    game = notice.heading.game if notice.heading else ""
    reader = notice.to.seat or notice.to.address
    digest = sha256("\0".join((game, key, reader)).encode()).hexdigest()[:32]
    return f"<{digest}@{house.domain}>"


def _one_line(text: str) -> str:
    """Return the text without line ends and other control characters (RFC 5322 2.2)."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
