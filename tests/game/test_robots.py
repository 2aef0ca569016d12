"""When robots are for a draw: how they fare is counted in rounds of the seasons."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from judge import library
from judge.game.robots.thinking import QUIET, STALE, TIRING, run_robots, with_progress
from judge.game.state import Play, Progress
from tests.game.conftest import Club


def begin(code: str, robots: int) -> Play:
    class Table(Club):
        def variants(self):
            return {**super().variants(), code: library.load(code)}

    club = Table()
    club.mail("you@example.org", f"CREATE ruhr {code} WITH robots={robots} easy, confirm=off")
    club.mail("player@example.org", "JOIN ruhr")
    return club.game


@pytest.mark.parametrize(("code", "robots"), [("hundred", 2), ("standard", 6)])
def test_a_robot_counts_the_rounds_in_which_nothing_moved(code: str, robots: int) -> None:
    game = begin(code, robots)
    calendar, turn = game.variant.calendar, game.position.turn
    quiet = []
    for _ in range(4 * 3):  # two seasons with three phases at most, twice
        turn = calendar.find_next_turn(turn)
        ahead = replace(game, position=replace(game.position, turn=turn))
        game = with_progress(game, ahead)
        counted = {seat.progress.quiet_years for seat in game.players if seat.robot}
        assert len(counted) == 1
        quiet += counted
    seasons = calendar.count_cycles_before(turn.year)
    assert quiet == sorted(quiet)
    assert quiet[-1] == seasons
    assert 2 <= seasons <= 3


@pytest.mark.parametrize(
    ("centers", "progress", "votes"),
    [
        (1, Progress(QUIET - 1, 1, STALE - 1), False),
        (1, Progress(QUIET, 1, QUIET), True),
        (1, Progress(0, 1, STALE), True),
        (12, Progress(QUIET, 12, STALE), False),
        (12, Progress(2 * QUIET, 12, 2 * QUIET), True),
        (12, Progress(0, 12, 2 * STALE), True),
    ],
)
def test_who_cannot_win_is_for_a_draw_the_later_the_more_it_has(
    centers: int, progress: Progress, votes: bool
) -> None:
    assert votes_for_draw(begin("hundred", 2), centers, progress) is votes


@pytest.mark.parametrize(
    ("lasted", "stale", "votes"),
    [
        (TIRING - 1, STALE - 1, False),
        (TIRING, STALE // 2 - 1, False),
        (TIRING, STALE // 2, True),
        (4 * TIRING, STALE // 5, True),
    ],
)
def test_the_longer_a_game_has_lasted_the_sooner_robots_are_for_a_draw(
    lasted: int, stale: int, votes: bool
) -> None:
    game = begin("hundred", 2)
    turn, count_rounds = game.position.turn, game.variant.calendar.count_cycles_before
    year = next(year for year in count(turn.year) if count_rounds(year) == lasted)
    late = turn._replace(year=year)
    game = replace(game, position=replace(game.position, turn=late))
    assert votes_for_draw(game, 1, Progress(0, 1, stale)) is votes


def votes_for_draw(game: Play, centers: int, progress: Progress) -> bool:
    """Whether a robot with so many centers, all others being one power's, votes for the draw."""
    seat = next(seat for seat in game.players if seat.robot)
    codes = [*game.variant.map.centers]
    strange = next(other.powers[0] for other in game.players if other.name != seat.name)
    owners = dict.fromkeys(codes, strange) | dict.fromkeys(codes[:centers], seat.powers[0])
    game = replace(game, position=replace(game.position, owners=owners))
    done = run_robots(game.with_seat(replace(seat, progress=progress)))
    assert done is not None
    after = done.game
    assert isinstance(after, Play)
    ballots = [motion.ballots for motion in after.motions if motion.kind == "draw"]
    return any(seat.name in cast for cast in ballots)
