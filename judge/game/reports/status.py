"""STATUS."""

from __future__ import annotations

from dataclasses import replace

from judge.game.clock.absence import absences_known
from judge.game.command import LineContext
from judge.game.enter.guests import guests
from judge.game.enter.starting import sides_played
from judge.game.guest import ASKS, BARRED, INVITED, STANDBY
from judge.game.master.settings import as_rows
from judge.game.notices import knows, view_of
from judge.game.orders.accepting import orders_due, still_missing
from judge.game.procedure import procedure_of
from judge.game.proof.contact_addresses import contact_addresses
from judge.game.reports.report import Report
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.game.votes.motions import own_ballots
from judge.game.votes.public import report
from judge.model.letter import SeatLine, Section, Standing
from judge.model.reason import Reason
from judge.model.view import View

REASONS = ("who_asks", "who_invited", "who_standby", "who_barred")
"""How it is said who stands how to a game."""


class Status(Report):
    """STATUS [game]: its seats and settings, who is away, and your own votes."""

    among_orders = True

    def report(self, game: Game, actor: Seat | None, context: LineContext) -> tuple[Section, ...]:
        """Return how the game stands."""
        away = absences_known(game, actor, context.now) if actor is not None else ()
        return (standing(game, actor), *contact_addresses(game, actor), *away)


def standing(game: Game, reader: Seat | None) -> Standing:
    """Return the STATUS of a game as a seat (None: a stranger) may know it.

    Who has ordered is shown to the master; players see whether their own sets are complete. Once
    the deadline is past, everybody sees who is late. To whom mail does not arrive is told no
    stranger, and where seats are hidden to the master alone.
    """
    seen = view_of(game, reader)
    seats = [seat for seat in game.seats if reader is None or knows(game, reader, seat)]
    master = reader is not None and reader.role is Role.MASTER
    hidden: list[Seat] = []
    if not game.disclosure.public_seats and not master:
        seats.sort(key=lambda seat: _name(seat, seen))
        own = reader.name if reader is not None else ""
        hidden = [seat for seat in seats if seat.role is Role.PLAYER and seat.name != own]
    lines = [_line(game, seat, reader, seen) for seat in seats if seat not in hidden]
    if reader is not None:
        lines += [SeatLine("", seat.role.value, seat.powers) for seat in hidden]
    votes = report(game, reader) if isinstance(game, Play) and reader is not None else ()
    motions = (*procedure_of(game).report(game), *votes, *own_ballots(game, reader))
    if master:
        motions += tuple(
            Reason(f"who_{standing}", who)
            for standing in (ASKS, INVITED, STANDBY, BARRED)
            if (who := guests(game, standing))
        )
    places = len(sides_played(game)) if master or game.disclosure.public_seats else 0
    return Standing(tuple(lines), settings_shown(game, reader), motions, places)


def settings_shown(game: Game, reader: Seat | None) -> tuple[tuple[str, str], ...]:
    """Return the names and values of the settings that a seat (None: a stranger) may know."""
    settings = game.settings
    if game.variant.press == "never":
        settings = replace(settings, press="none")
    if reader is not None and reader.role is Role.MASTER:
        return (*as_rows(settings), ("seed", str(game.seed)))
    return tuple(row for row in as_rows(settings) if row[0] not in game.variant.hushed)


def _name(seat: Seat, seen: View | None) -> str:
    return " ".join(seen.names.get(power, power) for power in seat.powers) if seen else ""


def _line(game: Game, seat: Seat, reader: Seat | None, seen: View | None) -> SeatLine:
    if seat.role is not Role.PLAYER:
        return SeatLine(seat.name, seat.role.value, (), () if reader is None else _unreached(seat))
    centers = units = votes = None
    if seen is not None and _counts(game, seat, seen):
        centers = sum(len(seen.centers_of(power)) for power in seat.powers)
        units = sum(len(seen.units_of(power)) for power in seat.powers)
        if seen.votes:
            votes = sum(seen.votes.get(power, 0) for power in seat.powers)
    mine = reader is not None and (reader.role is Role.MASTER or reader.name == seat.name)
    state = _state(game, seat, mine=mine)
    if centers == units == 0:
        state = ("out",)
    if mine or (reader is not None and game.disclosure.public_seats):
        state += _unreached(seat)
    return SeatLine(seat.name, seat.role.value, seat.powers, state, centers, units, votes)


def _unreached(seat: Seat) -> tuple[str, ...]:
    return ("unreached",) if seat.address and seat.unreached else ()


def _counts(game: Game, seat: Seat, seen: View) -> bool:
    """Say whether the reader sees all that a seat has."""
    return set(seat.powers) <= set(seen.powers) or seen.seen >= set(game.variant.map.provinces)


def _state(game: Game, seat: Seat, *, mine: bool) -> tuple[str, ...]:
    if not seat.address:
        return ("open",) if game.stage is not Stage.ENDED else ()
    if not isinstance(game, Play):
        return ()
    wants = orders_due(game)
    due = [power for power in seat.powers if power in wants]
    lacks = [still_missing(game, power, wants[power]) for power in due]
    late = ("late",) if (mine or game.shows_duties) and game.late and any(lacks) else ()
    if not mine or not due:
        return late
    ordered = any(game.orders.get(power) for power in due)
    word = "ordered" if not any(lacks) else "partly" if ordered else "missing"
    absent = (f"{seat.missed} turns missed",) if seat.missed > 1 else ()
    return (word, *late, *(("wait",) if seat.wait else ()), *absent)
