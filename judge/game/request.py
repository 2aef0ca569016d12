"""A mail as the game sees it, and what it may be about."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from judge.game.proof.access import Tag
from judge.language.script import Script
from judge.language.word_lists import WordPattern, list_words
from judge.model.reason import Reason

NAME = re.compile(r"(?=.*[a-z])[a-z0-9]{3,12}")
"""How the name of a game is made up."""

ANSWER = WordPattern(r"(?:\s*%(answer_mark)s(?:\[\d+\])?\s*:)+")
"""How the subject of an answer begins."""


def is_valid_game_name(name: str) -> bool:
    """Say whether a game may be called so."""
    return bool(NAME.fullmatch(name)) and name not in list_words("no_name_of_game")


@dataclass(frozen=True, slots=True)
class Request:
    """What was written, by whom, and to which of the judge's addresses.

    ``sender`` is the address it came from and ``name`` the name that stood beside it; ``tags`` are
    the reply tags among the addresses it was sent to, ``relays`` those that lead to other
    players. ``text`` is what was written, ``script`` its lines, ``offers_above`` the numbers of
    some of them, each with that of the offer that is quoted just above it (0: several are).
    ``cut`` says what of the mail was
    not read; ``digest`` tells it from others under its id. ``verdict`` is what the mail server
    found out about the sender, ``confirmed`` the address at which the mail was confirmed;
    ``token`` tells which letter it answers, of those that ask for an answer; ``answers`` are the
    ids of the letters that it may answer, the likeliest first, and ``answered_subject`` is that of
    the one of ours that it does.
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
    verdict: str = ""
    confirmed: str = ""
    token: str = ""
    answers: tuple[str, ...] = ()
    answered_subject: str = ""
    offers_above: tuple[tuple[int, int], ...] = ()

    @property
    def key(self) -> str:
        """What the keys of all notices of the mail begin with; the same when it is read again."""
        return hashlib.sha256(f"{self.message_id}{self.digest}".encode()).hexdigest()[:16]

    def find_answered_game(self, games: Container[str]) -> str:
        """Return to which one of the games' reply addresses it was sent, "" to none or several."""
        named = {tag.game for tag in self.tags if tag.game in games}
        return named.pop() if len(named) == 1 else ""


_Found = TypeVar("_Found")


class Named(Mapping[str, _Found]):
    """Games or tournaments by their names, each fetched when the mail first names it; iteration
    gives those.

    ``fetch`` returns the one of a name, or None; it is asked once for each that ``fits``.
    """

    def __init__(self, fits: re.Pattern[str], fetch: Callable[[str], _Found | None]) -> None:
        self._fits, self._fetch = fits, fetch
        self._fetched: dict[str, _Found | None] = {}

    def __getitem__(self, name: str) -> _Found:
        """Return the one of that name. Raises KeyError if there is none."""
        if name not in self._fetched:
            self._fetched[name] = self._fetch(name) if self._fits.fullmatch(name) else None
        found = self._fetched[name]
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, found in self._fetched.items() if found is not None])

    def __len__(self) -> int:
        return sum(found is not None for found in self._fetched.values())
