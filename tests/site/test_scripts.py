"""The scripts of the pages are typed, and small."""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path

import pytest

import judge
from tests.needs import needs

SCRIPTS = Path(__file__).resolve().parents[2] / "templates" / "site"
CHECK = ("--allowJs", "--checkJs", "--strict", "--noEmit", "--target", "es2022",
         "--lib", "es2022,dom,dom.iterable", "--skipLibCheck")  # fmt: skip
"""What comes with the program is sound: to check that, too, takes half of the time."""


def test_the_types_of_the_scripts_fit(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text("// @ts-check\n/** @param {number} by */\nconst f = (by) => by.length;\n")
    files = [str(SCRIPTS / name) for name in ("order.js", "film.js", "search.js")] + [str(wrong)]
    program = needs("tsc", "node-typescript")
    told = subprocess.run([program, *CHECK, *files], capture_output=True, text=True, check=False)
    (complaint,) = told.stdout.splitlines()
    assert "wrong.js" in complaint and "length" in complaint, "a type that does not fit is seen"


@pytest.mark.parametrize(("variant", "most"), [("standard", 150_000), ("ww4", 600_000)])
def test_a_page_for_orders_is_light_as_a_web_server_sends_it(variant: str, most: int) -> None:
    game = judge.new_game(variant)

    def count_orders(power: str) -> int:
        return sum(map(len, game.possible_orders(power).values()))

    page = game.page(max(game.powers, key=count_orders))
    assert {*page} == {"index.html", "order.js", "order.css", "style.css"}
    assert sum(len(gzip.compress(text.encode())) for text in page.values()) < most


@pytest.mark.parametrize("name", ["order.js", "film.js", "search.js", "steps.js"])
def test_a_script_is_small(name: str) -> None:
    assert (SCRIPTS / name).stat().st_size < 30_000
