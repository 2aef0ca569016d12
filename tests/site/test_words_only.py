"""A map whose picture is missing or broken: all that is lost is the picture."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import pytest

import judge.service.publishing
from judge import resources
from judge.service.publishing import Publisher
from tests.road.office import KEEPER, MASTER, POWERS, Office, player
from tests.site.html import Page, dead_links

BROKEN = "size = [2000, 1500]\nland = "


@pytest.mark.parametrize(("name", "picture"), [("bare", None), ("torn", BROKEN)])
def test_without_pictures_the_words_go_on(
    name: str, picture: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    folder, standard = (
        tmp_path / "maps" / name,
        resources.find_file("maps", "standard/map.toml").parent,
    )
    folder.mkdir(parents=True)
    shutil.copy(standard / "map.toml", folder)
    told = (standard / "variant.toml").read_text(encoding="utf-8")
    (folder / "variant.toml").write_text(told.replace('"standard"', f'"{name}"'), encoding="utf-8")
    if picture is not None:
        (folder / "geometry.toml").write_text(picture, encoding="utf-8")
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))

    monkeypatch.setattr(judge.service.publishing, "codes", lambda: (name, "standard"))

    office = Office(tmp_path / "office", keeper=KEEPER, draws=True)
    office.write(MASTER, f"CREATE ruhr {name} WITH confirm=off", subject="a game")
    for power in POWERS:
        office.write(player(power), f"JOIN ruhr AS {power}", subject="hello")
    office.run()
    letters = [each for each in office.answer(MASTER, "PROCESS") if "Results" in each.subject]
    assert len(letters) == len(POWERS) + 1
    for letter in letters:
        assert "A VIE, A BUD, F TRI" in letter.flat and "F&nbsp;TRI" in letter.html
        assert not any(part.get_content_maintype() == "image" for part in letter.mail.walk())
    (refusal,) = office.answer(MASTER, "MAP")
    assert "no picture" in refusal.text

    Publisher(office.judge, tmp_path / "site").publish_changes(office.now)
    pages = [tmp_path / "site/games/ruhr" / page for page in ("index.html", "S1901M.html")]
    for path in pages:
        page = Page(path.read_text(encoding="utf-8"))
        assert page.faults == [] and "Austria 3 centers, 3 units A VIE, A BUD, F TRI" in page.text
    assert dead_links(tmp_path / "site") == []
    assert not list((tmp_path / "site/games").rglob("*.svg"))
    warned = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(warned) == (picture is not None)
