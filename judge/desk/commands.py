"""The commands of the desk, the same at the command line and in the keeper's mail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from judge.desk import games, letters, mail, overview, people
from judge.desk.table import DeskTable, format_moment
from judge.desk.words import DeskError, refuse_words
from judge.language import suggestions
from judge.store import pulse


def confirm_clock(tx: Connection, words: Sequence[str], now: datetime) -> DeskTable:
    """say that the machine's clock is right, so that turns are run by it"""
    refuse_words(words)
    pulse.confirm_clock(tx, now)
    return DeskTable(f"The clock is right: {format_moment(now)}. Turns that are due by it are run.")


Do = Callable[[Connection, Sequence[str], datetime], DeskTable]
"""Does a command: in a transaction, with the words behind it. Raises DeskError."""


class DeskCommand(NamedTuple):
    """``takes`` shows what may follow; ``writes``: it changes something; ``by_mail``: the keeper
    may say it by mail, too, ``alone``: without ADMIN before it."""

    do: Do
    takes: str = ""
    writes: bool = False
    by_mail: bool = True
    alone: bool = False

    @property
    def description(self) -> str:
        """What it shows or does, in a few words."""
        return self.do.__doc__ or ""


COMMANDS = {
    "status": DeskCommand(overview.show_overview),
    "games": DeskCommand(games.list_games),
    "game": DeskCommand(games.show_game, "GAME"),
    "due": DeskCommand(games.list_due_turns),
    "queue": DeskCommand(letters.list_waiting_letters, alone=True),
    "dead": DeskCommand(letters.list_dead_letters, "[NUMBER]", alone=True),
    "send again": DeskCommand(
        letters.resend_dead_letters, "NUMBER... | ALL", writes=True, alone=True
    ),
    "mail": DeskCommand(mail.list_stuck_mail, "[NUMBER | SHOW NUMBER]"),
    "trace": DeskCommand(mail.trace_address, "ADDRESS"),
    "try again": DeskCommand(mail.retry_stuck_mail, "NUMBER... | ALL", writes=True, alone=True),
    "drop": DeskCommand(mail.drop_stuck_mail, "NUMBER... | ALL", writes=True),
    "persons": DeskCommand(people.list_persons, "[PART]", alone=True),
    "person": DeskCommand(people.show_person, "ADDRESS", alone=True),
    "block": DeskCommand(people.block_name, "ADDRESS | DOMAIN", writes=True, alone=True),
    "unblock": DeskCommand(people.unblock_name, "ADDRESS | DOMAIN", writes=True, alone=True),
    "blocked": DeskCommand(people.list_blocked_names, alone=True),
    "clock": DeskCommand(confirm_clock, writes=True, by_mail=False),
}


def parse_desk_command(line: str) -> tuple[str, list[str]]:
    """Return the name of a line's command and the words behind it.

    Raises DeskError, with the name that it is like, if there is no such command.
    """
    words = line.split()
    for many in (2, 1):
        name = " ".join(words[:many]).casefold()
        if name in COMMANDS:
            return name, words[many:]
    first, *_ = words or [""]
    raise DeskError(f"{line} is no command of the desk{suggest_names(first, COMMANDS)}")


def suggest_names(word: str, names: Iterable[str]) -> str:
    """Return the names that a word may be meant for, as the end of a sentence, or ""."""
    near = suggestions.list_similar_names(word, names)
    return f"; did you mean {' or '.join(near).upper()}?" if near else ""
