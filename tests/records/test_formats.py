"""Games written and read as other programs keep them."""

from __future__ import annotations

import gzip
import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import judge
from judge.exchange import FORMATS
from judge.library import load
from judge.records.formats import formats
from judge.records.model import RecordError
from judge.records.reader import parse_record
from judge.records.run import run_record_to_now
from judge.resources import find_file, list_files
from tests.records.round_trips import HOMES, faults

GAME = (Path(__file__).parent / "games" / "seven-left.game").read_text("utf-8")
STANDARD = load("standard", HOMES)

FIRST = {
    "Austria": "A VIE - GAL\nA BUD - SER",
    "Russia": "A WAR - GAL\nF SEV - BLA",
    "Turkey": "A CON - BUL\nF ANK - BLA",
}


@pytest.fixture(scope="module")
def game() -> judge.Game:
    return judge.new_game().play(FIRST).play({"Austria": "A SER - BUL"})


def written(game: judge.Game, form: str) -> str:
    return formats.write_game(form, "ruhr", game.variant, game.played, game.position)


@pytest.mark.parametrize("form", ["listing", "diplomacy", "webdip-json"])
def test_a_game_there_and_back_is_the_same(form: str) -> None:
    record = parse_record(GAME, load)
    short = replace(record, phases=record.phases[:14])
    assert list(faults(short, (form,))) == []


def test_the_command_knows_every_form() -> None:
    assert set(FORMATS) == set(formats.WRITERS)


def test_the_package_diplomacy_finds_its_own_words(game: judge.Game) -> None:
    """As ``diplomacy.utils.export.to_saved_game_format`` names them."""
    saved = json.loads(written(game, "diplomacy"))
    first, second, coming = saved["phases"]
    assert [phase["name"] for phase in saved["phases"]] == ["S1901M", "F1901M", "W1901A"]
    assert first["orders"]["RUSSIA"] == ["A WAR - GAL", "F SEV - BLA"]
    assert first["results"]["A WAR"] == ["bounce"] and first["results"]["A CON"] == []
    assert "F STP/SC" in first["state"]["units"]["RUSSIA"]
    assert second["results"]["A SER"] == ["bounce"]
    assert coming["state"]["builds"]["TURKEY"] == {"count": 1, "homes": ["CON"]}


def test_the_site_finds_its_own_numbers(game: judge.Game) -> None:
    """As its specification of ``history.json`` has them: London is 6, Vienna 72, Galicia 75."""
    phases = json.loads(written(game, "webdip-json"))["phases"]
    assert [(phase["turn"], phase["phase"]) for phase in phases] == [
        (0, "Diplomacy"),
        (1, "Diplomacy"),
        (1, "Builds"),
    ]
    assert {"countryID": 1, "type": "Fleet", "terrID": 6, "retreating": False} in phases[0]["units"]
    (vienna,) = [order for order in phases[0]["orders"] if order["terrID"] == 72]
    assert vienna == {
        "countryID": 5, "terrID": 72, "unitType": "Army", "type": "Move", "toTerrID": 75,
        "fromTerrID": None, "viaConvoy": False, "success": False, "dislodged": False,
    }  # fmt: skip


@pytest.mark.parametrize("code", ["hundred", "modern", "pure"])
def test_a_game_of_another_board_of_the_site_is_read_back(code: str) -> None:
    record = parse_record(find_file("maps", f"{code}/opening.game").read_text("utf-8"), load)
    assert list(faults(record, ("webdip-json",))) == []


@pytest.mark.parametrize("path", list_files("maps", "*/webdip.toml"), ids=str)
def test_every_power_and_space_has_one_number(path: Path) -> None:
    board, table = load(path.parent.name).map, tomllib.loads(path.read_text("utf-8"))
    coasts = (f"{at}/{c}" for at, p in board.provinces.items() for c in p.coasts if c)
    assert sorted(table["places"]) == sorted((*board.provinces, *coasts))
    assert sorted(table["powers"]) == sorted(board.powers)


@pytest.mark.parametrize(
    ("code", "power", "start", "number"),
    [
        ("ancmed", 5, "Rome F NEA", 11),
        ("hundred", 2, "England F LON", 9),
        ("franceaustria", 1, "France F BRE", 52),
        ("fleetrome", 3, "Italy F ROM", 12),
        ("modern", 1, "Britain F GIB", 50),
    ],
)
def test_the_site_numbers_each_board_by_itself(
    code: str, power: int, start: str, number: int
) -> None:
    (phase,) = json.loads(written(judge.new_game(code), "webdip-json"))["phases"]
    unit = {"countryID": power, "type": "Fleet", "terrID": number, "retreating": False}
    assert unit in phase["units"], start


def test_years_before_our_era_and_powers_without_a_name_are_read() -> None:
    game = judge.new_game("civ")
    first, second, *_ = game.powers
    build = next(o for o in game.possible_orders(first).values())[0]
    game = game.play({first: build, second: "WAIVE"}).play({})
    record = formats.read_game(written(game, "listing").encode(), "", game.variant)
    opening, spring, *_ = record.phases
    assert (str(opening.turn), str(spring.turn)) == ("W1901B", "S1901M")
    assert {given.power for given in opening.orders} >= {first, second}


def test_old_judges_lines_are_understood() -> None:
    """Marks, routes, units without orders and wrapped lists as nJudge prints them."""
    text = """\
:: Judge: USDP  Game: ruhr  Variant: Standard Gunboat

Movement results for Spring of 1901.  (ruhr.001)

Austria: Army Budapest -> Serbia.
Austria: Army Vienna -> Galicia.  (*bounce*)
Austria: Fleet Trieste, No Order Processed.

Russia: Army Warsaw -> Galicia. (*bounce*)
Russia: Army Moscow HOLD.
Russia: Fleet Sevastopol SUPPORT Army Moscow. (*void*)
Russia: Fleet St Petersburg (south coast) -> Gulf of Bothnia.

The next phase of 'ruhr' will be Movement for Fall of 1901.
"""
    whole, (first,) = judge.new_game(), formats.read_game(text.encode(), "", STANDARD).phases
    assert first.units == tuple(whole.position.units.values())
    assert [given.text for given in first.orders if given.expected] == [
        "Army Budapest -> Serbia",
        "Army Vienna -> Galicia",
        "Army Warsaw -> Galicia",
        "Fleet St Petersburg (south coast) -> Gulf of Bothnia",
    ]
    played, _ = run_record_to_now(formats.read_game(text.encode(), "", STANDARD), carry=True)
    assert [miss for each in played for miss in each.misses] == []
    other, _ = run_record_to_now(
        formats.read_game(text.replace("Galicia. (*bounce*)", "Galicia.").encode(), "", STANDARD)
    )
    assert other[0].misses == ("Russia Army Warsaw -> Galicia: fails: bounced, not stands",)


SAVED = '{"phases": [{"name": "S1901M", "state": {"units": {"FRANCE": %s}, "centers": {}}}]}'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "a record needs"),
        (b"\xff\xfe", "line 1: this is no text"),
        (gzip.compress(b'<?xml version="1.0"?>\n<jsx major="1">' + b" " * 1_000_000),
         "a saved game of jDip, .* write its turn"),
        (b"\x1f\x8b\x08 cut", "line 1: this is no text"),
        (b"{", "this is no JSON"),
        (b"[" * 5_000, "this is no JSON"),
        (b"[1]", "no game of the form diplomacy"),
        (b"{}", "'phases' is missing"),
        (b'{"phases": []}', "there is no turn in it"),
        (b'{"phases": [{"name": "X", "state": {"units": {}, "centers": {}}}]}', "no such turn"),
        (SAVED % '["A XXX"]', "S1901M: no unit of this variant: FRANCE A XXX"),
        (SAVED % '["A PAR", "F PAR"]', "S1901M: two units in one space"),
        (SAVED % '["A PAR"', "this is no JSON"),
        (b'{"phases": [{"turn": 0, "phase": "Diplomacy", "units": [{"countryID": 1,'
         b' "type": "Army", "terrID": 900, "retreating": false}], "centers": []}]}', "900 is"),
        (b'{"phases": [{"turn": 0, "phase": "War", "terrID": 0}]}', "there is no phase War"),
        (b"Movement results for Spring of 1802.", "line 1: .*: no such turn comes at first"),
        (b":: Judge: A  Game: b  Variant: Chaos\nMovement results for Spring of 1901.",
         "line 1: .*: the game is not one of Standard"),
        (b"Movement results for Spring of 1901.\nFrance: Army Paris jumps.",
         "line 2: France: Army Paris jumps.: not an order"),
        (b"Movement results for Spring of 1901.\nFrogs: Army Paris HOLD.", "no power Frogs"),
        (b"Movement results for Spring of 1901.\nFrance: Army Paris HOLD.\n"
         b"France: Army Paris HOLD.", "line 3: .*: two units in one space"),
        (b"Movement results for Spring of 1901.\nFrance: " + b"(*a" * 999, "line 2: .* too long"),
        (b"Movement results for Fall of 1901.", "it begins with F1901M, not with S1901M"),
    ],
)  # fmt: skip
def test_what_is_no_game_is_refused(data: bytes | str, said: str) -> None:
    raw = data.encode() if isinstance(data, str) else data
    with pytest.raises(RecordError, match=said):
        formats.read_game(raw, "", STANDARD)


def test_a_file_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "MOST_BYTES", 10)
    with pytest.raises(RecordError, match="no more than 10 bytes"):
        formats.read_game(b"x" * 11, "", STANDARD)


def test_a_form_without_words_for_a_variant_says_so() -> None:
    gd = judge.new_game("gd")
    with pytest.raises(RecordError, match="how webDiplomacy numbers Global"):
        written(gd, "webdip-json")
    later = judge.read_game("variant gd\nturn Fall 2101 adjustments\n")
    with pytest.raises(RecordError, match="the package has no Fall of"):
        written(later, "diplomacy")
