"""The boards of the package ``diplomacy``, imported: each with the numbers that the package counts.

Their maps are fetched by pip, once (``.bench``).
"""

from __future__ import annotations

import os

import pytest

from judge import resources
from judge.boards import dpjudge, importing
from judge.boards.folder import count_parts_of_board
from judge.library import check_map, load
from tests.boards import package
from tests.boards.rereading import of_draft, of_variant

pytestmark = pytest.mark.xdist_group("package")  # fetched once

NUMBERS = {
    "ancmed": (79, 34, 5, 15),
    "ancmed_age_of_empires": (79, 34, 5, 5),
    "colonial": (119, 58, 7, 29),
    "empire": (161, 58, 10, 30),
    "known_world_901": (269, 109, 16, 109),
    "modern": (141, 64, 10, 38),
    "pure": (7, 7, 7, 7),
    "standard": (75, 34, 7, 22),
    "standard_age_of_empires": (75, 34, 7, 7),
    "standard_age_of_empires_2": (75, 34, 7, 7),
    "standard_fleet_rome": (75, 34, 7, 22),
    "standard_france_austria": (75, 34, 2, 6),
    "standard_germany_italy": (75, 34, 2, 6),
    "world": (192, 86, 17, 51),
}
"""Of each board the spaces, centers, powers and units that the package's own ``Map`` has."""


@pytest.fixture(scope="module")
def maps():
    try:
        return package.maps()
    except OSError as trouble:
        message = f"pip does not get the package diplomacy: {trouble}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


def test_every_map_of_the_package_is_known(maps):
    assert sorted(path.stem for path in maps.glob("*.map")) == sorted(NUMBERS)


@pytest.mark.parametrize("board", NUMBERS)
def test_a_board_of_the_package_is_imported(board, maps, tmp_path, monkeypatch):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    draft = dpjudge.read_text_map(maps / f"{board}.map")
    importing.create_variant_folder(draft, f"peer_{board}", tmp_path / "maps")
    assert check_map(f"peer_{board}") == ()
    assert tuple(count_parts_of_board(draft).values()) == NUMBERS[board]
    assert draft.unplayable == []
    assert of_variant(load(f"peer_{board}")) == of_draft(draft)
