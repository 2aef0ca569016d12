"""Who may give a command, what it is given to decide on, and what it comes to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from judge.game.effects import (
    Effects,
    LedgerEntry,
    Question,
    SentLetter,
)
from judge.game.guest import NOTHING_DONE, Conduct
from judge.game.most import MOST, Most
from judge.game.past import PastTurn, PastTurns, Stand
from judge.game.proof.access import Actor, Credentials, Refused
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.language.statement import Line
from judge.model.command import Command
from judge.model.help_page import HelpPage
from judge.model.letter import GameLine, PressText
from judge.model.map import Map
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Context:
    """All that the judge holds ready for one mail.

    ``games`` are the games by name, each fetched when it is first asked for; ``past`` returns
    the turns that were played in the game of a name, ``stand`` how one of its earlier turns stood
    at its end, by its number; ``listing`` the rows of LIST.
    ``playing`` returns the names of the games in which the sender's address has a seat; ``help``
    are the help texts by topic. ``variants`` are all variants by code, with their default options,
    and ``default`` the one played where none is named; ``load`` makes a variant with options,
    or says which option it does not know. ``drawn`` says whether there is a picture of a map.
    ``policy`` is how much a mail has to prove, ``known`` says that the sender's address has
    done so before; ``addresses`` are the others of the same person; ``question`` is what the
    mail answers, if it answers a letter that asked; ``most`` is how much a mail may cause.
    ``letter`` returns the first known of the judge's letters by their ids, ``holding`` the
    last to a seat of a game that has ``offers``, or ``more``, ``shown`` the number of the turn in
    the last that had left for a seat when the mail was written, None where none is known.
    ``written`` is when the sender says they wrote the mail, ``began`` returns when the present
    turn of a game began. ``wrong`` returns how many wrong passwords or secrets the sender has given
    of late, ``games_made`` how many games they have made, ``letters_left`` how many letters may be
    sent for them; ``claims`` returns how many wrong ones were given for a seat of a game, and
    whether its owner was told.
    ``kept`` tells what is kept about the sender beside their games. ``ledger`` returns what masters
    did in the game of a name and how its players voted, the oldest first. ``conduct`` returns how
    somebody has played in all games, ``standbys`` who is called when a seat comes open in any.
    ``blocked`` says whether the sender gets into no game; ``creates``: they may make games. What
    was shown can be confirmed for so long as ``patience`` says.
    """

    games: Mapping[str, Game]
    variants: Mapping[str, Variant]
    load: Callable[[str, Mapping[str, str]], Variant | Reason]
    past: Callable[[str], PastTurns]
    stand: Callable[[str, int], Stand]
    default: str = "standard"
    listing: Callable[[], tuple[GameLine, ...]] = tuple
    playing: Callable[[], tuple[str, ...]] = tuple
    help: Mapping[str, HelpPage] = field(default_factory=dict)
    drawn: Callable[[str], bool] = lambda name: False
    policy: str = "lenient"
    known: bool = False
    addresses: tuple[str, ...] = ()
    question: Question | None = None
    most: Most = MOST
    letter: Callable[[Sequence[str]], SentLetter | None] = lambda ids: None
    holding: Callable[[Literal["offers", "more"], str, str], SentLetter | None] = (
        lambda what, game, seat: None
    )
    shown: Callable[[str, str], int | None] = lambda game, seat: None
    written: datetime | None = None
    began: Callable[[str], datetime | None] = lambda name: None
    wrong: Callable[[], int] = int
    claims: Callable[[str, str], tuple[int, bool]] = lambda game, seat: (0, False)
    letters_left: Callable[[], int] = lambda: MOST.letters_per_hour
    games_made: Callable[[], int] = int
    kept: Callable[[], tuple[Reason, ...]] = tuple
    ledger: Callable[[str], tuple[LedgerEntry, ...]] = lambda name: ()
    conduct: Callable[[str], Conduct] = lambda address: NOTHING_DONE
    standbys: Callable[[], tuple[str, ...]] = tuple
    blocked: Callable[[], bool] = bool
    creates: bool = True
    desk: Callable[[str], str] = lambda line: ""
    patience: timedelta = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class LineContext:
    """The circumstances of one line: when, by whom, in which mail.

    ``key`` is unique to the line and the same when the mail is read again: the keys of notices
    come from it. ``seed`` is the chance of the mail; ``number`` that of the game's turn when the
    mail came; ``name`` stood beside the sender's address. ``judge`` is what the judge holds ready.
    """

    now: datetime
    seed: int
    key: str
    sender: str
    judge: Context
    number: int = 0
    name: str = ""
    message_id: str = ""
    confirmed: str = ""

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses of the sender."""
        return (self.sender, *self.judge.addresses)

    def past(self, game: Play) -> PastTurns:
        """Return all turns of a game that have been run, the one included that this mail ran."""
        past, closed = self.judge.past(game.name), game.closed
        if closed is None:
            return past
        before = game.number - 1
        past = replace(past, due={**past.due, before: closed.due_at})
        if game.played is None or game.parent < before:
            return replace(past, left={**past.left, before: closed.parent})
        ran = PastTurn(before, closed.parent, self.now, game.played)
        return replace(past, turns=(*past.turns, ran))


@dataclass(frozen=True, slots=True)
class Misspelled:
    """Why a command is not done: a ``word`` of it, as typed, is unknown; ``names`` are like it."""

    why: Reason
    word: str
    names: tuple[str, ...]

    def choices(self, line: str) -> tuple[str, ...]:
        """Return the line with each of the names in place of the word."""
        at = line.casefold().rfind(self.word.casefold())
        head, tail = line[:at], line[at + len(self.word) :]
        return tuple(f"{head}{name}{tail}" for name in self.names) if at >= 0 else ()


@dataclass(frozen=True, slots=True)
class Unsaid(Misspelled):
    """Why words are not passed on as they stand; with those of ``instead`` the line is offered."""

    instead: PressText

    def choices(self, line: str) -> tuple[str, ...]:
        """Return the line, below which other words stand then."""
        return (line,)


Outcome = Effects | Misspelled | Reason
"""What comes of a command: what it did, or why it is not done."""


UNENDED = frozenset(Stage) - {Stage.ENDED}
"""All the life of a game."""


class InGame(Command, ABC):
    """A command within a game, by somebody known there: a seat of the role ``who``, or any."""

    who: ClassVar[Role | None] = None
    stages: ClassVar[frozenset[Stage]] = frozenset(Stage)
    """When it makes sense; where it cannot when the game is over, ``decide`` is not asked then."""

    @abstractmethod
    def decide(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Return what the command does, or why it is not done."""


class InPlay(Command, ABC):
    """A command within a game that has started and not ended, by a seat of the role ``who``, or
    of any."""

    who: ClassVar[Role | None]
    stages: ClassVar[frozenset[Stage]] = UNENDED - {Stage.FORMING}

    @abstractmethod
    def decide(self, game: Play, actor: Seat, context: LineContext) -> Outcome:
        """Return what the command does, or why it is not done."""


class PlayerCommand(InPlay):
    """What a player says in a running game."""

    who = Role.PLAYER


class BlockCommand(PlayerCommand):
    """A command whose own the lines below it are, up to END, another such command or press."""

    @abstractmethod
    def take(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Return what the command does with the lines below it."""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Do what the command does without lines."""
        return self.take(game, actor, context, ())


class MasterCommand(InGame):
    """What the master alone may say."""

    who = Role.MASTER
    ledger = "open"


class RunningMasterCommand(InPlay):
    """What the master alone may say, in a running game."""

    who = Role.MASTER
    ledger = "open"


class ReadCommand(Command, ABC):
    """A command that only looks; strangers, too, may give it, with or without a game."""

    @abstractmethod
    def decide(self, game: Game | None, actor: Seat | None, context: LineContext) -> Outcome:
        """Return what there is to see (a stranger sees what an observer sees), or why nothing."""


class PersonCommand(Command, ABC):
    """What anybody says about themselves, in a game or not; who is new has to confirm it."""

    @abstractmethod
    def decide(self, context: LineContext) -> Effects | Reason:
        """Return what the command does, or why it is not done."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What an EnterCommand comes to: the game as it is now, and who the sender is in it."""

    game: Game
    actor: Actor
    result: Effects = field(default_factory=Effects)


Entry = Entered | Refused | Reason
"""What comes of going into a game: who the sender is in it, or why they are not let in."""


class EnterCommand(Command, ABC):
    """A command that leads into a game: what follows in the mail is about that game."""

    password: str = ""

    def password_typed(self, game_map: Map | None) -> str:
        """Return the password given."""
        return self.password

    @abstractmethod
    def decide(self, here: Game | None, claim: Credentials, context: LineContext) -> Entry:
        """Return the game entered, or why not.

        ``here`` is the game the mail was about so far, ``claim`` what the mail says of its writer.
        """
