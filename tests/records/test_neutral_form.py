"""Phases of every variant in neutral form: their orders, their memory, their open retreats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.library import load
from judge.records.batch import Batch
from judge.records.model import RecordedPhase
from judge.records.reader import parse_record
from judge.records.run import build_position_at_start, play_phase

HERE = Path(__file__).parent
RECORDS = sorted((*HERE.glob("gd/*.game"), *HERE.glob("ww4/*.game")))
PHASES = {"M": "movement", "R": "retreat", "B": "build"}


def judge(variant: str, **case: Any) -> dict[str, Any]:
    return Batch(load(variant), {}).judge_phase(case)


def results(line: dict[str, Any], power: str) -> list[tuple[str, str, str]]:
    return [(each["order"], each["result"], each["reason"]) for each in line["results"][power]]


def test_a_bomb_of_global_diplomacy_leaves_a_ruin() -> None:
    """GD-18: without carriers an arsenal bombs directly; GD-23: what stands there is destroyed."""
    line = judge(
        "gd",
        phase="movement",
        year_season="2101 winter",
        pre={"units": [["RF", "R", "RUS"], ["European Union", "A", "SCA"]]},
        orders={"Russian Federation": ["Arsenal RUS bomb SCA"], "EU": ["A SCA H"]},
    )
    assert results(line, "Russian Federation")[0][:2] == ("Arsenal RUS bomb SCA", "stands")
    assert line["units_after"] == [["Russian Federation", "R", "RUS"]]
    assert line["destroyed"] == [["European Union", "A", "SCA"]]
    assert ["gd.ruin", "SCA", ""] in line["facts_after"]


def test_ruins_that_a_phase_begins_with_are_closed() -> None:
    """GD-23: a destroyed space is closed to movement for ever."""
    ruined = {"units": [["RF", "A", "RUS"]], "facts": [["gd.ruin", "SCA", ""]], "razed": ["SCA"]}
    case = {"phase": "movement", "year_season": "2101 winter", "orders": {"RF": ["A RUS - SCA"]}}
    whole = {"units": ruined["units"]}
    assert judge("gd", pre=whole, **case)["units_after"] == [["Russian Federation", "A", "SCA"]]
    line = judge("gd", pre=ruined, **case)
    assert line["units_after"] == [["Russian Federation", "A", "RUS"]]
    assert line["razed_after"] == ["SCA"]


@pytest.mark.parametrize(
    ("season", "to", "fate"),
    [("spring", "ANT", "void"), ("fall", "ANT", "stands")],
)
def test_a_navy_retreats_to_antarctica_in_its_season(season: str, to: str, fate: str) -> None:
    """GD-24: Antarctica is open in Fall and Winter only, to retreats too."""
    line = judge(
        "gd",
        phase="retreat",
        year_season=f"2101 {season}",
        pre={
            "units": [["US", "N", "SPA"]],
            "dislodged": [["South American Alliance", "N", "SPA", "PER"]],
        },
        orders={"South American Alliance": [f"N SPA - {to}"]},
    )
    assert results(line, "South American Alliance")[0][:2] == (f"N SPA - {to}", fate)


def test_what_is_no_power_is_named() -> None:
    line = judge("gd", phase="movement", year_season="2101 winter", pre={},
                 orders={"Narnia": []})  # fmt: skip
    assert line["error"] == "no power of this variant: Narnia"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_comes_out_the_same_in_neutral_form(path: Path) -> None:
    """The first phase of each record of GD and WW4 has the same results in both forms."""
    record = parse_record(path.read_text("utf-8"), load)
    phase, variant = record.phases[0], record.variant
    batch = Batch(variant, record.options)
    line = batch.judge_phase(neutral(phase))
    played = play_phase(variant, phase, build_position_at_start(variant, phase))
    expected = [
        (result.order.unit.power, str(result.fate), result.why.code)
        for result in played.record.results
    ]
    outcomes = [
        (power, each["result"], each["reason"])
        for power, listed in line["results"].items()
        for each in listed
    ]
    assert sorted(outcomes) == sorted(expected)
    units = sorted(
        (unit.power, str(unit.at).upper()) for unit in played.record.after.units.values()
    )
    assert sorted((power, place) for power, _, place in line["units_after"]) == units


def neutral(phase: RecordedPhase) -> dict[str, Any]:
    """Return what a phase begins with, and its orders as they were typed, in neutral form."""
    orders: dict[str, list[str]] = {}
    for given in phase.orders:
        orders.setdefault(given.power, []).append(given.text)
    units = [[unit.power, unit.kind, str(unit.at)] for unit in phase.units or ()]
    dislodged = []
    options: dict[str, dict[str, list[str]]] = {}
    for each in phase.dislodged:
        kind, place = each.unit.kind, str(each.unit.at)
        dislodged.append([each.unit.power, kind, place, each.origin])
        if each.options is not None:
            listed = options.setdefault(each.unit.power, {})
            listed[f"{kind} {place}"] = list(map(str, each.options))
    return {
        "phase": PHASES[phase.turn.phase],
        "year_season": f"{phase.turn.year} {phase.turn.season}",
        "pre": {
            "units": units,
            "dislodged": dislodged,
            "retreat_options": options,
            "centers": phase.owners,
            "homes": phase.homes,
            "facts": [list(fact) for fact in phase.facts],
            "razed": sorted(phase.razed),
        },
        "orders": orders,
    }
