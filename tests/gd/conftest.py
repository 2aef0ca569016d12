"""Short ways to positions and phases of Global Diplomacy."""

import pytest

from judge.engine.advance import list_next_turn_effects
from judge.library import load
from judge.model.position import Ended
from judge.records.reader import parse_record
from judge.records.run import run_record


@pytest.fixture(scope="session")
def gd():
    return load("gd")


class Told:
    """What came of the last phase of a record written in a test (Winter 2101 unless it says)."""

    def __init__(self, text):
        head = "" if text.startswith(("turn", "options")) else "turn Winter 2101 moves\n"
        record = parse_record(f"variant gd\n{head}{text}", load)
        self.variant = record.variant
        trials = list(run_record(record))
        assert not [line for trial in trials for line in trial.misses]
        self.records = [trial.record for trial in trials]
        self.record = self.records[-1]
        self.after = self.record.after

    def facts(self, rule):
        """The facts of a rule as (about, value) pairs."""
        return {(f.about, f.value) for f in self.after.facts if f.rule == rule}

    def ended(self):
        """How the game ended with the last phase, or None."""
        (effect,) = list_next_turn_effects(self.variant, self.record)
        return effect if isinstance(effect, Ended) else None


@pytest.fixture
def tell():
    return Told
