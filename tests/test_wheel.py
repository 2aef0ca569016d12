"""The package as it is installed: everything it needs travels in the wheel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Callable
from importlib.metadata import distribution
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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
    (built,) = out.glob("diplomacy_judge-*.whl")
    return built


def installed(wheel: Path, home: Path) -> tuple[Path, Path]:
    """Put the wheel alone into an empty environment; return its Python, and where packages lie."""
    run([sys.executable, "-m", "venv", "--without-pip", home / "venv"], home)
    python = home / "venv" / "bin" / "python"
    told = run(
        [
            sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps",
            "--no-index", "--no-compile", "--disable-pip-version-check", wheel,
        ],
        home,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    where = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], home)
    return python, Path(where.stdout.strip())


def needed(wheel: Path, extra: str = "") -> set[str]:
    """The distributions that the wheel needs, with all that these need."""
    (name,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    text = zipfile.ZipFile(wheel).read(name).decode()
    waiting = re.findall(r"^Requires-Dist: (.+)$", text, re.M)
    found = set[str]()
    while waiting:
        requirement = Requirement(waiting.pop())
        wanted = not requirement.marker or requirement.marker.evaluate({"extra": extra})
        if wanted and (other := canonicalize_name(requirement.name)) not in found:
            found.add(other)
            waiting += distribution(other).requires or []
    return found


def size(distributions: set[str]) -> float:
    """Megabytes of what is installed of them, without what Python compiles."""
    files = [file for name in distributions for file in distribution(name).files or []]
    there = (Path(file.locate()) for file in files if file.suffix != ".pyc")
    return sum(path.stat().st_size for path in there if path.is_file()) / 1e6


def wheel_size(wheel: Path) -> float:
    return sum(entry.file_size for entry in zipfile.ZipFile(wheel).infolist()) / 1e6


def link(path: Path, original: Path) -> None:
    """Lend a file of a package, and what has been compiled of it."""
    compiled = [Path(cache_from_source(file)) for file in (path, original)]
    for here, there in ((path, original), compiled):
        if there.is_file() and not here.exists():
            here.parent.mkdir(parents=True, exist_ok=True)
            here.symlink_to(there)


LENT = "import os, sys; sys.path += filter(None, os.environ.get('LENT', '').split(os.pathsep))"
"""Packages in further folders are found where the environment names these."""


@pytest.fixture(scope="module")
def library(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel and what the library needs, and no more."""
    home = tmp_path_factory.mktemp("library")
    python, packages = installed(wheel, home)
    for name in needed(wheel):
        for file in distribution(name).files or []:
            if ".." not in file.parts and Path(file.locate()).is_file():
                link(packages / file, Path(file.locate()))
    for path in packages.joinpath("judge").rglob("*.py"):
        original = ROOT / path.relative_to(packages)
        if original.is_file() and original.read_bytes() == path.read_bytes():
            at = original.stat()
            os.utime(path, ns=(at.st_atime_ns, at.st_mtime_ns))  # what was compiled is of this file
            link(path, original)
    (packages / "lent.pth").write_text(LENT, encoding="utf-8")
    return python


Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def judge(library: Path, tmp_path: Path) -> Command:
    """Runs the judge command of that environment with all that the wheel depends on.

    The rest is borrowed from the environment of the tests: the test needs no network. The checkout
    itself is not borrowed.
    """
    borrowed = os.pathsep.join({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    found = run([library, "-c", "import judge; print(judge.__file__)"], tmp_path, LENT=borrowed)
    assert found.stdout.startswith(str(library.parents[2])), found.stdout + found.stderr
    return lambda *words: run([library.with_name("judge"), *words], tmp_path, LENT=borrowed)


def test_the_library_is_small(wheel: Path) -> None:
    names = needed(wheel)
    megabytes = size(names) + wheel_size(wheel)
    print(f"the library: {len(names)} dependencies, {megabytes:.0f} MB")
    assert len(names) <= 8, names
    assert megabytes <= 60


def test_a_server_is_not_large(wheel: Path) -> None:
    names = needed(wheel, "server")
    megabytes = size(names) + wheel_size(wheel)
    print(f"the server: {len(names)} dependencies, {megabytes:.0f} MB")
    assert "numpy" not in names
    assert megabytes <= 150


LIBRARY = """
import judge
game = judge.new_game("standard")
game = game.play({"Germany": "A Munich - Burgandy", "France": "A Par-Bur; A Mar S A Par-Bur"})
print(game.why("Munich"))
print(game.draw("France")[:4], judge.read_game(game.write()).turn)
try:
    judge.png(game.draw())
except judge.JudgeError as told:
    print(told)
"""


def test_the_library_needs_no_package_of_a_server(library: Path, tmp_path: Path) -> None:
    told = run([library, "-c", LIBRARY], tmp_path)
    assert told.stdout.splitlines() == [
        "A MUN - BUR: bounced with the French army in Paris, which got there (1 against 2)",
        "<svg F1901M",
        "PNG needs the package pillow_lunasvg: pip install 'diplomacy-judge[png]'",
    ], told.stderr


def test_a_command_says_what_to_install(library: Path, tmp_path: Path) -> None:
    command = library.parent / "judge"
    told = run([command, "check-map", "standard"], tmp_path)
    assert told.stdout == "standard: sound, 75 provinces, 34 centers\n", told.stderr
    for words in (["init"], ["demo"], ["admin", "games"]):
        told = run([command, *words], tmp_path)
        assert told.returncode == 2
        assert "pip install 'diplomacy-judge[server]'" in told.stderr
        assert "Traceback" not in told.stderr


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


def test_the_page_of_the_package_shows_the_pictures_of_the_readme(wheel: Path) -> None:
    (name,) = (name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/METADATA"))
    page = zipfile.ZipFile(wheel).read(name).decode()
    source = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"][
        "Source"
    ]
    links = re.findall(r'\]\(([^)]+)\)|src="([^"]+)"', page)
    assert f"{source}/maps/standard/demo.svg" in {picture for _, picture in links}
    assert f"{source}/judge/README.md#as-a-library" in {link for link, _ in links}
    for link, picture in links:
        assert (link or picture).startswith(("https://", "#")), link


def test_the_command_helps(judge: Command) -> None:
    told = judge("--help")
    assert told.returncode == 0, told.stderr
    assert "adjudicate" in told.stdout
    assert "1.0.0" in judge("--version").stdout


def test_the_map_came_along(judge: Command) -> None:
    told = judge("check-map", "standard")
    assert told.stdout == "standard: sound, 75 provinces, 34 centers\n", told.stderr


def test_a_turn_is_played(judge: Command, tmp_path: Path) -> None:
    game = tmp_path / "first.game"
    game.write_text(
        "record   Two armies for Serbia\n"
        "turn     Spring 1901 moves\n"
        "Austria  Army Budapest moves to Serbia   fails: bounced BUL\n"
        "Turkey   A Bul - Ser                     fails: bounced BUD\n"
        "after    nothing changed\n",
        encoding="utf-8",
    )
    told = judge("adjudicate", game)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "bounced with the Turkish army in Bulgaria (1 against 1)" in told.stdout


def test_a_mail_is_answered(judge: Command, tmp_path: Path) -> None:
    mail = tmp_path / "create.eml"
    mail.write_text(
        "From: master@example.org\nTo: judge@example.org\nSubject: CREATE trial\n\n",
        encoding="utf-8",
    )
    told = judge("mail", mail)
    assert told.returncode == 0, told.stderr
    assert "The game trial is open" in told.stdout


def test_a_judge_is_set_up(judge: Command, tmp_path: Path) -> None:
    told = judge("init", "--address", "judge@example.org", "here.toml")
    assert told.returncode == 0, told.stderr
    assert 'address = "judge@example.org"' in (tmp_path / "here.toml").read_text(encoding="utf-8")
    assert (tmp_path / "data" / "judge.db").is_file()
