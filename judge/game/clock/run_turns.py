"""The passing of turns: when a game is ready, what processing it does, what a deadline does.

How players have kept their deadlines is counted when a turn is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Literal

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.game.clock.digest import (
    NOBODY,
    People,
    announce_missed_deadline,
    list_reminder_times,
    name_missing_powers,
    remind_players,
)
from judge.game.clock.schedule import give_back_time, schedule_turn
from judge.game.effects import Effects, PressRecord
from judge.game.enter import starting
from judge.game.notices import (
    build_notice_to,
    list_held_seats,
    make_turn_key,
    may_know_robot,
    merge_notices,
    name_seat,
    with_heading,
)
from judge.game.orders import plans
from judge.game.orders.accepting import (
    collect_orders_to_carry_out,
    find_orders_due,
    list_seats_missing_orders,
    restate_orders,
)
from judge.game.orders.proxies import describe_proxies, follow_units
from judge.game.press.waiting_press import find_next_press_time, send_due_press
from judge.game.procedure import find_procedure
from judge.game.proof.reaching import list_new_contact_addresses
from judge.game.robots.thinking import awaits_robots, with_progress, with_robot_orders
from judge.game.setting_values import count_turns_before_robot
from judge.game.state import NO_PROGRESS, Play, Role, Seat, Stage
from judge.game.votes.kinds import keep_motions_after_turn
from judge.game.votes.public import close_votes, enact_carried_motions
from judge.model.letter import News, Notice
from judge.model.letter_kind import RESULTS
from judge.model.position import apply_effects
from judge.model.reason import Reason
from judge.model.sections import SentAhead
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase

AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)
"""When a game wakes whose robots have yet to think."""


Cause = Literal["early", "deadline", "master"]
"""Why a turn is processed: everything is there, time is up, or the master said so."""


def is_turn_ready(game: Play) -> bool:
    """Say whether a turn may be processed now: before its deadline, or past it when the late come.

    Every player who has something to order must have ordered all of it, and before the deadline
    nobody may wait. Powers whose player resigned hold nobody up as long as somebody else has
    orders to give: what they lack is done by civil disorder. Where only they have to order, and in
    the turn in which they left, the deadline is kept, so that a replacement has time to come, and
    so it is in a turn to which the game was taken back: what was ordered then may be ordered
    otherwise now.
    """
    held = game.stage is Stage.HELD and game.late
    # Where nobody may know who has to order, an end before its time would tell.
    if game.settings.manual or not (game.shows_duties and (held or game.stage is Stage.ACTIVE)):
        return False
    past = held or game.late
    if not past and not game.settings.early:
        return False
    if any(seat.opened for seat in starting.list_vacant_seats(game)) or awaits_robots(game):
        return False
    if not any(starting.has_surviving_power(game, seat) for seat in game.held_player_seats):
        return False  # robots alone keep to the deadlines: people look on
    busy = _list_players_with_duties(game)
    waits = (
        bool(list_waiting_players(game))
        or game.restores > 0
        or find_procedure(game).holds_turn(game)
    )
    if not past and waits:
        return False
    return bool(busy) and not list_seats_missing_orders(game, busy)


def list_waiting_players(game: Play) -> tuple[Seat, ...]:
    """Return the players whose WAIT keeps the turn from ending before its deadline."""
    players = game.players if game.settings.strictwait else _list_players_with_duties(game)
    return tuple(seat for seat in players if seat.wait and starting.has_surviving_power(game, seat))


def _list_players_with_duties(game: Play) -> tuple[Seat, ...]:
    """Return the players who have something to order, robots among them."""
    wants = find_orders_due(game)
    return tuple(
        seat
        for seat in game.players
        if seat.is_played and any(power in wants for power in seat.powers)
    )


def is_cooling_off(game: Play, now: datetime) -> bool:
    """Say whether a turn that is ready is kept for a while, so that orders can still be changed."""
    if game.late or not game.settings.delay:
        return False
    return game.early_at is None or now < game.early_at


def run_ready_turns(decision: Effects, now: datetime, *, turns: bool = True) -> Effects:
    """Return a mail's decision with the turns run that it made ready, or to be run soon.

    Without ``turns`` none is run at once.
    """
    games, notices = [], list(decision.notices)
    for game in decision.games:
        if isinstance(game, Play):
            is_ready = is_turn_ready(game)
            if turns and is_ready and not is_cooling_off(game, now):
                game, results = process_turn(game, now, "early")
                notices += results
            elif is_ready is (game.early_at is None):
                game = replace(game, early_at=now + game.settings.delay if is_ready else None)
                notices = [with_heading(notice, game) for notice in notices]
        games.append(game)
    return replace(decision, games=tuple(games), notices=merge_notices(notices))


def process_turn(game: Play, now: datetime, cause: Cause) -> tuple[Play, tuple[Notice, ...]]:
    """Carry out the current turn and begin the next, or end the game; tell every seat.

    Robots that have not ordered yet do so now.

    The game's ``played`` is then the whole record, the beginning of the next turn included. A
    vote that is still open is closed first, and may end the game.
    """
    game = with_robot_orders(game)
    procedure, stood = find_procedure(game), game.stand
    game, closing = procedure.close_proceedings(game)
    for close in (partial(close_votes, now=now), enact_carried_motions):
        if game.stage is Stage.ENDED:
            break
        game, counted = close(game)
        closing += counted
    if game.stage is Stage.ENDED:
        return game, closing
    record = adjudicate_phase(game.variant, game.position, collect_orders_to_carry_out(game))
    more = list_next_turn_effects(game.variant, record)
    position = apply_effects(record.after, more)
    record = record._replace(effects=(*record.effects, *more), after=position)
    next_game = replace(
        _move_to_next_turn(game, record),
        seats=advance_seats(game, timely=cause != "master" or (game.due_at or now) < now),
        closed=stood,
    )
    if not position.ended and not game.settings.manual:
        next_game = replace(next_game, due_at=_schedule_after(game, next_game, now, cause))
    next_game, ahead = plans.give_kept_orders(with_progress(game, next_game))
    results = _build_results_letters(game, next_game, now, ahead)
    next_game, opened = procedure.begin_turn(game, next_game)
    return next_game, (*closing, *results, *opened)


def _move_to_next_turn(game: Play, record: PhaseRecord) -> Play:
    """Return the game in its next turn, or ended; nothing is left of what the last one awaited."""
    return replace(
        game,
        stage=Stage.ENDED if record.after.ended else Stage.ACTIVE,
        position=record.after,
        number=game.number + 1,
        parent=game.number,
        restores=0,
        due_at=None,
        left=None,
        orders={},
        motions=keep_motions_after_turn(game.motions),
        proxies=follow_units(game.proxies, record),
        played=record,
        reminded_at=None,
        early_at=None,
        late=False,
    )


def _build_results_letters(
    game: Play, next_game: Play, now: datetime, ahead: Mapping[str, SentAhead]
) -> Iterator[Notice]:
    """Tell every seat what came of a turn. ``ahead`` is what they had kept for the next one."""
    event = f"{game.position.turn} Results"
    wants, key = find_orders_due(next_game), f"{make_turn_key(game)}.results"
    announced = [
        News(why) for why in game.disclosure.list_news_for_all(game.position, next_game.position)
    ]
    for seat in list_held_seats(next_game):
        sections = (
            *announced,
            *find_procedure(game).build_results_sections(game, next_game, seat),
            *_list_warnings(next_game, seat),
            *filter(None, [ahead.get(seat.name)]),
            *restate_orders(next_game, seat, wants),
            *describe_proxies(next_game, seat, now),
            *list_new_contact_addresses(game, next_game, seat),
            *_list_robot_news(game, next_game, seat),
        )
        yield build_notice_to(next_game, seat, RESULTS, event, key, sections)


def _list_warnings(game: Play, seat: Seat) -> Iterator[News]:
    """Yield what the rules warn a seat of as a turn begins, by its own units."""
    for rule in game.variant.rules.counsel if not game.position.ended else ():
        yield from map(News, rule.warn_powers(seat.powers, game.position))


def _list_robot_news(game: Play, next_game: Play, reader: Seat) -> tuple[News, ...]:
    """Tell a seat for whom a robot plays from this turn on because they have missed turns."""
    new = [
        seat
        for seat in next_game.players
        if seat.robot and not (game.find_seat_named(seat.name) or seat).robot
    ]
    own = [Reason("robot_for_you", (str(seat.missed),)) for seat in new if seat.name == reader.name]
    known = [seat for seat in new if seat.name != reader.name]
    others = tuple(name_seat(seat) for seat in known if may_know_robot(next_game, reader, seat))
    return tuple(map(News, (*own, *([Reason("robot_stands_in", others)] if others else []))))


def preview_turn(game: Play, seat: Seat, now: datetime, key: str) -> Notice:
    """Return what processing now would do, for the master's eyes; nothing is changed."""
    next_game, _ = process_turn(game, now, "master")
    event = f"{game.position.turn} Preview"
    sections = map(News, (Reason("preview"), *name_missing_powers(game)))
    return build_notice_to(replace(next_game, due_at=None), seat, RESULTS, event, key, sections)


def advance_clock(
    game: Play,
    now: datetime,
    held_after: timedelta,
    since: datetime | None = None,
    people: People = NOBODY,
) -> Effects | None:
    """Do what time asks for: let press leave, remind, call late, process, or hold; None if it asks
    for nothing.

    A deadline that was missed by more than ``held_after`` does not fire: the judge was out of work,
    and gives time back. ``since`` is when it was at work before, if that is known. ``people``
    is what the holders of seats want.
    """
    games, notices, press = [game], list[Notice](), list[PressRecord]()
    keep = partial(_keep_deadline, held_after=held_after, since=since, people=people)
    for step in (send_due_press, keep, send_due_press):
        effects = step(games[-1], now)
        if effects is not None:
            games += [later_game for later_game in effects.games if isinstance(later_game, Play)]
            notices += effects.notices
            press += effects.press
    return (
        Effects((games[-1],), notices=tuple(notices), press=tuple(press))
        if len(games) > 1
        else None
    )


def _keep_deadline(
    game: Play, now: datetime, held_after: timedelta, since: datetime | None, people: People
) -> Effects | None:
    if game.stage is not Stage.ACTIVE or game.due_at is None:
        return None
    unheard = not (game.late and game.settings.manual)
    if unheard and now - (find_closing_time_of_turn(game) or now) > held_after:
        return give_back_time(game, now, since)
    procedure = find_procedure(game)
    end = procedure.find_closing_time(game)
    if end is not None and now >= end:
        closed, notices = procedure.close_proceedings(game)
        return Effects((closed,), notices=notices)
    if game.early_at is not None and game.early_at <= now:
        if not is_turn_ready(game):
            return Effects((replace(game, early_at=None),))
        return _process_with_effects(game, now, "early")
    if now < game.due_at:
        return remind_players(game, now, people)
    return _keep_missed_deadline(game, now)


def _keep_missed_deadline(game: Play, now: datetime) -> Effects | None:
    """Process a turn whose deadline is past; one that may not be processed yet waits for its
    master, its grace or those without orders, who are told once."""
    end = find_closing_time_of_turn(game)
    assert end is not None, "it has a deadline"
    late = list_seats_missing_orders(game, game.held_player_seats)
    if game.settings.manual or now < end:
        why = Reason("manual_due") if game.settings.manual else Reason("late_grace")
        return None if game.late else announce_missed_deadline(game, late, why, now)
    is_held = game.settings.nmr == "wait" and game.shows_duties
    if is_held and list_seats_missing_orders(game, game.players):
        held = replace(game, stage=Stage.HELD)
        return announce_missed_deadline(held, late, Reason("late_held"), now)
    return _process_with_effects(game, now, "deadline")


def _process_with_effects(game: Play, now: datetime, cause: Cause) -> Effects:
    next_game, notices = process_turn(game, now, cause)
    return Effects((next_game,), notices=notices)


def find_next_wake_time(game: Play, people: People = NOBODY) -> datetime | None:
    """Return when ``tick`` will next have something to do for the game, as it now stands."""
    press = find_next_press_time(game)
    if awaits_robots(game):
        return AT_ONCE
    if game.stage is not Stage.ACTIVE or game.due_at is None:
        return press
    wakes: datetime | None = game.due_at
    if game.late:
        wakes = None if game.settings.manual else game.due_at + game.grace
    last = game.reminded_at or datetime.min.replace(tzinfo=UTC)
    players = () if game.late else game.held_player_seats
    ahead = (
        reminder
        for seat in players
        for reminder in list_reminder_times(game, seat, people)
        if reminder > last
    )
    times = (wakes, *ahead, game.early_at, find_procedure(game).find_closing_time(game), press)
    return min((moment for moment in times if moment is not None), default=None)


def find_closing_time_of_turn(game: Play) -> datetime | None:
    """Return until when mail counts for the turn, as far as orders are in: the deadline, or the end
    of the time of grace while somebody is late.

    Where nobody may know, the time does not tell whether any are late.
    """
    if game.due_at is None:
        return None
    grace = not game.shows_duties or list_seats_missing_orders(game, game.held_player_seats)
    return game.due_at + (game.grace if grace else timedelta(0))


def _schedule_after(game: Play, next_game: Play, now: datetime, cause: Cause) -> datetime:
    """Return the next deadline; after a deadline kept in time it counts from that deadline."""
    if cause == "deadline" and game.due_at is not None:
        due = schedule_turn(next_game, game.due_at)
        if due - now > (due - game.due_at) / 2:
            return due
    return schedule_turn(next_game, now)


def advance_seats(game: Play, *, timely: bool) -> tuple[Seat, ...]:
    """Return the seats as they go into the next turn: WAIT is over, missed turns are counted,
    and a robot plays for whoever has missed as many as the game bears.

    ``timely``: whoever lacks orders had all the time there was to be.
    """
    wants, missing = find_orders_due(game), set(list_seats_missing_orders(game, game.players))
    patience = count_turns_before_robot(game.settings.nmr)
    moved = game.position.turn.phase is Phase.MOVEMENT
    seats = []
    for seat in game.seats:
        conduct, late = seat.conduct, seat in missing
        if seat.address and timely and any(power in wants for power in seat.powers):
            behind = late or seat.tardy
            conduct = conduct._replace(kept=conduct.kept + (not behind), late=conduct.late + behind)
        missed = (seat.missed + 1 if late else 0) if moved else seat.missed
        changed_seat = replace(
            seat, wait=False, opened=False, tardy=False, missed=missed, conduct=conduct
        )
        if seat.address and not seat.robot and patience is not None and missed >= patience:
            changed_seat = replace(changed_seat, robot=game.settings.robots, progress=NO_PROGRESS)
        seats.append(changed_seat if seat.role is Role.PLAYER else seat)
    return tuple(seats)
