"""Ratings: who wins gains, and the same games make the same figures."""

from __future__ import annotations

import random

from judge.game.club.scoring import NEW, RatedSeat, Rating, rate_game


def seats(*places: int) -> list[RatedSeat]:
    return [RatedSeat(place, {person: 1.0}) for person, place in enumerate(places)]


def test_the_winner_gains_and_the_last_loses() -> None:
    after = rate_game(seats(1, 2, 2, 2, 5, 6, 7), {})
    assert after[0].mean > after[1].mean == after[2].mean == after[3].mean > after[6].mean
    assert after[0].mean > NEW.mean > after[6].mean
    assert all(rating.deviation < NEW.deviation and rating.games == 1 for rating in after.values())


def test_equals_of_a_draw_by_all_stay_where_they_are() -> None:
    assert {round(one.mean, 3) for one in rate_game(seats(*[1] * 7), {}).values()} == {25.0}


def test_who_held_a_seat_for_a_quarter_gains_a_quarter() -> None:
    whole = rate_game(seats(1, 2), {})
    shared = rate_game([RatedSeat(1, {0: 0.75, 9: 0.25}), RatedSeat(2, {1: 1.0})], {})
    gain = whole[0].mean - NEW.mean
    assert round(shared[0].mean - NEW.mean, 4) == round(0.75 * gain, 4)
    assert round(shared[9].mean - NEW.mean, 4) == round(0.25 * gain, 4)


def test_a_seat_that_nobody_held_counts_for_nothing() -> None:
    with_empty = rate_game([*seats(1, 2), RatedSeat(3, {})], {})
    assert with_empty == rate_game(seats(1, 2), {})
    assert rate_game([RatedSeat(1, {0: 1.0}), RatedSeat(2, {})], {}) == {}


def test_the_stronger_are_found_out_and_winners_foretold_better_than_by_lot() -> None:
    dice = random.Random(11)
    strength = {person: dice.gauss(0, 1) for person in range(40)}
    ratings: dict[int, Rating] = {}
    foretold = games = 0
    for number in range(300):
        players = dice.sample(range(40), 7)
        order = sorted(players, key=lambda person: -strength[person] - dice.gauss(0, 1))
        if number >= 150:
            games += 1
            foretold += order[0] == max(players, key=lambda p: ratings.get(p, NEW).mean)
        played = [RatedSeat(place, {person: 1.0}) for place, person in enumerate(order, 1)]
        ratings |= rate_game(played, ratings)
    assert foretold / games > 2 / 7
    assert NEW.shown == (1500, 667)
