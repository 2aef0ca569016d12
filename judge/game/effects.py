"""What follows from a command, a mail or a deadline: games as they now are, and what is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from judge.game.request import Request
from judge.game.state import Game
from judge.game.tournament.state import Tournament
from judge.game.trace import Trace
from judge.language.script import Item
from judge.language.statement import Line
from judge.model.letter import Notice, Section
from judge.model.reason import Reason
from judge.model.sections import HeardLine, Offer


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


class PersonalSetting(NamedTuple):
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
    def offered_items(self) -> Mapping[int, Item]:
        """What it offers, by the numbers."""
        items = (Item(Line(0, line), offer.body) for offer in self.offers for line in offer.lines)
        return dict(enumerate(items, 1))

    @property
    def sole_numbers(self) -> tuple[int, ...]:
        """The numbers of what stands alone for one line."""
        counts = (len(offer.lines) for offer in self.offers for _ in offer.lines)
        return tuple(number for number, alike in enumerate(counts, 1) if alike == 1)


class DeskLines(NamedTuple):
    """Lines for the keeper's desk, from somebody who is the keeper: who wrote them, in which mail.

    ``key`` is unique to the mail.
    """

    lines: tuple[str, ...]
    sender: str
    answering: str
    subject: str
    key: str


class ConfirmedLines(NamedTuple):
    """Lines that were kept; ``surely``: they are obeyed, and not shown once more."""

    lines: tuple[str, ...]
    surely: bool


@dataclass(frozen=True, slots=True)
class LineEffects:
    """What a command does to the mail that it stands in.

    ``heard`` is what became of the lines below it. ``acts_for`` is the seat whose lines follow.
    ``costs`` is what others lose by it: where the game is set so it is shown first, and done when
    it is confirmed. ``confirms`` are lines that are to be obeyed now, shown anew or at once;
    ``undoes``: it takes back the last thing that a master did.
    """

    heard: tuple[HeardLine, ...] = ()
    acts_for: str | None = None
    costs: tuple[Reason, ...] = ()
    confirms: ConfirmedLines | None = None
    undoes: bool = False


@dataclass(frozen=True, slots=True)
class MailEffects:
    """What a whole mail showed of its sender, and what it settled.

    ``proved``: it was shown to come from the holder of a seat; ``proved_address`` has proved itself
    now. ``answered`` are the tokens of questions that need no answer any more. ``picked`` are
    letters, by their ids, and the numbers of what was done of their offers; ``attempts`` are claims
    to seats that were not proved; ``passwords`` stand in the mail, and are not to be kept;
    ``desk`` are lines for the desk, done with the rest and answered.
    """

    proved: bool = False
    proved_address: str = ""
    answered: tuple[str, ...] = ()
    picked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    attempts: tuple[Attempt, ...] = ()
    passwords: tuple[str, ...] = ()
    desk: DeskLines | None = None


_LINE, _MAIL = LineEffects(), MailEffects()


@dataclass(frozen=True, slots=True)
class Effects:
    """Everything that follows from a command, from a mail, or from the passing of time.

    ``games`` are the games that changed, as they are now; each name occurs once. ``remark`` goes
    into the transcript beside the line, ``sections`` into the reply; ``notices`` go to others.
    ``questions`` are asked; ``persons`` is what changed about people, ``settings`` what in their
    own settings; ``ledger`` are entries for it; ``tournaments`` are those that changed. ``line`` is
    for the mail that a command stands in, ``mail`` what is known when the whole of it was obeyed.
    """

    games: tuple[Game, ...] = ()
    remark: Reason | None = None
    sections: tuple[Section, ...] = ()
    notices: tuple[Notice, ...] = ()
    press: tuple[PressRecord, ...] = ()
    questions: tuple[Question, ...] = ()
    persons: tuple[PersonChange, ...] = ()
    settings: tuple[PersonalSetting, ...] = ()
    ledger: tuple[LedgerEntry, ...] = ()
    tournaments: tuple[Tournament, ...] = ()
    line: LineEffects = _LINE
    mail: MailEffects = _MAIL

    @property
    def game(self) -> Game | None:
        """The game that a command is about, None where it changed nothing."""
        return self.games[0] if self.games else None

    def __add__(self, later: Effects) -> Effects:
        """Return what follows of both; of a game that both change, as the later has it.

        What was for one line is not carried on: it has been said when the next is obeyed.
        """
        games = {game.name: game for game in (*self.games, *later.games)}
        tournaments = {each.name: each for each in (*self.tournaments, *later.tournaments)}
        return Effects(
            games=tuple(games.values()),
            notices=(*self.notices, *later.notices),
            press=(*self.press, *later.press),
            questions=(*self.questions, *later.questions),
            persons=(*self.persons, *later.persons),
            settings=(*self.settings, *later.settings),
            ledger=(*self.ledger, *later.ledger),
            tournaments=tuple(tournaments.values()),
            mail=self.mail if later.mail == _MAIL else later.mail,
        )
