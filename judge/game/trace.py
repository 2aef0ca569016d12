"""What a master's command changed in a game, so that it can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from judge.game.game_settings import Settings
from judge.game.state import Game, Guest, Play, Seat, Stage
from judge.model.position import Effect, find_effects_between

Deadline = datetime | None


@dataclass(frozen=True, slots=True)
class Trace:
    """Of each part of a game that a command changed how it was before, and after.

    ``turns`` are the numbers of the turn then: where they are not the same, the game went to
    another turn, and nothing else is told. ``back`` are the effects that put the board back;
    a seat or a guest is None where there was none.
    """

    turns: tuple[int, int]
    stages: tuple[Stage, Stage]
    settings: tuple[Settings, Settings] | None = None
    seats: tuple[tuple[Seat | None, Seat | None], ...] = ()
    guests: tuple[tuple[Guest | None, Guest | None], ...] = ()
    due: tuple[Deadline, Deadline] | None = None
    back: tuple[Effect, ...] = ()

    @property
    def costs_others(self) -> bool:
        """Whether others lose by its being taken back: a turn, a seat, or the end of the game."""
        moved = any((a and a.address) != (b and b.address) for a, b in self.seats)
        return moved or self.turns[0] != self.turns[1] or Stage.ENDED in self.stages


def trace_changes(before: Game, after: Game) -> Trace | None:
    """Return what lies between two states of a game, None where that cannot be taken back: it began
    between them, or its end was voted."""
    if isinstance(before, Play) is not isinstance(after, Play):
        return None
    stages = before.stage, after.stage
    if not (isinstance(before, Play) and isinstance(after, Play)):
        settings, seats = _list_changed_settings(before, after), _list_changed_seats(before, after)
        return Trace((0, 0), stages, settings, seats,
                     _list_changed_guests(before, after))  # fmt: skip
    turns = before.number, after.number
    if turns[0] != turns[1] or after.stage is Stage.ENDED:
        return Trace(turns, stages)
    return Trace(
        turns,
        stages,
        _list_changed_settings(before, after),
        _list_changed_seats(before, after),
        _list_changed_guests(before, after),
        None if before.due_at == after.due_at else (before.due_at, after.due_at),
        find_effects_between(after.position, before.position),
    )


def _list_changed_settings(before: Game, after: Game) -> tuple[Settings, Settings] | None:
    pair = before.settings, after.settings
    return None if pair[0] == pair[1] else pair


def _list_changed_seats(before: Game, after: Game) -> tuple[tuple[Seat | None, Seat | None], ...]:
    def seat_pairs() -> Iterator[tuple[Seat | None, Seat | None]]:
        for name in dict.fromkeys(seat.name for seat in (*before.seats, *after.seats)):
            yield before.find_seat_named(name), after.find_seat_named(name)

    return tuple(pair for pair in seat_pairs() if pair[0] != pair[1])


def _list_changed_guests(
    before: Game, after: Game
) -> tuple[tuple[Guest | None, Guest | None], ...]:
    was, now = ({guest.address: guest for guest in game.guests} for game in (before, after))
    guest_pairs = ((was.get(address), now.get(address)) for address in {**was, **now})
    return tuple(pair for pair in guest_pairs if pair[0] != pair[1])
