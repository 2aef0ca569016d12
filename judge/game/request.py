"""A mail as the game sees it."""

from __future__ import annotations

from dataclasses import dataclass

from judge.game.access import Tag
from judge.language.script import Script
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Request:
    """What was written, by whom, and to which of the judge's addresses.

    ``sender`` is the address it came from and ``name`` the name that stood beside it; ``tags`` are
    the reply tags among the addresses it was sent to, ``relays`` those that lead to other
    players. ``text`` is what was written, ``script`` its lines. ``cut`` says what of the mail was
    not read; ``digest`` tells it from others under its id.
    """

    sender: str
    message_id: str
    subject: str
    script: Script
    tags: tuple[Tag, ...] = ()
    cut: tuple[Reason, ...] = ()
    digest: str = ""
    relays: tuple[Tag, ...] = ()
    name: str = ""
    text: str = ""
