"""Pages of the club: ratings, halls, and how tournaments stand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from judge.service.publishing import Publisher
from judge.store import tournament_rows
from tests.club.tournament import DIRECTOR, holders, play, say, say_in_game
from tests.road.office import Office
from tests.site.html import Page, dead_links


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """A tournament of two boards, of which one round was played."""
    office = Office(tmp_path / "office")
    office.judge = replace(office.judge, dice=Random(1).getrandbits)
    say(office, DIRECTOR, "TOURNAMENT CREATE autumn WITH rounds=2, rated=on, confirm=off")
    for number in range(1, 15):
        office.write(f"person{number}@example.org", "TOURNAMENT JOIN autumn")
    office.run()
    say(office, DIRECTOR, "TOURNAMENT START autumn")
    return office


def test_standings_are_on_a_page_and_change_with_results(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    publisher = Publisher(office.judge, folder)
    publisher.publish_changes(office.now)
    page = Page((folder / "club" / "autumn.html").read_text(encoding="utf-8"))
    assert page.title == "Tournament autumn" and page.faults == []
    assert "Standings" not in page.text and "14 players" in page.text
    winner = holders(office, "autumn1b1")["France"]
    say_in_game(office, winner, "autumn1b1", "SET MY NAME Ada")
    office.run()
    play(office, 1, 2)
    publisher.publish_changes(office.now)
    page = Page((folder / "club" / "autumn.html").read_text(encoding="utf-8"))
    assert page.faults == [] and "Ada" in page.text and "Player" in page.text
    assert "100" in page.text and "14.29" in page.text
    assert {"../games/autumn1b1/index.html", "../games/autumn1b2/index.html"} <= {*page.links}
    front = Page((folder / "club" / "index.html").read_text(encoding="utf-8"))
    assert front.faults == [] and "autumn.html" in front.links
    assert "Ratings: standard" in front.text and "Hall: standard" in front.text
    assert "Ada" in front.text
    assert "@" not in "".join(path.read_text() for path in folder.glob("club/*"))
    assert dead_links(folder) == []

    before = (folder / "club" / "autumn.html").stat().st_mtime_ns
    publisher.publish_changes(office.now)
    assert (folder / "club" / "autumn.html").stat().st_mtime_ns == before
    say_in_game(office, winner, "autumn1b1", "SET MY NAME OFF")
    office.run()
    publisher.publish_changes(office.now)
    assert "Ada" not in (folder / "club" / "autumn.html").read_text(encoding="utf-8")
    assert "Ada" not in (folder / "club" / "index.html").read_text(encoding="utf-8")


def test_games_that_are_not_listed_are_not_named(office: Office, tmp_path: Path) -> None:
    say(office, DIRECTOR, "TOURNAMENT SET autumn listed off")
    Publisher(office.judge, tmp_path / "site").publish_changes(office.now)
    page = Page((tmp_path / "site" / "club" / "autumn.html").read_text(encoding="utf-8"))
    assert not [link for link in page.links if "autumn1b1" in link]
    with office.judge.database.read_transaction() as tx:
        assert tournament_rows.load_tournament(tx, "autumn") is not None
