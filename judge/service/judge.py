"""The judge at work: what every piece of work needs at hand."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from judge.desk.by_mail import find_desk_command
from judge.game.command import LineContext
from judge.game.effects import Question
from judge.game.limits import LIMITS, SPAN, STRANGERS, Limits, StrangerLimits
from judge.game.mail.circumstances import House, Sender
from judge.game.request import Request
from judge.hooks import Variant
from judge.letters.identity import JudgeIdentity
from judge.library import OptionError, codes, load, load_geometry
from judge.library.presets import load_presets
from judge.model.pages import HelpPage
from judge.model.reason import Reason
from judge.post.bounds import BOUNDS, Bounds
from judge.service.compiling import find_help_pages, load_help_pages
from judge.service.compose.letters import Composer
from judge.store import (
    blocks,
    persons,
)
from judge.store.database import Database
from judge.store.memory import StoredMemory
from judge.store.repository import Repository

DEFAULT = "standard"
"""The variant that CREATE makes when it names none."""


class Admission(NamedTuple):
    """Who gets in, and what a mail has to prove.

    ``policy`` is how much, see ``standing.POLICIES``. ``mail_server`` is how the mail server calls
    itself whose verdict on senders counts, "" if there is none. ``plus``: an address with a tag
    behind a plus is the same as without. ``blocked`` are addresses and domains that no game lets
    in, beside those in the database; ``creators`` those who alone may make games, nobody named:
    everybody.
    """

    policy: str = "normal"
    mail_server: str = ""
    plus: bool = True
    blocked: tuple[str, ...] = ()
    creators: tuple[str, ...] = ()


ANYBODY_ADMITTED = Admission()


@dataclass(frozen=True)
class Judge:
    """Where the judge works: the database, the games in it, the name it writes under, and who gets
    in.

    ``bounds`` say how much of a mail is read, ``limits`` what it may cause, ``strangers`` how much
    of theirs is taken and read. ``keeper`` is the address of whoever looks after the judge ("":
    nobody), ``pages`` where the pages of its site are found on the web ("": nowhere).
    """

    database: Database
    games: Repository
    identity: JudgeIdentity
    admission: Admission = ANYBODY_ADMITTED
    bounds: Bounds = BOUNDS
    limits: Limits = LIMITS
    strangers: StrangerLimits = STRANGERS
    keeper: str = ""
    pages: str = ""
    dice: Callable[[int], int] = secrets.randbits
    """Where all chance comes from."""
    help: Mapping[str, HelpPage] = field(default_factory=load_help_pages)
    variants: Mapping[str, Variant] = field(
        default_factory=lambda: {code: load(code) for code in codes()}
    )

    @property
    def composer(self) -> Composer:
        """What makes letters under its name."""
        return Composer(self.identity, self.games, self.limits, self.dice, self.pages)

    def identify_address(
        self,
        tx: Connection,
        address: str,
        now: datetime,
        written: datetime | None = None,
        question: Question | None = None,
    ) -> Sender:
        """Return who writes from an address, when, and the question that is answered."""
        since, plus = now - SPAN, self.admission.plus
        known, used = persons.look_up_sender(tx, address, since, plus=plus)
        named, creators = (
            blocks.collect_names_with_domains((address, *known.others)),
            self.admission.creators,
        )
        return Sender(
            address,
            known.others,
            known.proved,
            keeps=bool(self.keeper) and address.casefold() == self.keeper.casefold(),
            creates=not creators or bool(named & blocks.normalize_names(creators)),
            written=written,
            question=question,
            used=used,
        )

    def make_memory(self, tx: Connection, sender: Sender, now: datetime) -> StoredMemory:
        """Return what is remembered, for a mail of that sender."""
        limits, (_, _, plus, blocked, _) = self.limits, self.admission
        games, load_variant = self.games, load_variant_or_reason
        return StoredMemory(tx, games, load_variant, sender, now, limits, blocked, plus)

    def describe_house(self, sender: Sender) -> House:
        """Return under which rules a mail of that sender is read."""
        return House(
            variants=self.variants,
            load=load_variant_or_reason,
            default=DEFAULT,
            help=find_help_pages(self.help, keeper=sender.keeps),
            drawn=lambda name: load_geometry(name) is not None,
            policy=self.admission.policy,
            limits=self.limits,
            patience=timedelta(days=self.identity.confirm_days),
            desk=find_desk_command if sender.keeps else lambda line: "",
            presets=load_presets(),
        )

    def make_context_of_mail(
        self, mail: Request, memory: StoredMemory, now: datetime, seed: int
    ) -> LineContext:
        """Return the circumstances of a mail, before any of its lines is obeyed."""
        sender, house = memory.sender, self.describe_house(memory.sender)
        return LineContext(now, seed, mail.key, mail, sender, memory, house, memory.games)


def load_variant_or_reason(code: str, options: Mapping[str, str]) -> Variant | Reason:
    """Return a variant with those options, or what is not understood about them."""
    try:
        return load(code, options)
    except KeyError:
        return Reason("no_variant", (code, ", ".join(codes())))
    except OptionError as trouble:
        return Reason("unfit_option", (str(trouble), *trouble.named))
    except ValueError as trouble:
        return Reason("unfit_option", (str(trouble),))
