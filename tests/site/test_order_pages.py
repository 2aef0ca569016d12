"""Pages for orders as a judge at work writes them: each for one seat, with what it sees."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.service.publishing import Publisher
from tests.road.office import MASTER, Office, civilizations, gather, player
from tests.site.html import Page

URL = "https://club.example/board/"
LINK = re.compile(r"https://club\.example/board/(order/[0-9a-f]{32}/\d+\.html)#(\S+)")


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return gather(Office(tmp_path_factory.mktemp("begun"), pages=URL))


@pytest.fixture
def office(begun: Office, tmp_path: Path) -> Office:
    twin = begun.twin(tmp_path / "office")
    twin.judge = replace(twin.judge, pages=URL)
    return twin


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "site"


def publish(office: Office, folder: Path) -> None:
    Publisher(office.judge, folder, URL).publish_changes(office.now)


def link_of(office: Office, reader: str) -> tuple[str, str]:
    """The path of a reader's page, and the address behind the #, as their last letter has it."""
    found = LINK.search(office.last(reader).text)
    assert found, office.last(reader).text
    return found[1], found[2]


def pages_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.glob("order/*/*")}


def test_the_letter_of_the_turn_leads_to_a_page_and_that_to_the_judge(
    office: Office, folder: Path
) -> None:
    publish(office, folder)
    path, address = link_of(office, "france@example.org")
    page = (folder / path).read_text(encoding="utf-8")
    assert "<code>A PAR - BUR</code>" in page and "<code>A BER - KIE</code>" not in page
    assert "<p>You order for France.</p>" in page
    assert "@" not in page, "who serves it does not learn the address"
    assert address == office.last("france@example.org")["Reply-To"]
    assert f'href="{URL}{path}#{address}"' in office.last("france@example.org").html
    raw = office.compose("france@example.org", "A PAR - BUR", address, "ruhr S1901M", {})
    office.accept(raw, "france@example.org", (address,))
    office.run()
    assert office.orders("France") == ["A PAR - BUR"]


def test_a_reminder_leads_to_the_page(office: Office, folder: Path) -> None:
    publish(office, folder)
    path, _ = link_of(office, "france@example.org")
    office.sent.clear()
    office.now = office.game().due_at - timedelta(hours=1)
    office.run()
    reminder = office.last("france@example.org")
    assert "Reminder" in reminder.subject
    assert link_of(office, "france@example.org")[0] == path
    assert "Order on the map" in reminder.html


def test_each_seat_has_a_page_and_no_other_page_links_to_it(office: Office, folder: Path) -> None:
    publish(office, folder)
    pages = pages_in(folder)
    assert len(pages) == 7
    for text in folder.rglob("*.html"):
        assert "order/" not in text.read_text(encoding="utf-8").replace("order/../", "")
    assert MASTER not in {letter.to for letter in office.sent if LINK.search(letter.text)}


def test_the_next_turn_has_another_page_at_the_same_place(office: Office, folder: Path) -> None:
    publisher = Publisher(office.judge, folder, URL)
    publisher.publish_changes(office.now)
    before = link_of(office, "italy@example.org")[0]
    office.answer(MASTER, "PROCESS")
    publisher.publish_changes(office.now)
    after = link_of(office, "italy@example.org")[0]
    assert Path(before).parent == Path(after).parent and before != after
    assert before not in pages_in(folder) and after in pages_in(folder)
    assert len(pages_in(folder)) == 7


def test_who_takes_a_seat_gets_another_page(office: Office, folder: Path) -> None:
    publisher = Publisher(office.judge, folder, URL)
    publisher.publish_changes(office.now)
    before = link_of(office, "turkey@example.org")[0]
    office.answer(MASTER, "EJECT Turkey")
    publisher.publish_changes(office.now)
    assert before not in pages_in(folder)
    office.write("new@example.org", "TAKEOVER ruhr Turkey")
    office.run()
    publisher.publish_changes(office.now)
    assert len(pages_in(folder)) == 7 and before not in pages_in(folder)


def test_a_correction_is_shown(office: Office, folder: Path) -> None:
    publisher = Publisher(office.judge, folder, URL)
    publisher.publish_changes(office.now)
    path = folder / link_of(office, "france@example.org")[0]
    office.answer(MASTER, "CORRECT A PAR TO GAS")
    publisher.publish_changes(office.now)
    page = path.read_text(encoding="utf-8")
    assert "A GAS - BUR" in page and "A PAR - BUR" not in page


def test_a_game_can_be_without_pages_and_so_can_a_player(office: Office, folder: Path) -> None:
    publisher = Publisher(office.judge, folder, URL)
    office.answer("france@example.org", "SET MY PAGE OFF")
    publisher.publish_changes(office.now)
    assert len(pages_in(folder)) == 6
    office.answer(MASTER, "SET PAGES OFF")
    publisher.publish_changes(office.now)
    assert pages_in(folder) == set()
    office.answer(MASTER, "PROCESS")
    assert not LINK.search(office.last("germany@example.org").text)


def test_a_game_can_have_a_page_for_whoever_looks_on(office: Office, folder: Path) -> None:
    publisher = Publisher(office.judge, folder, URL)
    publisher.publish_changes(office.now)
    trial = folder / "games/ruhr/order.html"
    assert not trial.exists()
    office.answer(MASTER, "SET PAGES PUBLIC")
    publisher.publish_changes(office.now)
    page = trial.read_text(encoding="utf-8")
    assert "A PAR - BUR" in page and "A BER - KIE" in page and "@" not in page
    assert "order.html" in Page((folder / "games/ruhr/index.html").read_text()).links
    assert len(pages_in(folder)) == 7, "and players have theirs"
    before = page
    office.answer("france@example.org", "A PAR - BUR")
    publisher.publish_changes(office.now)
    assert trial.read_text(encoding="utf-8") == before
    office.answer(MASTER, "PROCESS")
    publisher.publish_changes(office.now)
    assert "Fall of 1901" in trial.read_text(encoding="utf-8")
    office.answer(MASTER, "SET PAGES ON")
    publisher.publish_changes(office.now)
    assert not trial.exists()


def test_no_stranger_tries_orders_in_a_hidden_game(tmp_path: Path, folder: Path) -> None:
    office = civilizations(Office(tmp_path / "civ", pages=URL))
    office.answer(MASTER, "SET PAGES PUBLIC")
    publish(office, folder)
    assert not (folder / "games/ruhr/order.html").exists()


def test_a_hidden_game_has_pages_for_those_who_ask(tmp_path: Path, folder: Path) -> None:
    office = civilizations(Office(tmp_path / "civ", pages=URL))
    publish(office, folder)
    assert pages_in(folder) == set()
    office.answer(player("Akkad"), "SET MY PAGE ON")
    publish(office, folder)
    (path,) = pages_in(folder)
    page = (folder / path).read_text(encoding="utf-8")
    assert "A PAR" in page and "<p>You order for Akkad.</p>" in page
    for stranger in ("Elam", "Hatti", "Judah", "Kush"):
        assert stranger not in page
    assert office.game().variant.map.powers.keys().isdisjoint(re.findall(r"\w+", page))


def test_without_an_address_on_the_web_there_are_none(tmp_path: Path, folder: Path) -> None:
    office = gather(Office(tmp_path / "office"))
    Publisher(office.judge, folder).publish_changes(office.now)
    assert pages_in(folder) == set()
    assert not LINK.search(office.last("france@example.org").text)
