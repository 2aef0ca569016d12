"""A new judge: its settings file and its empty database."""

from __future__ import annotations

import tomllib
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from judge.resources import find
from judge.service.settings import Config, check, load
from judge.store.database import upgrade

MODES = ("smtp", "lmtp", "imap")
"""How mail can come in; each has its own sample of the settings file."""


def sample(mode: str, address: str, code: str, data: str) -> str:
    """Return a commented settings file for one way of getting mail."""
    text = find("templates", "setup/judge.toml.j2").read_text(encoding="utf-8")
    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.from_string(text).render(mode=mode, address=address, code=code, data=data)


def begin(path: Path, text: str) -> Config:
    """Write the settings file, make the data folder and the database, and return the settings.

    Raises BadConfig if the text is not fit to run with; nothing is made then.
    """
    check(tomllib.loads(text), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    config = load(path)
    config.judge.data.mkdir(parents=True, exist_ok=True)
    upgrade(config.database_url)
    return config
