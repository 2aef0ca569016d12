"""RESIGN, and what follows when a player's seat comes open. No turn is ever processed by that."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.clock.schedule import next_due
from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.enter.guests import guests, offer_to, standing_of, with_guest
from judge.game.enter.seating import acquainted
from judge.game.enter.starting import seat_survives
from judge.game.guest import BARRED, STANDBY
from judge.game.notices import announce, display_name
from judge.game.procedure import procedure_of
from judge.game.proof import access
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.game.votes.motions import drop_ballots
from judge.model.reason import Reason

MOST_CALLED = 20
"""So many are called when a seat comes open."""


def left_open(
    game: Play, seat: Seat, actor: Seat, event: str, news: Reason, context: LineContext
) -> Effects:
    """Return the game with a player's seat free for somebody else, and what is told of it.

    Its orders stand. All who may know of the seat hear the news but ``actor``. Where others may
    know that it is open, the turn gets the time that a successor needs, and those on the list are
    called; else the masters are told who is on it. When the game is over nobody is told anything.
    """
    if game.stage is Stage.ENDED:
        return Effects((_vacated(game, seat),), news)
    done, lapsed = procedure_of(game).on_leave(_vacated(game, seat), seat, context.key)
    due = _time_for_successor(done, context.now) if seat_survives(done, seat) else done.due_at
    more = (Reason("handover_time"),) if due != done.due_at else ()
    if more:
        done = replace(done, due_at=due, late=False, reminded_at=None)
    told = [other for other in acquainted(done, seat) if other.name != actor.name]
    notices = (*announce(done, event, context.key, news, *more, to=told), *lapsed)
    if not seat_survives(done, seat):
        return Effects((done,), news, notices=notices)
    waiting = _to_call(done, seat, context)
    if not done.disclosure.public_seats:
        call = Reason("standbys", waiting)
        masters = announce(done, event, f"{context.key}.list", call, to=done.masters)
        return Effects((done,), news, notices=(*notices, *(masters if waiting else ())))
    name = display_name(done, seat)
    line = f"TAKEOVER {done.name} AS {seat.powers[0]}"
    why = Reason("seat_called", (name, done.name, done.variant.name))
    calls = [offer_to(done, address, "A Seat Is Open", line, why, context) for address in waiting]
    letters = tuple(letter for letter, _ in calls)
    asked = tuple(question for _, question in calls)
    return Effects((done,), news, notices=(*notices, *letters), questions=asked)


def _to_call(game: Play, left: Seat, context: LineContext) -> tuple[str, ...]:
    """Return the addresses of those who want to be called for a seat that was ``left``.

    Those on the game's own list come first.
    """
    listed = dict.fromkeys((*guests(game, STANDBY), *context.memory.standbys()))
    free = [
        address
        for address in listed
        if not access.takes_part(game, address)
        and not access.same_address(address, left.address)
        and standing_of(game, address) != BARRED
    ]
    return tuple(free[:MOST_CALLED])


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


class Resign(InGame):
    """RESIGN [game]: leave the game; somebody else may take the seat over."""

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Free the seat and tell everybody. Orders already given stand for this phase."""
        if actor.role is Role.MASTER and len(game.masters) == 1:
            return Reason("master_stays")
        news = Reason("resigned" if actor.powers else "left", (display_name(game, actor),))
        if actor.role is Role.PLAYER and isinstance(game, Play):
            done = left_open(game, actor, actor, "Resignation", news, context)
        else:
            seats = tuple(s for s in game.seats if s.name != actor.name)
            game = replace(game, seats=seats, motions=drop_ballots(game, actor))
            others = acquainted(game, actor) if actor.role is Role.PLAYER else game.masters
            told = announce(game, "Resignation", context.key, news, to=others)
            done = Effects((game,), notices=told)
        return replace(done, remark=Reason("you_resigned", (game.name,)))
