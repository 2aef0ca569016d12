"""What the game layer answers with: games as they now are, and what is to be told to whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from judge.game.request import Request
from judge.game.state import Game
from judge.game.trace import Trace
from judge.language.script import Item
from judge.language.statement import Line
from judge.model.letter import Notice
from judge.model.reason import Reason
from judge.model.transcript import Offer


@dataclass(frozen=True, slots=True)
class PressRecord:
    """Press as it goes into the records of a game: who wrote it, in which turn, and to which seats.

    ``to`` are seat names. ``public`` press went to everybody.
    """

    game: str
    at: datetime
    turn: str
    seat: str
    to: tuple[str, ...]
    text: str
    public: bool = False


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """What somebody did in a game: a master's command, a ballot, or what ballots came to.

    ``turn`` is the turn's code then, ``seat`` who did it ("": all who voted), ``line`` what they
    wrote, without passwords and addresses. ``remark`` is what they were answered, ``told`` what
    others were told of it, by the names of their seats. ``own``: nobody else may know of it.
    ``trace`` is what a master changed by it, ``undoes``: it takes back what was done before it.
    """

    game: str
    at: datetime
    turn: str
    seat: str
    line: str
    remark: tuple[Reason, ...] = ()
    told: Mapping[str, tuple[Reason, ...]] = field(default_factory=dict)
    own: bool = False
    trace: Trace | None = None
    undoes: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A mail that is decided on only when a letter about it is answered with YES.

    ``asked`` is the address that the letter goes to, ``token`` what its reply address has; ``at``
    is when it was asked.
    """

    token: str
    asked: str
    request: Request
    at: datetime | None = None


class PersonChange(NamedTuple):
    """Something about a person: ``what`` is ``also`` (they are found at a new address, too) or
    ``moved`` (all that is said of the old address holds of the new one), or ``forget``: nothing is
    kept of them but what they are still part of."""

    what: Literal["also", "moved", "forget", "standby", "no standby"]
    old: str
    new: str


class Wish(NamedTuple):
    """Somebody's own setting, a field of ``Person``, has this value now."""

    address: str
    name: str
    value: object


class Attempt(NamedTuple):
    """A claim to a seat by somebody who did not prove it: how many wrong passwords and
    secrets were given, and whether the holder of the seat is told."""

    game: str
    seat: str
    sender: str
    wrong: int
    told: bool


@dataclass(frozen=True, slots=True)
class SentLetter:
    """What is known of a letter that the judge sent: to whom, about which game and turn.

    ``number`` is that of the turn, 0 before the first and in letters about no game. ``offers`` is
    what an answer to it does, ``done`` the numbers of what was done so; ``more`` are the lines that
    ask for what it left out.
    """

    id: str
    to: str
    game: str = ""
    seat: str = ""
    number: int = 0
    offers: tuple[Offer, ...] = ()
    done: frozenset[int] = frozenset()
    more: tuple[str, ...] = ()

    @property
    def lines(self) -> Mapping[int, Item]:
        """What it offers, by the numbers."""
        items = (Item(Line(0, line), offer.body) for offer in self.offers for line in offer.lines)
        return dict(enumerate(items, 1))

    @property
    def sole(self) -> tuple[int, ...]:
        """The numbers of what stands alone for one line."""
        counts = (len(offer.lines) for offer in self.offers for _ in offer.lines)
        return tuple(number for number, alike in enumerate(counts, 1) if alike == 1)


class Errands(NamedTuple):
    """Lines for the keeper's desk, from somebody who is the keeper: who wrote them, in which mail.

    ``key`` is unique to the mail.
    """

    lines: tuple[str, ...]
    sender: str
    answering: str
    subject: str
    key: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Everything that follows from one mail, or from the passing of time.

    ``games`` are the games that changed, as they are now; each name occurs once. ``proved``: the
    mail was shown to come from the holder of a seat. ``questions`` are asked, ``answered`` the
    tokens of those that need no answer any more; ``proved_address`` has proved itself now.
    ``picked`` are letters, by their ids, and the numbers of what was done of their offers;
    ``persons`` is what changed about people, ``wishes`` in their own settings, ``attempts`` are
    claims to seats that were not proved;
    ``passwords`` stand in the mail, and are not to be kept; ``ledger`` are entries for it;
    ``errands`` are done with the rest, and answered.
    """

    games: tuple[Game, ...] = ()
    notices: tuple[Notice, ...] = ()
    press: tuple[PressRecord, ...] = ()
    proved: bool = False
    questions: tuple[Question, ...] = ()
    answered: tuple[str, ...] = ()
    proved_address: str = ""
    picked: tuple[tuple[str, tuple[int, ...]], ...] = ()
    persons: tuple[PersonChange, ...] = ()
    wishes: tuple[Wish, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    passwords: tuple[str, ...] = ()
    ledger: tuple[LedgerEntry, ...] = ()
    errands: Errands | None = None
