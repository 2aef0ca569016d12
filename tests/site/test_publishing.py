"""The site of a judge at work: what is listed, as a stranger sees it, and never in the way."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import judge.service.publishing
from judge.cli import main
from judge.service.publishing import PATIENCE, Publisher
from judge.site.catalog import SHELF, SHOWN
from judge.site.game import TurnOnShow
from tests.road.many_games import add_games_like
from tests.road.office import KEEPER, MASTER, Office, civilizations, gather
from tests.site.html import Page, dead_links
from tests.statements import counted_statements


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """A game of seven in which a turn was played."""
    office = gather(Office(tmp_path_factory.mktemp("begun")))
    office.write("france@example.org", "A Par - Bur", answering="france@example.org")
    office.answer(MASTER, "PROCESS")
    return office


@pytest.fixture
def office(begun: Office, tmp_path: Path) -> Office:
    twin = begun.twin(tmp_path / "office")
    twin.close()
    twin.keeper = KEEPER
    twin.open()
    return twin


def page(folder: Path, path: str) -> Page:
    return Page((folder / path).read_text(encoding="utf-8"))


def dated(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def test_a_game_is_shown_after_its_turn(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    Publisher(office.judge, folder).publish_changes(office.now)
    assert "ruhr Standard Now: Fall of 1901, movement." in page(folder, "index.html").text
    turn = page(folder, "games/ruhr/S1901M.html")
    assert "Army Paris → Burgundy moved" in turn.text
    assert "Played on Tuesday 3 November 2026" in turn.text
    assert dead_links(folder) == []
    assert not any("@" in text.read_text() for text in folder.rglob("*.html"))
    assert (folder / "index.html").stat().st_mode & 0o777 == 0o644


ATOM = "{http://www.w3.org/2005/Atom}"


def test_every_turn_is_in_the_feeds(office: Office, tmp_path: Path) -> None:
    office.now += timedelta(hours=5)
    office.answer(MASTER, "PROCESS")
    Publisher(office.judge, tmp_path, "https://club.example/board/").publish_changes(office.now)
    for feed, path in (("feed.xml", ""), ("games/ruhr/feed.xml", "games/ruhr/")):
        root = ElementTree.parse(tmp_path / feed).getroot()
        entries = root.findall(f"{ATOM}entry")
        assert [entry.findtext(f"{ATOM}title") for entry in entries] == [
            "ruhr: Fall of 1901, movement",
            "ruhr: Spring of 1901, movement",
            "ruhr: The start: Spring of 1901",
        ]
        assert entries[0].findtext(f"{ATOM}updated") == office.now.isoformat()
        assert root.findtext(f"{ATOM}updated") == office.now.isoformat()
        ids = [root.findtext(f"{ATOM}id"), *(entry.findtext(f"{ATOM}id") for entry in entries)]
        assert len({*ids}) == 4 and all(each.startswith("tag:example.org,") for each in ids)
        links = {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")}
        assert links == {
            "self": f"https://club.example/board/{feed}",
            "alternate": f"https://club.example/board/{path}index.html",
        }
        (link,) = entries[1].findall(f"{ATOM}link")
        assert link.get("href") == "https://club.example/board/games/ruhr/S1901M.html"


def test_a_feed_without_an_address_leads_from_where_it_stands(
    office: Office, tmp_path: Path
) -> None:
    Publisher(office.judge, tmp_path).publish_changes(office.now)
    for feed in ("feed.xml", "games/ruhr/feed.xml"):
        links = [
            each.get("href") for each in ElementTree.parse(tmp_path / feed).iter(f"{ATOM}link")
        ]
        assert len(links) == 3
        assert all(((tmp_path / feed).parent / str(link)).is_file() for link in links)


def test_a_web_server_may_read_what_a_judge_keeps_to_itself(office: Office, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        Publisher(office.judge, tmp_path / "site").publish_changes(office.now)
    finally:
        os.umask(before)
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "site").rglob("*")}
    assert modes == {0o644, 0o755}


def test_orders_that_come_in_touch_no_file(office: Office, tmp_path: Path) -> None:
    publisher = Publisher(office.judge, tmp_path / "site")
    publisher.publish_changes(office.now)
    before = dated(tmp_path / "site")
    assert office.answer("france@example.org", "A Bur - Mun")
    publisher.publish_changes(office.now)
    assert dated(tmp_path / "site") == before
    Publisher(office.judge, tmp_path / "site").publish_changes(office.now)
    assert dated(tmp_path / "site") == before


def test_the_next_turn_adds_its_page_and_leaves_old_ones(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publisher = Publisher(office.judge, tmp_path / "site")
    publisher.publish_changes(office.now)
    office.answer(MASTER, "PROCESS")
    drawn = []
    picture = TurnOnShow.draw_picture
    monkeypatch.setattr(
        TurnOnShow, "draw_picture", lambda turn: drawn.append(turn.code) or picture(turn)
    )
    publisher.publish_changes(office.now)
    assert drawn == ["S1901M", "F1901M"]
    assert "F1901M.html" in page(tmp_path / "site", "games/ruhr/S1901M.html").links
    assert dead_links(tmp_path / "site") == []


def test_a_game_that_is_no_longer_listed_is_taken_away(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    publisher = Publisher(office.judge, folder)
    publisher.publish_changes(office.now)
    (folder / "robots.txt").write_text("mine")
    office.answer(MASTER, "SET listed off")
    publisher.publish_changes(office.now)
    assert not list((folder / "games").iterdir())
    assert "No games are listed" in page(folder, "index.html").text
    assert (folder / "robots.txt").exists()


def test_a_finished_game_keeps_its_pages(office: Office, tmp_path: Path) -> None:
    publisher = Publisher(office.judge, tmp_path / "site")
    office.answer(MASTER, "TERMINATE")
    publisher.publish_changes(office.now)
    front = page(tmp_path / "site", "index.html").text
    assert "Over ruhr Standard The game is over: the master has ended it" in front
    assert "Army Paris → Burgundy" in page(tmp_path / "site", "games/ruhr/S1901M.html").text


def test_nobody_looks_into_a_game_of_hidden_starts_before_its_end(tmp_path: Path) -> None:
    office = civilizations(Office(tmp_path / "office"))
    folder = tmp_path / "site"
    publisher = Publisher(office.judge, folder)
    office.answer(MASTER, "PROCESS")
    publisher.publish_changes(office.now)
    here = {path.name for path in (folder / "games/ruhr").iterdir()}
    assert here == {"index.html", "feed.xml"}
    assert "<entry>" not in (folder / "games/ruhr/feed.xml").read_text()
    closed = page(folder, "games/ruhr/index.html")
    assert "Nobody looks into this game before it is over." in closed.text
    assert "Akkad" not in closed.text
    assert "Akkad" not in asked_by_a_stranger(office)
    office.answer(MASTER, "TERMINATE")
    assert "Akkad: Army Paris, No Order Processed." in asked_by_a_stranger(office)
    publisher.publish_changes(office.now)
    shown = page(folder, "games/ruhr/S1901M.html")
    assert "Akkad 1 center, 2 units" in shown.text
    assert dead_links(folder) == []


def asked_by_a_stranger(office: Office) -> str:
    office.write("stranger@example.org", "HISTORY ruhr\nLIST ruhr\nMAP ruhr", subject="a question")
    (letter,) = office.run()
    return letter.flat


def test_a_folder_that_is_broken_disturbs_nobody(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.write_text("no folder")
    publisher = Publisher(office.judge, folder)
    for hours in (0, 1, 2):
        publisher.publish_changes(office.now + timedelta(hours=hours))
    (told,) = office.run()
    assert (told.to, told.subject) == (KEEPER, "JUDGE - Site Not Written")
    assert str(folder) in told.flat
    folder.unlink()
    publisher.publish_changes(office.now + timedelta(hours=3))
    assert (folder / "games/ruhr/S1901M.svg").exists()
    assert office.run() == []
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
    folder.write_text("again")
    office.now += timedelta(hours=4)
    publisher.publish_changes(office.now)
    assert [letter.subject for letter in office.run()] == ["JUDGE - Site Not Written"]


def test_a_full_folder_is_left_alone_for_a_while(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def full(folder, files, anew=False):
        tried.append(folder)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(judge.service.publishing, "write_site_files", full)
    publisher = Publisher(office.judge, tmp_path)
    for seconds in (0, 30, PATIENCE.total_seconds()):
        publisher.publish_changes(office.now + timedelta(seconds=seconds))
    assert len(tried) == 2


def test_a_file_is_never_seen_half(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    publisher = Publisher(office.judge, folder)
    publisher.publish_changes(office.now)
    before = {path: text for path, (text, _) in dated(folder).items()}
    office.answer(MASTER, "PROCESS")

    def broken(self, target):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "replace", broken)
    publisher.publish_changes(office.now)
    assert {path: text for path, (text, _) in dated(folder).items()} == before


def test_a_game_whose_pages_fail_costs_no_other_game(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.write(MASTER, "CREATE alps", subject="another game")
    office.run()
    tried = []

    def failing(turn):
        tried.append(turn)
        raise ZeroDivisionError

    monkeypatch.setattr(TurnOnShow, "draw_picture", failing)
    publisher = Publisher(office.judge, tmp_path / "site")
    for hours in range(3):
        publisher.publish_changes(office.now + timedelta(hours=hours))
    front = page(tmp_path / "site", "index.html")
    assert "alps Standard The game has not begun." in front.text
    assert "ruhr" not in front.text
    assert len(tried) == 1
    assert [letter.to for letter in office.run()] == [KEEPER]


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone makes files of others")
def test_what_root_writes_anew_is_the_judge_s_user_s(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    folder.mkdir()
    os.chown(folder, 64638, 64639)
    (folder / "logo.png").write_bytes(b"of the operator's own")
    Publisher(office.judge, folder).write_site(anew=True)
    made = {path.name: path.stat().st_uid for path in folder.rglob("*")}
    assert made.pop("logo.png") == 0
    assert {"games", "ruhr", "index.html"} <= made.keys() and {*made.values()} == {64638}


def test_the_site_is_written_anew(office: Office, tmp_path: Path) -> None:
    office.close()
    config = tmp_path / "judge.toml"
    config.write_text(
        '[judge]\naddress = "judge@example.org"\n'
        f'data = "{office.folder}"\n[site]\nfolder = "www"\n'
    )
    told = CliRunner().invoke(main, ["site", "--config", str(config)])
    assert told.output == f"Written: {tmp_path}/www/index.html, games: 1\n"
    (tmp_path / "www/games/ruhr/start.svg").write_text("old")
    CliRunner().invoke(main, ["site", "--config", str(config)])
    assert (tmp_path / "www/games/ruhr/start.svg").read_text().startswith("<svg")
    config.write_text('[judge]\naddress = "judge@example.org"\n')
    told = CliRunner().invoke(main, ["site", "--config", str(config)])
    assert (told.exit_code, told.stderr) == (
        2,
        "judge: the settings name no folder in [site]\n",
    )


def test_what_a_turn_costs_does_not_grow_with_the_games(office: Office, tmp_path: Path) -> None:
    """As many statements, and as many files written, among four games as among a hundred."""
    office.write("master@example.net", "CREATE alps", subject="another game")
    office.run()
    costs = []
    for number, games in enumerate((3, 100)):
        add_games_like(office, "alps", games, first=1000 * number)
        folder = tmp_path / f"site{number}"
        publisher = Publisher(office.judge, folder)
        publisher.publish_changes(office.now)
        before = dated(folder)
        office.now += timedelta(hours=5)
        office.answer(MASTER, "PROCESS")
        with counted_statements(office.judge.database) as statements:
            publisher.publish_changes(office.now)
        after = dated(folder)
        written = {Path(path).relative_to(folder).parent for path in after.keys() - before.keys()}
        assert written == {Path("games/ruhr")}
        changed = {path for path in before if before[path] != after[path]}
        with counted_statements(office.judge.database) as idle:
            publisher.publish_changes(office.now)
        costs.append((len(statements), len(idle), len(changed)))
    assert costs[0] == costs[1]
    assert costs[0][1] <= 12  # games, persons, results, tournaments: a question each


def test_open_seats_are_listed_with_the_mail_that_takes_one(office: Office, tmp_path: Path) -> None:
    office.write(
        "m@example.net",
        "CREATE alps\nSET about Slow, and for beginners\nSET wanted A patient England",
        subject="alps",
    )
    office.run()
    publisher = Publisher(office.judge, tmp_path, "https://club.example/")
    publisher.publish_changes(office.now)
    shown = page(tmp_path, "openings.html")
    assert (
        "alps Standard, 7 open seats Wanted: A patient England Slow, and for beginners"
        in shown.text
    )
    assert "moves: 3 days, press: white, anonymous: no, rated: off" in shown.text
    assert "JOIN alps" in shown.text and "ruhr" not in shown.text
    (mail,) = [urlsplit(link) for link in shown.links if link.startswith("mailto:")]
    assert mail.path == office.judge.identity.address
    assert parse_qs(mail.query) == {"subject": ["alps"], "body": ["JOIN alps"]}
    entry = ElementTree.parse(tmp_path / "openings.xml").getroot().find(f"{ATOM}entry")
    assert entry is not None and entry.findtext(f"{ATOM}summary") == (
        "Wanted: A patient England. Slow, and for beginners"
    )

    office.write("new@example.org", parse_qs(mail.query)["body"][0], subject="alps")
    office.answer(MASTER, "EJECT Italy")
    publisher.publish_changes(office.now)
    shown = page(tmp_path, "openings.html")
    assert "6 open seats" in shown.text and "TAKEOVER ruhr" in shown.text
    office.answer(MASTER, "SET listed off")
    publisher.publish_changes(office.now)
    assert "ruhr" not in page(tmp_path, "openings.html").text


MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def test_search_engines_have_a_map_of_all_pages(office: Office, tmp_path: Path) -> None:
    url = "https://club.example/"
    Publisher(office.judge, tmp_path, url).publish_changes(office.now)

    def places(path: str) -> list[str]:
        found = ElementTree.parse(tmp_path / path).getroot().iter(f"{MAP}loc")
        return [(place.text or "").removeprefix(url) for place in found]

    pages = [page for part in places("sitemap.xml") for page in places(part)]
    assert "games/ruhr/index.html" in pages and "openings.html" in pages
    assert all((tmp_path / page).exists() for page in pages)
    assert not any("order/" in page for page in pages)


def test_finished_games_are_listed(office: Office, tmp_path: Path) -> None:
    publisher = Publisher(office.judge, tmp_path)
    publisher.publish_changes(office.now)
    assert "No game is over yet." in page(tmp_path, "finished.html").text
    office.answer(MASTER, "TERMINATE", "YES")
    publisher.publish_changes(office.now)
    shown = page(tmp_path, "finished.html")
    assert "ruhr Standard Spring of 1901, movement 2026-11-03" in shown.text
    assert "games/ruhr/index.html" in shown.links and shown.faults == []
    office.answer(MASTER, "UNDO")
    publisher.publish_changes(office.now)
    assert "No game is over yet." in page(tmp_path, "finished.html").text


def test_the_front_page_has_the_newest_and_leads_to_all(office: Office, tmp_path: Path) -> None:
    office.write("master@example.net", "CREATE alps", subject="another game")
    office.run()
    add_games_like(office, "alps", 230)
    office.now += timedelta(hours=5)
    office.answer(MASTER, "PROCESS")
    publisher = Publisher(office.judge, tmp_path)
    publisher.publish_changes(office.now)
    front = page(tmp_path, "index.html")
    games = [link for link in front.links if link.startswith("games/")]
    assert len(games) == SHOWN and "games/ruhr/index.html" in games
    (last,) = [link for link in front.links if link.startswith("all/")]
    found, path = [], last
    while path:
        shelf = page(tmp_path, path)
        listed = [link for link in shelf.links if link.startswith("../games/")]
        assert len(listed) <= SHELF
        found += listed
        number = int(path.removeprefix("all/").removesuffix(".html"))
        path = f"all/{number - 1}.html" if f"../all/{number - 1}.html" in shelf.links else ""
    assert len(found) == len({*found}) == 232
    assert dead_links(tmp_path) == []
    office.answer(MASTER, "SET listed off")
    publisher.publish_changes(office.now)
    assert not (tmp_path / "games/ruhr").exists()
    assert not any("games/ruhr/" in each.read_text() for each in tmp_path.rglob("*.html"))


def test_pages_of_games_that_went_while_nobody_wrote_are_removed(
    office: Office, tmp_path: Path
) -> None:
    Publisher(office.judge, tmp_path).publish_changes(office.now)
    (tmp_path / "all/7.html").write_text("ruhr")
    office.answer(MASTER, "SET listed off")
    Publisher(office.judge, tmp_path).publish_changes(office.now)
    assert not any("ruhr" in each.read_text() for each in tmp_path.rglob("*.html"))


def test_a_game_that_is_made_stands_on_the_last_page(office: Office, tmp_path: Path) -> None:
    publisher = Publisher(office.judge, tmp_path)
    office.write("master@example.net", "CREATE alps", subject="another game")
    office.run()
    add_games_like(office, "alps", 97)
    publisher.publish_changes(office.now)
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["1.html"]
    office.now += timedelta(hours=1)
    office.write("other@example.net", "CREATE pyrenees", subject="another game")
    office.run()
    publisher.publish_changes(office.now)
    assert "games/pyrenees/index.html" in page(tmp_path, "index.html").links
    assert "../games/pyrenees/index.html" in page(tmp_path, "all/2.html").links
    assert "../all/2.html" in page(tmp_path, "all/1.html").links
    assert dead_links(tmp_path) == []
