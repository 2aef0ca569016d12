"""Pairs of worlds of every kind, by number: what I hear in the one, and what in the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from typing import NamedTuple

from judge.engine.adjudicate import adjudicate_phase
from judge.game.clock.run_turns import process_turn
from judge.game.robots.thinking import with_robot_orders
from judge.game.state import Play, Seat
from judge.language.writer import write_order
from judge.letters.compose import write_letter
from judge.model.facts import CONTACT, NAME, collect_contacts_of_powers
from judge.model.position import Fact, Position
from judge.model.turn import Phase
from tests.secrecy import oracle
from tests.secrecy.club import club
from tests.secrecy.site import order_pages, pages
from tests.secrecy.tries import TRIES
from tests.secrecy.worlds import (
    DUE,
    HOUSE,
    Arena,
    OverheardError,
    World,
    change_duties,
    changed,
    civ,
    fog,
    gd,
    lend_help,
    mail,
    me,
    notices,
    world,
    ww4,
)

Heard = tuple[object, ...]


class Compared(NamedTuple):
    """What I hear in each of two worlds; of how many pairs, and what is in it besides letters."""

    ours: Heard
    theirs: Heard
    pairs: int = 1
    pictures: bool = False
    pages: bool = False


Case = Callable[[int], tuple[Heard, Heard] | Compared | None]
Change = Callable[[Play, list[str], random.Random], Play]


def knowledge(one: World) -> object:
    """All that I may know: of the phase that led here, and of the one to come."""
    played, position, form = one.game.played, one.position, one.game.variant
    mine, game_map = me(form), form.map
    led = None
    if played is not None:
        met = oracle.heard_of(mine, played.before, game_map)
        met |= oracle.heard_of(mine, played.after, game_map)
        led = oracle.names_of(met, position)
    nobody = replace(one.game, seats=())  # what happens on the board, without its letters
    record = process_turn(nobody, DUE, "deadline")[0].played
    assert record is not None
    return (
        led,
        oracle.known(mine, record),
        reached(one.game, record.after),
        None if one.secret else public(one.game, record.after),
    )


def told_at_once(one: World) -> object:
    """What I may know of the phase if it is run as soon as I have asked for all there is, since my
    mail may have changed my orders, and whether its votes end the game, which all are told."""
    games = [game for game in one.asked.games if isinstance(game, Play)]
    records = [game.played for game in games if game.number > one.game.number]
    known = [oracle.known(me(one.game.variant), record) for record in records if record]
    return known, [game.stage for game in one.asked.games]


def public(game: Play, after: Position) -> object:
    """What all know in fog: who is in the game, and in a movement phase who is late (STD-10)."""
    powers = game.variant.map.powers
    alive = [[at.has_survived(power) for power in powers] for at in (game.position, after)]
    late = [seat.name for seat in game.players[1:] if is_late(game, seat.powers[0])]
    return alive, late if game.position.turn.phase is Phase.MOVEMENT else None


def is_late(game: Play, power: str) -> bool:
    """Say whether a power of a game in fog has something to say still: an order for each unit or,
    without one, that it has none (STD-10)."""
    given = game.orders.get(power, ())
    units = {unit.at.province for unit in game.position.units_of(power)}
    if not units:
        return game.position.has_survived(power) and not given
    return not units <= {order.unit.at.province for order in given}


def reached(game: Play, after: Position) -> object:
    """Return the addresses of those whom I have met, where they are told."""
    met = {f.value for f in after.facts if f.rule == CONTACT and f.about == me(game.variant)}
    seats = [game.find_seat_of_power(power) for power in sorted(met)]
    return None if game.settings.anonymous else [seat and seat.address for seat in seats]


def dark(one: World) -> frozenset[str]:
    """The spaces out of my sight before and after."""
    form = one.game.variant
    record = adjudicate_phase(form, one.position, one.game.orders)
    lit = oracle.sight(me(form), one.position, form.map)
    lit |= oracle.sight(me(form), record.after, form.map)
    return frozenset(form.map.provinces) - lit


def pair(seed: int, arena: Arena | None = None) -> tuple[World, World] | None:
    """Return two worlds of which I may know the same, and which are not the same."""
    chance = random.Random(seed)
    one = world(chance, arena or civ())
    mine, hidden = knowledge(one), dark(one)
    for _ in range(4):
        other = changed(one, hidden, chance)
        if secrets(one) != secrets(other) and knowledge(other) == mine:
            return (one, other) if told_at_once(one) == told_at_once(other) else None
    return None


def secrets(one: World) -> object:
    game = one.game
    return game.position, game.orders, game.seats, game.motions, game.variant


def turn(arena: Callable[[], Arena]) -> Case:
    """A turn in two worlds that differ out of my sight, with the pages of those who look on, or
    with my own for orders."""

    def case(seed: int) -> Compared | None:
        worlds = pair(seed, arena())
        if worlds is None:
            return None
        ours, theirs = map(notices, worlds)
        assert len(ours) >= 3
        site = (pages, order_pages)[(seed + seed // ROUND) % 2]
        pictures = has_pictures(ours)
        one, other = worlds
        return Compared((*ours, site(one)), (*theirs, site(other)), 1, pictures, pages=True)

    return case


def has_pictures(heard: Heard) -> bool:
    return any(isinstance(letter, tuple) and letter[-1] for letter in heard)


def thought(seed: int) -> tuple[Heard, Heard] | None:
    """What a robot orders that plays my seat, alone or among others."""
    worlds = pair(seed, random.Random(seed).choice((civ, gd, fog))())
    return None if worlds is None else (orders_of_robot(worlds[0]), orders_of_robot(worlds[1]))


def orders_of_robot(one: World, levels: Sequence[str] = ("easy", "fair")) -> Heard:
    """Return what robots of these levels order in my seat, if I have not ordered."""
    game, mine = one.game, me(one.game.variant)
    game = replace(game, orders={p: given for p, given in game.orders.items() if p != mine})
    seat = game.find_seat_of_power(mine)
    assert seat is not None
    after = (with_robot_orders(game.with_seat(replace(seat, robot=level))) for level in levels)
    return tuple(
        write_order(order, game.variant) for each in after for order in each.orders.get(mine, ())
    )


def helped(seed: int) -> tuple[Heard, Heard] | None:
    """A turn in which I help out of my sight what is there or not, and obeys or not."""
    return changed_so(seed, civ(), lend_help)


def owed(seed: int) -> tuple[Heard, Heard] | None:
    """A turn in fog in which others have duties out of my sight or not, and do them or not."""
    return changed_so(seed, fog(), change_duties)


def changed_so(seed: int, arena: Arena, change: Change) -> tuple[Heard, Heard] | None:
    """A turn in two worlds of which one is the other changed in one way out of my sight."""
    chance = random.Random(seed)
    for _ in range(12):
        one = world(chance, arena)
        kept = {at.province for driven in one.position.dislodged for at in driven.options}
        other = World(change(one.game, sorted(dark(one) - kept), chance))
        if secrets(one) == secrets(other) or knowledge(one) != knowledge(other):
            continue
        if told_at_once(one) == told_at_once(other):
            return notices(one), notices(other)
    return None


def unsigned(seed: int) -> tuple[Heard, Heard] | None:
    """A grey letter to everybody that one or another of those whom I know has written."""
    chance = random.Random(seed)
    game = world(chance, chance.choice((fog, civ))()).game
    game = replace(game, settings=replace(game.settings, press="both"), motions=())
    mine, *_ = game.variant.map.powers
    knows = {power: known_to(game, power) for power in game.variant.map.powers}
    able = [
        seat for seat in game.players
        if seat.address and seat.powers[0] in knows[mine] - {mine}
        and game.position.has_survived(seat.powers[0])
    ]  # fmt: skip
    if len(able) < 2 or not game.position.has_survived(mine):
        return None
    one, other, *rest = chance.sample(able, len(able))
    if knows[one.powers[0]] & knows[mine] != knows[other.powers[0]] & knows[mine]:
        return None
    names = {f.about: f.value for f in game.position.facts if f.rule == NAME}
    called = [names.get(seat.powers[0], seat.powers[0]) for seat in rest]
    to = chance.choice(("PRESS GREY TO ALL", "BROADCAST GREY"))
    if called and chance.random() < 0.5:
        to = f"PRESS GREY TO ALL BUT {chance.choice(called)}"
    text = f"{to}\nGuess who.\nEND PRESS"
    ours, theirs = (heard(game, [(seat, text)], key="grey", silent=False) for seat in (one, other))
    return ours, theirs


def known_to(game: Play, power: str) -> frozenset[str]:
    if game.disclosure.acquainted_at_start:
        return frozenset(game.variant.map.powers)
    return collect_contacts_of_powers(game.position.facts, [power]) | {power}


def named(seed: int) -> tuple[Heard, Heard] | None:
    """A mail that tries every name of the judge's, where others bear these or those (CIV-2)."""
    chance = random.Random(seed)
    arena = chance.choice((civ, gd))()
    form = arena.form
    listed = sorted(form.rules.disclosure.reserved_names)
    position = form.rules.opening.deal_position(form.map, tuple(form.map.powers), 1)
    mine = me(form)
    worlds = []
    for _ in range(2):
        names = chance.sample([*listed, "Atlantis", "Thule", "Utopia"], len(form.map.powers))
        others = {Fact(NAME, p, n) for p, n in zip(form.map.powers, names, strict=True)}
        facts = {f for f in others if f.about != mine} | {Fact(NAME, mine, "Lyonesse")}
        worlds.append(replace(position, facts=frozenset(facts)))
    game = world(chance, arena).game
    tried = chance.sample(listed, 40)
    text = "\n".join(f"NAME {name}" for name in [*tried, "LIST", "STATUS"])
    seat = game.players[0] if mine in game.players[0].powers else game.find_seat_of_power(mine)
    assert seat is not None
    ours, theirs = (
        heard(replace(game, position=at, orders={}, motions=(), played=None), [(seat, text)])
        for at in worlds
    )
    return ours, theirs


def offered(seed: int) -> tuple[Heard, Heard] | None:
    """An exchange offered to two who have met or not, and what ends it (CIV-13)."""
    chance = random.Random(seed)
    game = replace(world(chance, chance.choice((civ, civ, gd))()).game, motions=())
    mine = game.find_seat_of_power(me(game.variant))
    assert mine is not None
    met = sorted(collect_contacts_of_powers(game.position.facts, mine.powers))
    if len(met) < 2 or not game.position.has_survived(mine.powers[0]):
        return None
    one, other = chance.sample(met, 2)
    names = {f.about: f.value for f in game.position.facts if f.rule == NAME}
    both = {Fact(CONTACT, *each) for each in permutations((one, other), 2)}
    leaver, master = game.find_seat_of_power(one), game.masters[0]
    assert leaver is not None
    if not leaver.address:
        return None
    end = chance.choice([
        (leaver, "RESIGN"), (master, f"EJECT {names[one]}"), (mine, "WITHDRAW"), (mine, "STATUS"),
    ])  # fmt: skip
    said = [
        (mine, f"EXCHANGE MAPS WITH {names[one]}, {names[other]}"),
        end,
        (mine, f"STATUS\nOFFER MAP TO {names[other]}\nWITHDRAW"),
    ]
    ours, theirs = (
        heard(replace(game, position=replace(game.position, facts=facts)), said)
        for facts in (game.position.facts | both, game.position.facts - both)
    )
    return ours, theirs


def heard(game: Play, said: list[tuple[Seat, str]], key: str = "", silent: bool = True) -> Heard:
    """Return every letter that I get while people write, and at the end of the turn."""
    found: list[object] = []
    for number, (seat, text) in enumerate(said):
        done = mail(game, text, past=False, seat=seat, key=key or f"{number}.{seat.name}")
        found += mine_of(done.notices, game)
        for changed_game in done.games:
            assert isinstance(changed_game, Play)
            game = changed_game
    if silent and len(said) > 1:
        found += mine_of(process_turn(game, DUE + timedelta(hours=1), "deadline")[1], game)
    return tuple(found)


def mine_of(notices: object, game: Play) -> list[object]:
    assert isinstance(notices, tuple | list)
    return [
        write_letter(n, game.variant, HOUSE) for n in notices if n.to.address == "me@example.org"
    ]


def several(case: Callable[[int], tuple[Heard, Heard] | None], many: int = 5) -> Case:
    """Return a case of several pairs that are quickly made."""

    def cases(seed: int) -> Compared | None:
        chance = random.Random(seed)
        found = [case(chance.randrange(1_000_000)) for _ in range(many)]
        pairs = [each for each in found if each is not None]
        ours, theirs = (tuple(pair[which] for pair in pairs) for which in (0, 1))
        return Compared(ours, theirs, len(pairs)) if pairs else None

    return cases


class Kind(NamedTuple):
    """A kind of pairs, and how many of twenty are of it."""

    weight: int
    case: Case


KINDS: Mapping[str, Kind] = {
    "Civilization": Kind(8, turn(civ)),
    "Civilization on the map of GD": Kind(2, turn(gd)),
    "Civilization on the map of WW4": Kind(1, turn(ww4)),
    "fog": Kind(4, turn(fog)),
    "duties in fog": Kind(2, several(owed, 2)),
    "help out of sight": Kind(1, several(helped)),
    "unsigned press": Kind(2, several(unsigned)),
    "names tried": Kind(1, several(named)),
    "offers": Kind(1, several(offered)),
    "robots thinking": Kind(1, several(thought)),
    **{name: Kind(weight, several(case, many)) for name, (weight, many, case) in TRIES.items()},
    "the club": Kind(1, club),
}
_IN_TURN = [name for name, kind in KINDS.items() for _ in range(kind.weight)]
ROUND = len(_IN_TURN)
"""So many cases following each other have as many of each kind as it weighs."""


def kind_of(number: int) -> str:
    """Return of what kind a case is."""
    return _IN_TURN[number % ROUND]


def differs(number: int) -> bool | None:
    """Say whether I can tell the worlds of a case from each other; None: there is no such pair."""
    compared = compare(number)
    return None if compared is None else compared.ours != compared.theirs


def compare(number: int) -> Compared | None:
    """Return what I hear in the worlds of a case; None: there is no such pair."""
    try:
        found = KINDS[kind_of(number)].case(number)
    except OverheardError as error:
        return Compared((), (error,))
    return None if found is None else Compared(*found)
