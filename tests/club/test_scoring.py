"""Scoring systems, by examples worked out by hand from their rules."""

from __future__ import annotations

import pytest

from judge.game.club.scoring import SYSTEMS, find_scoring, read_scoring, score_game

CENTERS = (12, 10, 7, 5, 0, 0, 0)


def points(
    system: str, winners: tuple[int, ...], centers: tuple[int, ...] = CENTERS
) -> list[float]:
    return [round(one, 3) for one in score_game(find_scoring(system), centers, winners)]


def test_draw_size_shares_alike() -> None:
    assert points("draw-size", (0, 1, 2, 3)) == [25, 25, 25, 25, 0, 0, 0]
    assert points("draw-size", (0, 1, 2)) == [33.333, 33.333, 33.333, 0, 0, 0, 0]


def test_sum_of_squares_shares_by_the_squares_of_centers() -> None:
    # 144 + 100 + 49 + 25 = 318
    assert points("sum-of-squares", (0, 1, 2, 3)) == [45.283, 31.447, 15.409, 7.862, 0, 0, 0]


def test_c_diplo_gives_a_hundred_points_in_all() -> None:
    # 1 + 12 + 38, 1 + 10 + 14, 1 + 7 + 7, 1 + 5, 1, 1, 1
    made = points("c-diplo", (0, 1, 2, 3))
    assert made == [51, 25, 15, 6, 1, 1, 1]
    assert sum(made) == 100


def test_equals_share_the_points_of_their_places() -> None:
    # Two first: (38 + 14) / 2 each, and the third has 7.
    assert points("c-diplo", (0, 1), (11, 11, 8, 4, 0, 0, 0)) == [38, 38, 16, 5, 1, 1, 1]
    # Three share the second place: 38; (14 + 7 + 0) / 3 each.
    assert points("c-diplo", (0, 1), (10, 8, 8, 8, 0, 0, 0)) == [49, 16, 16, 16, 1, 1, 1]


@pytest.mark.parametrize("system", ["draw-size", "sum-of-squares", "c-diplo"])
def test_who_wins_alone_takes_all(system: str) -> None:
    assert points(system, (1,), (10, 18, 6, 0, 0, 0, 0)) == [0, 100, 0, 0, 0, 0, 0]


def test_center_count() -> None:
    assert points("center-count", (0, 1)) == [12, 10, 7, 5, 0, 0, 0]
    assert points("center-count", (1,), (10, 18, 6, 0, 0, 0, 0)) == [0, 34, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("C-Diplo", "c-diplo"),
        ("c diplo", "c-diplo"),
        ("SUM OF SQUARES", "sum-of-squares"),
        ("sos", "sum-of-squares"),
        ("draw size", "draw-size"),
        ("solo = 120, each=2, center=1, ranks = [30, 20,10]",
         "solo = 120, each = 2, center = 1, ranks = [30, 20, 10]"),
        ("squares=50", "solo = 100, squares = 50"),
        ("banana", None),
        ("solo = -5", None),
        ("solo = true", None),
        ("sollo = 5", None),
        ("ranks = 5", None),
        ("", None),
    ],
)  # fmt: skip
def test_a_system_is_read(typed: str, kept: str | None) -> None:
    assert read_scoring(typed) == kept
    if kept:
        assert read_scoring(kept) == kept


def test_what_is_kept_means_the_same() -> None:
    own = find_scoring("solo = 120, each = 2, ranks = [30, 20]")
    assert (own.solo, own.each, own.ranks, own.draw) == (120, 2, (30, 20), 0)
    assert all(find_scoring(name) is system for name, system in SYSTEMS.items())


def test_published_example_of_sum_of_squares() -> None:
    """On scoring, part 4 (theembassydip.blogspot.com, 2020): a game of 12, 9, 8 and
    5 centers has 314 points in squares; 45.86, 25.8, 20.38 and 7.96 of a hundred."""
    made = points("sum-of-squares", (0, 1, 2, 3), (12, 9, 8, 5, 0, 0, 0))
    assert [round(one, 2) for one in made] == [45.86, 25.8, 20.38, 7.96, 0, 0, 0]


def test_published_examples_of_c_diplo() -> None:
    """T. Harris, "C-Diplo - Saint or Sinner?", diplom.org: four who share the second place have a
    quarter of 14 + 7 points each, and every game has a hundred. E. Birsan, "Tournament Practices":
    who leads with 7 centers is above who is second with 16."""
    made = points("c-diplo", (0, 1, 2, 3, 4), (10, 6, 6, 6, 6, 0, 0))
    assert made == [1 + 10 + 38, *[1 + 6 + 21 / 4] * 4, 1, 1]
    assert sum(made) == 100
    level = points("c-diplo", tuple(range(7)), (7, 6, 6, 6, 3, 3, 3))
    steep = points("c-diplo", (0, 1, 2), (17, 16, 1, 0, 0, 0, 0))
    assert sum(level) == sum(steep) == 100
    assert level[0] == 46 > steep[1] == 31


def test_published_examples_of_draw_size() -> None:
    """E. Birsan, "Tournament Practices": in a draw of 17, 16 and 1 centers all have the same, and
    more than anybody in a draw of four."""
    three = points("draw-size", (0, 1, 2), (17, 16, 1, 0, 0, 0, 0))
    four = points("draw-size", (0, 1, 2, 3), (15, 15, 3, 1, 0, 0, 0))
    assert three[0] == three[1] == three[2] > max(four)
