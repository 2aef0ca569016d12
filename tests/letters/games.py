"""Little games for the letters: short orders, played turns, random whole games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.hooks import Variant
from judge.letters.compose import JudgeIdentity, write_letter
from judge.library import load
from judge.model.letter import Heading, HistoryTurn, Letter, Notice, Recipient, Section
from judge.model.letter_kind import RESULTS, LetterKind
from judge.model.map import Location
from judge.model.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from judge.model.position import Position, Unit, apply_effects
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.model.view import View
from judge.views import build_view

STANDARD = load("standard")
HOUSE = JudgeIdentity("JUDGE", "judge@example.org", "The Diplomacy judge at example.org")
DUE = datetime(2026, 3, 28, 20, 0, tzinfo=UTC)
KINDS = {"A": "army", "F": "fleet"}


def unit(power: str, text: str) -> Unit:
    """``unit("Austria", "A VIE")``"""
    kind, place = text.split()
    return Unit(power, KINDS[kind], Location.from_text(place))


def order(power: str, text: str) -> Order:
    """Read ``A VIE - TRI``, ``F ALB S A SER - GRE``, ``F ION C A APU - TUN``, ``A VEN R APU``..."""
    words = text.split()
    me, rest = unit(power, " ".join(words[:2])), words[2:]
    if rest[0] == "-":
        return Move(me, Location.from_text(rest[1]), "VIA" in rest)
    if rest[0] == "S":
        into = Location.from_text(rest[4]) if len(rest) > 3 else None
        return Support(me, unit("", f"{rest[1]} {rest[2]}"), into)
    if rest[0] == "C":
        return Convoy(me, unit("", f"{rest[1]} {rest[2]}"), Location.from_text(rest[4]))
    if rest[0] == "R":
        return Retreat(me, Location.from_text(rest[1]))
    return {"H": Hold, "D": Disband, "B": Build, "X": Remove}[rest[0]](me)


def opening() -> Position:
    """The position at the start."""
    return STANDARD.rules.opening.deal_position(STANDARD.map, list(STANDARD.map.powers), 1)


def board(turn: str, **units: str) -> Position:
    """A position with these units: ``board("F1901M", Austria="A SER, F TRI")``."""
    start = opening()
    found = STANDARD.calendar.parse_turn(turn)
    assert found
    placed = [unit(power, text.strip()) for power, all in units.items() for text in all.split(",")]
    return Position(
        turn=found,
        units={one.at.province: one for one in placed},
        owners=start.owners,
        homes=start.homes,
    )


def play(before: Position, **orders: str) -> tuple[PhaseRecord, Position]:
    """Adjudicate a phase and go on to the next."""
    given = {
        power: [order(power, text.strip()) for text in all.split(",")]
        for power, all in orders.items()
    }
    record = adjudicate_phase(STANDARD, before, given)
    return record, apply_effects(record.after, list_next_turn_effects(STANDARD, record))


def heading(position: Position, number: int = 2, due: datetime | None = DUE) -> Heading:
    return Heading(
        game="demo",
        variant="standard",
        stage="ended" if position.ended else "active",
        zone="Europe/Vienna",
        turn=position.turn,
        due=None if position.ended else due,
        number=number,
    )


def seen(
    position: Position, record: PhaseRecord | None, *powers: str, variant: Variant = STANDARD
) -> View:
    """The View of these powers, or the master's without any."""
    reader = powers[0] if powers else "master"
    return build_view(powers or None, position, record, variant, reader)


def letter(
    kind: LetterKind,
    position: Position,
    view: View | None = None,
    *sections: Section,
    event: str = "Results",
    number: int = 2,
    answering: str = "",
    subject: str = "",
) -> Letter:
    to = Recipient("austria@example.org", "p1", "s3cret")
    head = heading(position, number)
    notice = Notice(kind, to, event, f"{event} {number}", head, view, sections, answering, subject)
    return write_letter(notice, STANDARD, HOUSE)


def results(position: Position, record: PhaseRecord, *powers: str, number: int = 2) -> Letter:
    view = seen(position, record, *powers)
    event = f"{record.before.turn} Results"
    return letter(RESULTS, position, view, event=event, number=number)


def past(turns: list[tuple[PhaseRecord, Position]], *powers: str) -> tuple[HistoryTurn, ...]:
    """A whole game as HISTORY tells it."""
    start = turns[0][0].before
    told = [HistoryTurn(DUE, "S1901M Game Starting", heading(start, 1), seen(start, None, *powers))]
    for number, (record, position) in enumerate(turns, 2):
        told.append(
            HistoryTurn(
                DUE + timedelta(days=number),
                f"{record.before.turn} Results",
                heading(position, number),
                seen(position, record, *powers),
            )
        )
    return tuple(told)


def random_game(seed: int, phases: int) -> Iterator[tuple[PhaseRecord, Position]]:
    """Play a game with orders that are mostly sensible, sometimes silly and sometimes missing."""
    chance = Random(seed)
    position = opening()
    for _ in range(phases):
        if position.ended:
            return
        record = adjudicate_phase(STANDARD, position, _orders(position, chance))
        position = apply_effects(record.after, list_next_turn_effects(STANDARD, record))
        yield record, position


def _orders(position: Position, chance: Random) -> dict[str, list[Order]]:
    orders: dict[str, list[Order]] = {power: [] for power in STANDARD.map.powers}
    if position.turn.phase is Phase.MOVEMENT:
        for one in position.units.values():
            if chance.random() < 0.95:
                orders[one.power].append(_movement(one, position, chance))
    elif position.turn.phase is Phase.RETREATS:
        for gone in position.dislodged:
            if gone.options and chance.random() < 0.8:
                orders[gone.unit.power].append(Retreat(gone.unit, chance.choice(gone.options)))
            elif chance.random() < 0.5:
                orders[gone.unit.power].append(Disband(gone.unit))
    else:
        for power, homes in position.homes.items():
            due = STANDARD.rules.muster.count_adjustments_due(power, position)
            for code in homes[: max(due, 0)]:
                kind = chance.choice(["army", "fleet"])
                places = STANDARD.map.list_places_for_kind(kind, code)
                if places:
                    orders[power].append(Build(Unit(power, kind, chance.choice(places))))
            if due > 0 and chance.random() < 0.3:
                orders[power].append(Waive.for_power(power))
            mine = position.units_of(power)
            removed = chance.sample(mine, min(max(-due, 0), len(mine)))
            orders[power] += [Remove(one) for one in removed if chance.random() < 0.8]
    return orders


def _movement(one: Unit, position: Position, chance: Random) -> Order:
    near = STANDARD.map.neighbors(one.kind, one.at)
    others = [other for other in position.units.values() if other != one]
    roll = chance.random()
    if roll < 0.5:
        return Move(one, chance.choice(near))
    if roll < 0.6:
        return Hold(one)
    if roll < 0.85:
        close = [o for o in others if o.at.province in STANDARD.map.contacts[one.at.province]]
        helped = chance.choice(close or others)
        into = chance.choice([None, Location(chance.choice(near).province)])
        named = helped._replace(power="") if chance.random() < 0.5 else helped
        return Support(one, named, into)
    far = Location(chance.choice(list(STANDARD.map.provinces)))
    if one.kind == "fleet":
        armies = [other for other in others if other.kind == "army"] or others
        return Convoy(one, chance.choice(armies), far)
    return Move(one, far, via_convoy=chance.random() < 0.5)
