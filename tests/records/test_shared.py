"""The judge against cases and played games of other hands, where they lie beside the checkout.

They are not part of the project (``tests/records/PLAYED.md`` says what they are), so a checkout
that stands alone collects one test of this file, and the tally says that nothing was at hand.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from judge import resources
from judge.library import load
from judge.records.batch import Batch, read_games, replay_record
from judge.records.jsonl_phases import read_json_lines

DATA = Path(__file__).parents[3] / "shared" / "data"
PHASES = "phases of other test sets (../shared/data)"

SAMPLE = "games_sample.jsonl.gz"
WITH_SETTING = {
    SAMPLE: {"disorder=homes": 7},
    "cases_extra.json": {},
    "games_hard.json": {"via=land": 42},
    "games_disputed.jsonl": {"disorder=homes": 15},
}
"""How many phases name no choice and come out as recorded under a setting that is no default."""

ARGUED = {
    "selfplay-game-AUS-900-S1906M",
    "selfplay-game-ITA-1074-S1918M",
    "selfplay-game-TUR-1033-F1913M",
    "selfplay-game-TUR-55-F1906M",
    "selfplay-game-TUR-55-S1908M",
    "selfplay-game-RUS-1167-S1906R",
    "selfplay-game-RUS-1465-F1925R",
    "droidippy-518-W1902A",
    "droidippy-1229-F1905M",
    "droidippy-1255-F1903M",
    "droidippy-4482-S1902R",
}
"""Phases whose record stands for no rule of ours: PLAYED.md argues each."""


def test_what_lies_beside_the_checkout_is_whole(record_property):
    record_property("tally", (PHASES, 0))
    assert not DATA.is_dir() or all((DATA / name).is_file() for name in WITH_SETTING)


def test_each_phase_argued_is_argued():
    text = (Path(__file__).parent / "PLAYED.md").read_text("utf-8")
    assert [name for name in sorted(ARGUED) if name not in text] == []


def judged(name: str, cases: Iterable[dict[str, Any]], record_property: Any) -> set[str]:
    """Judge the cases of a file; return the ids of those that no setting explains."""
    batch = Batch(load("standard"), {})
    for case in cases:
        batch.judge_phase(case)
    tally = batch.tally
    record_property("tally", (PHASES, tally.phases))
    assert tally.phases == tally.asked.total()
    assert tally.settings == WITH_SETTING[name]
    return tally.wrong.keys() - ARGUED


if DATA.is_dir():

    def test_24_whole_games(record_property):
        assert not judged(SAMPLE, read_json_lines(DATA / SAMPLE), record_property)

    def test_24_whole_games_from_their_orders_alone():
        """Each position follows from the one before; nothing is taken from the record."""
        records = read_games(load("standard"), {}, read_json_lines(DATA / SAMPLE))
        games = {record.title: replay_record(record) for record in records}
        assert len(games) == 24
        assert [tally.wrong for tally in games.values() if tally.wrong] == []
        settings = (tally.settings for tally in games.values())
        assert sum(settings, Counter()) == WITH_SETTING[SAMPLE]
        gaps = {game: tally.gaps for game, tally in games.items() if tally.gaps}
        assert gaps == {"droidippy-5958": 3}, "one record lacks three turns"

    def test_cases_before_datc_3(record_property):
        name = "cases_extra.json"
        cases = json.loads((DATA / name).read_text("utf-8"))["cases"]
        assert not judged(name, cases, record_property)

    def test_the_hardest_phases_of_all_games(record_property):
        name = "games_hard.json"
        wanted = {one for ids in json.loads((DATA / name).read_text()).values() for one in ids}
        assert not judged(name, picked(wanted), record_property)

    def test_phases_that_engines_dispute(record_property):
        name = "games_disputed.jsonl"
        assert not judged(name, read_json_lines(DATA / name), record_property)

    def test_fleets_that_convoy_from_a_coast(tmp_path, monkeypatch, record_property):
        """Denmark and Sweden ferry, and fleets pass from Berlin to Denmark."""
        monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
        folder = tmp_path / "maps" / "coasts"
        shutil.copytree(resources.find_file("maps", "standard/map.toml").parent, folder)
        edit(folder / "variant.toml", ('map = "standard"', 'map = "coasts"'))
        edit(
            folder / "map.toml",
            ('name = "Denmark"', 'name = "Denmark"\nferries = true'),
            ('name = "Sweden"', 'name = "Sweden"\nferries = true'),
            ('water = "BAL KIE PRU"', 'water = "BAL DEN KIE PRU"'),
            ('water = "BAL HEL KIE NTH SKA SWE"', 'water = "BAL BER HEL KIE NTH SKA SWE"'),
        )
        cases = json.loads((DATA / "variant_cases.json").read_text("utf-8"))["cases"]
        batch = Batch(load("coasts"), {})
        for case in cases:
            if case["variant"] == "convoyable_coasts":
                batch.judge_phase(case)
        tally = batch.tally
        record_property("tally", (PHASES, tally.phases))
        assert (tally.phases, tally.wrong, tally.settings) == (10, {}, {})


def picked(wanted: set[str]) -> Iterator[dict[str, Any]]:
    """Yield phases of all games by their ids, without reading the others."""
    ids = {name.encode() for name in wanted}
    with gzip.open(DATA / "games.jsonl.gz") as lines:
        for line in lines:
            if line[:200].split(b'"', 4)[3] in ids:
                yield json.loads(line)


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
