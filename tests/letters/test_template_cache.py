"""What is kept of a compiled template is read in its place, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from judge import resources
from judge.letters import render
from judge.letters.render import TemplateCache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where things are kept."""
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path))
    return tmp_path / "templates"


def render(text: str, maker: str = render.__file__) -> str:
    """What a process makes of a template that has just been started."""
    environment = Environment(
        loader=DictLoader({"greeting.txt": text}), bytecode_cache=TemplateCache(maker)
    )
    return environment.get_template("greeting.txt").render(name="Ann")


def test_what_is_kept_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert render("hail {{ name }}") == "hail Ann"
    monkeypatch.setattr(Environment, "compile", None)
    assert render("hail {{ name }}") == "hail Ann"


def test_a_changed_template_is_compiled_anew(folder: Path) -> None:
    assert render("hail {{ name }}") == "hail Ann"
    assert render("good day {{ name }}") == "good day Ann"
    assert render("hail {{ name }}") == "hail Ann"


def test_what_is_compiled_for_other_filters_is_not_read(folder: Path, tmp_path: Path) -> None:
    render("hail {{ name }}")
    (tmp_path / "maker.py").write_text("another module")
    render("hail {{ name }}", str(tmp_path / "maker.py"))
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("wrong", [b"", b"no code of Python", b"cut off"])
def test_what_is_broken_is_compiled_anew(folder: Path, wrong: bytes) -> None:
    render("hail {{ name }}")
    (kept,) = folder.iterdir()
    whole = resources.read_kept_file("templates", kept.name) or b""
    resources.keep_content("templates", kept.name, whole[:-9] if wrong == b"cut off" else wrong)
    assert render("hail {{ name }}") == "hail Ann"
    assert resources.read_kept_file("templates", kept.name) == whole


def test_where_nothing_can_be_kept_templates_are_compiled(folder: Path) -> None:
    folder.write_text("a file, where the folder would be")
    assert render("hail {{ name }}") == "hail Ann"
