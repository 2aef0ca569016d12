"""Whole played games: the demo's, and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import resources
from judge.engine.advance import list_next_turn_effects
from judge.library import load
from judge.model.position import apply_effects
from judge.records.reader import parse_record
from judge.records.run import run_record

GAMES = Path(__file__).parent / "games"
SHOWN = resources.list_files("maps", "*/*.game")


@pytest.mark.parametrize("path", SHOWN, ids=str)
def test_a_game_beside_its_map_is_played_as_it_is_recorded(path, record_property):
    phases = list(run_record(parse_record(path.read_text("utf-8"), load)))
    record_property("tally", ("phases of game records", len(phases)))
    assert [miss for each in phases for miss in each.misses] == []


def test_a_game_ends_with_the_turn_that_wins_it():
    record = parse_record((GAMES / "austria-wins.game").read_text("utf-8"), load)
    *before, last = [each.record for each in run_record(record)]
    ends = [
        apply_effects(each.after, list_next_turn_effects(record.variant, each)).ended
        for each in before
    ]
    assert not any(ends)
    ended = apply_effects(last.after, list_next_turn_effects(record.variant, last)).ended
    assert (ended.how, ended.winners) == ("victory", ("Austria",))
