"""Broken mails, as many as the time of a test allows; ``tests.post.fuzz`` reads more of them."""

from __future__ import annotations

import pytest

from judge.post import mime
from tests.post import fuzz


def test_broken_mails_are_read_without_a_word() -> None:
    found = fuzz.run(3000)
    assert found.orders > 3000


@pytest.mark.parametrize("part", ["mark", "strip"])
def test_a_reader_that_does_not_cut_is_found_out(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = mime.strip("", ())
    whole = {
        "mark": lambda text, letters: text,
        "strip": lambda text, own: nothing._replace(text=text),
    }
    monkeypatch.setattr(mime, part, whole[part])
    with pytest.raises(AssertionError, match=" in b'"):
        fuzz.run(1000)
