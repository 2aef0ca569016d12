"""The pages of a site, read strictly."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner
from PIL import Image

from judge.cli import main
from judge.library import codes, load, load_geometry
from judge.records import publish
from judge.records.publish import find_free_name
from judge.records.reader import parse_record
from judge.site.pages import Site, build_files_of_game
from judge.site.variant import VariantOnShow, build_files_of_variant, build_variant_page
from tests.site.html import Page, dead_links


def test_every_page_is_valid_and_every_link_whole(played: Path) -> None:
    pages = sorted(played.rglob("*.html"))
    assert len(pages) == 13
    assert {str(path): Page(path.read_text()).faults for path in pages if _bad(path)} == {}
    assert dead_links(played) == []


def _bad(path: Path) -> bool:
    return bool(Page(path.read_text(encoding="utf-8")).faults)


def test_a_turn_shows_its_picture_its_results_and_the_reasons(played: Path) -> None:
    page = Page((played / "games/demo/S1901M.html").read_text(encoding="utf-8"))
    assert page.title.startswith("Spring of 1901, movement - seven people who played")
    assert "S1901M.svg" in page.links
    bounce = "Army Warsaw → Galicia bounced Bounced with the Austrian army in Vienna (1 against 1)."
    assert bounce in page.text
    assert "Turkey 3 centers, 3 units" in page.text
    picture = ElementTree.parse(played / "games/demo/S1901M.svg").getroot()
    assert picture.find("{http://www.w3.org/2000/svg}title").text == "Spring of 1901, Movement"


def test_the_turns_follow_each_other(played: Path) -> None:
    at, seen = "start", []
    while at:
        seen.append(at)
        page = (played / f"games/demo/{at}.html").read_text(encoding="utf-8")
        _, found, rest = page.partition('<link rel="next" href="')
        at = rest.partition(".html")[0] if found else ""
    assert seen == ["start", "S1901M", "F1901M", "F1901B", "S1902M", "S1902R", "F1902M", "F1902R",
                    "F1902B"]  # fmt: skip


def test_centers_over_time_are_plotted_and_told_in_numbers(played: Path) -> None:
    text = (played / "games/demo/index.html").read_text(encoding="utf-8")
    page = Page(text)
    assert "Power Start 1901 1902" in page.text
    for counted in ("Russia 4 6 7", "Germany 3 5 6", "France 3 5 5", "England 3 4 3"):
        assert counted in page.text
    drawn = text[text.index('<svg class="plot"') :].partition("</svg>")[0]
    plot = ElementTree.fromstring(f"{drawn}</svg>")
    assert "Russia 7, Austria 6, Germany 6" in plot.get("aria-label", "")
    lines = {
        line.findtext("title"): line.get("points", "").split() for line in plot.iter("polyline")
    }
    assert len(lines) == 7 and {len(points) for points in lines.values()} == {3}
    ends = {power: float(points[-1].split(",")[1]) for power, points in lines.items()}
    assert sorted(ends, key=ends.__getitem__)[0] == "Russia" and max(ends, key=ends.get) == "Turkey"
    labels = [label for label in plot.iter("text") if (label.text or "").split()[0] in lines]
    places = sorted(float(label.get("y", 0)) for label in labels)
    assert len(places) == 7
    assert all(below - above >= 16 for above, below in pairwise(places))


def test_a_variant_has_a_page_with_its_borders_and_rules(played: Path) -> None:
    page = Page((played / "variants/standard/index.html").read_text(encoding="utf-8"))
    assert "7 powers, 34 centers; with 18 of them a power wins." in page.text
    assert "Russia : Moscow, Sevastopol, St Petersburg, Warsaw" in page.text
    row = "PIC Picardy coast BEL army, fleet , BRE army, fleet , BUR army , ENG fleet , PAR army"
    assert row in page.text
    assert "The rules of Standard" in page.text


def test_every_variant_has_a_page() -> None:
    for variant in map(load, codes()):
        shown = VariantOnShow(variant, load_geometry(variant.map.name))
        files = {file.path: file for file in build_files_of_variant(Site("Games"), shown)}
        page = Page(files[build_variant_page(variant.code)].made())
        assert page.faults == [] and variant.name in page.text


def test_a_record_is_written_as_pages(tmp_path: Path) -> None:
    record = tmp_path / "one.game"
    record.write_text("turn Spring 1901 moves\nFrance A PAR - BUR\n", encoding="utf-8")
    told = CliRunner().invoke(main, ["replay", "--site", str(tmp_path / "out"), str(record)])
    assert told.exit_code == 0, told.output
    assert f"Written: {tmp_path}/out/index.html" in told.output
    assert "one" in Page((tmp_path / "out/index.html").read_text()).text


def test_a_game_that_takes_the_place_of_another_leaves_none_of_its_turns(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def write_pages(turns: str) -> set[str]:
        file = tmp_path / "race.game"
        file.write_text(f"record Race\n{turns}", encoding="utf-8")
        told = CliRunner().invoke(main, ["replay", "--site", str(out), str(file)])
        assert told.exit_code == 0, told.output
        return {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}

    short = "turn S1901M\nFrance A PAR - BUR\n"
    first = write_pages(short)
    longer = write_pages(f"{short}turn F1901M\nFrance A BUR - BEL\n")
    assert longer > first and any("F1901M" in name for name in longer - first)
    assert write_pages(short) == first


def test_a_folder_keeps_its_games_and_names_them_as_their_records_do(tmp_path: Path) -> None:
    def write_pages(name: str, record: str) -> Page:
        file, out = tmp_path / name, tmp_path / "out"
        file.write_text(f"{record}turn S1901M\nFrance A PAR - BUR\n", encoding="utf-8")
        told = CliRunner().invoke(main, ["replay", "--site", str(out), str(file)])
        assert told.exit_code == 0, told.output
        assert dead_links(out) == []
        return Page((out / "index.html").read_text(encoding="utf-8"))

    write_pages("a.game", "record The race: to Burgundy\n")
    write_pages("b.game", "")
    page = write_pages("a.game", "record A second race\n")
    assert [link for link in page.links if "games/" in link] == [
        "games/a-second-race/index.html", "games/b/index.html",
        "games/the-race-to-burgundy/index.html",
    ]  # fmt: skip
    again = write_pages("c.game", "record The race: to Burgundy\n")
    assert again.links == page.links
    turn = (tmp_path / "out/games/the-race-to-burgundy/S1901M.html").read_text(encoding="utf-8")
    assert Page(turn).title == "Spring of 1901, movement - The race: to Burgundy"


def test_the_folder_of_a_judge_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out/games/ruhr").mkdir(parents=True)
    (tmp_path / "out/games/ruhr/index.html").write_text("a page", encoding="utf-8")
    record = tmp_path / "one.game"
    record.write_text("turn S1901M\nFrance A PAR - BUR\n", encoding="utf-8")
    told = CliRunner().invoke(main, ["replay", "--site", str(tmp_path / "out"), str(record)])
    assert told.exit_code != 0
    assert "its game ruhr was not written by replay" in told.output
    assert not (tmp_path / "out/index.html").exists()


def test_a_link_to_a_turn_can_be_shown_with_words_and_a_picture() -> None:
    record = "record Nice & early\nturn S1901M\nFrance A PAR - BUR\n"
    game = publish.make_recorded_game(parse_record(record, load), "nice")
    files = {
        file.path: file for file in build_files_of_game(Site("Club", "https://a.example/b/"), game)
    }
    page = str(files["games/nice/S1901M.html"].made())
    assert Page(page).faults == []
    told = dict(re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)">', page))
    assert told["og:title"] == "Spring of 1901, movement - Nice &amp; early"
    assert told["description"] == told["og:description"]
    assert told["og:image"] == "https://a.example/b/games/nice/S1901M.png"
    picture = files["games/nice/S1901M.png"].made()
    assert isinstance(picture, bytes)
    with Image.open(BytesIO(picture)) as image:
        assert image.format == "PNG" and image.width == 800
    nowhere = {file.path: file for file in build_files_of_game(Site("Club"), game)}
    assert "games/nice/S1901M.png" not in nowhere
    assert "og:image" not in str(nowhere["games/nice/S1901M.html"].made())


def test_games_of_one_name_stand_beside_each_other() -> None:
    assert find_free_name("demo", ()) == "demo"
    assert find_free_name("Demo", ("demo", "demo-2")) == "Demo-3"
    assert find_free_name("../a b", ()) == "a-b"


def test_where_many_play_orders_are_folded_by_power() -> None:
    """A page of 36 powers with all that each of them ordered is read by nobody."""
    record = (
        "variant ww4\nturn Spring 1 moves\nCanada A DET - CHG\nTexas A DAL hold\nTexas A CHG hold\n"
    )
    game = publish.make_recorded_game(parse_record(record, load), "war")
    (page,) = [
        file.made()
        for file in build_files_of_game(Site("Games"), game)
        if file.path.endswith("S1M.html")
    ]
    assert Page(page).faults == []
    assert re.findall(r"<summary><h3>(.*?)</h3> .*?>(.*?)</span></summary>", page) == [
        ("Canada", "1 order, 1 failed"), ("Texas", "2 orders, 0 failed"),
    ]  # fmt: skip
