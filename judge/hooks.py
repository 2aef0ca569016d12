"""The questions that rules answer. The engine asks them and knows no rule by name.

Hooks combine in three ways only. *one*: a single object. *veto*: a tuple, the first Reason
refuses. *then*: a tuple run in order, each seeing what the former left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from judge.model.command import Command
from judge.model.map import Location, Map
from judge.model.motion import Motion
from judge.model.order import Act, Build, Convoy, Move, Order
from judge.model.pages import HelpPage
from judge.model.position import Dislodged, Effect, Ended, Position, Unit
from judge.model.reason import Reason, Result, Wording
from judge.model.sheet import OpenBoard, PhaseRecord
from judge.model.turn import Calendar, Phase
from judge.model.view import Sight, View
from judge.tables import OptionTable, OrderWording, Table, VariantFile


def find_first_refusal(answers: Iterable[Reason | None]) -> Reason | None:
    """Return what the first rule that refuses says, of the answers of a veto hook."""
    return next(filter(None, answers), None)


class Passage(Protocol):
    """veto: which borders are shut."""

    def make_cache_key(self, position: Position) -> Hashable:
        """Return all of the position that ``closed`` looks at; equal answers share one board."""

    def check_step(
        self, origin: Location, target: Location, kind: str, position: Position
    ) -> Reason | None:
        """Say why a unit of that kind may not go from origin to target now."""


class Conduct(Protocol):
    """veto: which orders a unit may not be given now."""

    def check_order(self, order: Order, unit: Unit, position: Position) -> Reason | None:
        """Say why the order is void."""


class OrderHints(Protocol):
    """then: what to tell whoever sends an order that is not forbidden, or is about to."""

    def hint_at_order(
        self, order: Order, orders: Sequence[Order], position: Position
    ) -> tuple[Reason, ...]:
        """Return what the order needs, and what does not fit with the ``orders`` of its player.

        Nothing of what others have ordered goes into it.
        """

    def warn_powers(self, powers: Collection[str], position: Position) -> tuple[Reason, ...]:
        """Return what the powers of one player are to know of their own units as a turn begins."""


class Reach(Protocol):
    """one: how far acts go."""

    def collect_provinces_in_reach(
        self, unit: Unit, act_type: type[Act], board: OpenBoard
    ) -> frozenset[str]:
        """Return the provinces into which the unit may support (or carry, ...).

        For supports that is asked once for all units of a kind in a place, whoever's they are.
        """


class Backing(Protocol):
    """veto: which supports are void though in reach."""

    def check_support(
        self, backer: Unit, backed: Unit, into: Location | None, position: Position
    ) -> Reason | None:
        """Say why ``backer`` cannot support ``backed`` (in place where ``into`` is None)."""


class Cutting(Protocol):
    """one: which attacks cut which acts; dislodgement always does."""

    def may_cut_act(self, attack: Move, attacker: Unit, act: Act, actor: Unit) -> bool:
        """Say whether this attack on the actor cuts its act."""


class Ferrying(Protocol):
    """one: who convoys, and when a move goes by convoy."""

    def can_ferry(self, unit: Unit, board: OpenBoard) -> bool:
        """Say whether the unit may convoy from where it stands; that is asked once for all units of
        a kind in a place, whoever's they are."""

    def is_by_convoy(
        self, move: Move, by_land: bool, offers: Sequence[Convoy], joined: bool
    ) -> bool:
        """Say whether the move goes by sea.

        ``by_land``: it could walk; ``offers``: the orders to ferry it; ``joined``: these make a
        whole route.
        """


class Settlement(NamedTuple):
    """What an aftermath rule adds: results (which replace those of the same orders), effects."""

    results: tuple[Result, ...] = ()
    effects: tuple[Effect, ...] = ()


NOTHING = Settlement()


class Aftermath(Protocol):
    """then: what follows from a phase: after moves and before retreats, after retreats, ..."""

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Return what to add to the record; ``record.after`` includes what came before."""


class AdjustmentRules(Protocol):
    """one: how many units a power may or must adjust, and where it may build."""

    def count_adjustments_due(self, power: str, position: Position) -> int:
        """Return builds due (positive) or removals due (negative)."""

    def build_sites(self, power: str, position: Position) -> frozenset[str]:
        """Return the provinces in which units may be built now; kinds are not looked at."""


def collect_adjustments_by_power(muster: AdjustmentRules, position: Position) -> Mapping[str, int]:
    """Return what each power has to build (positive) or remove; powers with nothing are left out.

    Only builds for which there is a vacant site are counted.
    """
    powers = (*position.owners.values(), *(unit.power for unit in position.units.values()))
    dues: dict[str, int] = {}
    for power in dict.fromkeys(powers):
        due = muster.count_adjustments_due(power, position)
        if due > 0:
            due = min(due, len(muster.build_sites(power, position)))
        if due:
            dues[power] = due
    return dues


class BuildCheck(Protocol):
    """veto: which builds are void on a proper site."""

    def check_build(
        self, build: Build, position: Position, earlier: Sequence[Build]
    ) -> Reason | None:
        """Say why the build is void after the ``earlier`` ones of the same list."""


class Disorder(Protocol):
    """one: what is done where orders are missing."""

    def make_default_order(self, unit: Unit, position: Position) -> Order:
        """Return the order of a unit that has none in a movement phase."""

    def make_default_retreat(self, unit: Dislodged, position: Position, board: OpenBoard) -> Order:
        """Return the order of a dislodged unit that has none."""

    def choose_default_builds(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Order, ...]:
        """Return the orders for ``count`` builds that were not ordered."""

    def choose_default_removals(
        self, power: str, count: int, position: Position, board: OpenBoard
    ) -> tuple[Unit, ...]:
        """Return the ``count`` units that go when removals were not ordered."""

    def explain_default(self, order: Order, position: Position, board: OpenBoard) -> Reason:
        """Return what to tell of a retreat, build or removal that this rule chose."""


class Opening(Protocol):
    """one: the position at the start."""

    def deal_position(self, game_map: Map, powers: Sequence[str], seed: int) -> Position:
        """Return the first position; the same seed deals the same."""

    def list_powers_of_players(
        self, powers: Sequence[str], seed: int
    ) -> tuple[tuple[str, ...], ...]:
        """Return the powers that each player holds; powers that nobody plays are in none.

        The seed decides only which powers go together, never how many players there are.
        """


class Endings(Protocol):
    """then, the first answer wins: when a game is over."""

    def find_ending(self, record: PhaseRecord) -> Ended | None:
        """Say how the game ended with this phase, if it did."""


class Vision(Protocol):
    """one: what a reader sees."""

    def find_sight(self, powers: Sequence[str], position: Position, board: OpenBoard) -> Sight:
        """Return what the holder of those powers sees of a position."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What the master has set, as far as rules look at it.

    ``early``: a turn ends as soon as all have ordered and nobody waits. ``nmr`` says what happens
    to missing orders at the deadline: ``disorder``, ``wait`` (for the master) or ``robot``.
    ``dias``: a draw includes all survivors.
    """

    early: bool = True
    nmr: str = "disorder"
    dias: bool = True


@dataclass(frozen=True)
class Disclosure:
    """one: who may know of whom; as it stands here, everybody of everybody (an open board).

    The master may know everything; what is asked here is asked for everybody else.
    ``addresses``: whether players who may write to each other are told their addresses.
    ``reserved_names``: those that no power may choose: to get one or not would tell who is there.
    """

    addresses: bool = True
    reserved_names: frozenset[str] = frozenset()
    public_seats: ClassVar[bool] = True
    """Whether all may know who is there. Rules say so; what follows from it is asked below."""
    public_ledger: ClassVar[bool] = True
    """Whether all may read what the master has written, not only what they were told of it."""
    opens_at_end: ClassVar[bool] = True
    """Whether strangers may see the whole of a game once it is over."""

    @property
    def public_power_names(self) -> bool:
        """Whether all know the powers by name: who wishes for one, or signs on, says which."""
        return self.public_seats

    @property
    def public_vacancies(self) -> bool:
        """Whether all may know which seats are vacant."""
        return self.public_seats

    @property
    def public_seat_count(self) -> bool:
        """Whether all may know how many players there are, and how many there can be."""
        return self.public_seats

    @property
    def public_seat_states(self) -> bool:
        """Whether all may know how each seat stands: who has ordered, whom mail does not reach."""
        return self.public_seats

    @property
    def public_survivors(self) -> bool:
        """Whether all may know which powers are left."""
        return self.public_seats

    @property
    def public_votes(self) -> bool:
        """Whether players may put something to the vote of all."""
        return self.public_seats

    @property
    def counts_at_once(self) -> bool:
        """Whether a vote may end as soon as it is carried, and not only when the turn ends: when
        that is tells who is left."""
        return self.public_survivors

    @property
    def shared_clock(self) -> bool:
        """Whether what one player does may move a deadline, which all others feel."""
        return self.public_seats

    @property
    def acquainted_at_start(self) -> bool:
        """Whether players know of each other from the start, and not from when they have met."""
        return self.public_seats

    def has_open_board(self, seen: View) -> bool:
        """Say whether a reader sees what all others see."""
        return seen.whole

    def collect_known_powers(
        self, powers: Sequence[str], position: Position
    ) -> frozenset[str] | None:
        """Return the powers that the holder of ``powers`` knows of; None is all there are."""
        return None

    def may_know_powers(self, seen: View | None, powers: Sequence[str]) -> bool:
        """Say whether a reader may hear of whoever plays those powers.

        ``seen`` is the reader's view, None where there is no board yet.
        """
        return True

    def may_see_whole_game(self, seen: View, *, over: bool) -> bool:
        """Say whether a reader may have the whole of a game, which may be ``over``."""
        return seen.whole or (over and self.opens_at_end)

    def may_show_orders_due(self, phase: Phase) -> bool:
        """Say whether players may learn who has something to order in such a phase.

        They learn it from words, and from how long a phase lasts.
        """
        return True

    def have_all_duties(self, phase: Phase) -> bool:
        """Say whether everybody in the game has to send something in such a phase, though they
        have no unit: who has nothing to order would be known by what is told of duties."""
        return False

    def list_news_for_all(self, before: Position, after: Position) -> tuple[Reason, ...]:
        """Return what all are told of a phase, whatever they see of it."""
        return ()

    def make_alarm_for_players(self, alarm: Reason) -> Reason:
        """Return an alarm about somebody's mail as a player may read it."""
        return alarm if self.addresses else Reason(alarm.code)

    def check_settings(self, settings: GameSettings) -> Reason | None:
        """Say which setting would tell players what they are not to know."""
        return None


class SeatOfPowers(Protocol):
    """A seat as a motion sees it."""

    @property
    def name(self) -> str:
        """Its name in the game, which ballots are cast under."""

    @property
    def address(self) -> str:
        """Where its holder is written to, "" for a vacant seat."""

    @property
    def robot(self) -> str:
        """How well a robot plays it, "" where none does."""

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers played."""


class RunningGame(Protocol):
    """What a motion may ask of a game."""

    @property
    def variant(self) -> Variant:
        """What is played."""

    @property
    def position(self) -> Position:
        """How it stands."""

    @property
    def settings(self) -> GameSettings:
        """What the master has set."""

    @property
    def players(self) -> Sequence[SeatOfPowers]:
        """The players' seats, vacant ones included."""


class Motions(Protocol):
    """by kind: what is put to a vote. ``judge.rules.motions.MotionRules`` tells what is asked."""

    @property
    def news_of_move(self) -> Reason:
        """What all are told when it is moved, if it is public."""

    @property
    def news_of_success(self) -> Reason:
        """What all are told when it is carried, if the game goes on."""

    @property
    def remark_on_yes(self) -> Reason:
        """What a voter is told of a ballot for it, if it is not public."""

    @property
    def remark_on_no(self) -> Reason:
        """What a voter is told of a ballot against it, if it is not public."""

    @property
    def public(self) -> bool:
        """Whether all are told of it while it is open."""

    @property
    def named(self) -> bool:
        """Whether all are told in the end who voted how."""

    @property
    def share(self) -> Fraction | None:
        """The part of the votes of which it needs more, 1: all; None: it only asks."""

    def check_motion(self, motion: Motion, game: RunningGame) -> Reason | None:
        """Say why the motion may not be made now."""

    def collect_votes_by_seat(self, motion: Motion, game: RunningGame) -> Mapping[str, int]:
        """Return how many votes each seat has that may vote."""

    def count_votes(self, motion: Motion, game: RunningGame, ballot: str = "yes") -> int:
        """Return how many votes there are of a ballot."""

    def is_carried(self, motion: Motion, game: RunningGame) -> bool:
        """Say whether its ballots carry the motion."""

    def list_effects_if_carried(self, motion: Motion, game: RunningGame) -> tuple[Effect, ...]:
        """Return what a carried motion does to the position."""


class Procedure:
    """What a variant does beside orders and turns: a council's vote, offers between powers.

    Of what it does in games see ``judge.game.procedure``.
    """

    def collect_votes_by_power(self, position: Position) -> Mapping[str, int]:
        """Return the votes that each power has in it; none where votes are not weighed."""
        return {}


class Sighted(Protocol):
    """What an order type asks of the units in sight to fill in what a player left out."""

    def find_other_unit(self, typed: Unit) -> Unit:
        """Return a unit that an order names beside its own, as it is seen to stand."""

    def find_place_for_kind(self, kind: str, typed: Location) -> Location:
        """Return a place without a coast that means nothing to that kind of unit."""

    def find_goal_of_unit(self, unit: Unit, typed: Location) -> Location:
        """Return where a unit is to go: its only reachable coast is filled in (DATC 4.B.2)."""


class Surroundings(Protocol):
    """What an order type asks of the board to propose others in place of an order refused."""

    @property
    def map(self) -> Map:
        """The map."""

    @property
    def why(self) -> Reason:
        """Why the order was refused."""

    def list_retreats_of_unit(self, unit: Unit) -> tuple[Location, ...]:
        """Return where a dislodged unit can go."""

    def build_sites(self, power: str) -> frozenset[str]:
        """Return the provinces in which the power may build."""


OrderT = TypeVar("OrderT", bound=Order)


@dataclass(frozen=True, eq=False)
class OrderType(Generic[OrderT]):
    """All there is about one kind of order, beside its class.

    The class is a frozen, slotted dataclass under ``Order``, or under ``Act`` if it stays put and
    can be cut; its fields are units, locations, codes of provinces and tuples of these. What it
    does on the board is said by rules: aftermath, conduct, cutting.

    ``read`` makes the order, or several, of what a grammar rule names, rule by rule. It is given
    the parts in order: units, locations, paths (tuples of locations), the texts of terminals;
    None for an optional part that was left out. ``write`` gives the canonical text, which is
    read back as the same order; it is given what writes a unit.

    ``phase`` is the one it belongs to; ``elsewhere`` says what its words mean in another (None:
    nothing). ``subject`` tells what its unit is: one that stands, one dislodged, a new one, or
    none but its power's.

    ``complete`` fills in what was left out, its own unit apart; ``instead`` proposes orders near
    one that was refused, likeliest first. ``examples`` are some that a player of units could give,
    now or with a unit elsewhere or of another kind, for their first letter: the first that is legal
    stands in it.

    In fog a reader is told of a foreign order if every space that it names is in sight, before
    and after; never if not ``shown``. Of an own order that ``helps`` a unit the outcome is told
    if that unit is the reader's too, and of one that ``serves`` what others order only as much as
    its own unit tells.
    """

    order: type[OrderT]
    read: Mapping[str, Callable[..., Order | tuple[Order, ...]]]
    write: Callable[[OrderT, Callable[[Unit], str]], str]
    phase: Phase = Phase.MOVEMENT
    elsewhere: Mapping[Phase, Callable[[OrderT], Order | None]] = field(default_factory=dict)
    subject: Literal["standing", "dislodged", "new", "none"] = "standing"
    complete: Callable[[OrderT, Sighted], OrderT] = lambda order, sighted: order
    instead: Callable[[OrderT, Surroundings], Iterable[Order]] = lambda order, around: ()
    examples: Callable[[Sequence[Unit], Map], Iterable[Order]] = lambda units, game_map: ()
    shown: bool = True
    helps: Callable[[OrderT], Unit] | None = None
    serves: bool = False

    def make_order_in_phase(self, order: OrderT, phase: Phase) -> Order | Reason:
        """Return the order that its words mean in that phase, or why they mean none."""
        if phase is self.phase:
            return order
        order_elsewhere = self.elsewhere[phase](order) if phase in self.elsewhere else None
        return order_elsewhere or Reason("wrong_phase", (order.verb, phase.display_name))


AnyOrderType = OrderType[Any]
"""One of several order types, each with a class of its own."""


_NO_GOAL = Reason("goal_none")
_UNORDERED = {
    Phase.MOVEMENT: Reason("unordered_moves"),
    Phase.RETREATS: Reason("unordered_retreats"),
    Phase.ADJUSTMENTS: Reason("unordered_builds"),
}


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One answer, or one row of answers, for every hook.

    ``destroyed`` tells which spaces are closed for ever: they are drawn so. ``origin_open``: a unit
    dislodged by a convoyed one may retreat to where that came from (DATC 4.A.5). ``goal`` says
    what wins, its first subject is how much of it; ``unordered``: what becomes in each phase of
    what nobody orders.
    """

    reach: Reach
    cutting: Cutting
    convoy: Ferrying
    muster: AdjustmentRules
    disorder: Disorder
    opening: Opening
    sight: Vision
    disclosure: Disclosure
    passage: tuple[Passage, ...] = ()
    conduct: tuple[Conduct, ...] = ()
    counsel: tuple[OrderHints, ...] = ()
    backing: tuple[Backing, ...] = ()
    aftermath: tuple[Aftermath, ...] = ()
    build_check: tuple[BuildCheck, ...] = ()
    endings: tuple[Endings, ...] = ()
    motions: Mapping[str, Motions] = field(default_factory=dict)
    procedure: Procedure = field(default_factory=Procedure)
    destroyed: Callable[[Position], frozenset[str]] = lambda position: frozenset()
    origin_open: bool = True
    goal: Reason = _NO_GOAL
    unordered: Mapping[Phase, Reason] = field(default_factory=lambda: _UNORDERED)


Own = TypeVar("Own", bound=Table)


@dataclass(frozen=True, eq=False)
class Spec:
    """A variant's file, read: what its rules are built from.

    ``options`` are the game options in force, ``start`` the units of each power at the start,
    ``file`` the tables of ``variant.toml`` with those options laid over it.
    """

    map: Map
    calendar: Calendar
    options: Mapping[str, str]
    start: Mapping[str, tuple[Unit, ...]]
    win: int
    file: VariantFile

    def check_tables(self, settings: type[Own]) -> Own:
        """Return the file as the tables that a variant's module declares for itself."""
        assert isinstance(self.file, settings), f"no {settings.__module__}.Settings"
        return self.file


@dataclass(frozen=True, eq=False)
class Variant:
    """A way to play: data and rules. ``code`` is the folder's name under ``maps/``.

    ``grammar`` names the grammar texts to join; ``orders`` has every order type, stock and own,
    by its class, ``wording`` their words by their verbs; ``commands`` all commands of its games by
    grammar rule; ``settings`` the game options in force; ``win`` the centers that win; ``about``
    the variant's rules text; ``press`` when players may write to each other by the rules.
    """

    code: str
    name: str
    map: Map
    calendar: Calendar
    rules: Ruleset
    grammar: tuple[str, ...] = ("orders", "adjustments")
    orders: Mapping[type[Order], AnyOrderType] = field(default_factory=dict)
    wording: Mapping[str, OrderWording] = field(default_factory=dict)
    commands: Mapping[str, type[Command]] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    win: int = 18
    about: str = ""
    press: Literal["always", "after the opening", "never"] = "always"
    options: Mapping[str, OptionTable] = field(default_factory=dict)
    """Every game option."""
    reasons: Mapping[str, Wording] = field(default_factory=dict)
    """The sentences of its own, by their codes."""
    help: Mapping[str, HelpPage] = field(default_factory=dict)
    """The help pages of its own, by their topics."""

    @property
    def options_needing_consent(self) -> tuple[str, ...]:
        """The options chosen (``name=choice``) to which all players must agree before the start."""
        chosen = self.settings
        asked = (name for name, option in self.options.items() if chosen[name] in option.consent)
        return tuple(f"{name}={chosen[name]}" for name in asked)

    @property
    def hidden_options(self) -> frozenset[str]:
        """The game options that players are not told."""
        return frozenset(name for name, option in self.options.items() if option.hushed)

    @property
    def unit_list_options(self) -> frozenset[str]:
        """The game options whose value may be a list of units instead of one of the choices."""
        return frozenset(name for name, option in self.options.items() if option.units)

    @property
    def drawn_options(self) -> Mapping[str, tuple[str, ...]]:
        """The game options drawn by lot where none is given, and what they are drawn from."""
        return {name: option.choices for name, option in self.options.items() if option.drawn}
