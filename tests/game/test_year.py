"""A year of deadlines, worked out from the dates on which the clocks change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from judge.game.clock.run_turns import advance_clock, find_next_wake_time
from judge.game.game_settings import Settings
from judge.game.state import Play
from judge.model.map import Location
from judge.model.position import Position, Unit
from tests.game.conftest import Club

DAY = timedelta(days=1)
FIRST, LAST = date(2026, 11, 4), date(2027, 11, 3)
CHRISTMAS = (date(2026, 12, 24), date(2027, 1, 1))
AWAY = ((date(2027, 2, 10), date(2027, 2, 12)), (date(2027, 8, 20), date(2027, 8, 24)))
WEDNESDAY = 2
GRACE = timedelta(hours=2)
ALWAYS = date(1970, 1, 1)

ZONES = {
    # The clocks go forward on 28 March, from 2:00 to 3:00, and back on 31 October, from 3:00.
    "Europe/Berlin": (
        time(2, 30),
        {ALWAYS: 60, date(2027, 3, 28): 120, date(2027, 10, 31): 60},
        {date(2027, 3, 28): "2027-03-28 01:30"},
    ),
    # Forward on 14 March, from 2:00 to 3:00; back on 7 November, which is beyond the year.
    "America/New_York": (
        time(2, 30),
        {ALWAYS: -300, date(2027, 3, 14): -240},
        {date(2027, 3, 14): "2027-03-14 07:30"},
    ),
    "Asia/Kolkata": (time(23, 59), {ALWAYS: 330}, {}),
    # Back by half an hour on 4 April, at 2:00; forward on 3 October, from 2:00 to 2:30.
    "Australia/Lord_Howe": (
        time(2, 15),
        {ALWAYS: 660, date(2027, 4, 4): 630, date(2027, 10, 3): 660},
        {date(2027, 10, 3): "2027-10-02 15:45"},
    ),
}
"""The hour of deadlines; from which days on local time is so many minutes ahead; and when the hour
falls that the clocks skip, put off by what they skip."""


def expected(zone: str) -> list[datetime]:
    at, ahead, odd = ZONES[zone]
    moments = []
    for number in range((LAST - FIRST).days + 1):
        day = FIRST + number * DAY
        closed = any(first <= day <= last for first, last in (CHRISTMAS, *AWAY))
        if closed or day.weekday() == WEDNESDAY:
            continue
        minutes = next(ahead[since] for since in sorted(ahead, reverse=True) if since <= day)
        moment = datetime.combine(day, at, UTC) - timedelta(minutes=minutes)
        if day in odd:
            moment = datetime.fromisoformat(odd[day]).replace(tzinfo=UTC)
        moments.append(moment)
    return moments


def small(running: Club, settings: Settings) -> Play:
    """A game of two powers that have a unit each in a center of theirs: moves, and nothing else."""
    game = running.game
    assert isinstance(game, Play)
    paris, rome = (
        Unit(power, "army", Location(code)) for power, code in (("France", "PAR"), ("Italy", "ROM"))
    )
    position = Position(
        turn=game.position.turn,
        units={"PAR": paris, "ROM": rome},
        owners={"PAR": "France", "ROM": "Italy"},
        homes=game.position.homes,
    )
    seats = [seat for seat in game.seats if {"France", "Italy"} & {*seat.powers}]
    seats[0] = replace(seats[0], absences=AWAY[:1])
    seats[1] = replace(seats[1], absences=AWAY[1:])
    return replace(game, seats=tuple(seats), position=position, settings=settings)


@pytest.mark.parametrize("zone", ZONES)
def test_every_deadline_falls_at_its_hour_and_none_twice(running: Club, zone: str) -> None:
    settings = Settings(
        zone=zone,
        lengths=dict.fromkeys("MRB", DAY),
        at=ZONES[zone][0],
        days=frozenset(range(7)) - {WEDNESDAY},
        skip=(CHRISTMAS,),
        graces={"M": GRACE},
        reminders=(),
    )
    due = expected(zone)
    assert len(due) > 290
    game = replace(small(running, settings), due_at=due[0])
    kept: list[datetime] = []
    while len(kept) < len(due) - 1:
        now = find_next_wake_time(game)
        assert now is not None
        decision = advance_clock(game, now, timedelta(hours=6))
        assert decision is not None
        (after,) = decision.games
        assert isinstance(after, Play)
        if after.number != game.number:
            assert game.due_at == now - GRACE, "orders are missing, and were waited for"
            kept.append(game.due_at)
        game = after
    assert kept == due[:-1]
    assert game.due_at == due[-1]
