from __future__ import annotations

from pathlib import Path

import pytest

import judge.service.publishing
from judge.library import load
from judge.records import publish
from judge.records.reader import parse_record

DEMO = Path(__file__).resolve().parents[2] / "maps" / "standard" / "demo.game"


@pytest.fixture(autouse=True)
def few_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of two variants are enough where the site of a judge is written again and again."""
    monkeypatch.setattr(judge.service.publishing, "codes", lambda: ("civ", "standard"))


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the recorded game, its first eight turns."""
    folder = tmp_path_factory.mktemp("site")
    text = DEMO.read_text(encoding="utf-8")
    first = "\nturn  ".join(text.split("\nturn  ")[:9])
    publish.publish_games([publish.make_recorded_game(parse_record(first, load), "demo")], folder)
    return folder
