"""The pages in a browser: steps by button, key and finger, with and without the script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.browser import Browser

pytestmark = pytest.mark.xdist_group("browser")  # started once


@pytest.fixture
def game(browser: Browser, played: Path) -> Iterator[Path]:
    """The folder of a game's pages; whatever is done with them, the console stays empty."""
    yield played / "games/demo"
    assert browser.errors == []


def test_steps_by_button(browser: Browser, game: Path) -> None:
    browser.open(game / "start.html")
    for turn in ("S1901M", "F1901M", "F1901B"):
        with browser.loading():
            browser.click(".steps a[rel=next]")
        assert browser.at == f"{turn}.html"
        assert browser.say("document.querySelector('.board img').naturalWidth") > 400
    with browser.loading():
        browser.click(".steps a[rel=prev]")
    assert browser.at == "F1901M.html"


def test_steps_by_key(browser: Browser, game: Path) -> None:
    browser.open(game / "index.html")
    for key, turn in [("ArrowLeft", "F1902B"), ("ArrowLeft", "F1902R"), ("ArrowRight", "F1902B")]:
        with browser.loading():
            browser.press(key)
        assert browser.at == f"{turn}.html"
    browser.press("ArrowRight")
    assert browser.at == "F1902B.html", "it is the last"


def test_a_keyboard_goes_on_from_the_button_that_it_used(browser: Browser, game: Path) -> None:
    browser.open(game / "start.html")
    browser.press("Tab")
    assert browser.say("document.activeElement.className") == "skip"
    while browser.say("document.activeElement.rel") != "next":
        browser.press("Tab")
    for turn in ("S1901M", "F1901M"):
        with browser.loading():
            browser.press("Enter")
        assert browser.at == f"{turn}.html"
        assert browser.say("document.activeElement.rel") == "next"


def test_steps_by_finger(browser: Browser, game: Path) -> None:
    browser.ask("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.open(game / "S1901M.html")
    with browser.loading():
        browser.swipe(".board", -0.5)
    assert browser.at == "F1901M.html"
    with browser.loading():
        browser.swipe(".board", 0.5)
    assert browser.at == "S1901M.html"
    browser.ask("Emulation.setTouchEmulationEnabled", enabled=False)


def test_steps_without_the_script(browser: Browser, game: Path) -> None:
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(game / "start.html")
    with browser.loading():
        browser.click(".steps a[rel=next]")
    assert browser.at == "S1901M.html"
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)


def test_a_film_of_the_game(browser: Browser, game: Path) -> None:
    browser.open(game / "film.html")
    shown = "document.getElementById('turn').textContent"
    assert browser.say(shown) == "The start: Spring of 1901"
    browser.click("#on")
    assert browser.say(shown) == "Spring of 1901, movement"
    browser.press("ArrowRight")
    assert browser.say("document.getElementById('picture').src").endswith("/F1901M.svg")
    browser.press("ArrowLeft")
    browser.press("ArrowLeft")
    browser.press("ArrowLeft")
    assert browser.say(shown) == "The start: Spring of 1901", "it is the first"
    browser.say(
        "(slider => { slider.value = 3; slider.dispatchEvent(new Event('input')); })"
        "(document.getElementById('slider'))"
    )
    assert browser.say(shown) == "Winter of 1901, adjustments"
    browser.click("#play")
    assert browser.say("document.getElementById('play').textContent") == "Pause"
    browser.press("ArrowRight")
    assert browser.say("document.getElementById('play').textContent") == "Play"
    with browser.loading():
        browser.click("#turn")
    assert browser.at == "S1902M.html"


def test_it_fits_a_phone_and_knows_day_and_night(browser: Browser, game: Path) -> None:
    browser.ask("Emulation.setDeviceMetricsOverride", width=360, height=700, deviceScaleFactor=1,
                mobile=True)  # fmt: skip
    grounds = set()
    for page in ("../../index.html", "index.html", "F1902M.html", "film.html"):
        browser.open(game / page)
        assert browser.say("document.documentElement.scrollWidth") == 360, page
        for scheme in ("light", "dark"):
            chosen = [{"name": "prefers-color-scheme", "value": scheme}]
            browser.ask("Emulation.setEmulatedMedia", features=chosen)
            grounds.add((scheme, browser.say("getComputedStyle(document.body).backgroundColor")))
    assert sorted(grounds) == [("dark", "rgb(21, 23, 26)"), ("light", "rgb(243, 241, 236)")]
    browser.ask("Emulation.clearDeviceMetricsOverride")
    browser.ask("Emulation.setEmulatedMedia", features=[])
