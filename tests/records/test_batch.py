"""Phases in neutral form, judged one by one and replayed as games."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from judge.language.writer import write_order
from judge.library import load
from judge.records import jsonl_phases
from judge.records.batch import Batch, Tally, read_games, replay_record
from judge.records.jsonl_phases import PhaseReader, find_options_of_choice
from judge.records.model import RecordError

Case = dict[str, Any]

HOMES = {
    "Austria": ["BUD", "TRI", "VIE"],
    "England": ["EDI", "LON", "LVP"],
    "Turkey": ["ANK", "CON", "SMY"],
}


def case(phase: str = "movement", when: str = "1901 spring", **more: Any) -> Case:
    return {"id": "g-1", "phase": phase, "year_season": when, **more}


def batch(**options: str) -> Batch:
    return Batch(load("standard", options), options)


def as_expected(case: Case, judging: Batch | None = None) -> bool:
    """Judge a phase, after those judged before; say whether it is as expected."""
    judging = judging or batch()
    before = judging.tally.right.total()
    judging.judge_phase(case)
    return judging.tally.right.total() > before


def replayed(*phases: Case) -> Tally:
    """Return how a game of Standard goes that is played again."""
    (record,) = read_games(load("standard"), {}, phases)
    return replay_record(record)


def results(line: Case, power: str) -> list[tuple[str, str, str]]:
    return [(each["order"], each["result"], each["reason"]) for each in line["results"][power]]


DISLODGED = case(
    id="g-S1901M",
    pre={"units": [["Austria", "A", "SER"], ["Turkey", "A", "BUL"], ["Turkey", "A", "GRE"]]},
    orders={"Austria": ["A SER H"], "Turkey": ["A BUL - SER", "A GRE S A BUL - SER"]},
    expect={
        "units_after": [["Turkey", "A", "SER"], ["Turkey", "A", "GRE"]],
        "dislodged": [["Austria", "A", "SER"]],
        "destroyed": [],
    },
)

RETREAT = case(
    "retreat",
    id="g-S1901R",
    pre={
        "units": [["Turkey", "A", "SER"], ["Turkey", "A", "GRE"]],
        "dislodged": [["Austria", "A", "SER"]],
    },
    orders={"Austria": ["A SER - BUL"]},
    expect={
        "units_after": [["Turkey", "A", "SER"], ["Turkey", "A", "GRE"]],
        "destroyed": [["Austria", "A", "SER"]],
    },
)


def test_a_phase_is_judged_and_told_order_by_order() -> None:
    line = batch().judge_phase(DISLODGED)
    assert as_expected(DISLODGED)
    assert line["dislodged"] == [["Austria", "A", "SER"]]
    assert [row[:2] for row in results(line, "Turkey")] == [
        ("A BUL - SER", "stands"),
        ("A GRE S A BUL - SER", "stands"),
    ]


def test_a_retreat_knows_the_movement_before_it() -> None:
    judging = batch()
    judging.judge_phase(DISLODGED)
    assert as_expected(RETREAT, judging)
    free = {**RETREAT, "orders": {"Austria": ["A SER - BUD"]}}
    assert ["Austria", "A", "BUD"] in batch().judge_phase(free)["units_after"]


def test_a_retreat_of_another_game_is_judged_by_what_it_says_itself() -> None:
    judging = batch()
    judging.judge_phase(DISLODGED)
    assert not as_expected({**RETREAT, "id": "h-S1901R"}, judging)


def test_a_retreat_may_name_its_options_or_where_the_attack_came_from() -> None:
    pre = RETREAT["pre"]
    named = {**RETREAT, "pre": {**pre, "retreat_options": {"Austria": {"A SER": ["BUD"]}}}}
    assert as_expected(named)
    origin = {**RETREAT, "pre": {**pre, "dislodged": [["Austria", "A", "SER", "BUL"]]}}
    assert as_expected(origin)
    contested = {**RETREAT, "pre": {**pre, "contested": ["BUL"]}}
    assert as_expected(contested)


def test_a_retreat_may_bring_its_movement_with_it() -> None:
    both = {**RETREAT, "movement": {key: DISLODGED[key] for key in ("pre", "orders")}}
    assert as_expected(both)


def test_builds_and_removals() -> None:
    units = [["England", "F", "NTH"], ["Turkey", "A", "ANK"], ["Turkey", "A", "BUL"]]
    autumn = case(
        "build",
        "1901 winter",
        pre={"units": units, "centers": {"England": ["EDI", "LON"], "Turkey": ["BUL"]}},
        orders={"England": ["BUILD F EDI"], "Turkey": ["REMOVE A ANK"]},
    )
    line = batch().judge_phase(autumn)
    assert line["units_after"] == [["England", "F", "EDI"], units[0], units[2]]
    assert line["destroyed"] == []


def test_a_build_that_nobody_owes_is_waived_in_vain() -> None:
    winter = case("build", "1901 winter", pre={"units": []}, orders={"England": ["WAIVE"]})
    [result] = batch().judge_phase(winter)["results"]["England"]
    assert result == {
        "order": "WAIVE", "result": "void", "reason": "no_build_due", "about": ["England"],
    }  # fmt: skip


def test_every_order_form_is_read_and_written_back() -> None:
    texts = {
        "movement": [
            "A LON H", "A LON - YOR", "A LON - NWY VIA", "F NTH C A LON - NWY", "A LON S F NTH",
            "A LON S A WAL - YOR", "F STP/SC - BOT", "F MAO - SPA/NC",
        ],
        "retreat": ["A LON - YOR", "F STP/NC DISBAND"],
        "build": ["BUILD F STP/NC", "REMOVE A LON", "WAIVE"],
    }  # fmt: skip
    seasons = {"movement": "1901 spring", "retreat": "1901 spring", "build": "1901 winter"}
    variant = load("standard")
    for phase, listed in texts.items():
        given = case(phase, seasons[phase], pre={}, orders={"England": listed})
        orders = PhaseReader(variant).read_phase(given).orders
        assert [write_order(each.order, variant).upper() for each in orders] == listed


def test_a_text_that_is_no_order_spoils_only_itself() -> None:
    given = ["A LON - XXX", "gibberish", "A LON - YOR"]
    before = {"units": [["England", "A", "LON"]]}
    line = batch().judge_phase(case(pre=before, orders={"England": given}))
    assert results(line, "England") == [
        ("A LON - YOR", "stands", "moves"),
        ("A LON - XXX", "void", "unread"),
        ("gibberish", "void", "unread"),
    ]


WALKS = case(
    pre={"units": [["England", "A", "LON"]]},
    orders={"England": ["A LON - YOR VIA"]},
    expect={"units_after": [["England", "A", "YOR"]]},
)


def test_a_named_choice_sets_an_option() -> None:
    assert not as_expected(WALKS)
    choice = "4.A.3: VIA to a neighbour without a convoy falls back to the land route"
    walks = {**WALKS, "choice": choice}
    assert as_expected(walks)
    assert batch().judge_phase(walks)["options"] == {"via": "land"}
    assert as_expected(WALKS, batch(via="land"))
    assert find_options_of_choice("4.A.2: Szykman rule") == {}


def test_where_no_choice_is_named_the_settings_are_tried() -> None:
    judging = batch()
    line = judging.judge_phase(WALKS)
    assert line["expected_with"] == "via=land"
    assert line["units_after"] == [["England", "A", "LON"]]
    assert "expected_with" not in batch().judge_phase({**WALKS, "choice": "4.A.5 a: barred"})
    assert "expected_with" not in batch().judge_phase({**WALKS, "orders": {}})
    assert list(judging.tally.write_summary_lines()) == [
        "1 phases judged",
        "movement  0 of 1 as expected",
        "1 more as expected with via=land",
    ]


def test_what_follows_a_phase_follows_the_setting_that_explains_it() -> None:
    after = {"units": [["England", "A", "YOR"]], "centers": {}}
    more = case(id="g-F1901M", when="1901 fall", pre=after, orders={"England": ["A YOR - EDI"]},
                expect={"units_after": [["England", "A", "EDI"]]})  # fmt: skip
    tally = replayed({**WALKS, "id": "g-S1901M"}, more)
    assert (tally.phases, tally.gaps, tally.wrong) == (2, 0, {})
    assert tally.settings == {"via=land": 1}


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"pre": {"units": [["England", "Q", "LON"]]}}, "no unit of this variant: England Q LON"),
        ({"pre": {"units": [["England", "A", "XXX"]]}}, "no unit of this variant"),
        ({"pre": {"units": [["England", "A", "LON"], ["France", "A", "LON"]]}}, "two units"),
        ({"pre": 5}, "not the form of a phase"),
        ({"pre": {"units": ["x"]}}, "not the form of a phase"),
        ({"phase": "tea"}, "'tea' is missing or unknown"),
        ({"year_season": "1901 winter"}, "1901 winter has no movement phase"),
        ({"year_season": "1901"}, "not the form of a phase"),
        ({"orders": ["A LON H"]}, "not the form of a phase"),
        ({"expect": {"units_after": 5}}, "not the form of an outcome"),
        ({"expect": {"units_after": [[["England"], "A", "LON"]]}}, "not the form of an outcome"),
        ({"expect": {"centers_after": ["LON"]}}, "not the form of an outcome"),
    ],
)
def test_what_is_no_phase_is_said_kindly(bad: Case, message: str) -> None:
    good = case(pre={"units": []}, orders={})
    assert message in batch().judge_phase({**good, **bad})["error"]
    judging = batch()
    assert "error" not in judging.judge_phase(good)
    assert judging.tally.asked.total() == 0


def test_the_tally_counts_and_lists() -> None:
    judging = batch()
    for each in (DISLODGED, {**RETREAT, "orders": {}}, {**RETREAT, "id": "h-S1901R"}, {"id": "x"}):
        judging.judge_phase(each)
    assert list(judging.tally.write_summary_lines()) == [
        "4 phases judged",
        "movement  1 of 1 as expected",
        "retreat   1 of 2 as expected",
        "all       2 of 3 as expected",
        "2 not as expected:",
        "  h-S1901R: after: Austria A BUL should not be there; destroyed: Austria A SER is missing",
        "  x: 'phase' is missing or unknown",
    ]


def spring() -> list[Case]:
    start = [["Austria", "A", "BUD"], ["Turkey", "A", "CON"]]
    held = {"Austria": ["BUD"], "Turkey": ["CON"]}
    moved = [["Austria", "A", "SER"], ["Turkey", "A", "BUL"]]
    took = {"Austria": ["BUD", "SER"], "Turkey": ["BUL", "CON"]}
    return [
        case(id="g-S1901M", pre={"units": start, "centers": held},
             orders={"Austria": ["A BUD - SER"], "Turkey": ["A CON - BUL"]},
             expect={"units_after": moved}),
        case(id="g-F1901M", when="1901 fall", pre={"units": moved, "centers": held}, orders={},
             expect={"units_after": moved, "centers_after": took}),
        case("build", "1901 winter", id="g-W1901A", pre={"units": moved, "centers": took},
             orders={"Austria": ["BUILD A BUD"], "Turkey": ["WAIVE"]},
             expect={"units_after": [["Austria", "A", "BUD"], *moved]}),
    ]  # fmt: skip


def test_a_game_is_replayed_from_its_orders() -> None:
    tally = replayed(*spring())
    assert (tally.phases, tally.gaps, tally.wrong) == (3, 0, {})


def test_a_replay_that_leaves_the_record_says_so_and_goes_on() -> None:
    phases = spring()
    phases[0]["orders"]["Turkey"] = []
    tally = replayed(*phases)
    assert list(tally.wrong) == ["g-S1901M"]
    assert (tally.phases, tally.gaps) == (3, 1)


def test_games_are_told_apart_by_their_ids() -> None:
    ids = ["a-b-S1901M", "a-b-F1901M", "c-S1901M"]
    cases = [{**spring()[0], "id": each} for each in ids]
    games = read_games(load("standard"), {}, cases)
    assert [(record.title, len(record.phases)) for record in games] == [("a-b", 2), ("c", 1)]


@pytest.mark.parametrize("name", ["cases.jsonl", "cases.jsonl.gz"])
def test_lines_are_read_packed_or_not(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    text = '{"id": "é"}\n\n{"id": 2}\n'.encode()
    path.write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    passed: list[int] = []
    assert list(jsonl_phases.read_json_lines(path, passed.append)) == [{"id": "é"}, {"id": 2}]
    assert sum(passed) == path.stat().st_size


@pytest.mark.parametrize(("text", "said"), [("{}\n{x", "line 2 is no JSON"), ("[]", "line 1 is")])
def test_a_line_that_is_no_json_is_named(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        list(jsonl_phases.parse_json_lines(iter(text.splitlines())))


def test_an_outcome_is_json() -> None:
    line = batch().judge_phase(DISLODGED)
    assert json.loads(json.dumps(line)) == line
