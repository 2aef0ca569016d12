"""How long a letter is on a phone, measured by a browser."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from judge.game.atlas.topics import build_board_page
from judge.letters.compose import write_letter, write_page
from judge.letters.illustrations import list_pictures
from judge.library import codes, load, load_geometry
from judge.library.texts import read_help
from judge.model.letter import Heading, Notice, Page, Recipient
from judge.model.letter_kind import REPLY, RESULTS
from judge.model.pages import PageOfValues
from judge.model.picture import make_picture_mark
from judge.pictures.chart import draw_board
from judge.post.inline import LOOK, WIDTH
from judge.records.reader import parse_record
from judge.records.run import run_record
from judge.resources import find_file
from judge.views.project import build_view
from tests.letters.games import HOUSE
from tests.looks.screen import FAULTS
from tests.site.browser import Browser

pytestmark = pytest.mark.xdist_group("browser")  # started once
PHONE = 400
"""The width in CSS pixels."""


@pytest.mark.parametrize(
    ("record", "turn", "power", "most", "orders"),
    [
        ("standard/demo", "S1903M", "Russia", 2000, 34),
        ("gd/demo", "W2103M", "European Union", 2000, 33),
        ("ww4/turn", "F3M", "North Africa", 4000, 200),
    ],
)
def test_a_turn_with_its_picture_fits_a_phone(
    browser: Browser, tmp_path: Path, record: str, turn: str, power: str, most: int, orders: int
) -> None:
    """All orders are on the page, those of the reader first; what is folded counts as folded."""
    text = find_file("maps", f"{record}.game").read_text(encoding="utf-8")
    game = parse_record(text, load)
    variant, geometry = game.variant, load_geometry(game.variant.map.name)
    assert geometry
    played = next(each for each in run_record(game) if str(each.phase.turn) == turn)
    assert len(played.record.results) == orders
    view = build_view((power,), played.end, played.record, variant, "player")
    heading = Heading("ruhr", variant.name, "active", "UTC", turn=view.turn)
    notice = Notice(RESULTS, Recipient("a@example.org"), "", "1", heading, view)
    pictures = list_pictures(notice, variant)
    html = write_letter(notice, variant, HOUSE, pictures).html
    assert html.count("<!--picture") == len(pictures) == 2
    found = [
        html.index(words)
        for words in (f"Orders of {power}", make_picture_mark(0), "All the others")
    ]
    assert found == sorted(found)
    region = pictures[0].region
    shown = draw_board(view, variant, geometry, region=region)
    page = html.replace(
        make_picture_mark(0),
        f'<img width="{WIDTH}" style="{LOOK}" src="data:image/svg+xml,{quote(shown)}">',
    )
    (tmp_path / "letter.html").write_text(page, encoding="utf-8")
    size = {"width": PHONE, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.ask("Emulation.setScrollbarsHidden", hidden=True)
    browser.ask("Emulation.setDeviceMetricsOverride", **size)
    browser.open(tmp_path / "letter.html")
    page = "document.documentElement"
    width, height = browser.say(f"[{page}.scrollWidth, {page}.scrollHeight]")
    browser.ask("Emulation.clearDeviceMetricsOverride")
    assert width == PHONE
    assert height <= most


def test_all_pages_of_help_and_all_rules_fit_a_phone(browser: Browser, tmp_path: Path) -> None:
    """Nothing is too wide, too pale or too small, and no word of a table is broken."""
    pages = [Page(code, load(code).about) for code in codes()]
    for kind, folders in (("templates", ["help"]), ("maps", [f"{code}/help" for code in codes()])):
        pages += [
            Page(topic, page.text)
            for folder in folders
            for topic, page in read_help(kind, folder).items()
        ]
    assert len(pages) > 30
    topics = ("borders all", "map", "names", "provinces", "units", "options")
    for variant in map(load, ("ww4", "youngstown")):
        shown = [build_board_page(topic, (variant, None), {}) for topic in topics]
        pages += [write_page(page) for page in shown if isinstance(page, PageOfValues)]
    notice = Notice(REPLY, Recipient("a@example.org"), "", "1", sections=tuple(pages))
    html = write_letter(notice, load("standard"), HOUSE).html
    (tmp_path / "letter.html").write_text(html, encoding="utf-8")
    size = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.ask("Emulation.setScrollbarsHidden", hidden=True)
    browser.ask("Emulation.setDeviceMetricsOverride", **size)
    browser.open(tmp_path / "letter.html")
    faults = browser.say(FAULTS)
    browser.ask("Emulation.clearDeviceMetricsOverride")
    assert faults == []
