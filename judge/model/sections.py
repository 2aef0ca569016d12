"""What sections of notices hold: lines heard, orders kept, how turns end, growth, ledger, files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from judge.model.reason import Reason
from judge.model.view import View


class HeardLine(NamedTuple):
    """What became of one line of a mail.

    ``why`` is the reason of a refusal, or a remark on a line that was taken ("noted") or has to
    be confirmed ("held"), ``more`` are further remarks. ``choices`` are complete lines which
    the sender may have meant, ``body`` is the text that stands below each.
    """

    line: str
    verdict: Literal["taken", "noted", "refused", "ignored", "held"]
    why: Reason | None = None
    choices: tuple[str, ...] = ()
    more: tuple[Reason, ...] = ()
    body: str | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """The transcript of a mail, line by line; ``cut`` says what was not read."""

    heard: tuple[HeardLine, ...]
    cut: tuple[Reason, ...] = ()


class SentAhead(Lines):
    """What became of lines that were sent before the turn for which they are."""


class Offer(NamedTuple):
    """Lines of which a letter offers one, and the text below each.

    An answer names them by the numbers that count all that the letter offers.
    """

    lines: tuple[str, ...]
    body: str | None = None


@dataclass(frozen=True, slots=True)
class KeptOrders:
    """Orders that wait, as they were typed: for a ``turn`` in print, or in a plan of that name.

    ``heard`` is what would become of them on the present board, ``now`` the orders that would
    stand, ``used`` that they do.
    """

    name: str
    turn: str
    heard: tuple[HeardLine, ...]
    now: tuple[str, ...]
    used: bool = False


@dataclass(frozen=True, slots=True)
class Trial:
    """What would come of orders: the View after a turn that is not played."""

    view: View


@dataclass(frozen=True, slots=True)
class Explained:
    """What became of the units that were in a space, or tried to get there, in the last turn."""

    place: str


NotGiven = KeptOrders | Trial | Explained


class Ending(NamedTuple):
    """``manual``: the master alone processes turns. ``early``: this one is processed before its
    deadline when all orders are in, ``delay`` after that: at ``early_at``, if they are.

    Until ``grace`` missing orders are waited for, and if it ``waits`` after that, too; ``certain``:
    the turn ends then, whatever is missing.
    """

    manual: bool = False
    early: bool = True
    delay: timedelta = timedelta(0)
    early_at: datetime | None = None
    grace: datetime | None = None
    waits: bool = False
    certain: bool = False


PLAIN = Ending()
"""That of a game without any settings of its own."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The centers of powers year by year: each row has a year and the numbers of all of them."""

    powers: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]

    @classmethod
    def from_views(cls, powers: Iterable[str], years: Sequence[tuple[str, View]]) -> Growth:
        """Return the centers of those powers of which the reader saw all that they had."""
        seen = [p for p in powers if all(p in view.due for _, view in years)]
        grown = tuple(p for p in seen if any(view.centers_of(p) for _, view in years))
        counts = [(year, tuple(len(view.centers_of(p)) for p in grown)) for year, view in years]
        return cls(grown, tuple(counts))


class LedgerLine(NamedTuple):
    """An entry of LEDGER: who did it in which turn, what they wrote ("" where that is not for the
    reader to know), and what came of it."""

    at: datetime
    turn: str
    who: str
    line: str
    news: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Ledger:
    """LEDGER: what was done in a game, the oldest first."""

    lines: tuple[LedgerLine, ...]


class TextFile(NamedTuple):
    """A file: its name, its media type, and what stands in it."""

    name: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class GameFiles:
    """EXPORT: a game, for a reader who may know all of it, in several forms.

    ``files`` are there as soon as the letter is written: of the game as it is then.
    """

    game: str
    files: tuple[TextFile, ...] = ()


class ScoreRow(NamedTuple):
    """A line of the standings of a tournament: a place, who has it, the points that count, those of
    each round, and what is to be said of them (``out``, ``substitute``).

    ``ties`` is what parts them from others who have as many points, and how much of it they have.
    """

    place: int
    name: str
    points: str
    rounds: tuple[str, ...]
    remark: str = ""
    ties: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The standings of a tournament after so many ``rounds``, of which the ``best`` count (0: all).

    ``rest`` is how many stand below the rows, ``own`` the reader's row if it is one of those.
    """

    tournament: str
    rounds: int
    best: int
    rows: tuple[ScoreRow, ...]
    rest: int = 0
    own: tuple[ScoreRow, ...] = ()
