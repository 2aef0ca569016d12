"""The commands of the desk, the same at the command line and in the keeper's mail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from judge.desk import clock, games, letters, mail, people
from judge.desk.table import Table
from judge.desk.words import DeskError
from judge.language import suggestions

Do = Callable[[Connection, Sequence[str], datetime], Table]
"""Does a command: in a transaction, with the words behind it. Raises DeskError."""


class Command(NamedTuple):
    """``takes`` shows what may follow; ``writes``: it changes something; ``by_mail``: the keeper
    may say it by mail, too, ``alone``: without ADMIN before it."""

    do: Do
    takes: str = ""
    writes: bool = False
    by_mail: bool = True
    alone: bool = False

    @property
    def about(self) -> str:
        """What it shows or does, in a few words."""
        return self.do.__doc__ or ""


COMMANDS = {
    "games": Command(games.games),
    "game": Command(games.game, "GAME"),
    "due": Command(games.due),
    "queue": Command(letters.queue, alone=True),
    "dead": Command(letters.dead, "[NUMBER]", alone=True),
    "send again": Command(letters.send_again, "NUMBER... | ALL", writes=True, alone=True),
    "mail": Command(mail.mail, "[NUMBER]"),
    "try again": Command(mail.try_again, "NUMBER... | ALL", writes=True, alone=True),
    "drop": Command(mail.drop, "NUMBER... | ALL", writes=True),
    "persons": Command(people.people, "[PART]", alone=True),
    "person": Command(people.person, "ADDRESS", alone=True),
    "block": Command(people.block, "ADDRESS | DOMAIN", writes=True, alone=True),
    "unblock": Command(people.unblock, "ADDRESS | DOMAIN", writes=True, alone=True),
    "blocked": Command(people.blocked, alone=True),
    "clock": Command(clock.clock, writes=True, by_mail=False),
}


def found(line: str) -> tuple[str, list[str]]:
    """Return the name of a line's command and the words behind it.

    Raises DeskError, with the name that it is like, if there is no such command.
    """
    words = line.split()
    for many in (2, 1):
        name = " ".join(words[:many]).casefold()
        if name in COMMANDS:
            return name, words[many:]
    first, *_ = words or [""]
    raise DeskError(f"{line} is no command of the desk{like(first, COMMANDS)}")


def like(word: str, names: Iterable[str]) -> str:
    """Return the names that a word may be meant for, as the end of a sentence, or ""."""
    near = suggestions.names(word, names)
    return f"; did you mean {' or '.join(near).upper()}?" if near else ""
