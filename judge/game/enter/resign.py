"""RESIGN, and what follows when a player's seat comes open. No turn is ever processed by that."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from judge.game.clock.schedule import schedule_deadline
from judge.game.command import InGame, LineContext
from judge.game.effects import Effects, LineEffects
from judge.game.enter.guests import (
    describe_guest,
    list_addresses_with_standing,
    offer_seat,
    with_conduct_of_guest,
)
from judge.game.enter.seating import list_seats_knowing_of_seat
from judge.game.enter.starting import has_surviving_power
from judge.game.mail.circumstances import Memory
from judge.game.notices import announce_news, name_seat
from judge.game.procedure import find_procedure
from judge.game.proof import access
from judge.game.robots.seats import with_robot
from judge.game.state import BARRED, STANDBY, Game, Play, Role, Seat, Stage
from judge.game.votes.public import drop_ballots
from judge.model.reason import Reason

MOST_CALLED = 20
"""So many are called when a seat comes open."""


def vacate_seat(
    game: Play, seat: Seat, actor: Seat, event: str, news: Reason, context: LineContext
) -> Effects:
    """Return the game with a player's seat free for somebody else, and what is told of it.

    Its orders stand. All who may know of the seat hear the news but ``actor``. Where others may
    know that it is open, the turn gets the time that a successor needs, and those on the list are
    called; else the masters are told who is on it. When the game is over nobody is told anything.
    """
    if game.stage is Stage.ENDED:
        return Effects((_with_vacant_seat(game, seat),), news)
    next_game, lapsed = find_procedure(game).on_leave(
        _with_vacant_seat(game, seat), seat, context.key
    )
    still_plays = has_surviving_power(next_game, seat)
    more: tuple[Reason, ...] = ()
    if still_plays:
        due = _find_deadline_for_successor(next_game, context.now)
        if due != next_game.due_at:
            next_game = replace(next_game, due_at=due, late=False, reminded_at=None)
            more = (Reason("handover_time"),)
    knowing = list_seats_knowing_of_seat(next_game, seat)
    informed_seats = [holder for holder in knowing if holder.name != actor.name]
    told = announce_news(next_game, event, context.key, news, *more, to=informed_seats)
    effects = Effects((next_game,), notices=(*told, *lapsed))
    if still_plays:
        effects += _call_standbys(next_game, seat, event, context)
    return replace(effects, remark=news)


def _call_standbys(game: Play, seat: Seat, event: str, context: LineContext) -> Effects:
    """Offer a seat to those on the list; the masters are told who is on it where nobody else may
    know that it is open."""
    waiting = _list_standbys_to_call(game, seat, context.memory)
    if not game.disclosure.public_vacancies:
        call = Reason("standbys", waiting)
        letters = announce_news(game, event, f"{context.key}.list", call, to=game.masters)
        return Effects(notices=tuple(letters) if waiting else ())
    line = f"TAKEOVER {game.name} AS {seat.powers[0]}"
    why = Reason("seat_called", (name_seat(seat), game.name, game.variant.name))
    calls = [offer_seat(game, address, "A Seat Is Open", line, why, context) for address in waiting]
    return Effects(
        notices=tuple(letter for letter, _ in calls),
        questions=tuple(question for _, question in calls),
    )


def _list_standbys_to_call(game: Play, left_seat: Seat, memory: Memory) -> tuple[str, ...]:
    """Return the addresses of those who want to be called for a seat that was ``left``.

    Those on the game's own list come first.
    """
    listed = dict.fromkeys((*list_addresses_with_standing(game, STANDBY), *memory.list_standbys()))
    free = [
        address
        for address in listed
        if not access.is_player_or_master(game, address)
        and not access.is_same_address(address, left_seat.address)
        and describe_guest(game, address) != BARRED
    ]
    return tuple(free[:MOST_CALLED])


def _with_vacant_seat(game: Play, seat: Seat) -> Play:
    """Return a game with a seat that nobody holds, and how its holder played among its guests.

    To a draw or a concession nobody agrees but who plays; press that waits goes with its writer,
    orders that were sent ahead and plans are for the next.
    """
    games_left = int(has_surviving_power(game, seat) and game.stage is not Stage.ENDED)
    conduct = seat.conduct._replace(left=games_left)
    game = with_conduct_of_guest(game, seat.address, conduct)
    free = Seat(
        seat.name, seat.role, "", "", powers=seat.powers, opened=True, missed=seat.missed,
        plans=seat.plans,
    )  # fmt: skip
    unsent = tuple(item for item in game.unsent if item.seat != seat.name)
    there = replace(game.with_seat(free), motions=drop_ballots(game, seat), unsent=unsent)
    return (
        with_robot(there, free, game.settings.robots) if game.settings.empty == "robot" else there
    )


def _find_deadline_for_successor(game: Play, now: datetime) -> datetime | None:
    """Return the deadline, or a later one where it leaves a successor too little time.

    Where nobody may know that a seat is open, the deadline does not tell.
    """
    if (
        game.due_at is None
        or game.stage is not Stage.ACTIVE
        or not game.disclosure.public_vacancies
    ):
        return game.due_at
    settings = replace(game.settings, shortest={})
    return max(game.due_at, schedule_deadline(settings, game.position.turn, now, settings.handover))


class Resign(InGame):
    """RESIGN [game]: leave the game; somebody else may take the seat over."""

    harms = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Free the seat and tell everybody. Orders already given stand for this phase."""
        if actor.role is Role.MASTER and len(game.masters) == 1:
            return Reason("master_stays")
        news = Reason("resigned" if actor.powers else "left", (name_seat(actor),))
        if actor.role is Role.PLAYER and isinstance(game, Play):
            effects = vacate_seat(game, actor, actor, "Resignation", news, context)
        else:
            seats = tuple(s for s in game.seats if s.name != actor.name)
            game = replace(game, seats=seats, motions=drop_ballots(game, actor))
            other_seats = (
                list_seats_knowing_of_seat(game, actor)
                if actor.role is Role.PLAYER
                else game.masters
            )
            notices = announce_news(game, "Resignation", context.key, news, to=other_seats)
            effects = Effects((game,), notices=notices)
        asks_first = actor.role is Role.PLAYER and game.stage not in (Stage.FORMING, Stage.ENDED)
        costs = (Reason("seat_would_open", (name_seat(actor),)),) if asks_first else ()
        line = LineEffects(costs=costs)
        return replace(effects, remark=Reason("you_resigned", (game.name,)), line=line)
