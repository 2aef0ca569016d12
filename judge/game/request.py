"""A mail as the game sees it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from judge.game.seats.access import Tag
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

    def answered(self, games: Container[str]) -> str:
        """Return to which one of the games' reply addresses it was sent, "" to none or several."""
        named = {tag.game for tag in self.tags if tag.game in games}
        return named.pop() if len(named) == 1 else ""
