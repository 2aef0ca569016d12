"""What letters say of defaults and of the ice: that it was so, and why that space."""

from pathlib import Path

import pytest

from judge.letters.phrasing import load_words
from judge.letters.reasons import write_clause
from judge.library import load
from judge.records.reader import parse_record
from judge.records.run import run_record

RECORDS = Path(__file__).parents[1] / "records" / "ww4"


@pytest.mark.parametrize(
    ("record", "place", "said"),
    [
        ("default_retreat_home", "RUH", "Munich is a center of its own"),
        ("default_retreat_another_center", "RUH", "none of its own centers was open to it"),
        ("default_retreat_space", "MUN", "the closest to the most centers of its own"),
        ("default_retreat_most_centers", "MUN", "the closest to the most centers of all, and"),
        ("default_retreat_alphabet", "BLA", "Armenia is the first by the alphabet, and none"),
        ("default_example", "PAR", "Paris is the first free port by the alphabet"),
        ("default_first_coast", "SPA", "Spain (north coast) the first of its coasts"),
        ("default_army", "HAM", "Hamburg is the first free center by the alphabet"),
        ("default_without_a_port", "BUD", "no port was free"),
        ("default_removal_farthest", "RUM", "farthest from its own centers (3 away)"),
        ("default_removal_fewest_centers", "EGR", "(1 away), of several the one with the fewest"),
        ("default_removal_cut_off", "HI", "no way led from there to a center of its own"),
        ("default_removal_alphabet", "FIJ", "first by the alphabet, and none had fewer centers"),
        ("icebreaker_east", "ARC", "was caught by the ice and taken to Novaya"),
        ("icebreaker_after_a_bounce", "ARC", "North West Pacific Ocean (1 against 1); then it was"),
        ("icebreaker_occupied", "ARC", "its place is taken by the British fleet in Novaya"),
        ("arctic_no_support", "ARC", "was void: the Arctic Ocean is for passage only"),
    ],
)
def test_why_that_space(record, place, said):
    """WW4 II.5, II.6, IV.3, IV.4, IV.5, IV.6, IV.8, IV.9, WW4-8, WW4-9, WW4-11."""
    (phase,) = run_record(parse_record((RECORDS / f"{record}.game").read_text("utf-8"), load))
    why = next(
        one.why
        for one in phase.record.results
        if one.order.unit.at.province == place and one.why.code.startswith(("default_", "ice_"))
    )
    assert said in write_clause(why, load_words(load("ww4")))
