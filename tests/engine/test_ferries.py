"""Which fleets are of use to a convoy: all sets of fleets are tried out."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from judge import new_game
from judge.engine.context import compile_board
from judge.engine.ferries import has_convoy_route, map_useful_fleets


@pytest.mark.parametrize("code", ["standard", "gd"])
def test_useful_fleets_are_those_of_the_ways_that_need_each_of_theirs(code: str) -> None:
    game = new_game(code)
    board = compile_board(game.variant, game.position)
    seas = sorted(p for p, space in board.map.provinces.items() if space.terrain == "sea")
    shores = sorted(filter(board.map.is_coastal, board.map.provinces))
    chance, found = Random(1), 0
    for _ in range(40):
        start = chance.choice(shores)
        near = sorted(sea for sea in seas if board.map.contacts[sea] & board.map.contacts[start])
        fleets = frozenset(chance.sample(near, min(6, len(near))))
        end = chance.choice(sorted({*shores} - {start}))
        needed: set[str] = set()
        for most in range(1, len(fleets) + 1):
            for some in map(frozenset, combinations(sorted(fleets), most)):
                if has_convoy_route(board, start, end, some) and not any(
                    has_convoy_route(board, start, end, some - {fleet}) for fleet in some
                ):
                    needed |= some
        assert map_useful_fleets(board, start, fleets).get(end, frozenset()) == needed
        found += len(needed) > 1
    assert found > 5, "some ways are over several seas"
