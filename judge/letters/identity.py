"""Who the judge is in its letters: its name, its code and its addresses."""

from __future__ import annotations

from typing import NamedTuple

UNSUBSCRIBE = "unsubscribe/"
"""Where the links are, below the judge's place on the web, by which letters are stopped."""


class JudgeIdentity(NamedTuple):
    """The judge itself: ``code`` names it in subjects and headlines (letters only); ``web`` is
    where it is found on the web ("": nowhere), with a slash at its end. An answer to what it asks
    counts for ``confirm_days``. By its ``secret`` nobody else can tell the ids of its letters."""

    code: str
    address: str
    name: str
    web: str = ""
    confirm_days: int = 7
    secret: str = ""

    @property
    def domain(self) -> str:
        """The part of the address behind the @."""
        return self.address.rpartition("@")[2]

    def tag_address(self, tag: str) -> str:
        """Return the address with a tag behind a plus sign."""
        local, _, domain = self.address.rpartition("@")
        return f"{local}+{tag}@{domain}"

    def make_reply_address(self, game: str, seat: str, secret: str, number: int = 0) -> str:
        """Return the address whose tag tells who writes to it, and about which turn if about one
        alone."""
        return self.tag_address(f"{game}.{seat}.{secret}{f'.{number}' if number else ''}")
