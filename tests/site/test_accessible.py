"""What axe-core finds on the pages, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import judge
from judge.service.publishing import Publisher
from tests.road.office import POWERS, Office, gather, player
from tests.site.browser import Browser

pytestmark = pytest.mark.xdist_group("browser")  # started once

AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
ASK = """axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(
  each => [each.impact, each.id, each.nodes[0].html, each.nodes[0].failureSummary]))"""
PAGES = (
    "index.html",
    "games/demo/index.html",
    "games/demo/film.html",
    "games/demo/F1902M.html",
    "variants/standard/index.html",
)


@pytest.fixture(params=["light", "dark"])
def eyes(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser as it shows pages by day, or by night."""
    scheme = [{"name": "prefers-color-scheme", "value": request.param}]
    browser.ask("Emulation.setEmulatedMedia", features=scheme)
    yield browser
    browser.ask("Emulation.setEmulatedMedia", features=[])


def found_on(browser: Browser, page: Path) -> list[list[str]]:
    browser.open(page)
    return found_now(browser)


def found_now(browser: Browser) -> list[list[str]]:
    browser.say(AXE)
    answer = browser.ask("Runtime.evaluate", expression=ASK, awaitPromise=True, returnByValue=True)
    assert "exceptionDetails" not in answer, answer
    return list(answer["result"]["value"])


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_found_on_a_page(eyes: Browser, played: Path, page: str) -> None:
    assert found_on(eyes, played / page) == []


@pytest.mark.parametrize("variant", ["standard", "civ"])
def test_nothing_is_found_on_a_page_for_orders(eyes: Browser, tmp_path: Path, variant: str) -> None:
    game = judge.new_game(variant)
    for name, text in game.page(game.powers[0]).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert found_on(eyes, tmp_path / "index.html") == []
    eyes.say("document.querySelector('.chosen button').click()")
    assert found_now(eyes) == []


def test_nothing_is_found_on_the_lists_of_a_club(eyes: Browser, tmp_path: Path) -> None:
    office = gather(Office(tmp_path / "office"))
    office.answer(player("France"), "SET MY NAME Ada")
    for power in POWERS:
        office.answer(player(power), "DRAW")
    office.write("m@example.net", "CREATE alps", subject="alps")
    office.write("m@example.net", "TOURNAMENT CREATE autumn WITH rounds=1, confirm=off")
    for number in range(7):
        office.write(f"p{number}@example.net", "TOURNAMENT JOIN autumn")
    office.write("m@example.net", "TOURNAMENT START autumn")
    office.run()
    for number in range(7):
        office.answer(f"p{number}@example.net", "DRAW")
    Publisher(office.judge, tmp_path / "site").publish_changes(office.now)
    pages = ("openings.html", "finished.html", "persons/index.html", "persons/ada.html",
             "club/index.html", "club/autumn.html", "statistics/index.html",
             "statistics/standard.html")  # fmt: skip
    for page in pages:
        assert found_on(eyes, tmp_path / "site" / page) == [], page


def test_what_is_wrong_is_found(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "wrong.html"
    page.write_text(
        '<html lang="en"><title>A</title><main><h1>A</h1><img src="a.png"></main></html>'
    )
    assert [found[1] for found in found_on(browser, page)] == ["image-alt"]
    browser.errors.clear()
