"""Random worlds where not everything is seen, and worlds that differ from them out of sight."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, cached_property, lru_cache
from itertools import permutations
from typing import TypeVar
from unittest.mock import patch

from judge.game.clock import run_turns as clock
from judge.game.clock.run_turns import advance_clock, process_turn, run_ready_turns
from judge.game.command import LineContext
from judge.game.effects import Effects
from judge.game.game_settings import Settings
from judge.game.limits import LIMITS, Limits
from judge.game.mail.circumstances import House, Sender
from judge.game.mail.decide import process_mail
from judge.game.past import PastTurn, PastTurns
from judge.game.proof.access import Tag
from judge.game.request import Request
from judge.game.state import Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.language import names as names_read
from judge.language.reader import read_item
from judge.language.script import Item, split_mail
from judge.language.statement import Statement
from judge.language.writer import write_order
from judge.letters.compose import JudgeIdentity, write_letter
from judge.letters.reader_names import with_reader_names
from judge.library import load
from judge.model.facts import CONTACT, NAME, collect_chosen_power_names, collect_contacts_of_powers
from judge.model.letter import Letter, Notice
from judge.model.map import Location, Map
from judge.model.order import Build, Convoy, Hold, Move, Order, Remove, Retreat, Support, Waive
from judge.model.pages import HelpPage
from judge.model.position import Fact, Position, Unit
from judge.model.turn import Phase, Turn
from judge.post.build import build_mail
from judge.service.compose.pictures import plan_pictures
from tests.game.memory import MemoryOf

Made = TypeVar("Made")

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
DUE = NOW + timedelta(days=1)
HOUSE = JudgeIdentity("JUDG", "judge@judge.example", "The Judge")
NAMES = ("Akkad", "Babylon", "Carthage", "Elam", "Hatti", "Judah", "Kush", "Lydia", "Media")
MORE = ("Nubia", "Punt", "Sumer", "Thrace")
TURNS = (
    Turn(1905, "spring", Phase.MOVEMENT),
    Turn(1905, "fall", Phase.MOVEMENT),
    Turn(1905, "fall", Phase.ADJUSTMENTS),
)


@dataclass(frozen=True, eq=False)
class Arena:
    """A variant that worlds are made of, the turns of its worlds, and what it may be besides.

    ``more`` are the same with more powers than are told, where that is a secret.
    """

    form: Variant
    turns: tuple[Turn, ...] = TURNS
    more: tuple[Variant, ...] = ()

    @property
    def secret(self) -> bool:
        """Whether players do not know who is there."""
        return not self.form.rules.disclosure.acquainted_at_start


@cache
def civilization(where: str, counts: tuple[int, ...], turns: tuple[Turn, ...]) -> Arena:
    form, *more = (load("civ", {"map": where, "civs": str(count)}) for count in counts)
    return Arena(form, turns, tuple(more))


def civ() -> Arena:
    return civilization("standard", (9, 10, 13), TURNS)


def gd() -> Arena:
    turns = (
        Turn(2101, "winter", Phase.MOVEMENT), Turn(2103, "spring", Phase.MOVEMENT),
        Turn(2103, "summer", Phase.MOVEMENT), Turn(2102, "fall", Phase.ADJUSTMENTS),
    )  # fmt: skip
    return civilization("gd", (9, 12), turns)


def ww4() -> Arena:
    turns = (
        Turn(3, "spring", Phase.MOVEMENT), Turn(3, "fall", Phase.MOVEMENT),
        Turn(3, "fall", Phase.ADJUSTMENTS),
    )  # fmt: skip
    return civilization("ww4", (55, 60), turns)


@cache
def fog() -> Arena:
    return Arena(load("standard", {"sight": "near"}))


def me(form: Variant) -> str:
    """The power that I play."""
    return next(iter(form.map.powers))


@cache
def room(game_map: Map) -> dict[str, list[Location]]:
    """Where each kind of unit that is ordered here can stand."""
    return {
        kind: sorted(
            at for code in game_map.provinces for at in game_map.list_places_for_kind(kind, code)
        )
        for kind in game_map.kinds
        if kind != "arsenal"
    }


def names_for(form: Variant) -> tuple[str, ...]:
    """The names of civilizations: those that my mails try, and others of the judge's."""
    more = sorted(form.rules.disclosure.reserved_names - {*NAMES, *MORE})
    return (*NAMES, *more)


@dataclass(frozen=True)
class World:
    """A game before its deadline, with all orders in."""

    game: Play

    @property
    def secret(self) -> bool:
        return not self.game.disclosure.acquainted_at_start

    @property
    def position(self) -> Position:
        return self.game.position

    @cached_property
    def asked(self) -> Effects:
        """What follows of a mail that gives my orders again and asks for whatever there is; my
        orders may be others then. Of letters to all only mine are made."""
        asked = ASKED if self.secret else ASKED_IN_FOG
        with my_letters_alone():
            return mail(self.game, f"{my_orders(self.game)}\n{asked}", past=False)


def world(chance: random.Random, arena: Arena) -> World:
    """Return a random world in which I have a few units and the others more."""
    form, units = arena.form, dict[str, Unit]()
    powers, game_map = tuple(form.map.powers), form.map
    for power in powers:
        for _ in range(chance.randint(1, 4)):
            _place(units, power, chance, game_map)
    owners = {code: chance.choice(powers) for code in game_map.centers
              if chance.random() < 0.8}  # fmt: skip
    facts = set[Fact]()
    if arena.secret:
        facts = {Fact(NAME, p, n) for p, n in zip(powers, names_for(form), strict=False)}
        for one in powers:
            for other in powers:
                if one < other and chance.random() < 0.3:
                    facts |= {Fact(CONTACT, one, other), Fact(CONTACT, other, one)}
    position = Position(
        turn=chance.choice(arena.turns),
        units=units,
        owners=owners,
        homes={p: tuple(c for c in game_map.centers if owners.get(c) == p)[:3] for p in powers},
        facts=frozenset(facts),
    )
    seats = (Seat("m1", Role.MASTER, "master@example.org", "m" * 16), *_seats(arena, chance))
    game = Play(
        name="ruhr", variant=form, stage=Stage.ACTIVE,
        settings=Settings(
            options=form.settings, confirm=False, early=not arena.secret and chance.random() < 0.5,
            graces=dict.fromkeys("MRB", timedelta(hours=1)), anonymous=len(units) % 2 == 0,
        ),
        seats=seats, seed=1, position=position, number=7, parent=6, due_at=DUE, created=NOW,
        version=3,
    )  # fmt: skip
    game = replace(game, orders=orders(game, chance))
    if position.turn.phase is Phase.MOVEMENT and chance.random() < 0.4:
        later = process_turn(game, NOW, "deadline")[0]
        if later.stage is Stage.ACTIVE:
            game = replace(later, due_at=DUE)
            game = replace(game, orders=orders(game, chance))
    return World(_offered(game, chance))


def _offered(game: Play, chance: random.Random) -> Play:
    """Let somebody whom I have met offer me something, at times."""
    met = collect_contacts_of_powers(game.position.facts, [me(game.variant)])
    friends = [s for s in game.players if s.address and set(s.powers) & met]
    if not friends or chance.random() < 0.6:
        return game
    done = mail(game, f"OFFER MAP TO {NAMES[0]}", past=False, seat=chance.choice(friends))
    return done.games[0] if done.games else game


def _seats(arena: Arena, chance: random.Random) -> tuple[Seat, ...]:
    mine, *others = arena.form.map.powers
    found = [Seat("p1", Role.PLAYER, "me@example.org", "s" * 16, powers=(mine,))]
    for at, power in enumerate(others, 2):
        address = f"player{at}@example.org" if chance.random() < 0.9 else ""
        found.append(Seat(f"p{at}", Role.PLAYER, address, "t" * 16, powers=(power,)))
    if arena.secret:
        chance.shuffle(found)
    return tuple(found)


def _place(units: dict[str, Unit], power: str, chance: random.Random, game_map: Map) -> None:
    places = room(game_map)
    kind = chance.choice(tuple(places))
    free = [at for at in places[kind] if at.province not in units]
    at = chance.choice(free)
    units[at.province] = Unit(power, kind, at)


def orders(game: Play, chance: random.Random, lazy: float = 0.1) -> Mapping[str, tuple[Order, ...]]:
    """Return random orders for everybody, as they stand on the map; some give none."""
    position = game.position
    found: dict[str, list[Order]] = {}
    for power in game.variant.map.powers:
        if chance.random() < lazy:
            continue
        found[power] = []
        if position.turn.phase is Phase.MOVEMENT:
            mine = [u for u in position.units.values() if u.power == power]
            found[power] = [_move(unit, game, chance) for unit in mine]
        elif position.turn.phase is Phase.RETREATS:
            found[power] = [
                Retreat(gone.unit, chance.choice(gone.options))
                for gone in position.dislodged
                if gone.unit.power == power and gone.options
            ]
        else:
            found[power] = _adjust(game, power, chance)
    return {power: tuple(given) for power, given in found.items() if given}


def _move(unit: Unit, game: Play, chance: random.Random) -> Order:
    board, position = game.variant.map, game.position
    near = board.neighbors(unit.kind, unit.at)
    what = chance.random()
    if what < 0.15 or not near:
        return Hold(unit)
    if what < 0.6:
        return Move(unit, chance.choice(near))
    # Help of a space at hand or, seen or not, of one beyond it.
    into = chance.choice(near)
    around = board.contacts[into.province] | {into.province}
    beyond = around - board.contacts[unit.at.province] - {unit.at.province}
    helped = chance.choice(sorted(beyond if beyond and chance.random() < 0.6 else around))
    kind = position.units[helped].kind if helped in position.units else ""
    if (
        board.kinds[unit.kind].convoys
        and board.provinces[unit.at.province].terrain == "sea"
        and what > 0.8
    ):
        coast = sorted(board.contacts[unit.at.province] - {helped})
        return Convoy(unit, Unit("", "army", Location(helped)), Location(chance.choice(coast)))
    if helped in (into.province, unit.at.province):
        return Support(unit, Unit("", kind, Location(into.province)))
    return Support(unit, Unit("", kind, Location(helped)), Location(into.province))


def _adjust(game: Play, power: str, chance: random.Random) -> list[Order]:
    position = game.position
    due = game.variant.rules.muster.count_adjustments_due(power, position)
    if due < 0:
        mine = [u for u in position.units.values() if u.power == power]
        return [Remove(unit) for unit in chance.sample(mine, min(-due, len(mine)))]
    free = [h for h in position.homes.get(power, ()) if h not in position.units
            and position.owners.get(h) == power]  # fmt: skip
    built: list[Order] = [Build(Unit(power, "army", Location(home))) for home in free[:due]]
    return built if chance.random() < 0.8 else [Waive.for_power(power)] * min(due, 1)


def changed(one: World, dark: frozenset[str], chance: random.Random) -> World:
    """Return the world changed in some ways, on the board only in the ``dark`` spaces."""
    game = one.game
    # Nothing comes to stand where somebody may retreat to.
    kept = {at.province for driven in one.position.dislodged for at in driven.options}
    for _ in range(chance.randint(1, 4)):
        game = chance.choice(SECRET if one.secret else IN_FOG)(game, sorted(dark - kept), chance)
    return World(replace(game, version=one.game.version + chance.randint(1, 9)))


def _units(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Add, remove, or give to somebody else a unit in the dark, and order it anew."""
    position = game.position
    if not dark:
        return game
    units, given = dict(position.units), {p: list(o) for p, o in game.orders.items()}
    place = chance.choice(dark)
    gone = units.pop(place, None)
    if gone is not None:
        given[gone.power] = [o for o in given.get(gone.power, ()) if o.unit != gone]
    if gone is None or chance.random() < 0.5:
        kinds = [
            k for k in room(game.variant.map) if game.variant.map.list_places_for_kind(k, place)
        ]
        kind = chance.choice(kinds)
        power = chance.choice(list(game.variant.map.powers)[1:])
        unit = Unit(power, kind, chance.choice(game.variant.map.list_places_for_kind(kind, place)))
        units = {**units, place: unit}
    units = _mixed(units, me(game.variant), chance)
    new = units.get(place)
    if new is not None and position.turn.phase is Phase.MOVEMENT:
        given.setdefault(new.power, []).append(_move(new, game, chance))
    rest = {power: tuple(o) for power, o in given.items() if o}
    return replace(game, position=replace(position, units=units), orders=rest)


def _mixed(units: Mapping[str, Unit], mine: str, chance: random.Random) -> dict[str, Unit]:
    """Return the units in another order, mine in the order in which they were."""
    own = iter([u for u in units.values() if u.power == mine])
    mixed = list(units.values())
    chance.shuffle(mixed)
    order = [next(own) if unit.power == mine else unit for unit in mixed]
    return {unit.at.province: unit for unit in order}


def _orders(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Order units in the dark otherwise, or not at all."""
    if game.position.turn.phase is not Phase.MOVEMENT:
        mine = me(game.variant)
        kept = {p: o for p, o in game.orders.items() if p == mine or chance.random() < 0.6}
        return replace(game, orders=kept)
    given = {}
    for power, listed in game.orders.items():
        given[power] = tuple(
            _move(order.unit, game, chance) if order.unit.at.province in dark else order
            for order in listed
            if order.unit.at.province not in dark or chance.random() < 0.8
        )
    return replace(game, orders=given)


def _owners(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let centers in the dark belong to others."""
    position = game.position
    owners = dict(position.owners)
    for code in dark:
        if code in game.variant.map.centers and chance.random() < 0.5:
            owners[code] = chance.choice(list(game.variant.map.powers)[1:])
    return replace(game, position=replace(position, owners=owners))


def _contacts(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let two others meet."""
    position = game.position
    one, other = chance.sample(list(game.variant.map.powers)[1:], 2)
    facts = position.facts | {Fact(CONTACT, one, other), Fact(CONTACT, other, one)}
    return replace(game, position=replace(position, facts=facts))


def _names(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let those whom I do not know call themselves otherwise."""
    position = game.position
    mine = me(game.variant)
    known = {f.value for f in position.facts if f.rule == CONTACT and f.about == mine} | {mine}
    facts = {
        fact._replace(value=f"{fact.value}ia") if fact.rule == NAME and fact.about not in known
        else fact
        for fact in position.facts
    }  # fmt: skip
    return replace(game, position=replace(position, facts=frozenset(facts)))


def _people(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let strangers leave, come, wait or miss their deadlines, and robots play for them, who have
    thought already; not all who are against a draw."""
    voted = {name for motion in game.motions for name in motion.ballots}
    against = [s for s in _strangers(game) if s.address and s.name not in voted]
    if not against:
        return game
    stays = chance.choice(against)
    strange = {seat.name for seat in _strangers(game)} - {stays.name}
    seats = tuple(
        replace(
            seat,
            address=chance.choice(("", f"new{chance.randint(1, 9)}@example.org")),
            wait=chance.random() < 0.5,
            missed=chance.randint(0, 3),
            robot=chance.choice(("", "", "easy", "hard")),
            thought_of=game.number,
        )
        if seat.name in strange
        else seat
        for seat in game.seats
    )
    return replace(game, seats=seats, version=game.version + 5)


def _number(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let there be more civilizations, each with a unit in the dark."""
    position = game.position
    arena = {"standard": civ, "gd": gd, "ww4": ww4}[game.variant.settings["map"]]()
    if game.variant is not arena.form:
        return game
    form = chance.choice(arena.more)
    new = tuple(form.map.powers)[len(game.variant.map.powers) :]
    spare = names_for(form)[len(NAMES) + len(game.variant.map.powers) :]
    called = zip(new, (*MORE, *spare), strict=False)
    facts = position.facts | {Fact(NAME, power, name) for power, name in called}
    units = dict(position.units)
    free = [
        code
        for code in dark
        if code not in units and game.variant.map.list_places_for_kind("army", code)
    ]
    for power, code in zip(new, chance.sample(free, min(len(free), len(new))), strict=False):
        units[code] = Unit(power, "army", Location(code))
    seats = game.seats + tuple(
        Seat(f"p{900 + at}", Role.PLAYER, f"more{at}@example.org", "u" * 16, powers=(power,))
        for at, power in enumerate(new)
    )
    return replace(
        game, variant=form, seats=seats, position=replace(position, units=units, facts=facts),
        settings=replace(game.settings, options=form.settings),
    )  # fmt: skip


def _strangers(game: Play) -> list[Seat]:
    """Return the seats of those whom I have not met."""
    mine = me(game.variant)
    met = collect_contacts_of_powers(game.position.facts, [mine]) | {mine}
    return [seat for seat in game.players if not set(seat.powers) & met]


def _talk(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let strangers write to each other, make offers and answer them, vote, wait, or leave."""
    strangers = {seat.powers[0]: seat for seat in _strangers(game) if seat.address}
    if len(strangers) < 3:
        return game
    one, other, third = chance.sample(sorted(strangers), 3)
    facts = game.position.facts
    facts |= {Fact(CONTACT, *pair) for pair in permutations((one, other, third), 2)}
    if chance.random() < 0.5:
        facts -= {Fact(CONTACT, other, third), Fact(CONTACT, third, other)}
    game = replace(game, position=replace(game.position, facts=facts))
    called = collect_chosen_power_names(facts)
    units = [code for code in dark if code in game.position.units]
    text = chance.choice(TALK).format(
        other=called[other], third=called[third], unit=chance.choice(units or ["BUR"])
    )
    game = _said(game, strangers[one], text)
    for power in (other, third):
        answer = chance.choice(("ACCEPT", "ACCEPT", "REJECT", "PRESS TO Nubia\nWhat?\nEND PRESS"))
        game = _said(game, strangers[power], answer)
    return game


TALK = (
    "PRESS TO {other}, {third}\nHello\nEND PRESS", "BROADCAST\nIs anybody here?",
    "OFFER MAP TO {other}", "EXCHANGE MAPS WITH {other}, {third}",
    "GIVE CONTACT {third} TO {other}", "GIVE UNIT {unit} TO {other}", "OFFER MAP TO {third}\nDRAW",
    "DRAW\nWAIT", "CONCEDE TO {other}", "RESIGN", "CLEAR", "PRESS TO {other} ON RESULT: Wait.",
    "PRESS TO {third} AT 23:00: Late.", "MUTE {other}\nDIARY: They are there.",
    "POLL Who is there?\nVOTE END\nVOTE EXTEND 1 day\nYES 1", "ABSENCE Dec 2 to Dec 4",
    "ABSENCE Dec 1 to Dec 6\nWAIT",
)  # fmt: skip


class OverheardError(Exception):
    """I heard of what strangers said to each other."""


def _said(game: Play, seat: Seat, text: str) -> Play:
    """Return the game after a mail of somebody else's, of which I am to hear nothing.

    In fog I may hear that all orders are in; that world is passed over.
    """
    decision = mail(game, text, past=False, seat=seat)
    if any(n.to.address == "me@example.org" for n in decision.notices):
        if not game.disclosure.acquainted_at_start:
            raise OverheardError
        return game
    return decision.games[0] if decision.games else game


def lend_help(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let there be or not what one of my units would help out of my sight; let it obey or not."""
    position = game.position
    helping = [o for o in game.orders.get(me(game.variant), ()) if isinstance(o, Support | Convoy)]
    helping = [order for order in helping if order.of.at.province in dark]
    if not helping:
        return game
    order = chance.choice(helping)
    place = order.of.at.province
    units = {code: unit for code, unit in position.units.items() if code != place}
    given = {
        power: tuple(one for one in listed if one.unit.at.province != place)
        for power, listed in game.orders.items()
    }
    kinds = [k for k in room(game.variant.map) if game.variant.map.list_places_for_kind(k, place)]
    if chance.random() < 0.8:
        kind = chance.choice(kinds)
        at = chance.choice(game.variant.map.list_places_for_kind(kind, place))
        unit = Unit(chance.choice(list(game.variant.map.powers)[1:]), kind, at)
        unit = position.units.get(place, unit)
        units[place] = unit
        obeys: Order = Hold(unit)
        if isinstance(order, Convoy):
            obeys = Move(unit, order.to, via_convoy=True)
        elif order.into is not None:
            obeys = Move(unit, order.into)
        does = obeys if chance.random() < 0.7 else _move(unit, game, chance)
        given[unit.power] = (*given.get(unit.power, ()), does)
    return replace(
        game,
        position=replace(position, units=_mixed(units, me(game.variant), chance)),
        orders=given,
    )


SECRET = (
    lend_help, lend_help, _units, _units, _orders, _owners, _contacts, _names, _people, _number,
    _talk, _talk,
)  # fmt: skip
"""What may be otherwise where nobody knows who is there."""


def _idle(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Take all units from somebody who has a center and none in my sight; whether they have said
    all that they have to say stays as it was."""
    position = game.position
    _, *others = game.variant.map.powers
    if position.turn.phase is not Phase.MOVEMENT:
        return game
    idle = [
        power for power in others
        if power in position.owners.values() and position.units_of(power)
        and all(unit.at.province in dark for unit in position.units_of(power))
    ]  # fmt: skip
    if not idle:
        return game
    power = chance.choice(idle)
    ordered = {order.unit.at.province for order in game.orders.get(power, ())}
    said = all(unit.at.province in ordered for unit in position.units_of(power))
    given = {name: orders for name, orders in game.orders.items() if name != power}
    if said:
        given[power] = (Waive.for_power(power),)
    units = {code: unit for code, unit in position.units.items() if unit.power != power}
    return replace(game, position=replace(position, units=units), orders=given)


def change_duties(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let somebody have done all that they have to in this phase, or have nothing to do."""
    if game.position.turn.phase is Phase.MOVEMENT:
        return _idle(game, dark, chance)
    return _orders(game, dark, chance)


def _speak(game: Play, dark: list[str], chance: random.Random) -> Play:
    """Let somebody write to somebody else, or vote for a draw."""
    one, other = chance.sample([s for s in game.players[1:] if s.address], 2)
    return _said(
        game, one, chance.choice((f"PRESS TO {other.powers[0]}\nHello\nEND PRESS", "DRAW"))
    )


IN_FOG = (lend_help, _units, _units, _orders, _owners, _speak, _idle, _idle)
"""What may be otherwise where only the board is hidden."""

ASKED = """STATUS
LEDGER
RESULTS
RESULTS ruhr
RESULTS OF Nubia
HALL
RATING
RATINGS civ
LIST
HELP NOW
UNDO
CONFIRM
HISTORY
MAP AS SVG
HELP MAP 3
HELP BORDERS Tyrolia
A VIE S A TYR - MUN
F NTH C A LON - BEL
BUILD A PAR
BUILD F STP
IF BUR IS EMPTY THEN A VIE H
IF MUN IS OCCUPIED OR NOT TYR IS EMPTY
A VIE H
ELSE
A TYR H
END
A TYR H if A TYR is dislodged, else A BUR H
IF CARTHAGE HAS AT LEAST 2 CENTERS THEN A BER H
IF CARTHAGE HAS MUN THEN A MUN H
IF A MUN SUCCEEDED OR A MUN MOVED TO BUR THEN A BUR H
WHY A BUR
WHY F NTH
WHAT IF
A MUN - BUR
A BUR - MUN
A VIE S A TYR - MUN
F NTH C A LON - BEL
A TYR - VIE
BUILD A PAR
END
PLAN north
A VIE - TYR
IF TYR IS EMPTY THEN A BOH - TYR
END
USE PLAN north
OFFER MAP TO Nubia
OFFER MAP TO Carthage
WITHDRAW
EXCHANGE MAPS WITH Babylon, Judah
GIVE UNIT A BUR TO Hatti
REJECT
NAME Sumer
VIEW AS Babylon
CONCEDE TO Nubia
DRAW
NODRAW
VOTE PAUSE
POLL Who else is there?
YES
PRESS TO Nubia ON RESULT: hello
BROADCAST AT 23:00: hello
MUTE Nubia
UNMUTE
PRESS LIST
WAIT
GIVE CONTACT Punt TO Sumer
SET GRACE 3
ABSENCE
PREVIEW
PRESS TO Nubia
hello
END PRESS
PRESS TO \ue102, \ue10c
hello
END PRESS
OFFER MAP TO civilization002
PRESS TO civilization002, civilization012
hello
END PRESS
BROADCAST
hello all
"""
"""A mail that asks for everything and tries what is refused."""

ASKED_IN_FOG = """STATUS
LEDGER
RESULTS
RESULTS ruhr
RESULTS OF Turkey
HALL
RATING
RATINGS standard
LIST
HELP NOW
UNDO
CONFIRM
HISTORY
MAP AS SVG
HELP MAP 3
HELP BORDERS North Sea
A VIE S A TYR - MUN
F NTH C A LON - BEL
BUILD A PAR
IF BUR IS EMPTY THEN A VIE H
IF MUN IS OCCUPIED OR NOT TYR IS EMPTY
A VIE H
ELSE
A TYR H
END
A TYR H if A TYR is dislodged, else A BUR H
IF GERMANY HAS AT LEAST 2 CENTERS THEN A BER H
IF GERMANY HAS MUN THEN A MUN H
IF A MUN SUCCEEDED OR A MUN MOVED TO BUR THEN A BUR H
WHY A BUR
WHY F NTH
WHAT IF
A MUN - BUR
A BUR - MUN
A VIE S A TYR - MUN
F NTH C A LON - BEL
A TYR - VIE
BUILD A PAR
END
PLAN north
A VIE - TYR
IF TYR IS EMPTY THEN A BOH - TYR
END
USE PLAN north
CONCEDE TO Turkey
CONCEDE TO Nobody
DRAW OF France, Austria
DRAW
NODRAW
SET GRACE 3
PREVIEW
VIEW AS Turkey
PRESS TO England
hello
END PRESS
"""


def mail(
    game: Play,
    text: str,
    past: bool = True,
    seat: Seat | None = None,
    key: str = "",
    limits: Limits = LIMITS,
) -> Effects:
    """Return what follows from a mail of mine, or of the holder of another seat."""
    played = game.played if past else None
    turns = (PastTurn(game.parent, 0, DUE, played),) if played is not None else ()
    told = PastTurns(played.before if played else game.position, turns)
    games = {game.name: game}
    memory = MemoryOf(games, (game.name,), lambda name: told, lambda name, number: game.stand)
    house = House(
        variants={game.variant.code: game.variant},
        load=lambda code, options: load(code, options),
        default=game.variant.code,
        help={"index": HelpPage("# Help\n\nText")},
        drawn=lambda name: True,
        limits=limits,
    )
    writer = seat or game.find_seat_named("p1")
    assert writer is not None
    tags = (Tag(game.name, writer.name, writer.secret),)
    asked = Request(
        writer.address, f"<{key or writer.name}@example.org>", "Re: orders", split_mail(text), tags
    )
    at = LineContext(NOW, 1, asked.key, asked, Sender(asked.sender), memory, house, games)
    with patch.object(names_read, "read_item", _read):
        return run_ready_turns(process_mail(at), NOW)


@lru_cache(maxsize=10_000)
def _read(item: Item, form: Variant, phase: Phase) -> tuple[Statement, ...]:
    """Read a line that was read in another world already."""
    return tuple(read_item(item, form, phase))


def my_orders(game: Play) -> str:
    """Return a mail that gives my orders again; the last that were awaited let the turn be run."""
    given = game.orders.get(me(game.variant), ())
    return "\n".join(write_order(order, game.variant) for order in given)


def my_letters_alone() -> AbstractContextManager[object]:
    """Let of a turn's results only mine be made."""
    return patch.object(clock, "list_held_seats", lambda game: (game.find_seat_named("p1"),))


def notices(one: World) -> tuple[object, ...]:
    """Return all my letters, what they are made of, and their pictures."""
    with my_letters_alone():
        return _gathered(one, _made)


def _made(notice: Notice, form: Variant) -> tuple[object, ...]:
    """Return what a letter is made of, as a mail, and what its pictures are drawn from."""
    named, words = with_reader_names(notice, form)
    letter = write_letter(notice, form, HOUSE)
    raw = build_mail(letter, NOW)
    planned = planned_pictures(notice, named, form)
    return named, list(words.map.powers) if words else None, letter, raw, planned


def pictures(notice: Notice, form: Variant) -> list[tuple[str, str]]:
    """Return what the pictures of a letter are drawn from, and what is told of them."""
    return planned_pictures(notice, with_reader_names(notice, form)[0], form)


def planned_pictures(notice: Notice, named: Notice, form: Variant) -> list[tuple[str, str]]:
    return [(each.content, each.alt) for each in plan_pictures(notice, form, named.view)]


def letters(one: World) -> tuple[Letter, ...]:
    """Return every letter that I get: receipts and queries, reminder, late notice, results."""
    return _gathered(one, lambda notice, form: write_letter(notice, form, HOUSE))


def _gathered(one: World, make: Callable[[Notice, Variant], Made]) -> tuple[Made, ...]:
    def mine(told: Iterable[Notice], form: Variant) -> tuple[Made, ...]:
        return tuple(make(n, form) for n in told if n.to.address == "me@example.org")

    def ticked(game: Play, now: datetime) -> Iterable[Notice]:
        decision = advance_clock(game, now, timedelta(hours=6))
        return decision.notices if decision else ()

    game, form = one.game, one.game.variant
    asked = ASKED if one.secret else ASKED_IN_FOG
    found = list(mine(one.asked.notices, form))
    found += mine(ticked(game, DUE - timedelta(hours=1)), form)
    bare = replace(game, orders={p: o for p, o in game.orders.items() if p != me(form)})
    late = advance_clock(bare, DUE + timedelta(minutes=1), timedelta(hours=6))
    if late is not None:
        found += mine(late.notices, form)
        found += mine(mail(late.games[0], "STATUS", past=False).notices, form)
    done, told = process_turn(game, DUE + timedelta(hours=1), "deadline")
    found += mine(told, form)
    found += mine(mail(done, asked).notices, form)
    return tuple(found)
