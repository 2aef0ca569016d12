"""The judge at work: what every piece of work needs at hand, and how decisions leave it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.desk.by_mail import run_errands, spoken
from judge.game.command import LineContext
from judge.game.effects import Effects, Question
from judge.game.limits import LIMITS, Limits
from judge.game.mail.house import House
from judge.game.mail.sender import Sender
from judge.game.request import Request
from judge.game.state import Game, Play, Stage
from judge.hooks import Variant
from judge.letters.compose import compose
from judge.letters.identity import JudgeIdentity
from judge.library import OptionError, codes, load, load_geometry
from judge.model.help_page import HelpPage
from judge.model.letter import Letter, News, Notice, Recipient
from judge.model.letter_kind import ALARM
from judge.model.reason import Reason
from judge.post.bounds import BOUNDS, Bounds
from judge.service.compose.letters import Letters, letters_of
from judge.service.counting import count
from judge.service.help_pages import help_pages, pages_for
from judge.store import (
    attempts,
    blocks,
    digests,
    ledger_rows,
    outbox,
    persons,
    pictures,
    queries,
)
from judge.store.database import Database, harmless
from judge.store.memory import StoredMemory
from judge.store.outbox import OutMail
from judge.store.repository import Repository
from judge.store.wishes import addresses_of, wish, wishes_of

DEFAULT = "standard"
"""The variant that CREATE makes when it names none."""


@dataclass(frozen=True)
class Judge:
    """Where the judge works: the database, the games in it, and the name it writes under.

    ``bounds`` say how much of a mail is read, ``limits`` what it may cause, ``keeper`` is the
    address of whoever looks after the judge ("": nobody).
    """

    database: Database
    games: Repository
    identity: JudgeIdentity
    bounds: Bounds = BOUNDS
    limits: Limits = LIMITS
    keeper: str = ""
    policy: str = "normal"
    """How much a mail has to prove, see ``standing.POLICIES``."""
    plus: bool = True
    """Whether an address with a tag behind a plus is the same as without."""
    blocked: tuple[str, ...] = ()
    """Whom no game lets in, beside those in the database: addresses and domains."""
    creators: tuple[str, ...] = ()
    """Who alone may make games, in the same way; nobody named: everybody."""
    mail_server: str = ""
    """How the mail server calls itself whose verdict on senders counts, "" if there is none."""
    dice: Callable[[int], int] = secrets.randbits
    """Where all chance comes from."""
    help: Mapping[str, HelpPage] = field(default_factory=help_pages)
    variants: Mapping[str, Variant] = field(
        default_factory=lambda: {code: load(code) for code in codes()}
    )

    def sender_of(
        self,
        tx: Connection,
        address: str,
        written: datetime | None = None,
        question: Question | None = None,
    ) -> Sender:
        """Return who writes from an address, when, and the question that is answered."""
        known = persons.known(tx, address, plus=self.plus)
        named = blocks.names_of((address, *known.others))
        return Sender(
            address,
            known.others,
            known.proved,
            keeps=bool(self.keeper) and address.casefold() == self.keeper.casefold(),
            creates=not self.creators or bool(named & blocks.settled(self.creators)),
            written=written,
            question=question,
        )

    def memory_for(self, tx: Connection, sender: Sender, now: datetime) -> StoredMemory:
        """Return what is remembered, for a mail of that sender."""
        return StoredMemory(
            tx, self.games, variant_or_reason, sender, now, self.limits, self.blocked, self.plus
        )

    def house_for(self, sender: Sender) -> House:
        """Return under which rules a mail of that sender is read."""
        return House(
            variants=self.variants,
            load=variant_or_reason,
            default=DEFAULT,
            help=pages_for(self.help, keeper=sender.keeps),
            drawn=lambda name: load_geometry(name) is not None,
            policy=self.policy,
            limits=self.limits,
            patience=timedelta(days=self.identity.confirm_days),
            desk=spoken if sender.keeps else lambda line: "",
        )

    def context_of(
        self, tx: Connection, mail: Request, sender: Sender, now: datetime, seed: int
    ) -> LineContext:
        """Return the circumstances of a mail, before any of its lines is obeyed."""
        memory, house = self.memory_for(tx, sender, now), self.house_for(sender)
        return LineContext(now, seed, mail.key, mail, sender, memory, house, memory.games)

    def commit(
        self,
        tx: Connection,
        decision: Effects,
        now: datetime,
        unchanged: Mapping[str, Game],
        *,
        at_once: bool = False,
        letters: Letters | None = None,
    ) -> Sequence[tuple[Notice, OutMail]]:
        """Write down all that follows from a decision: games, press, and the letters to send, which
        are returned.

        ``unchanged`` are games that notices may be about though they did not change. ``at_once``:
        nothing waits for the letter that a reader wants once a day. ``letters`` are those of the
        decision if they are made already.
        """
        for each in decision.settings:  # a game's next reminder hangs on them
            wish(tx, *each)
        readers = {notice.to.address for notice in decision.notices}
        readers |= {decision.mail.desk.sender} if decision.mail.desk else set()
        people = wishes_of(tx, readers.union(*map(addresses_of, decision.games)))
        before: dict[str, Game | None] = {}
        # In order, so that two judges who change the same games wait for each other but once.
        for game in sorted(decision.games, key=lambda game: game.name):
            before[game.name] = was = self.games.before(tx, game)
            self.games.save(tx, game, now, people)
            if isinstance(game, Play) and isinstance(was, Play) and game.number > was.number:
                count("judge_turns_total")
        for press in decision.press:
            queries.add_press(tx, press)
        ledger_rows.add(tx, decision.ledger)
        persons.ask(tx, decision.questions, now)
        if decision.mail.answered:
            persons.answered(tx, decision.mail.answered)
        attempts.note(tx, decision.mail.attempts, now)
        if decision.mail.proved_address:
            persons.prove(tx, decision.mail.proved_address)
        for change in decision.persons:
            persons.change(tx, change)
        for message_id, numbers in decision.mail.picked.items():
            outbox.pick(tx, message_id, numbers)
        if decision.mail.desk is not None:
            answer = run_errands(tx, decision.mail.desk, now)
            decision = replace(decision, notices=(*decision.notices, answer))
        if letters is None:
            letters = letters_of(
                self, tx, decision, now, unchanged, before, people, at_once=at_once
            )
        for waits in letters.waiting:
            digests.keep(tx, waits)
        outbox.put(tx, [mail for _, mail in letters.mails], now)
        pictures.put(tx, letters.contents, now)
        return letters.mails

    def letters_ahead(
        self, tx: Connection, decision: Effects, now: datetime, before: Game
    ) -> Letters | None:
        """Return the letters of a decision that changes a game and is not written down yet; None if
        they tell what is in the database only then. ``before`` is the game as it was."""
        if any(game.stage is Stage.ENDED for game in decision.games):
            return None
        people = wishes_of(tx, {notice.to.address for notice in decision.notices})
        return letters_of(self, tx, decision, now, {}, {before.name: before}, people)

    def tell_keeper(self, tx: Connection, event: str, key: str, why: Reason, now: datetime) -> None:
        """Write to the keeper, if there is one, that something went wrong; never raises for it."""
        if not self.keeper:
            return
        notice = Notice(ALARM, Recipient(self.keeper), event, key, sections=(News(why),))
        with harmless(tx, "the keeper could not be told"):
            self.commit(tx, Effects(notices=(notice,)), now, {})

    def letter(self, notice: Notice, variants: Mapping[str, Variant]) -> Letter:
        """Return a notice as a letter, in the words of its game's variant."""
        return compose(notice, variants.get(notice.game), self.identity)


def variant_or_reason(code: str, options: Mapping[str, str]) -> Variant | Reason:
    """Return a variant with those options, or what is not understood about them."""
    try:
        return load(code, options)
    except KeyError:
        return Reason("no_variant", (code, ", ".join(codes())))
    except OptionError as trouble:
        return Reason("unfit_option", (str(trouble), *trouble.named))
    except ValueError as trouble:
        return Reason("unfit_option", (str(trouble),))
