"""What axe-core finds on the pages, by day and by night."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from unittest.mock import patch

import pytest

import judge
import judge.service.publishing
from judge.service.publishing import Publisher
from tests.road.office import POWERS, Office, gather, player
from tests.site.browser import Browser

pytestmark = pytest.mark.xdist_group("browser")  # started once

AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
ASK = """axe.run(document, {resultTypes: ['violations'], %s}).then(found => found.violations.map(
  each => [each.impact, each.id, each.nodes[0].html, each.nodes[0].failureSummary]))"""
PAGES = (
    "index.html",
    "games/demo/index.html",
    "games/demo/film.html",
    "games/demo/F1902M.html",
    "variants/standard/index.html",
)


@dataclass(frozen=True)
class Eyes:
    """The browser, and what is looked for: all rules, or those of these names."""

    browser: Browser
    rules: tuple[str, ...] = ()

    def found_on(self, page: Path) -> list[list[str]]:
        self.browser.open(page)
        return self.found_now()

    def found_now(self) -> list[list[str]]:
        self.browser.say(AXE)
        ask = ASK % (f"runOnly: {json.dumps(self.rules)}" if self.rules else "")
        answer = self.browser.ask(
            "Runtime.evaluate", expression=ask, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer
        return list(answer["result"]["value"])


@pytest.fixture(params=["light", "dark"])
def eyes(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Eyes]:
    """The browser as it shows pages by day, or by night, when colors alone are others."""
    scheme = [{"name": "prefers-color-scheme", "value": request.param}]
    browser.ask("Emulation.setEmulatedMedia", features=scheme)
    yield Eyes(browser, ("color-contrast",) if request.param == "dark" else ())
    browser.ask("Emulation.setEmulatedMedia", features=[])


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a club with a game that has ended, one with seats, a tournament and a person."""
    folder = tmp_path_factory.mktemp("club")
    office = gather(Office(folder / "office"))
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
    with patch.object(judge.service.publishing, "codes", lambda: ("standard",)):
        Publisher(office.judge, folder / "site").publish_changes(office.now)
    office.remove()
    return folder / "site"


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_found_on_a_page(eyes: Eyes, played: Path, page: str) -> None:
    assert eyes.found_on(played / page) == []


@pytest.mark.parametrize("variant", ["standard", "civ"])
def test_nothing_is_found_on_a_page_for_orders(eyes: Eyes, tmp_path: Path, variant: str) -> None:
    game = judge.new_game(variant)
    for name, text in game.page(game.powers[0]).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert eyes.found_on(tmp_path / "index.html") == []
    eyes.browser.say("document.querySelector('.chosen button').click()")
    assert eyes.found_now() == []


def test_nothing_is_found_on_the_lists_of_a_club(eyes: Eyes, club: Path) -> None:
    pages = ("openings.html", "finished.html", "persons/index.html", "persons/ada.html",
             "club/index.html", "club/autumn.html", "statistics/index.html",
             "statistics/standard.html")  # fmt: skip
    for page in pages:
        assert eyes.found_on(club / page) == [], page


def test_what_is_wrong_is_found(eyes: Eyes, tmp_path: Path) -> None:
    page = tmp_path / "wrong.html"
    page.write_text(
        '<html lang="en"><title>A</title><main><h1>A</h1><img src="a.png">'
        '<p style="color: #888; background: #999">Pale words</p></main></html>'
    )
    found = {what for _, what, *_ in eyes.found_on(page)}
    assert found == {*(eyes.rules or ("image-alt", "color-contrast"))}
    eyes.browser.errors.clear()
