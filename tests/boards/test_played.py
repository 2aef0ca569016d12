"""Games that others played on boards of their own, where they lie beside the checkout.

``python -m tests.boards --played`` judges all their phases; ``tests/records/PLAYED.md`` tells how
they come out.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import resources
from judge.boards import importing
from judge.library import load
from tests.boards import played

PHASES = "phases of other boards (../shared/data)"

if played.DATA.is_dir():

    @pytest.mark.parametrize("code", sorted(played.list_codes() - played.OURS.keys()))
    def test_a_game_is_judged_as_it_was_played(code, tmp_path, monkeypatch, record_property):
        monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
        importing.create_variant_folder(played.boards()[code], f"other_{code}", tmp_path / "maps")
        judged(played.cases()[code][:20], load(f"other_{code}"), record_property)

    @pytest.mark.parametrize("code", played.OURS)
    def test_a_board_of_ours_is_the_one_it_was_played_on(code, record_property):
        variant = load(played.OURS[code])
        judged(played.renamed(played.cases()[code][:40], code, variant), variant, record_property)


def judged(cases, variant, record_property):
    tally = played.compare(variant, cases)
    record_property("tally", (PHASES, tally.phases))
    assert tally.phases == len(cases)
    assert not tally.wrong.keys() - played.ARGUED


def test_each_phase_argued_is_argued():
    text = (Path(__file__).parents[1] / "records" / "PLAYED.md").read_text("utf-8")
    assert [name for name in sorted(played.ARGUED) if name not in text] == []
