"""Links by which a seat gets no more letters of a kind, with one click and no mail (RFC 8058)."""

from __future__ import annotations

import hmac
import re
from typing import NamedTuple

from judge.game.proof.access import derive_secret

SAYS = {"reminders": "SET REMINDERS OFF", "observing": "RESIGN"}
"""What a link says for its seat, by the word in it."""

_LINK = re.compile(rf"([a-z0-9]{{3,12}})\.([a-z]\d{{1,4}})\.({'|'.join(SAYS)})\.([a-z2-7]{{16}})")


class UnsubscribeLink(NamedTuple):
    """What a link does, and for whom; the ``token`` proves that it comes from a letter to the seat,
    and is good for nothing else."""

    game: str
    seat: str
    what: str
    token: str

    def is_made_with_secret(self, key: str) -> bool:
        """Say whether it comes from a letter to the seat with this secret."""
        return hmac.compare_digest(self.token, derive_secret(key, "leave", self.what))


def build_link_suffix(game: str, seat: str, key: str, command: str) -> str:
    """Return the end of the link that says a command for the seat with this secret."""
    word = next(word for word, line in SAYS.items() if line == command)
    return ".".join(UnsubscribeLink(game, seat, word, derive_secret(key, "leave", word)))


def parse_link_suffix(text: str) -> UnsubscribeLink | None:
    """Return what the end of a link says, None if it says nothing."""
    parts = _LINK.fullmatch(text)
    return UnsubscribeLink(*parts.groups()) if parts else None
