"""The judge at work: what every piece of work needs at hand, and how decisions leave it."""

from __future__ import annotations

import secrets
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache, partial

from sqlalchemy import Connection

from judge.desk.by_mail import run_errands, spoken
from judge.game.command import Context
from judge.game.effects import Effects, Question
from judge.game.enter.starting import sides
from judge.game.guest import Conduct
from judge.game.most import MOST, Most
from judge.game.person.person import ANYBODY
from judge.game.person.set_my import told_of
from judge.game.request import Games
from judge.game.state import Game, Play, Stage
from judge.hooks import Variant
from judge.letters.compose import compose
from judge.letters.identity import JudgeIdentity
from judge.library import OptionError, codes, load, load_geometry
from judge.model.help_page import HelpPage
from judge.model.letter import GameLine, Letter, News, Notice, Recipient
from judge.model.letter_kind import ALARM
from judge.model.reason import Reason
from judge.post.bounds import BOUNDS, Bounds
from judge.service.composing import Letters, letters_of
from judge.service.counting import count
from judge.service.help_pages import help_pages, pages_for
from judge.service.rate_limit import SPAN
from judge.store import (
    answers,
    attempts,
    blocks,
    digests,
    ledger_rows,
    outbox,
    persons,
    pictures,
    queries,
    turn_rows,
)
from judge.store.database import Database, harmless
from judge.store.outbox import OutMail
from judge.store.repository import Repository
from judge.store.wishes import addresses_of, wish, wishes_of

DEFAULT = "standard"
"""The variant that CREATE makes when it names none."""


@dataclass(frozen=True)
class Judge:
    """Where the judge works: the database, the games in it, and the name it writes under.

    ``bounds`` say how much of a mail is read, ``most`` what it may cause, ``keeper`` is the address
    of whoever looks after the judge ("": nobody).
    """

    database: Database
    games: Repository
    identity: JudgeIdentity
    bounds: Bounds = BOUNDS
    most: Most = MOST
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

    def context(
        self,
        tx: Connection,
        sender: str,
        question: Question | None,
        written: datetime | None,
        now: datetime,
    ) -> Context:
        """Return what a mail is decided on that was written then."""
        known = persons.known(tx, sender, plus=self.plus)
        hour = now - SPAN
        named = blocks.names_of((sender, *known.others))
        return Context(
            games=Games(lambda name: self.games.load(tx, name)),
            variants=self.variants,
            load=variant_or_reason,
            default=DEFAULT,
            past=partial(self.games.past, tx),
            stand=partial(self.games.stand, tx),
            listing=lambda: self.listed(tx),
            playing=cache(partial(queries.games_of, tx, sender, *known.others)),
            help=pages_for(self.help, keeper=self._keeps(sender)),
            drawn=lambda name: load_geometry(name) is not None,
            policy=self.policy,
            known=known.proved,
            addresses=known.others,
            question=question,
            most=self.most,
            letter=partial(outbox.letter, tx),
            holding=partial(outbox.holding, tx),
            shown=partial(outbox.shown, tx, written or now),
            written=written,
            began=partial(turn_rows.began, tx),
            wrong=partial(attempts.by_sender, tx, sender, hour),
            claims=lambda game, seat: attempts.on_seat(tx, game, seat, hour),
            letters_left=lambda: (
                self.most.letters_per_hour - answers.since(tx, sender, True, hour).letters
            ),
            ledger=partial(ledger_rows.of_game, tx),
            conduct=partial(self._conduct, tx),
            blocked=lambda: bool(named & blocks.settled(self.blocked)) or blocks.holds(tx, named),
            creates=not self.creators or bool(named & blocks.settled(self.creators)),
            desk=spoken if self._keeps(sender) else lambda line: "",
            standbys=partial(persons.standbys, tx),
            patience=timedelta(days=self.identity.confirm_days),
            kept=lambda: self._kept(tx, (sender, *known.others)),
            games_made=partial(queries.games_made, tx, sender, now - timedelta(days=1)),
        )

    def _keeps(self, sender: str) -> bool:
        return bool(self.keeper) and sender.casefold() == self.keeper.casefold()

    def _kept(self, tx: Connection, addresses: tuple[str, ...]) -> tuple[Reason, ...]:
        person = next(iter(wishes_of(tx, addresses).values()), ANYBODY)
        return (*persons.kept(tx, addresses), *told_of(person))

    def _conduct(self, tx: Connection, address: str) -> Conduct:
        others = persons.known(tx, address, plus=self.plus).others
        return persons.conduct(tx, (address, *others))

    def listed(self, tx: Connection) -> tuple[GameLine, ...]:
        """Return the rows of LIST: listed games that are not over, if their variant is there."""
        lines = []
        for row in queries.summaries(tx):
            if not row.listed:
                continue
            variant = variant_or_reason(row.variant, row.options)
            if isinstance(variant, Variant):
                forming = row.stage is Stage.FORMING
                free = len(sides(variant)) - row.vassals - row.players if forming else row.vacant
                free -= row.dummies
                free = free if variant.rules.disclosure.public_seats else 0
                lines.append(
                    GameLine(row.name, variant.name, row.stage.value, row.turn, free, row.due_at)
                )
        return tuple(lines)

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


def error_in_hand() -> str:
    """Return the exception that is being handled, in a line that is not endless."""
    return traceback.format_exception_only(sys.exception())[-1].strip()[:500]


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
