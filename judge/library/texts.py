"""What a variant's folder says in words: its sentences for reasons, and its help pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from judge import resources
from judge.library.files import Layer, read_toml, validate
from judge.model.help import HelpPage, read_page
from judge.model.reason import Wording, wordings
from judge.tables import Table


class ReasonsFile(Table):
    """The ``reasons.toml`` of a variant: for each code a wording, or a list of them."""

    outcomes: dict[str, str | tuple[str, ...]] = Field(default_factory=dict)
    clauses: dict[str, str | tuple[str, ...]] = Field(default_factory=dict)


def read_reasons(folder: Path) -> Mapping[str, Wording]:
    """Return the sentences of a variant's folder by their codes. Raises FileError."""
    path = folder / "reasons.toml"
    if not path.exists():
        return {}
    tables = read_toml(path)
    validate(ReasonsFile, tables, (Layer(path, tables),), {})
    return wordings(tables)


def common_reasons() -> Mapping[str, Wording]:
    """Return the sentences that all variants have, the operator's own in place of ours."""
    common: dict[str, Wording] = {}
    for folder in reversed(resources.folders("templates")):
        if (folder / "reasons.toml").exists():
            common |= wordings(read_toml(folder / "reasons.toml"))
    return common


def read_help(folder: Path) -> dict[str, HelpPage]:
    """Return the pages of the ``help`` in a folder by their topics."""
    return {
        path.stem: read_page(path.read_text(encoding="utf-8"))
        for path in sorted((folder / "help").glob("*.md"))
    }
