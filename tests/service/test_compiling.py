"""What an operator lays over the judge's own files is read before anything depends on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import resources
from judge.service.compiling import load_checked_variants
from judge.service.settings import ConfigError


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "templates/sections/news.txt.j2",
            "\n{{ x | y }}",
            r"news\.txt\.j2:2: No filter named 'y'",
        ),
    ],
)
def test_what_is_broken_is_named_before_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, said: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    with pytest.raises(ConfigError, match=said):
        load_checked_variants()
