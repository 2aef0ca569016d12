"""Who wrote a mail."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from judge.game.effects import Question
from judge.game.limits import NOTHING_USED, MailUsage


@dataclass(frozen=True, slots=True)
class Sender:
    """Who wrote a mail, and what their address may do.

    ``others`` are the other addresses of the same person. ``proved`` says that the address has
    proved itself before, ``keeps`` that it is the judge's keeper, ``creates`` that it may make
    games. ``written`` is when they say that they wrote the mail; ``question`` is what the mail
    answers, if it answers a letter that asked. ``used`` is what mail proved to be from the address
    has caused of late.
    """

    address: str
    others: tuple[str, ...] = ()
    proved: bool = False
    keeps: bool = False
    creates: bool = True
    written: datetime | None = None
    question: Question | None = None
    used: MailUsage = NOTHING_USED

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses of the person."""
        return (self.address, *self.others)
