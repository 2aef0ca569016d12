"""What all lines of a mail share: who wrote it, and the rules under which the judge works."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from judge.game.effects import Question
from judge.game.limits import LIMITS, NOTHING_USED, Limits, MailUsage
from judge.hooks import Variant
from judge.model.help_page import HelpPage
from judge.model.reason import Reason


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


@dataclass(frozen=True)
class House:
    """What the judge knows and allows, whatever game a mail is about.

    ``variants`` are all variants by code, with their default options, and ``default`` is the one
    played where none is named. ``load`` makes a variant with options, or says which option it does
    not know. ``help`` are the help texts by topic. ``drawn`` says whether there is a picture of a
    map. ``policy`` is how much a mail has to prove, ``limits`` how much it may cause. What was
    shown can be confirmed for so long as ``patience`` says. ``desk`` returns what a line of the
    keeper says to the desk, "" for all other lines. ``presets`` are settings and options that a
    new game can be made with by one word, with what it ``means``.
    """

    variants: Mapping[str, Variant]
    load: Callable[[str, Mapping[str, str]], Variant | Reason]
    default: str = "standard"
    help: Mapping[str, HelpPage] = field(default_factory=dict)
    drawn: Callable[[str], bool] = lambda name: False
    policy: str = "lenient"
    limits: Limits = LIMITS
    patience: timedelta = timedelta(days=7)
    desk: Callable[[str], str] = lambda line: ""
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
