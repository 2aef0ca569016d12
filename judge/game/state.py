"""A game as a value: a Lobby gathers players, a Play is played and has a position.

Beside its seats it has guests, and how somebody has played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from judge.game.clock.dates import local_to_utc
from judge.game.game_settings import Settings
from judge.game.past import Stand
from judge.game.press.sent import UnsentPress
from judge.hooks import Disclosure, Variant
from judge.model.motion import Motion
from judge.model.order import Order
from judge.model.position import Position
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase

Preferences = tuple[tuple[str, ...], ...]
"""Groups of powers that somebody would like, the dearest first; ANY stands for the others."""

ANY = "*"


class Reliability(NamedTuple):
    """How somebody has played: turns with orders that were due, all there in time or not, and
    seats that they left while they were in the game."""

    kept: int = 0
    late: int = 0
    left: int = 0

    @property
    def percentage(self) -> int:
        """How reliable they are, as a percentage: of their turns those in time. Everybody begins
        with five of them, and a seat that was left counts as ten late turns."""
        good = self.kept + 5
        return 100 * good // (good + self.late + 10 * self.left)


NOTHING_DONE = Reliability()


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody without a seat, and how they stand to the game: a ``standing`` or "".

    ``conduct`` is theirs in seats here that they have left; ``wish``, ``prefers`` and ``password``
    (a hash) are for the seat of one who asks for one.
    """

    address: str
    standing: str = ""
    wish: str = ""
    prefers: Preferences = ()
    password: str = ""
    conduct: Reliability = NOTHING_DONE


BARRED, INVITED, ASKS, STANDBY = "barred", "invited", "asks", "standby"
"""Standings: the game is closed to somebody, who was ejected or banned; they were invited; they ask
to be let in; they would like to be called when a seat comes open."""


class Stage(StrEnum):
    """Where a game is in its life. HELD: overdue after an outage, or waiting for the master."""

    FORMING = "forming"
    ACTIVE = "active"
    PAUSED = "paused"
    HELD = "held"
    ENDED = "ended"


class Role(StrEnum):
    """What a seat may do."""

    PLAYER = "player"
    MASTER = "master"
    OBSERVER = "observer"


UNREACHED = 3
"""So many letters in a row that come late or not at all are no chance."""


class Plan(NamedTuple):
    """Orders that are kept, as they were typed. A ``name`` may be a turn's code."""

    name: str
    lines: tuple[str, ...]


class PendingLines(NamedTuple):
    """Lines of a master's that are done when they are confirmed, if the game is still as it was.

    ``number`` is unlike those of other mails, ``turn`` the number of the game's turn, ``sight`` a
    digest of what was shown of the game (``brake.sight``), ``at`` when that was.
    """

    number: int
    lines: tuple[str, ...]
    turn: int
    sight: str
    at: datetime


class Progress(NamedTuple):
    """How a robot has fared: for how many years in a row no center that it sees changed hands, how
    many centers it had at most, and for how many years it has not had more."""

    quiet_years: int = 0
    most_centers: int = 0
    stale_years: int = 0


NO_PROGRESS = Progress()


class Proxy(NamedTuple):
    """That ``to`` may order the unit of ``power`` in a province, up to the turn of that number
    (None: in any turn), before a moment if one is named. It goes with the unit."""

    power: str
    province: str
    to: str
    number: int | None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a game. ``name`` is unique in the game and stable: ``p3``, ``m1``, ``o2``.

    ``powers`` are the powers played (empty before the start and for others than players);
    ``wish`` the power asked for at JOIN. ``secret`` is the tag of the seat's reply address,
    ``password`` a salted hash or "". A seat without ``address`` is vacant, its player
    resigned, or a robot plays there.
    """

    name: str
    role: Role
    address: str
    secret: str
    password: str = ""
    powers: tuple[str, ...] = ()
    wish: str = ""
    prefers: Preferences = ()
    wait: bool = False
    missed: int = 0
    """Movement deadlines missed in a row."""
    pictures: str = "png"
    """How the holder wants boards drawn: ``png``, ``svg``, or ``off``."""
    reminders: bool = True
    """Whether the holder is reminded of orders that are missing."""
    bounces: int = 0
    """Reports in a row that letters to the holder did not arrive."""
    muted: tuple[str, ...] = ()
    """The powers whose press the holder does not want, "" for whoever gives no name."""
    plans: tuple[Plan, ...] = ()
    """Orders for later turns, and plans."""
    opened: bool = False
    """Whether its player left in the present turn and nobody has taken it since."""
    tardy: bool = False
    """Whether orders of the holder were missing at a deadline of the present turn."""
    conduct: Reliability = NOTHING_DONE
    """How the holder has played here."""
    absences: tuple[tuple[date, date], ...] = ()
    """The first and the last day of each time that the holder is away, or was."""

    held: tuple[PendingLines, ...] = ()
    """What waits for the holder's CONFIRM."""
    robot: str = ""
    """How well a robot plays here, "" where none does; beside a holder it plays until they do."""
    thought_of: int = 0
    """The number of the last turn of which a robot here has thought."""
    progress: Progress = NO_PROGRESS
    """How a robot here has fared."""

    @property
    def is_played(self) -> bool:
        """Whether a person or a robot plays here."""
        return bool(self.address or self.robot)

    @property
    def is_unreached(self) -> bool:
        """Whether letters do not arrive, by all that is known."""
        return self.bounces >= UNREACHED


@dataclass(frozen=True, slots=True, kw_only=True)
class _GameBase:
    """What a game has from its creation to its end.

    ``seed`` is the chance of this game. ``version`` counts commits.
    """

    name: str
    variant: Variant
    stage: Stage
    settings: Settings
    seats: tuple[Seat, ...]
    seed: int
    guests: tuple[Guest, ...] = ()
    motions: tuple[Motion, ...] = ()
    version: int = 0
    created: datetime | None = None

    def find_seat_named(self, name: str) -> Seat | None:
        """Return the seat of that name."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def find_seat_of_power(self, power: str) -> Seat | None:
        """Return the seat that plays a power."""
        return next((seat for seat in self.seats if power in seat.powers), None)

    def with_seat(self, changed: Seat) -> Self:
        """Return the game with a seat in place of the one of the same name."""
        seats = tuple(changed if seat.name == changed.name else seat for seat in self.seats)
        return replace(self, seats=seats)

    @property
    def disclosure(self) -> Disclosure:
        """Who may know of whom in this game."""
        disclosure = self.variant.rules.disclosure
        return replace(disclosure, addresses=False) if self.settings.anonymous else disclosure

    @property
    def players(self) -> tuple[Seat, ...]:
        """The players' seats, vacant ones included."""
        return tuple(seat for seat in self.seats if seat.role is Role.PLAYER)

    @property
    def held_player_seats(self) -> tuple[Seat, ...]:
        """The players' seats that somebody holds."""
        return tuple(seat for seat in self.players if seat.address)

    @property
    def masters(self) -> tuple[Seat, ...]:
        """The masters' seats."""
        return tuple(seat for seat in self.seats if seat.role is Role.MASTER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby(_GameBase):
    """A game that gathers players, or was terminated while it did."""

    def with_position(self, position: Position) -> Play:
        """Return the game as one that is played, at its first turn."""
        field_values = {item.name: getattr(self, item.name) for item in fields(self)}
        return Play(**field_values, position=position, number=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(_GameBase):
    """A game that has started; one that has ended still shows its last position.

    ``number`` is the running number of the current turn, from 1, one of its own where the game was
    taken back to it; ``parent`` and ``restores`` are as in its Stand. ``orders`` holds each power's
    for the current phase, in the order in which they count. ``played`` is the record of the phase
    that led to it, ``closed`` how the turn before stood at last, until that is written down.
    ``left`` is the time left when the game was paused, ``reminded_at`` when reminders of this
    deadline were last sent; ``late`` says that it was called. ``early_at`` is when the turn ends if
    all orders stay in. ``unsent`` is press that waits, ``proxies`` are units that somebody else may
    order.
    """

    position: Position
    number: int
    parent: int = 0
    restores: int = 0
    closed: Stand | None = None
    due_at: datetime | None = None
    left: timedelta | None = None
    orders: Mapping[str, tuple[Order, ...]] = field(default_factory=dict)
    played: PhaseRecord | None = None
    reminded_at: datetime | None = None
    early_at: datetime | None = None
    late: bool = False
    unsent: tuple[UnsentPress, ...] = ()
    proxies: tuple[Proxy, ...] = ()

    @property
    def absences(self) -> tuple[tuple[date, date], ...]:
        """When players who are in the game are away, where that may move a deadline."""
        if not self.disclosure.shared_clock:
            return ()
        return tuple(
            span
            for seat in self.held_player_seats
            if any(map(self.position.has_survived, seat.powers))
            for span in seat.absences
        )

    @property
    def grace(self) -> timedelta:
        """How long the judge waits for the late: in such a phase, or for who is away."""
        grace = self.settings.graces.get(self.position.turn.phase.value, timedelta(0))
        if self.due_at is None or self.settings.away != "wait":
            return grace
        zone = ZoneInfo(self.settings.zone)
        day = self.due_at.astimezone(zone).date()
        days = [last for first, last in self.absences if first <= day <= last]
        back = [
            local_to_utc(last + timedelta(days=1), time(0), zone) - self.due_at for last in days
        ]
        return max(grace, *back) if back else grace

    @property
    def stand(self) -> Stand:
        """How the present turn stands."""
        flags = {seat.name: (seat.wait, seat.missed) for seat in self.players}
        return Stand(
            self.parent,
            self.restores,
            self.position,
            self.orders,
            self.motions,
            flags,
            self.due_at,
        )

    @property
    def shows_duties(self) -> bool:
        """Whether players may learn who has something to order now."""
        return self.disclosure.may_show_orders_due(self.position.turn.phase)


Game = Lobby | Play


def find_phase(game: Game | None) -> Phase:
    """Return the phase whose orders are read: movement as long as nothing is played."""
    return game.position.turn.phase if isinstance(game, Play) else Phase.MOVEMENT


def find_turn_code(game: Game) -> str:
    """Return the code of the current turn, "" before the first."""
    return str(game.position.turn) if isinstance(game, Play) else ""
