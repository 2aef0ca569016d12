"""judge as a library: a game as a value, from its first position to its record.

What is offered stays as it is; ``judge/README.md`` shows it, and lists what has changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from judge.engine.possible import Parcel, choose_parcel_lister
from judge.engine.prepared import Prepared, prepare_phase
from judge.game.game_settings import Settings
from judge.game.orders.accepting import find_missing_orders, find_orders_due
from judge.game.orders.alternatives import list_orders_in_view
from judge.game.orders.carrying import carry_out_lines
from judge.game.state import Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.language.lexicon import find_power
from judge.language.reader import read_place
from judge.language.script import split_mail
from judge.language.writer import write_order, write_orders, write_unit
from judge.letters.illustrations import collect_provinces_near_powers
from judge.letters.phrasing import load_words
from judge.letters.reasons import write_clause
from judge.library import codes, load, load_geometry
from judge.model.errors import JudgeError
from judge.model.geometry import Geometry
from judge.model.order import Order
from judge.model.position import Ended, Position
from judge.model.reason import Reason
from judge.model.sections import HeardLine
from judge.model.view import View
from judge.pictures import chart
from judge.pictures.raster import png
from judge.records.draw import PictureError
from judge.records.formats import formats
from judge.records.game_json import GameAsValues, read_game_json, write_game_json
from judge.records.model import RecordedOrder, RecordedPhase
from judge.records.run import PlayedPhase, play_phase, run_record_to_now
from judge.robots import Effort, Level, choose_robot_orders
from judge.views.known import position_from_view
from judge.views.project import build_view, sees_everything

__all__ = [
    "Answer",
    "Game",
    "JudgeError",
    "Order",
    "OrderError",
    "OrderRow",
    "Orders",
    "Outcome",
    "Position",
    "Prepared",
    "Variant",
    "View",
    "codes",
    "load",
    "new_game",
    "png",
    "position_from_view",
    "read_game",
]


class OrderError(JudgeError, ValueError):
    """Orders that cannot be carried out; the text quotes each line and says why."""


class Outcome(NamedTuple):
    """What became of an order.

    ``order`` is its canonical text; ``fate`` is ``stands`` (done as ordered), ``fails`` (it came to
    nothing) or ``void`` (it never was valid). ``code`` is the reason's name, ``why`` its words.
    """

    power: str
    order: str
    fate: str
    code: str
    why: str


class Answer(NamedTuple):
    """What became of a line that a player typed.

    ``remarks`` say why it was refused, or what was read into it; ``choices`` are lines that may
    have been meant instead.
    """

    line: str
    taken: bool
    remarks: tuple[str, ...]
    choices: tuple[str, ...]


class Orders(NamedTuple):
    """A power's orders as they were understood.

    ``orders`` are canonical texts, ``missing`` the units that have none (or BUILD, REMOVE).
    """

    orders: tuple[str, ...]
    answers: tuple[Answer, ...]
    missing: tuple[str, ...]


class OrderRow(NamedTuple):
    """An order of a game and what became of it: a line of a table.

    ``kind`` is ``army``, ``fleet`` ...; ``verb`` is ``move``, ``support`` ...; the others are as in
    Outcome. ``unit`` is where the unit stood, "" for a waived build.
    """

    turn: str
    power: str
    unit: str
    kind: str
    verb: str
    order: str
    fate: str
    code: str
    why: str


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game at one moment. Nothing changes it: ``play`` returns the game after the turn.

    ``position`` is the whole truth; in a hidden game what a player may know comes from ``view``,
    and from the other methods if the power is named. Powers may be spelled as players spell them.

    Two games are equal that are of one variant with the same options and stand alike, however they
    came there. Games can be pickled; they are played anew where they are unpickled.
    """

    variant: Variant
    position: Position
    played: tuple[PlayedPhase, ...] = ()
    title: str = ""

    def __repr__(self) -> str:
        """Return the game in a line."""
        centers = (f"{power} {len(self.centers(power))}" for power in self.powers)
        state = "over" if self.ended else "to be played"
        return f"<Game {self.variant.code}, {self.turn} {state}: {', '.join(centers)}>"

    def _repr_svg_(self) -> str | None:
        """Return the board for a notebook, None if the map has no picture."""
        return self.draw() if load_geometry(self.variant.map.name) else None

    def __eq__(self, other: object) -> bool:
        """Say whether another game stands as this one does."""
        return self._identity == other._identity if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        """Return the same for equal games."""
        code, settings, now = self._identity
        units, owners = frozenset(now.units.values()), frozenset(now.owners.items())
        return hash((code, frozenset(settings.items()), now.turn, units, owners))

    @property
    def _identity(self) -> tuple[str, Mapping[str, str], Position]:
        return self.variant.code, self.variant.settings, self.position

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Return how the game is pickled."""
        return Game.from_json, (self.to_json(),)

    def to_json(self) -> str:
        """Return the game, with the turns that were played, as a line of JSON."""
        return write_game_json(GameAsValues(self.title, self.variant, self.played, self.position))

    @staticmethod
    def from_json(text: str) -> Game:
        """Return the game that ``to_json`` wrote. Raises JudgeError if it is none."""
        stored = read_game_json(text)
        return Game(stored.variant, stored.position, stored.played, stored.title)

    @property
    def turn(self) -> str:
        """The turn to be played, or the last one: ``S1901M``, ``F1901R``, ``F1901B``."""
        return str(self.position.turn)

    @property
    def ended(self) -> Ended | None:
        """How the game ended and for whom, if it did."""
        return self.position.ended

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that are still in the game, in the order of the map."""
        return tuple(filter(self.position.has_survived, self.variant.map.powers))

    def units(self, power: str) -> tuple[str, ...]:
        """Return the units of a power as texts: ``A MUN``, ``F STP/sc``."""
        units = self.position.units_of(self._find_power(power))
        return tuple(write_unit(unit, self.variant.map) for unit in units)

    def centers(self, power: str) -> tuple[str, ...]:
        """Return the codes of the centers that a power owns, sorted."""
        return self.position.centers_of(self._find_power(power))

    def view(self, power: str = "") -> View:
        """Return what a power sees of the board and of the turn just played; "" sees everything."""
        powers = [self._find_power(power)] if power else None
        last = self.played[-1].record if self.played else None
        return build_view(powers, self.position, last, self.variant, power or "observer")

    def possible_orders(self, power: str) -> dict[str, tuple[str, ...]]:
        """Return the orders that a power could give, by the province of the unit; WAIVE by "".

        They are made from what the power sees. Of orders that one variant alone has, those are
        listed that serve what the power can do with its own units, and examples.
        """
        name = self._find_power(power)
        places: defaultdict[str, list[str]] = defaultdict(list)
        if sees_everything([name], self.position, self.variant):
            for parcel in self._list_parcels(name):
                if not parcel.texts:
                    parcel.texts = (*write_orders(parcel.orders, self.variant),)
                places[parcel.place] += parcel.texts
        else:
            possible = (*list_orders_in_view(self.view(power), self.variant, name),)
            for order, text in zip(possible, write_orders(possible, self.variant), strict=True):
                places[order.unit.at.province].append(text)
        return {place: tuple(texts) for place, texts in places.items()}

    @cached_property
    def _list_parcels(self) -> Callable[[str], Iterable[Parcel[Order]]]:
        """What yields the orders that a power could give, where all is seen."""
        return choose_parcel_lister(self.variant, self.position)

    def suggest(self, power: str, level: Level = "easy", seed: int = 0) -> tuple[str, ...]:
        """Return what a robot would order for a power, from what that power sees.

        The level is easy, fair or hard. The same seed gives the same orders.
        """
        name = self._find_power(power)
        orders = choose_robot_orders(self.variant, self.view(power), name, seed, Effort(level))
        return tuple(write_order(order, self.variant) for order in orders)

    def read_orders(self, power: str, text: str) -> Orders:
        """Return what the lines of a power's text mean, as if they had come by mail.

        What was left out or misspelled is filled in where only one thing can be meant. Nothing
        that anybody can write makes it fail.
        """
        return self._read_power_orders(power, text)[0]

    def search(self, power: str = "") -> Prepared:
        """Return the turn made ready for programs that think it through, with orders as values.

        ``orders`` are all that each power could give, ``check_order`` says why one would be void,
        ``judge_orders`` what comes of a turn. In a movement phase ``lay_orders`` and what it
        returns tell where units would stand, several times as quickly. If the power is named,
        nothing is in it but what it sees.
        """
        seen = position_from_view(self.view(power), self.variant) if power else self.position
        return prepare_phase(self.variant, seen)

    def play(self, orders: Mapping[str, str | Sequence[str | Order]], strict: bool = False) -> Game:
        """Return the game after the present turn, with the orders of each power.

        They are texts, or values as ``search`` has them. Units without an order do as the rules
        say: they hold; so they do where a line is no order that its power can give now.
        ``read_orders`` tells beforehand, and if it is to be ``strict`` such a line raises
        OrderError. So does a game that is over.
        """
        if self.ended:
            raise OrderError("the game is over")
        if not isinstance(orders, Mapping):
            raise OrderError("orders are given by power, as a dict: {'France': 'A PAR - BUR'}")
        all_orders: list[Order] = []
        wrong: list[str] = []
        for power, said in orders.items():
            _check_are_orders(power, said)
            lines = [said] if isinstance(said, str) else [o for o in said if isinstance(o, str)]
            values = [] if isinstance(said, str) else [o for o in said if isinstance(o, Order)]
            read, power_orders = self._read_power_orders(power, "\n".join(lines))
            name = self._find_power(power)
            all_orders += [*power_orders, *(o for o in values if o.unit.power == name)]
            wrong += (f"{power}: {o}" for o in values if o.unit.power != name)
            wrong += (
                f"{power}: {answer.line}: {'; '.join(answer.remarks)}"
                for answer in read.answers
                if not answer.taken
            )
        if wrong and strict:
            raise OrderError("\n".join(wrong))
        phase = RecordedPhase(
            self.position.turn,
            orders=tuple(RecordedOrder(order.unit.power, order) for order in all_orders),
        )
        played = play_phase(self.variant, phase, self.position)
        return replace(self, position=played.end, played=(*self.played, played))

    def outcomes(self, power: str = "") -> tuple[Outcome, ...]:
        """Return what became of the orders of the turn just played, as far as the power sees it."""
        words = load_words(self.variant)
        return tuple(
            Outcome(
                result.order.unit.power,
                write_order(result.order, self.variant),
                str(result.fate),
                result.why.code,
                write_clause(result.why, words),
            )
            for result in self.view(power).results
        )

    def table(self, power: str = "") -> list[OrderRow]:
        """Return the orders of all turns that were played and what became of them, as rows.

        ``pandas.DataFrame(game.table())`` takes them as they are. If the power is named, they are
        those that it has seen.
        """
        words, powers = load_words(self.variant), [self._find_power(power)] if power else None
        rows: list[OrderRow] = []
        for played in self.played:
            record, turn = played.record, str(played.record.before.turn)
            view = build_view(powers, record.after, record, self.variant, power or "observer")
            for result in view.results:
                order, unit = result.order, result.order.unit
                what = write_order(order, self.variant), str(result.fate), result.why.code
                why = write_clause(result.why, words)
                rows.append(
                    OrderRow(turn, unit.power, str(unit.at), unit.kind, order.verb, *what, why)
                )
        return rows

    def why(self, place: str, power: str = "") -> str:
        """Return in words what became of the unit that stood somewhere when it was ordered.

        It is "" if no unit with an order did, or the power does not see it.
        """
        province = read_place(place, self.variant)
        words = load_words(self.variant)
        for result in self.view(power).results:
            if result.order.unit.at.province == province:
                why = write_clause(result.why, words)
                return f"{write_order(result.order, self.variant)}: {why}"
        return ""

    def draw(self, power: str = "", around: Sequence[str] = ()) -> str:
        """Return the board and the orders just played as SVG, as the power sees them.

        ``around`` are powers whose part of the board is cut out large. Raises JudgeError if the
        map has no picture.
        """
        view, game_map, geometry = self.view(power), self.variant.map, self._drawn_geometry()
        region = collect_provinces_near_powers(
            [self._find_power(power_name) for power_name in around], view, game_map
        )
        return chart.draw_board(view, self.variant, geometry, region=region)

    def page(self, power: str = "") -> dict[str, str]:
        """Return a page on which orders are made by touching the board, as files by their names.

        It shows and offers what the power sees and could order; "" is all powers, and everything.
        ``index.html`` is the page, the others must be beside it. Raises JudgeError if the map has
        no picture, and without the extra ``server``.
        """
        try:
            from judge.site.order_page import OrderPage, build_order_page_files
        except ModuleNotFoundError as missing:
            install = "pip install 'diplomacy-judge[server]'"
            raise JudgeError(f"pages need the package {missing.name}: {install}") from missing
        geometry = self._drawn_geometry()
        powers = (self._find_power(power),) if power else self.powers
        title = self.title or self.variant.name
        page = OrderPage(title, self.view(power), self.variant, geometry, powers)
        return {
            file.path: str(file.made()) for file in build_order_page_files(page, "", "index.html")
        }

    def write(self, form: str = "record") -> str:
        """Return the game in a form, which ``read_game`` reads back.

        ``record`` is a game record, ``jsonl`` the lines of ``judge adjudicate --jsonl``;
        ``listing`` is an old judge's answer to HISTORY, ``diplomacy`` a saved game of that package,
        ``webdip-json`` a ``history.json`` of webDiplomacy. Raises JudgeError if the form has no
        words for the variant.
        """
        return formats.write_game(form, self.title, self.variant, self.played, self.position)

    def _drawn_geometry(self) -> Geometry:
        geometry = load_geometry(self.variant.map.name)
        if geometry is None:
            raise PictureError(f"the map of {self.variant.name} has not been drawn")
        return geometry

    def _find_power(self, text: str) -> str:
        power = text if text in self.variant.map.powers else find_power(self.variant.map, text)
        if power is None:
            raise OrderError(f"there is no power {text}")
        return power

    def _read_power_orders(self, power: str, text: str) -> tuple[Orders, tuple[Order, ...]]:
        name = self._find_power(power)
        seat = Seat("p1", Role.PLAYER, "player", "", powers=(name,))
        last = self.played[-1].record if self.played else None
        game = Play(
            name="game",
            variant=self.variant,
            stage=Stage.ACTIVE,
            settings=Settings(),
            seats=(seat,),
            seed=0,
            position=self.position,
            number=1,
            played=last,
        )
        outcome = carry_out_lines(game, seat, [item.line for item in split_mail(text).items])
        kept_orders = outcome.game.orders.get(name, ())
        missing = find_missing_orders(outcome.game, name, find_orders_due(outcome.game).get(name))
        texts = tuple(write_order(order, self.variant) for order in kept_orders)
        return Orders(texts, tuple(map(self._build_answer, outcome.heard)), missing), kept_orders

    def _build_answer(self, heard_line: HeardLine) -> Answer:
        words = load_words(self.variant)
        remarks: list[Reason] = [heard_line.why] if heard_line.why else []
        remark_texts = tuple(write_clause(why, words) for why in (*remarks, *heard_line.more))
        return Answer(
            heard_line.line,
            heard_line.verdict in ("taken", "noted"),
            remark_texts,
            heard_line.choices,
        )


def _check_are_orders(power: str, said: object) -> None:
    """Raise OrderError for what is neither text nor a list of texts and orders."""
    values = said if isinstance(said, Iterable) else (said,)
    for value in values:
        if not isinstance(value, str | Order):
            raise OrderError(f"{power}: {value!r} is no order, nor the text of one")


def new_game(
    variant: str = "standard", options: Mapping[str, str] | None = None, seed: int = 0
) -> Game:
    """Return a game of a variant at its start; the same seed deals the same.

    Raises JudgeError if there is no such variant, or for an option that it does not have.
    """
    chosen = load(variant, options)
    return Game(
        chosen, chosen.rules.opening.deal_position(chosen.map, tuple(chosen.map.powers), seed)
    )


def read_game(
    text: str, variant: str = "standard", options: Mapping[str, str] | None = None
) -> Game:
    """Return the game of which a text tells in any of the forms, all its turns played anew.

    A game record names its variant itself; of the others it is ``variant``, with those options. A
    last turn without orders, and of which nothing is expected, is the one to be played next; what
    does not come out as the text says stands in ``misses`` of what was ``played``. Raises
    JudgeError, with the line, if it is no such text.
    """
    record = formats.read_game(text.encode(), "", load(variant, options))
    played, position = run_record_to_now(record)
    return Game(record.variant, position, played, record.title)
