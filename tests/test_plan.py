"""The examples of judge/README.md, taken out of it and run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest
from markdown_it import MarkdownIt

from tests.test_house import LAYERS

ROOT = Path(__file__).resolve().parent.parent
PLAN = ROOT / "judge" / "README.md"


def blocks() -> list[tuple[str, str, str]]:
    """The blocks of code: language, the file that it stands for ("": none) and text."""
    tokens = MarkdownIt("commonmark").parse(PLAN.read_text("utf-8"))
    found = []
    for token in tokens:
        if token.type == "fence":
            language, _, file = token.info.partition(" ")
            found.append((language, file, token.content))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all files of the page lie; one that is shown in pieces is put together."""
    folder = tmp_path_factory.mktemp("plan")
    for _, file, text in blocks():
        if "." in file:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            with (folder / file).open("a", encoding="utf-8") as pieces:
                pieces.write(text)
    return folder


def run(folder: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    around = {"JUDGE_OVERLAY": str(folder), "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, **around},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "command", [line for kind, _, text in blocks() if kind == "sh" for line in text.splitlines()]
)
def test_a_command_of_the_page_does_its_work(folder: Path, command: str) -> None:
    program, *arguments = command.split()
    assert program == "judge"
    done = run(folder, "-m", "judge", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "code", [text for kind, file, text in blocks() if kind == "python" and not file]
)
def test_an_example_of_the_page_holds(folder: Path, code: str) -> None:
    done = run(folder, "-", text=code)
    assert done.returncode == 0, done.stderr


def test_a_record_that_does_not_hold_is_seen(folder: Path) -> None:
    text = (folder / "truce.game").read_text("utf-8")
    (folder / "wrong.game").write_text(text.replace("void: truce TRI", "stands"), "utf-8")
    assert run(folder, "-m", "judge", "adjudicate", "wrong.game").returncode != 0


def table(name: str) -> str:
    """The block of the page that bears a name."""
    (text,) = [text for _, file, text in blocks() if file == name]
    return text


def test_the_page_names_all_rooms_as_the_house_test_does() -> None:
    groups = table("rooms").split("\n\n")
    named = [[line.split()[0] for line in group.splitlines()] for group in groups]
    assert named == [list(line) for line in LAYERS]


@pytest.mark.parametrize("step", [line.split()[0] for line in table("steps").splitlines()])
def test_a_step_on_the_way_of_a_mail_is_there(step: str) -> None:
    assert callable(resolve_name(f"judge.{step}"))
