"""Orders that something in their mail governs are in doubt; ``tests.post.governed`` mixes more."""

from __future__ import annotations

import pytest

from judge.language import outline
from tests.post import governed


def test_nothing_is_sure_that_something_governs() -> None:
    tally = governed.run(300)
    assert tally.clear > 150
    assert len(tally.missed) < tally.clear / 20


def test_an_outline_without_heads_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "_find_head", lambda *line, **first: None)
    with pytest.raises(AssertionError, match=" in\n"):
        governed.run(300)
