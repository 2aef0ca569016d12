"""Pages of those who let it be shown how they play."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.service.publishing import Publisher
from judge.site.club import name_pages
from tests.road.office import MASTER, POWERS, Office, gather, player
from tests.site.html import Page, dead_links


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """A rated game that was drawn; who played France lets it be shown."""
    office = gather(Office(tmp_path / "office"))
    office.answer(MASTER, "SET RATED ON")
    office.answer(player("France"), "SET MY NAME Ada B. Clark")
    for power in POWERS:
        office.answer(player(power), "DRAW")
    return office


def page(folder: Path, name: str) -> Page:
    return Page((folder / "persons" / name).read_text(encoding="utf-8"))


def test_a_person_has_a_page_as_long_as_they_want(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    publisher = Publisher(office.judge, folder)
    publisher.publish_changes(office.now)
    shown = page(folder, "ada-b-clark.html")
    assert shown.title == "Ada B. Clark" and shown.faults == []
    assert "standard 1500" in shown.text and "ruhr standard S1901M France draw 3 1 14.3" in (
        shown.text
    )
    listed = page(folder, "index.html")
    assert "ada-b-clark.html" in listed.links and "Italy" not in listed.text
    assert dead_links(folder) == []
    assert "@" not in "".join(path.read_text() for path in folder.glob("persons/*"))

    office.answer(MASTER, "SET LISTED OFF")
    publisher.publish_changes(office.now)
    assert "ruhr" not in page(folder, "ada-b-clark.html").text
    office.answer(player("France"), "SET MY NAME OFF")
    publisher.publish_changes(office.now)
    assert [path.name for path in folder.glob("persons/*")] == ["index.html"]
    assert "Ada" not in page(folder, "index.html").text


def test_what_a_stranger_asks_tells_of_listed_games_alone(office: Office) -> None:
    def told(reader: str, line: str) -> str:
        office.write(reader, line, subject="hello")
        office.run()
        return office.last(reader).text.lower()

    assert "ruhr" in told("stranger@example.org", "RESULTS OF Ada B. Clark")
    office.answer(MASTER, "SET LISTED OFF")
    assert "ruhr" not in told("stranger@example.org", "RESULTS OF Ada B. Clark")
    assert "ruhr" in told(player("France"), "RESULTS")


def test_what_has_not_changed_is_not_written(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    publisher = Publisher(office.judge, folder)
    publisher.publish_changes(office.now)
    before = (folder / "persons/ada-b-clark.html").stat().st_mtime_ns
    office.answer(player("Italy"), "SET MY NAME Carl")
    publisher.publish_changes(office.now)
    assert (folder / "persons/ada-b-clark.html").stat().st_mtime_ns == before
    assert (folder / "persons/carl.html").exists()


def test_no_two_persons_have_the_same_page() -> None:
    names = {3: "Ada", 5: "ada", 7: "Index", 9: "Éva", 11: "..."}
    assert name_pages(names) == {
        3: "ada", 5: "ada-5", 7: "index-7", 9: "éva", 11: "player",
    }  # fmt: skip
