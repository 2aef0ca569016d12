"""Phases in neutral form, judged in bulk and replayed as games."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from judge.records import jsonl
from judge.records.batch import Bulk, Tally, choice_options
from judge.records.jsonl_phases import UnfitPhaseError
from judge.records.replay import games, replay

Case = dict[str, Any]

HOMES = {
    "Austria": ["BUD", "TRI", "VIE"],
    "England": ["EDI", "LON", "LVP"],
    "Turkey": ["ANK", "CON", "SMY"],
}


def case(phase: str = "movement", when: str = "1901 spring", **more: Any) -> Case:
    return {"id": "g-1", "phase": phase, "year_season": when, **more}


def bulk(**options: str) -> Bulk:
    return Bulk("standard", options)


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
    judged = bulk().judge(DISLODGED)
    assert judged.differs == ()
    assert judged.line["dislodged"] == [["Austria", "A", "SER"]]
    assert [row[:2] for row in results(judged.line, "Turkey")] == [
        ("A BUL - SER", "stands"),
        ("A GRE S A BUL - SER", "stands"),
    ]


def test_a_retreat_knows_the_movement_before_it() -> None:
    told = bulk()
    told.judge(DISLODGED)
    assert told.judge(RETREAT).differs == ()
    free = {**RETREAT, "orders": {"Austria": ["A SER - BUD"]}}
    assert ["Austria", "A", "BUD"] in bulk().judge(free).line["units_after"]


def test_a_retreat_of_another_game_is_judged_by_what_it_says_itself() -> None:
    told = bulk()
    told.judge(DISLODGED)
    assert told.judge({**RETREAT, "id": "h-S1901R"}).differs != ()


def test_a_retreat_may_name_its_options_or_where_the_attack_came_from() -> None:
    pre = RETREAT["pre"]
    named = {**RETREAT, "pre": {**pre, "retreat_options": {"Austria": {"A SER": ["BUD"]}}}}
    assert bulk().judge(named).differs == ()
    origin = {**RETREAT, "pre": {**pre, "dislodged": [["Austria", "A", "SER", "BUL"]]}}
    assert bulk().judge(origin).differs == ()
    contested = {**RETREAT, "pre": {**pre, "contested": ["BUL"]}}
    assert bulk().judge(contested).differs == ()


def test_a_retreat_may_bring_its_movement_with_it() -> None:
    both = {**RETREAT, "movement": {key: DISLODGED[key] for key in ("pre", "orders")}}
    assert bulk().judge(both).differs == ()


def test_builds_and_removals() -> None:
    units = [["England", "F", "NTH"], ["Turkey", "A", "ANK"], ["Turkey", "A", "BUL"]]
    autumn = case(
        "build",
        "1901 winter",
        pre={"units": units, "centers": {"England": ["EDI", "LON"], "Turkey": ["BUL"]}},
        orders={"England": ["BUILD F EDI"], "Turkey": ["REMOVE A ANK"]},
    )
    line = bulk().judge(autumn).line
    assert line["units_after"] == [["England", "F", "EDI"], units[0], units[2]]
    assert line["destroyed"] == []


def test_a_build_that_nobody_owes_is_waived_in_vain() -> None:
    winter = case("build", "1901 winter", pre={"units": []}, orders={"England": ["WAIVE"]})
    [result] = bulk().judge(winter).line["results"]["England"]
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
    form = bulk().form({})
    for phase, listed in texts.items():
        read = form.orders({"phase": phase, "orders": {"England": listed}})["England"]
        assert [form.write(order) for _, order in read if order] == listed


def test_a_text_that_is_no_order_spoils_only_itself() -> None:
    given = ["A LON - XXX", "gibberish", "A LON - YOR"]
    before = {"units": [["England", "A", "LON"]]}
    line = bulk().judge(case(pre=before, orders={"England": given})).line
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
    assert bulk().judge(WALKS).differs
    choice = "4.A.3: VIA to a neighbour without a convoy falls back to the land route"
    judged = bulk().judge({**WALKS, "choice": choice})
    assert judged.differs == ()
    assert judged.line["options"] == {"via": "land"}
    assert bulk(via="land").judge(WALKS).differs == ()
    assert choice_options("4.A.2: Szykman rule") == {}


def test_where_no_choice_is_named_the_settings_are_tried() -> None:
    judged = bulk().judge(WALKS)
    assert judged.differs
    assert judged.under == judged.line["expected_with"] == "via=land"
    assert judged.line["units_after"] == [["England", "A", "LON"]]
    assert bulk().judge({**WALKS, "choice": "4.A.5 a: barred"}).under == ""
    assert bulk().judge({**WALKS, "orders": {}}).under == ""
    tally = Tally()
    tally.add(judged)
    assert list(tally.lines()) == [
        "1 phases judged",
        "movement  0 of 1 as expected",
        "1 more as expected with via=land",
    ]


def test_what_follows_a_phase_follows_the_setting_that_explains_it() -> None:
    after = {"units": [["England", "A", "YOR"]], "centers": {}}
    more = case(id="g-F1901M", when="1901 fall", pre=after, orders={"England": ["A YOR - EDI"]},
                expect={"units_after": [["England", "A", "EDI"]]})  # fmt: skip
    told = replay("standard", {}, "g", [{**WALKS, "id": "g-S1901M"}, more])
    assert (told.phases, told.gaps, told.differs) == (2, 0, {})
    assert told.under == {"via=land": 1}


@pytest.mark.parametrize(
    ("bad", "said"),
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
def test_what_is_no_phase_is_said_kindly(bad: Case, said: str) -> None:
    good = case(pre={"units": []}, orders={})
    judged = bulk().try_judge({**good, **bad})
    assert said in judged.line["error"]
    assert bulk().try_judge(good).differs is None


def test_an_unknown_variant_or_option_is_named() -> None:
    with pytest.raises(UnfitPhaseError, match=r"no variant chess; there are: .*standard"):
        Bulk("chess", {}).judge(DISLODGED)
    with pytest.raises(UnfitPhaseError, match="no option color"):
        bulk(color="red").judge(DISLODGED)


def test_the_tally_counts_and_lists() -> None:
    tally, told = Tally(), bulk()
    tally.add(told.judge(DISLODGED))
    tally.add(told.judge({**RETREAT, "orders": {}}))
    tally.add(told.judge({**RETREAT, "id": "h-S1901R"}))
    tally.add(told.try_judge({"id": "x"}))
    assert list(tally.lines()) == [
        "4 phases judged",
        "movement  1 of 1 as expected",
        "retreat   1 of 2 as expected",
        "all       2 of 3 as expected",
        "2 not as expected:",
        "  h-S1901R: units_after: nothing missing, Austria A BUL too much; "
        "destroyed: Austria A SER missing, nothing too much",
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
    told = replay("standard", {}, "g", spring())
    assert (told.phases, told.gaps, told.differs) == (3, 0, {})


def test_a_replay_that_leaves_the_record_says_so_and_goes_on() -> None:
    phases = spring()
    phases[0]["orders"]["Turkey"] = []
    told = replay("standard", {}, "g", phases)
    assert list(told.differs) == ["g-S1901M"]
    assert (told.phases, told.gaps) == (3, 1)


def test_games_are_told_apart_by_their_ids() -> None:
    ids = ["a-b-S1901M", "a-b-F1901M", "c-S1901M"]
    found = [(game, len(phases)) for game, phases in games({"id": each} for each in ids)]
    assert found == [("a-b", 2), ("c", 1)]


@pytest.mark.parametrize("name", ["cases.jsonl", "cases.jsonl.gz"])
def test_lines_are_read_packed_or_not(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    text = '{"id": "é"}\n\n{"id": 2}\n'.encode()
    path.write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    passed: list[int] = []
    assert list(jsonl.read(path, passed.append)) == [{"id": "é"}, {"id": 2}]
    assert sum(passed) == path.stat().st_size


@pytest.mark.parametrize(("text", "said"), [("{}\n{x", "line 2 is no JSON"), ("[]", "line 1 is")])
def test_a_line_that_is_no_json_is_named(text: str, said: str) -> None:
    with pytest.raises(jsonl.JsonLineError, match=said):
        list(jsonl.parse(iter(text.splitlines())))


def test_an_outcome_is_json() -> None:
    assert json.loads(json.dumps(bulk().judge(DISLODGED).line)) == bulk().judge(DISLODGED).line
