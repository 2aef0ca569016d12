"""An operator's file lies over ours of that name alone; all others stay in force."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge import resources
from judge.cli import main
from judge.language import old_judges, press_heads
from judge.language.grammar import _build_grammar, build_grammar
from judge.letters import reasons
from judge.library import checked, variants

for command in ("doctor", "preview"):  # imported once, and not anew in each process below
    import_module(f"judge.service.operate.{command}")

pytestmark = pytest.mark.xdist_group("overlay")  # grammars are compiled once

MAIL = """\
From: ann@example.org
To: judge@example.org
Message-ID: <1@example.org>
Subject: a question

HELP INDEX
SET NO DIAS
FROBNICATE it
CREATE ruhr {code}
SHOW SETTINGS ruhr
"""

KEPT = (
    old_judges.read_old_lines, press_heads.load_press_patterns, reasons.collect_common_wordings,
    checked.load_checked_file,
    variants._build_variant, variants._collect_choices_in_force,
)  # fmt: skip
"""What is read once, whatever lies over it."""

TABLE = 'topics = [{ title = "Time", rows = [{ lines = ["SET CLOCK n"], refused = "no" }] }]'

MEANINGS = """\
[[topics]]
title = "The clock"
settings.nmr = { example = "WAIT", means = "what we do then" }
settings.moves = { example = "2 DAYS", means = "how long we think" }
"""


def ours(kind: str, name: str) -> str:
    """The text of our own file."""
    return resources.find_file(kind, name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def ours_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    """All of ours is read once: the process of a test begins with what lies over it."""
    folder = tmp_path_factory.mktemp("ours")
    (folder / "mail.eml").write_text(MAIL.format(code="standard"), encoding="utf-8")
    assert CliRunner().invoke(main, ["mail", str(folder / "mail.eml")]).exit_code == 0
    assert doctor(folder) == {}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ours_read: None) -> Path:
    """The operator's folder, empty yet."""
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path / "own"))
    return tmp_path / "own"


def apart(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test in a process of its own, which forgets what was read once: other tests keep it."""

    @wraps(test)
    def run(**given: object) -> None:
        child = os.fork()
        if not child:
            failed = 1
            try:
                for each in KEPT:
                    each.cache_clear()
                test(**given)
                failed = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(failed)
        _, status = os.waitpid(child, 0)
        assert status == 0

    return run


def lay(own: Path, name: str, content: bytes) -> None:
    (own / name).parent.mkdir(parents=True, exist_ok=True)
    (own / name).write_bytes(content)


def forget_grammars(name: str) -> None:
    """Have grammars compiled anew if the file is one."""
    if name.endswith(".lark"):
        _build_grammar.cache_clear()
        build_grammar.cache_clear()


def doctor(tmp_path: Path) -> dict[str, str]:
    """What ``judge doctor`` finds wrong, by what it looked at."""
    config = tmp_path / "judge.toml"
    CliRunner().invoke(main, ["init", str(config)])
    settings = config.read_text(encoding="utf-8")
    config.write_text(settings.replace("judge@example.org", "judge@club.example"), encoding="utf-8")
    said = CliRunner().invoke(main, ["doctor", "--offline", "--config", str(config)]).output
    assert said.startswith("ok     settings\n"), said
    wrong = dict(re.findall(r"^wrong  ([^:\n]+): (.*)$", said, re.M))
    wrong.pop("mail server", None)  # there is none
    return wrong


SOUND = [
    ("templates/help/club.md", "# Club\n\nWe meet on Fridays.\n", "standard"),
    ("templates/help/settings.md", "# Settings\n\n- `AT` is dear to us.\n", "standard"),
    ("templates/settings.toml", MEANINGS, "standard"),
    ("templates/pages/options.md.j2", "# Options\n\nAsk the keeper.\n", "standard"),
    ("templates/sections/page.txt.j2", ours("templates", "sections/page.txt.j2"), "standard"),
    ("templates/site/style.css", "body { color: black }\n", "standard"),
    ("templates/common/fold.html.j2", ours("templates", "common/fold.html.j2"), "standard"),
    ("templates/setup/judge.toml.j2", ours("templates", "setup/judge.toml.j2"), "standard"),
    ("templates/reasons.toml", '[orders]\nno_order = "no order came here"\n', "standard"),
    ("templates/orders.toml", '[hold]\nown = "You held"\n', "standard"),
    ("grammar/old_judges.toml", TABLE, "standard"),
    ("grammar/adjustments.lark", ours("grammar", "adjustments.lark"), "standard"),
    ("grammar/commands.lark", ours("grammar", "commands.lark"), "standard"),
    ("maps/standard/rules.md", "# Rules\n\nBe kind.\n", "standard"),
    ("maps/standard/variant.toml", ours("maps", "standard/variant.toml"), "standard"),
    ("maps/standard/map.toml", ours("maps", "standard/map.toml"), "standard"),
    ("maps/standard/geometry.toml", ours("maps", "standard/geometry.toml"), "standard"),
    ("maps/civ/reasons.toml", ours("maps", "civ/reasons.toml"), "civ"),
    ("maps/gd/orders.toml", ours("maps", "gd/orders.toml"), "gd"),
    ("maps/gd/help/club.md", "# Club\n\nWe meet on Fridays.\n", "gd"),
]
"""Files of each kind that an operator may have, and a variant in which they are used."""


@pytest.mark.parametrize(("name", "text", "code"), SOUND)
@apart
def test_one_file_alone_leaves_the_others_as_they_are(
    own: Path, tmp_path: Path, name: str, text: str, code: str
) -> None:
    lay(own, name, text.encode())
    forget_grammars(name)
    (tmp_path / "mail.eml").write_text(MAIL.format(code=code), encoding="utf-8")
    answer = CliRunner().invoke(main, ["mail", str(tmp_path / "mail.eml")])
    assert answer.exit_code == 0, answer.output
    assert "== How to play by mail ==" in answer.output
    assert 'No order or command begins with "FROBNICATE"' in answer.output
    assert "The game ruhr is" in answer.output
    assert "== Settings of ruhr ==" in answer.output
    assert "- `MOVES` is 3 days: how long" in answer.output


@apart
def test_the_doctor_finds_all_well_with_sound_files(own: Path, tmp_path: Path) -> None:
    for name, text, _ in SOUND:
        lay(own, name, text.encode())
        forget_grammars(name)
    assert doctor(tmp_path) == {}


@pytest.mark.parametrize(
    ("name", "content", "what", "said"),
    [
        ("templates/help/club.md", b"# Club\n\n\xff\n", "templates", "club.md: 'utf-8' codec"),
        ("templates/help/judges.md.j2", b"# Old\n\n{{ nobody }}\n", "templates", "'nobody' is und"),
        ("templates/news.txt.j2", b"{% if %}\n", "templates", "news.txt.j2:1: Expected"),
        ("templates/settings.toml", b"[[topics]]\n", "templates", "settings.toml: "),
        ("templates/reasons.toml", b"[orders]\nholds = 3\n", "maps and grammar", "reasons.toml:2"),
        ("templates/orders.toml", b"[hold]\nwon = 3\n", "maps and grammar", "orders.toml:2"),
        ("grammar/old_judges.toml", b"topic = 3\n", "maps and grammar", "old_judges.toml: "),
        ("grammar/adjustments.lark", b"build: :\n", "maps and grammar", "grammar of 1900"),
        ("maps/standard/variant.toml", b"name = 3\n", "maps and grammar", "variant.toml:1"),
        ("maps/gd/help/bombs.md", b"\xff", "maps and grammar", "bombs.md: 'utf-8' codec"),
        ("maps/standard/geometry.toml", b"x = 3\n", "maps and grammar", "geometry.toml:1"),
    ],
)  # fmt: skip
@apart
def test_the_doctor_finds_a_broken_file(
    own: Path, tmp_path: Path, name: str, content: bytes, what: str, said: str
) -> None:
    lay(own, name, content)
    forget_grammars(name)
    wrong = doctor(tmp_path)
    assert said in wrong[what], wrong
