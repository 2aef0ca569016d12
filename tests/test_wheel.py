"""The package as it is installed: everything it needs travels in the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("wheel")  # built once

ROOT = Path(__file__).resolve().parent.parent


def run(
    command: list[str | Path], cwd: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command that finds no checkout: neither by the folder nor by the environment."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "JUDGE_OVERLAY")}
    return subprocess.run(
        command, cwd=cwd, env=kept | environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    told = run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT], out
    )
    assert told.returncode == 0, told.stdout + told.stderr
    (built,) = out.glob("judge-*.whl")
    return built


@pytest.fixture(scope="module")
def judge(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The judge command of an empty environment with the wheel in it.

    What the wheel depends on is borrowed from the environment of the tests, by a path file: the
    test needs no network. The checkout itself is not borrowed.
    """
    home = tmp_path_factory.mktemp("installed")
    run([sys.executable, "-m", "venv", "--without-pip", home / "venv"], home)
    python = home / "venv" / "bin" / "python"
    told = run(
        [
            sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps",
            "--no-index", "--disable-pip-version-check", wheel,
        ],
        home,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    where = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], home)
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    lines = [f"import sys; sys.path += {sorted(borrowed)!r}"]
    Path(where.stdout.strip(), "borrowed.pth").write_text("\n".join(lines), encoding="utf-8")
    found = run([python, "-c", "import judge; print(judge.__file__)"], home)
    assert found.stdout.startswith(str(home)), found.stdout + found.stderr
    return home / "venv" / "bin" / "judge"


def test_the_wheel_carries_what_people_edit(wheel: Path) -> None:
    inside = zipfile.ZipFile(wheel).namelist()
    for top in ("grammar", "templates", "maps", "migrations"):
        files = {
            f"judge/share/{path.relative_to(ROOT)}"
            for path in (ROOT / top).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert files
        assert files <= set(inside)
    assert not [name for name in inside if name.startswith(("tests/", "deploy/"))]


def test_the_command_helps(judge: Path, tmp_path: Path) -> None:
    told = run([judge, "--help"], tmp_path)
    assert told.returncode == 0, told.stderr
    assert "adjudicate" in told.stdout
    assert "0.1.0" in run([judge, "--version"], tmp_path).stdout


def test_the_map_came_along(judge: Path, tmp_path: Path) -> None:
    told = run([judge, "check-map", "standard"], tmp_path)
    assert told.stdout == "standard: sound, 75 provinces, 34 centers\n", told.stderr


def test_a_turn_is_played(judge: Path, tmp_path: Path) -> None:
    game = tmp_path / "first.game"
    game.write_text(
        "record   Two armies for Serbia\n"
        "turn     Spring 1901 moves\n"
        "Austria  Army Budapest moves to Serbia   fails: bounced BUL\n"
        "Turkey   A Bul - Ser                     fails: bounced BUD\n"
        "after    nothing changed\n",
        encoding="utf-8",
    )
    told = run([judge, "adjudicate", game], tmp_path)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "bounced with the Turkish army in Bulgaria (1 against 1)" in told.stdout


def test_a_mail_is_answered(judge: Path, tmp_path: Path) -> None:
    mail = tmp_path / "create.eml"
    mail.write_text(
        "From: master@example.org\nTo: judge@example.org\nSubject: CREATE trial\n\n",
        encoding="utf-8",
    )
    told = run([judge, "mail", mail], tmp_path)
    assert told.returncode == 0, told.stderr
    assert "The game trial is open" in told.stdout


def test_a_judge_is_set_up(judge: Path, tmp_path: Path) -> None:
    told = run([judge, "init", "--address", "judge@example.org", "here.toml"], tmp_path)
    assert told.returncode == 0, told.stderr
    assert 'address = "judge@example.org"' in (tmp_path / "here.toml").read_text(encoding="utf-8")
    assert (tmp_path / "data" / "judge.db").is_file()
