"""What somebody wants for themselves, in all their games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody's own settings.

    ``zone`` is the time zone of their letters, "" for that of each game. ``reminders`` are how long
    before a deadline they are reminded, None for as each game does. ``calendar``: a letter with a
    new deadline bears it as a file for calendar programs. ``digest`` is the time of day at
    which they get news and press, all of a game in one letter; None: each at once. ``page``:
    whether they have a page for their orders, None where each game decides. ``name`` is under what
    others see their results, "" if nobody is to. ``answers``: in answers to press what is said goes
    to its writer, and orders there are asked about.
    """

    zone: str = ""
    reminders: tuple[timedelta, ...] | None = None
    calendar: bool = True
    digest: time | None = None
    page: bool | None = None
    name: str = ""
    answers: bool = True


ANYBODY = Person()
"""Somebody who has set nothing."""
