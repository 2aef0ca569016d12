"""Clocks that leap, stand wrong or were set while the judge was away: no turn is run by them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from apscheduler.schedulers import base

from judge.service import threads
from judge.service.clock import Clock, find_agreed_offset
from judge.service.daemon import Daemon
from judge.service.settings import check_settings
from judge.service.threads import Beats
from judge.store import pulse
from tests.road.office import JUDGE, KEEPER, POWERS, Office, player
from tests.waiting import WAIT

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DAY, YEAR = timedelta(days=1), timedelta(days=365)
NOW = datetime(2026, 11, 6, 9, tzinfo=UTC)


class Machine:
    """The clocks of a machine: one is set, the other is not."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now, self.seconds = now, 1000.0

    def wall(self) -> datetime:
        return self.now

    def steady(self) -> float:
        return self.seconds

    def pass_(self, time: timedelta) -> None:
        self.now += time
        self.seconds += time.total_seconds()


def test_the_time_follows_a_clock_that_goes_and_one_that_is_set_by_little() -> None:
    machine = Machine()
    clock = Clock(machine.wall, machine.steady, 5 * MINUTE)
    machine.pass_(DAY)
    assert clock() == NOW + DAY and not clock.leapt
    machine.now -= 4 * SECOND
    assert clock() == NOW + DAY, "it never goes back"
    machine.pass_(5 * SECOND)
    assert clock() == NOW + DAY + SECOND
    machine.now += 3 * MINUTE
    assert clock() == NOW + DAY + SECOND + 3 * MINUTE
    assert not clock.leapt


@pytest.mark.parametrize("leap", [YEAR, -YEAR, -6 * MINUTE, 6 * MINUTE])
def test_a_clock_that_leaps_is_not_followed_and_is_again_when_it_is_right(leap: timedelta) -> None:
    machine = Machine()
    clock = Clock(machine.wall, machine.steady, 5 * MINUTE)
    machine.now += leap
    machine.pass_(HOUR)
    assert clock() == NOW + HOUR and clock.leapt == leap
    machine.now -= leap
    machine.pass_(HOUR)
    assert clock() == NOW + 2 * HOUR and not clock.leapt


@pytest.mark.parametrize(
    ("shown", "told"), [(9 * DAY, 9 * DAY), (-DAY, HOUR), (YEAR, HOUR), (-56 * YEAR, HOUR)]
)
def test_a_clock_that_was_set_while_the_judge_was_away(shown: timedelta, told: timedelta) -> None:
    machine = Machine(NOW + shown - HOUR)
    clock = Clock(machine.wall, machine.steady, 5 * MINUTE, NOW)
    clock()
    machine.pass_(HOUR)
    assert clock() == NOW + told
    if told == HOUR:
        machine.now = NOW + 3 * DAY
        assert clock() == NOW + 3 * DAY, "as long as it may have been away"


def test_what_time_it_is_by_mails() -> None:
    def off(*minutes: int) -> timedelta | None:
        return find_agreed_offset([timedelta(minutes=each) for each in minutes], HOUR)

    assert off(0, -1) is None
    assert off(0, -1, -2) == -MINUTE
    assert off(0, -1, -1, -300) == -MINUTE, "one mail was long on its way"
    assert off(120, 121, 119, 0) == 119 * MINUTE, "one of them has a wrong clock"
    assert off(-400, -300, -200, -100) is None, "all of them have waited"


class Site:
    """A judge with the game ruhr whose deadline has come, on a machine with two clocks."""

    def __init__(self, office: Office) -> None:
        office.close()
        self.office = office
        due = office.game().due_at
        assert due is not None
        self.due = due
        self.machine = Machine(due - HOUR)
        self.start()

    def start(self) -> None:
        raw = {
            "judge": {"address": JUDGE, "data": self.office.folder, "keeper": KEEPER},
            "inbound": {"kind": "none"},
            "outbound": {"kind": "folder", "folder": self.office.folder / "sent"},
            "senders": {"policy": "lenient"},
        }
        self.daemon = Daemon(
            check_settings(raw, "test"), self.machine.wall, self.machine.steady, draws=False
        )

    def work(self) -> int:
        """Let the judge work, and return which turn the game is in."""
        self.daemon._read_and_run_turns()
        self.office.judge = self.daemon.judge
        self.office.now = self.daemon.now()
        self.office.deliver()
        return self.office.game().number

    def write(self, power: str, dated: datetime) -> None:
        to = self.office.last(player(power))["Reply-To"]
        mail = self.office.compose(
            player(power), "STATUS", to, "hello", {"Date": f"{dated:%a, %d %b %Y %H:%M:%S +0000}"}
        )
        self.office.now = self.daemon.now()
        self.office.accept(mail, player(power), (to,))

    def told(self) -> list[str]:
        return [letter.flat for letter in self.office.sent if letter.to == KEEPER]


@pytest.fixture
def site(office: Office) -> Iterator[Site]:
    site = Site(office)
    yield site
    site.daemon.judge.database.close()


def test_a_turn_waits_while_the_clock_has_leapt(site: Site) -> None:
    assert site.work() == 1
    site.machine.now += YEAR
    assert site.work() == 1
    site.machine.pass_(MINUTE)
    assert site.work() == 1
    (told,) = site.told()
    assert "The judge's clock now shows" in told and f"{site.due.year + 1}" in told
    site.write("France", site.daemon.now())
    assert site.work() == 1
    assert "Re: hello" in site.office.last(player("France")).subject, "mail is answered meanwhile"
    site.machine.pass_(2 * HOUR)
    site.write("Italy", site.daemon.now())
    assert site.work() == 1
    assert site.office.inbox()[-1][0] == "new", "it came after the deadline"
    site.machine.now -= YEAR
    assert site.work() == 2
    assert site.office.inbox()[-1][0] == "done"
    assert len(site.told()) == 1


def test_mails_of_several_people_tell_that_a_clock_is_right_after_a_leap(site: Site) -> None:
    site.work()
    site.machine.now += 2 * HOUR
    assert site.work() == 1
    for power in ("France", "Italy", "Turkey"):
        assert site.work() == 1
        site.write(power, site.machine.now)
    assert site.work() == 1
    assert site.work() == 2


def test_the_keeper_tells_that_a_clock_is_right_after_a_leap(site: Site) -> None:
    site.work()
    site.machine.now += 2 * HOUR
    assert site.work() == 1
    with site.daemon.judge.database.write_transaction() as tx:
        pulse.confirm_clock(tx, site.machine.now)
    assert site.work() == 2


def test_no_turn_is_run_by_a_clock_that_mails_prove_wrong(site: Site) -> None:
    people = ("France", "Italy", "Turkey")
    for power in people:
        site.write(power, site.daemon.now() - 4 * HOUR)
    assert site.work() == 1
    site.machine.pass_(2 * HOUR)
    for power in people:
        site.write(power, site.machine.now - 5 * HOUR)
    assert site.work() == 1
    (told,) = site.told()
    assert "by the dates of the mails" in told
    site.machine.pass_(HOUR)
    assert site.work() == 1
    site.machine.now -= 5 * HOUR
    for power in people:
        site.work()
        site.write(power, site.machine.now)
    site.work()
    assert site.work() == 1, "the deadline is not there yet"
    site.machine.pass_(4 * HOUR)
    assert site.work() == 2


def test_a_machine_that_slept_over_a_deadline_runs_the_turn(site: Site) -> None:
    assert site.work() == 1
    site.machine.pass_(3 * HOUR)
    assert site.work() == 2
    assert site.told() == []


def test_orders_that_are_complete_run_no_turn_by_a_wrong_clock(site: Site) -> None:
    site.work()
    site.machine.now += YEAR
    for power in POWERS:
        to = site.office.last(player(power))["Reply-To"]
        units = [unit for unit in site.office.game().position.units.values() if unit.power == power]
        text = "\n".join(f"{unit.kind} {unit.at} hold" for unit in units)
        site.office.now = site.daemon.now()
        site.office.accept(
            site.office.compose(player(power), text, to, "orders", {}), player(power), (to,)
        )
    assert site.work() == site.work() == 1
    site.machine.now -= YEAR
    assert site.work() == 2


def test_the_scheduler_sleeps_for_long_by_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    off = [timedelta(0)]
    beaten = threading.Semaphore(0)

    class Wrong(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]  # as it is called
            return datetime.now(UTC) + off[0]

    monkeypatch.setattr(base, "datetime", Wrong)
    monkeypatch.setattr(threads, "datetime", Wrong)
    monkeypatch.setattr(threads, "_LOOK", 0.02)
    beats = Beats(beaten.release, 0.02)
    beats.start()
    try:
        for leap in (timedelta(0), -4 * SECOND, YEAR, timedelta(0), -YEAR):
            off[0] = leap
            assert all(beaten.acquire(timeout=WAIT) for _ in range(5)), leap
    finally:
        beats.stop()
