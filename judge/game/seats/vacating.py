"""What follows when a player's seat comes open. No turn is ever processed by that."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.clock.schedule import next_due
from judge.game.command import LineContext
from judge.game.notices import announce
from judge.game.procedure import procedure_of
from judge.game.seats.guests import with_guest
from judge.game.seats.seating import acquainted
from judge.game.seats.starting import seat_survives
from judge.game.state import Play, Seat, Stage
from judge.game.votes.motions import drop_ballots
from judge.model.letter import Notice
from judge.model.reason import Reason


def left_open(
    game: Play, seat: Seat, actor: Seat, event: str, news: Reason, context: LineContext
) -> tuple[Play, tuple[Notice, ...]]:
    """Return the game with a player's seat free for somebody else, and what is told of it.

    Its orders stand. The turn gets the time that a successor needs, where others may know that
    there is none; all who may know of the seat hear the news but ``actor``.
    """
    done, lapsed = procedure_of(game).on_leave(_vacated(game, seat), seat, context.key)
    due = _time_for_successor(done, context.now) if seat_survives(done, seat) else done.due_at
    more = (Reason("handover_time"),) if due != done.due_at else ()
    if more:
        done = replace(done, due_at=due, late=False, reminded_at=None)
    told = [other for other in acquainted(done, seat) if other.name != actor.name]
    return done, (*announce(done, event, context.key, news, *more, to=told), *lapsed)


def _vacated(game: Play, seat: Seat) -> Play:
    """Return a game with a seat that nobody holds, and how its holder played among its guests.

    To a draw or a concession nobody agrees but who plays; press that waits goes with its writer.
    """
    left = int(seat_survives(game, seat) and game.stage is not Stage.ENDED)
    game = with_guest(game, seat.address, conduct=seat.conduct._replace(left=left))
    free = Seat(seat.name, seat.role, "", "", powers=seat.powers, opened=True, missed=seat.missed)
    unsent = tuple(item for item in game.unsent if item.seat != seat.name)
    return replace(game.with_seat(free), motions=drop_ballots(game, seat), unsent=unsent)


def _time_for_successor(game: Play, now: datetime) -> datetime | None:
    """Return the deadline, or a later one where it leaves a successor too little time.

    Where nobody may know that a seat is open, the deadline does not tell.
    """
    if game.due_at is None or game.stage is not Stage.ACTIVE or not game.disclosure.public_seats:
        return game.due_at
    settings = replace(game.settings, shortest={})
    return max(game.due_at, next_due(settings, game.position.turn, now, settings.handover))
