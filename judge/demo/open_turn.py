"""What is open in the turn of a saved game, and no part of its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from judge.game.state import Plan, Play
from judge.language.writer import write_order
from judge.model.motion import Motion

MARK = "# open "
"""With this begins the line of a record that tells of it: to a record it is a comment."""


@dataclass(frozen=True)
class OpenTurn:
    """Votes and ballots by the powers that cast them, and the orders, the plans and the wish to
    wait of the person who plays."""

    motions: tuple[Motion, ...] = ()
    orders: tuple[str, ...] = ()
    plans: tuple[Plan, ...] = ()
    wait: bool = False


_ADAPTER = TypeAdapter(OpenTurn)


def write_open_turn(game: Play, powers: Sequence[str]) -> str:
    """Return the line that keeps what is open for whoever plays those powers."""
    by_seat = {seat.name: seat.powers[0] for seat in game.players if seat.powers}
    own = next(seat for seat in game.players if seat.powers == tuple(powers))
    orders = (order for power in powers for order in game.orders.get(power, ()))
    kept = OpenTurn(
        _rename_voters(game.motions, by_seat),
        tuple(write_order(order, game.variant) for order in orders),
        own.plans,
        own.wait,
    )
    return f"{MARK}{_ADAPTER.dump_json(kept, exclude_defaults=True).decode()}\n"


def read_open_turn(text: str) -> OpenTurn:
    """Return what a saved game keeps as open, nothing if it has no such line."""
    lines = [line for line in text.splitlines() if line.startswith(MARK)]
    return _ADAPTER.validate_json(lines[-1].removeprefix(MARK)) if lines else OpenTurn()


def reopen_turn(game: Play, powers: Sequence[str], kept: OpenTurn) -> Play:
    """Return the game with the votes as they stood, and with the person's plans."""
    by_power = {power: seat.name for seat in game.players for power in seat.powers}
    seats = tuple(
        replace(seat, plans=kept.plans, wait=kept.wait) if seat.powers == tuple(powers) else seat
        for seat in game.seats
    )
    return replace(game, seats=seats, motions=_rename_voters(kept.motions, by_power))


def _rename_voters(motions: Sequence[Motion], names: Mapping[str, str]) -> tuple[Motion, ...]:
    """Return motions with their voters by other names; who has none there keeps the old one."""

    def rename_voter(voter: str) -> str:
        return names.get(voter, voter)

    return tuple(
        replace(
            motion,
            mover=rename_voter(motion.mover),
            electorate=tuple(map(rename_voter, motion.electorate)),
            ballots={rename_voter(voter): cast for voter, cast in motion.ballots.items()},
        )
        for motion in motions
    )
