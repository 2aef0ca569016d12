"""The scripts of the pages are typed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.needs import needs

SCRIPTS = Path(__file__).resolve().parents[2] / "templates" / "site"
CHECK = ("--allowJs", "--checkJs", "--strict", "--noEmit", "--target", "es2022",
         "--lib", "es2022,dom,dom.iterable")  # fmt: skip


def complaints(script: Path) -> str:
    program = needs("tsc", "node-typescript")
    return subprocess.run(
        [program, *CHECK, str(script)], capture_output=True, text=True, check=False
    ).stdout


@pytest.mark.parametrize("name", ["order.js", "film.js"])
def test_the_types_of_a_script_fit(name: str) -> None:
    assert complaints(SCRIPTS / name) == ""


def test_a_type_that_does_not_fit_is_seen(tmp_path: Path) -> None:
    script = tmp_path / "wrong.js"
    script.write_text("// @ts-check\n/** @param {number} by */\nconst f = (by) => by.length;\n")
    assert "length" in complaints(script)


@pytest.mark.parametrize("name", ["order.js", "film.js", "steps.js"])
def test_a_script_is_small(name: str) -> None:
    assert (SCRIPTS / name).stat().st_size < 30_000
