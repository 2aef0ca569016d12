"""How robots fare is counted in rounds of the seasons, however many years one takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge import library
from judge.game.robots.thinking import with_progress
from tests.game.conftest import Club


@pytest.mark.parametrize(("code", "robots"), [("hundred", 2), ("standard", 6)])
def test_a_robot_counts_the_rounds_in_which_nothing_moved(code: str, robots: int) -> None:
    class Table(Club):
        def variants(self):
            return {**super().variants(), code: library.load(code)}

    club = Table()
    club.mail("you@example.org", f"CREATE ruhr {code} WITH robots={robots}, confirm=off")
    club.mail("player@example.org", "JOIN ruhr")
    game = club.game
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
