"""What the judge remembers, found in the database for the mail that asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Literal

from sqlalchemy import Connection

from judge.game.effects import LedgerEntry, SentLetter
from judge.game.enter.starting import sides
from judge.game.guest import Conduct
from judge.game.limits import LIMITS, SPAN, Limits
from judge.game.mail.sender import Sender
from judge.game.past import PastTurns, Stand
from judge.game.person.person import ANYBODY
from judge.game.person.set_my import told_of
from judge.game.request import Games
from judge.game.state import Game, Stage
from judge.hooks import Variant
from judge.model.letter import GameLine
from judge.model.reason import Reason
from judge.store import answers, attempts, blocks, ledger_rows, outbox, persons, queries, turn_rows
from judge.store.repository import Repository
from judge.store.wishes import wishes_of


@dataclass(frozen=True)
class StoredMemory:
    """A ``Memory`` over one transaction; for what it promises see there.

    ``load`` makes a variant with options, or says what is wrong with them. ``blocked`` are the
    addresses and domains that no game lets in, beside those in the database. ``plus`` says that an
    address with a tag behind a plus is the same as without.
    """

    tx: Connection
    repository: Repository
    load: Callable[[str, Mapping[str, str]], Variant | Reason]
    sender: Sender
    now: datetime
    limits: Limits = LIMITS
    blocked: tuple[str, ...] = ()
    plus: bool = True

    @cached_property
    def games(self) -> Mapping[str, Game]:
        """The games by name as they were found, each fetched when it is first asked for."""
        return Games(lambda name: self.repository.load(self.tx, name))

    @cached_property
    def _playing(self) -> tuple[str, ...]:
        return queries.games_of(self.tx, *self.sender.addresses)

    def playing(self) -> tuple[str, ...]:
        """Return the names of the games in which the sender has a seat."""
        return self._playing

    def listing(self) -> tuple[GameLine, ...]:
        """Return the rows of LIST: listed games that are not over, if their variant is there."""
        lines = []
        for row in queries.summaries(self.tx):
            if not row.listed:
                continue
            variant = self.load(row.variant, row.options)
            if isinstance(variant, Variant):
                forming = row.stage is Stage.FORMING
                free = len(sides(variant)) - row.vassals - row.players if forming else row.vacant
                free -= row.dummies
                free = free if variant.rules.disclosure.public_seats else 0
                lines.append(
                    GameLine(row.name, variant.name, row.stage.value, row.turn, free, row.due_at)
                )
        return tuple(lines)

    def past(self, name: str) -> PastTurns:
        """Return the turns that were played in the game of a name."""
        return self.repository.past(self.tx, name)

    def stand(self, name: str, number: int) -> Stand:
        """Return how an earlier turn of a game stood at its end, by its number."""
        return self.repository.stand(self.tx, name, number)

    def began(self, name: str) -> datetime | None:
        """Return when the present turn of a game began."""
        return turn_rows.began(self.tx, name)

    def ledger(self, name: str) -> tuple[LedgerEntry, ...]:
        """Return what masters did in a game and how its players voted, the oldest first."""
        return ledger_rows.of_game(self.tx, name)

    def letter(self, ids: Sequence[str]) -> SentLetter | None:
        """Return the first of the judge's letters that is known by one of these ids."""
        return outbox.letter(self.tx, ids)

    def last_letter(
        self, what: Literal["offers", "more"], game: str, seat: str
    ) -> SentLetter | None:
        """Return the last letter to a seat of a game that has ``offers``, or ``more``."""
        return outbox.holding(self.tx, what, game, seat)

    def shown(self, game: str, seat: str) -> int | None:
        """Return the number of the turn in the last letter that had left for a seat when the mail
        was written, None where no letter is known."""
        return outbox.shown(self.tx, self.sender.written or self.now, game, seat)

    def wrong_guesses(self) -> int:
        """Return how many wrong passwords or secrets the sender has given of late."""
        return attempts.by_sender(self.tx, self.sender.address, self.now - SPAN)

    def claims(self, game: str, seat: str) -> tuple[int, bool]:
        """Return how many wrong ones were given for a seat, and whether its holder was told."""
        return attempts.on_seat(self.tx, game, seat, self.now - SPAN)

    def letters_left(self) -> int:
        """Return how many letters may be sent for the sender."""
        used = answers.since(self.tx, self.sender.address, True, self.now - SPAN)
        return self.limits.letters_per_hour - used.letters

    def games_made(self) -> int:
        """Return how many games the sender has made of late."""
        return queries.games_made(self.tx, self.sender.address, self.now - timedelta(days=1))

    def is_blocked(self) -> bool:
        """Say whether the sender gets into no game."""
        names = blocks.names_of(self.sender.addresses)
        return bool(names & blocks.settled(self.blocked)) or blocks.holds(self.tx, names)

    def conduct(self, address: str) -> Conduct:
        """Return how somebody has played in all games."""
        others = persons.known(self.tx, address, plus=self.plus).others
        return persons.conduct(self.tx, (address, *others))

    def standbys(self) -> tuple[str, ...]:
        """Return who is called when a seat comes open in any game."""
        return persons.standbys(self.tx)

    def personal_data(self) -> tuple[Reason, ...]:
        """Return what is known about the sender beside their games."""
        addresses = self.sender.addresses
        person = next(iter(wishes_of(self.tx, addresses).values()), ANYBODY)
        return (*persons.kept(self.tx, addresses), *told_of(person))
