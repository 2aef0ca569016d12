"""Pages of what listed games come to."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from judge.service.publishing import Publisher
from tests.road.office import MASTER, POWERS, Office, gather, player
from tests.site.html import Page, dead_links


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """A game of one turn that was drawn; who played France shows their results."""
    office = gather(Office(tmp_path / "office"))
    office.answer(player("France"), "SET MY NAME Ada\nA Par - Bur\nA Mar H\nF Bre - Mao")
    for _ in range(2):
        office.now += timedelta(days=3)
        office.run()
    for power in POWERS:
        office.answer(player(power), "DRAW")
    return office


def page(folder: Path, name: str) -> Page:
    shown = Page((folder / "statistics" / name).read_text(encoding="utf-8"))
    assert shown.faults == []
    return shown


def test_a_variant_has_a_page_of_what_games_came_to(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    publisher = Publisher(office.judge, folder)
    publisher.publish_changes(office.now)
    shown = page(folder, "standard.html")
    assert shown.title == "Statistics: standard"
    assert "France 1 0 1 0 3.0" in shown.text
    assert "France A MAR H, A PAR - BUR, F BRE - MAO 1 0 1 0" in shown.text
    assert "Movement 1 3 days" in shown.text
    listed = page(folder, "index.html")
    assert "standard.html" in listed.links and "Ada 85 % 1 1 0" in listed.text
    assert "statistics/index.html" in Page((folder / "index.html").read_text()).links
    assert dead_links(folder) == []
    assert "@" not in "".join(path.read_text() for path in folder.glob("statistics/*"))

    office.answer(MASTER, "ROLLBACK S1901M")
    publisher.publish_changes(office.now)
    assert [path.name for path in folder.glob("statistics/*")] == ["index.html"]
    assert "No listed game has ended yet" in page(folder, "index.html").text


def test_a_game_that_is_not_listed_is_in_no_statistics(office: Office, tmp_path: Path) -> None:
    office.answer(MASTER, "ROLLBACK S1901M\nSET LISTED OFF")
    for power in POWERS:
        office.answer(player(power), "DRAW")
    Publisher(office.judge, tmp_path / "site").publish_changes(office.now)
    assert [path.name for path in (tmp_path / "site/statistics").glob("*")] == ["index.html"]


def test_who_shows_no_name_is_nowhere(office: Office, tmp_path: Path) -> None:
    publisher = Publisher(office.judge, tmp_path / "site")
    office.answer(player("France"), "SET MY NAME OFF")
    publisher.publish_changes(office.now)
    assert "Who is reliable" not in page(tmp_path / "site", "index.html").text
