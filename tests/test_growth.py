"""The simulation of growth, against what is counted by hand."""

from __future__ import annotations

import pytest

from tests.bench.growth import DAY, Figures, Site, deadlines, longest, rates


def test_the_slowest_stage_says_how_long_letters_take() -> None:
    assert longest([60], (20, 1000, 12.5)) == 5  # 60 / 12.5 = 4.8, by full seconds
    assert longest([60], (12.5, 20, 1000)) == 5
    assert longest([60], (60, 60, 60)) == 1


def test_what_is_not_done_in_its_minute_holds_up_the_next() -> None:
    # 12.5 a second: the first 1,500 are out after 120 s, the next after 240 s, due at 60 s.
    assert longest([1500, 1500], (20, 1000, 12.5)) == 180
    assert longest([1500, 0, 0, 1500], (20, 1000, 12.5)) == 120


def test_who_can_do_none_is_never_done() -> None:
    assert longest([1], (1, 0, 1)) == float("inf")
    assert longest([10**6], (1, 1, 1)) == float("inf")


def test_mail_takes_its_share_of_each_stage() -> None:
    found = Figures(turn=0.1, mail=0.5, commits=100, relay=80, cores=2, days=1, mails=8, letters=8)
    assert rates(Site(0, 2, 3), found) == (40, 150, 20)
    # 10,800 games with eight mails a day are a mail a second: half a core, three commits, a letter.
    assert rates(Site(10_800, 1, 1), found) == pytest.approx((15, 48.5, 79 / 8))


def test_the_deadlines_of_a_day_are_those_of_the_games() -> None:
    due = deadlines(3000, 3, seed=7)
    assert (len(due), sum(due)) == (DAY, 1000) and due == deadlines(3000, 3, seed=7)
    assert sum(due[::60]) > 400  # at the full hour
