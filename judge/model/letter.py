"""Notices, which the game decides to send, and letters, which are notices put into words.

A notice holds a View and plain values, never a Position: what is not in it cannot be told.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from judge.model.letter_kind import LetterKind
from judge.model.pages import PageOfValues
from judge.model.reason import Reason
from judge.model.sections import (
    PLAIN,
    Ending,
    GameFiles,
    Growth,
    Ledger,
    Lines,
    NotGiven,
    Offer,
    ScoreTable,
    TextFile,
)
from judge.model.turn import Turn
from judge.model.view import View

JUDGE_MARK = "X-Diplomacy-Judge"
"""The header field of every letter that tells one judge that another wrote it."""


class Recipient(NamedTuple):
    """Whom a letter goes to. ``seat`` and ``secret`` make the Reply-To; "" where there is none.
    Without a seat the secret is the token of what the letter asks.

    ``pictures`` is how they want boards drawn: ``png``, ``svg``, or ``off``. ``leave``: the command
    by which they get no more letters, "" if it is not for them to say so. ``zone``: their own.
    ``page`` is where they can make their orders on the web, "" if nowhere.
    """

    address: str
    seat: str = ""
    secret: str = ""
    pictures: str = "off"
    leave: str = ""
    zone: str = ""
    page: str = ""

    @property
    def question_tag(self) -> str:
        """The tag that tells which letter of those that ask is answered, "" if it does not ask."""
        return f"yes.{self.secret}" if self.secret and not self.seat else ""


@dataclass(frozen=True, slots=True)
class Heading:
    """The state of a game as everyone in it may know it; stands above each letter about it.

    ``due`` is UTC, or None while no deadline runs, ``closes`` is when a vote closes that is open;
    ``zone`` is the game's time zone (IANA name); ``number`` counts the turns from 1; ``stage`` is a
    Stage's value; ``late``: the deadline has passed and orders are missing.
    """

    game: str
    variant: str
    stage: str
    zone: str
    turn: Turn | None = None
    title: str = ""
    due: datetime | None = None
    number: int = 0
    ending: Ending = PLAIN
    late: bool = False
    closes: datetime | None = None


@dataclass(frozen=True, slots=True)
class OrderSet:
    """A power's full set as understood: canonical texts, each with the remarks on it.

    ``missing`` names the units (or builds) without an order as canonical text; ``wait`` is set
    while the power asked not to process early.
    """

    power: str
    orders: tuple[tuple[str, tuple[Reason, ...]], ...]
    missing: tuple[str, ...] = ()
    wait: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A help text, in Markdown."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened in the game, as a coded sentence."""

    what: Reason


@dataclass(frozen=True, slots=True)
class WayIn:
    """The reply address of the reader's seat, and a ``line`` that does without it."""

    line: str


@dataclass(frozen=True, slots=True)
class InvitationLink:
    """A link that others are given: it writes a mail to the judge with that ``line``."""

    line: str


class SeatLine(NamedTuple):
    """A STATUS row. ``state`` is a word list: ordered, partly, missing, late, wait, open, out,
    unreached."""

    seat: str
    role: str
    powers: tuple[str, ...]
    state: tuple[str, ...] = ()
    centers: int | None = None
    units: int | None = None
    votes: int | None = None


@dataclass(frozen=True, slots=True)
class StandingSection:
    """STATUS: seats, settings as (name, value) pairs, open motions as sentences.

    ``places`` is for how many players there is room, 0 where that is not to be known.
    """

    seats: tuple[SeatLine, ...]
    settings: tuple[tuple[str, str], ...] = ()
    motions: tuple[Reason, ...] = ()
    places: int = 0


class GameLine(NamedTuple):
    """A row of LIST; ``wanted`` and ``about`` are the master's words, ``winner`` who won alone."""

    game: str
    variant: str
    stage: str
    turn: str = ""
    open_seats: int = 0
    due: datetime | None = None
    wanted: str = ""
    about: str = ""
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """LIST without a game: listed games, as many as one letter shows; from the name ``rest`` on
    there are others, "" if these are all. ``sought`` is what was asked for behind LIST."""

    games: tuple[GameLine, ...]
    rest: str = ""
    sought: str = ""


@dataclass(frozen=True, slots=True)
class PositionSection:
    """LIST with a game: the position in the notice's View, in the old judges' layout."""


class HistoryTurn(NamedTuple):
    """One turn of a HISTORY: when it was sent, its event, and the reader's View (``played`` is None
    at the start); what was done to the board then, and turns played then that were taken back, with
    what was done after each."""

    at: datetime
    event: str
    heading: Heading
    view: View
    sequel: tuple[Reason, ...] = ()
    taken_back: tuple[HistoryTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class Chronicle:
    """HISTORY: the turns from the first on, without gaps."""

    turns: tuple[HistoryTurn, ...]


@dataclass(frozen=True, slots=True)
class Primer:
    """For newcomers: the kinds of unit with their letters, and example orders by what they do.

    ``space`` is one of theirs, of which they may ask where units can go from there.
    """

    kinds: tuple[tuple[str, str], ...]
    examples: tuple[tuple[str, str], ...]
    space: str


@dataclass(frozen=True, slots=True)
class PressText:
    """What somebody wrote: to whom, and in their own words.

    ``sender`` "" is somebody who gives no name; ``direct``: an answer to the letter goes to them.
    """

    sender: str
    to: tuple[str, ...]
    text: str
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that goes with a letter as a file of its own: ``ruhr-S1901M.svg``.

    It shows a View: the orders of the turn that was played, or the position if there was none.
    """

    view: View
    file: str


class Correspondent(NamedTuple):
    """Whom a reader may write to: powers or a role, and an address or the secret of one of ours."""

    who: tuple[str, ...]
    address: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where others are reached; ``relayed``: by way of the judge, without being known."""

    rows: tuple[Correspondent, ...]
    relayed: bool = False


Section = (
    Lines
    | OrderSet
    | Page
    | PageOfValues
    | News
    | StandingSection
    | Ledger
    | Listing
    | PositionSection
    | Chronicle
    | Growth
    | Primer
    | PressText
    | Drawing
    | GameFiles
    | NotGiven
    | Addresses
    | WayIn
    | InvitationLink
    | ScoreTable
)

Asked = tuple[str, tuple[Section, ...]]
"""A line that asked something, and the sections that answer it."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What one reader is to be told.

    ``kind`` names the templates, and says what else is particular to it. ``event`` ends the subject
    (``F1901M Results``). ``key`` is unique among the notices of its game and the same whenever the
    same notice is made again: the Message-ID comes from it. ``answering`` is that of the mail
    answered, ``subject`` its subject; ``asked`` are sections that answer questions, ``more`` asks
    for what has no room.
    """

    kind: LetterKind
    to: Recipient
    event: str
    key: str
    heading: Heading | None = None
    view: View | None = None
    sections: tuple[Section, ...] = ()
    answering: str = ""
    subject: str = ""
    asked: tuple[Asked, ...] = ()
    more: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        """The name of the game that it is about, or ""."""
        return self.heading.game if self.heading else ""


@dataclass(frozen=True, slots=True)
class Letter:
    """A notice in words: header fields and bodies, ready to become a mail.

    ``headers`` are added as they stand; ``reply_to`` and ``sender`` are addresses. ``offers``: what
    it offers to do, ``files``: what goes with it.
    """

    to: str
    sender: str
    reply_to: str
    subject: str
    message_id: str
    text: str
    html: str
    headers: tuple[tuple[str, str], ...] = ()
    offers: tuple[Offer, ...] = ()
    files: tuple[TextFile, ...] = ()
