"""Boards of other programs, where they lie beside the checkout: they are no part of the project."""

from __future__ import annotations

import gzip
import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from judge import new_game, resources
from judge.boards import importing
from judge.boards.folder import count_parts_of_board
from judge.library import check_map, load, load_geometry
from judge.model.geometry import split_path_into_rings
from judge.pictures.colors import choose_colors
from judge.records.batch import Tally, read_games, replay_record
from tests.boards.rereading import of_draft, of_variant

BOARDS = Path(__file__).parents[3] / "shared" / "data" / "boards"

NUMBERS = {
    "dpjudge/1900.map": {"1900": (90, 39, 7, 25)},
    "dpjudge/ancmed.map": {"Ancmed": (79, 34, 5, 15)},
    "dpjudge/britain.map": {"Britain": (75, 37, 7, 25)},
    "dpjudge/canton.map": {"Canton": (81, 36, 7, 23)},
    "dpjudge/chromatic.map": {"Chromatic": (56, 21, 5, 15)},
    "dpjudge/classical.map": {"Classical": (117, 35, 5, 15)},
    "dpjudge/crowded.map": {"Crowded": (75, 35, 11, 35)},
    "dpjudge/fiveman.map": {"Fiveman": (66, 27, 5, 15)},
    "dpjudge/fleetrome.map": {"Fleetrome": (75, 34, 7, 22)},
    "dpjudge/loeb9.map": {"Loeb9": (86, 38, 9, 28)},
    "dpjudge/modern.map": {"Modern": (141, 64, 10, 38)},
    "dpjudge/sailho.map": {"Sailho": (60, 16, 4, 8)},
    "dpjudge/standard.map": {"Standard": (75, 34, 7, 22)},
    "dpjudge/youngstown.map": {"Youngstown": (180, 72, 10, 39)},
    "jdip/asia": {"Asia": (82, 40, 7, 22)},
    "jdip/loeb9": {"Loeb9": (86, 38, 9, 28)},
    "jdip/modern": {
        "Modern": (141, 64, 10, 38),
        "Modern (with Wings)": (141, 64, 10, 38),
        "Modern Shift": (141, 64, 10, 38),
    },
    "jdip/pure": {"Pure": (7, 7, 7, 7)},
    "jdip/sailho": {"Sail Ho!": (60, 16, 4, 8), "Sail Ho! Crowded": (60, 18, 6, 18)},
}
"""Of each board the spaces, centers, powers and units, as its source has them."""


@pytest.mark.skipif(not BOARDS.is_dir(), reason="no boards lie beside the checkout")
@pytest.mark.parametrize("source", NUMBERS)
def test_a_board_beside_the_checkout_is_imported(source, tmp_path, monkeypatch):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    drafts = importing.read_boards(BOARDS / source)
    assert {draft.title for draft in drafts} == set(NUMBERS[source])
    for draft in drafts:
        code = f"{source.partition('/')[0]}_{importing.find_code_for_board(draft)}"
        importing.create_variant_folder(draft, code, tmp_path / "maps")
        assert check_map(code) == ()
        assert tuple(count_parts_of_board(draft).values()) == NUMBERS[source][draft.title]
        assert draft.unplayable == []
        assert of_variant(load(code)) == of_draft(draft)
        if draft.geometry:
            assert_units_within(draft.geometry)


def assert_units_within(geometry):
    """Paint each outline, and look where units stand, are driven out to, and lie on coasts."""
    ground = Image.new("L", geometry.size)
    for number, (code, shape) in enumerate(sorted(geometry.shapes.items()), 1):
        for ring in split_path_into_rings(shape.path):
            ImageDraw.Draw(ground).polygon([tuple(spot) for spot in ring], fill=number)
        for spot in (shape.unit, shape.dislodged, *shape.coasts.values()):
            assert ground.getpixel(tuple(spot)) == number, (code, spot)


@pytest.mark.skipif(not BOARDS.is_dir(), reason="no boards lie beside the checkout")
def test_two_programs_have_the_same_board(tmp_path):
    """The borders of Modern as the DPjudge has them and as jDip has them."""
    (one,) = importing.read_boards(BOARDS / "dpjudge" / "modern.map")
    other = importing.choose_board(importing.read_boards(BOARDS / "jdip" / "modern"), "Modern")

    also = {"ADL": "AND", "CRP": "CEN", "NWY": "NOR", "SLK": "SLO"}
    borders = {
        (*(also.get(end.partition("/")[0], end) for end in (origin, target)), way)
        for origin, target, way in one.list_borders()
    }
    assert borders == set(other.list_borders())


@pytest.mark.skipif(not BOARDS.is_dir(), reason="no boards lie beside the checkout")
def test_a_pack_of_a_power_for_each_center_is_drawn(tmp_path, monkeypatch):
    """34 powers with a center each and no unit yet: each land has a color of its own."""
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    pack = tmp_path / "chaos"
    pack.mkdir()
    for path in (BOARDS / "jdip" / "modern").iterdir():
        (pack / path.name).write_bytes(path.read_bytes())
    text = (pack / "variants.xml").read_text("latin-1")
    (variant,) = re.findall(r'<VARIANT name="Modern" .*?</VARIANT>', text, re.S)
    centers = re.findall(r'<SUPPLYCENTER province="(\w+)"', variant)[:34]
    bare = re.sub(r"<(POWER|SUPPLYCENTER|INITIALSTATE) .*?/>", "", variant, flags=re.S)
    powers = "".join(f'<POWER name="{at}ia" adjective="{at}ian"/>' for at in centers)
    owned = "".join(
        f'<SUPPLYCENTER province="{at}" homepower="{at}ia" owner="{at}ia"/>' for at in centers
    )
    chaos = bare.replace("<STARTINGTIME", f"{powers}<STARTINGTIME").replace("</VARIANT>", owned)
    (pack / "variants.xml").write_text(text.replace(variant, f"{chaos}</VARIANT>"), "latin-1")
    draft = importing.choose_board(importing.read_boards(pack), "Modern")
    importing.create_variant_folder(draft, "chaos_pack", tmp_path / "maps")
    game = new_game("chaos_pack")
    assert len(game.powers) == 34 and [game.units(power) for power in game.powers] == [()] * 34
    colors = choose_colors(game.variant.map, load_geometry("chaos_pack"))
    assert len({*colors.values()}) == 34
    assert game.draw().count("<svg") == 1


PHASES = Path(__file__).with_name("shared_phases.jsonl.gz")
"""Games of random orders that the package ``diplomacy`` played on the maps that it reads as we do:
made by ``python -m tests.boards 40 7 --shared --keep``, which plays others and more."""


def read_phases() -> dict[str, list[dict[str, Any]]]:
    with gzip.open(PHASES, "rt", encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    return {
        board: [*listed]
        for board, listed in groupby(cases, key=lambda case: str(case["id"]).split("-")[0])
    }


@pytest.mark.skipif(not BOARDS.is_dir(), reason="no boards lie beside the checkout")
@pytest.mark.parametrize("board", read_phases())
def test_random_turns_come_out_as_another_program_has_them(board, tmp_path, monkeypatch):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    (draft,) = importing.read_boards(BOARDS / "dpjudge" / board)
    code = f"turns_{Path(board).stem}"
    importing.create_variant_folder(draft, code, tmp_path / "maps")
    tally = Tally()
    for record in read_games(load(code), {}, read_phases()[board]):
        game = replay_record(record)
        tally.phases += game.phases
        tally.gaps += game.gaps
        tally.wrong |= game.wrong
    assert tally.wrong == {}
    assert tally.gaps == 0
    assert tally.phases >= 40
