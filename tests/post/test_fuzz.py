"""Broken mails, as many as the time of a test allows; ``tests.post.fuzz`` reads more of them."""

from __future__ import annotations

import pytest

from judge.post import mime
from tests.post import fuzz


def test_broken_mails_are_read_without_a_word() -> None:
    found = fuzz.run(1500)
    assert found.orders > 1500


@pytest.mark.parametrize("part", ["mark_quoted_lines", "strip_quotes_and_signature"])
def test_a_reader_that_does_not_cut_is_found_out(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = mime.strip_quotes_and_signature("", ())
    whole = {
        "mark_quoted_lines": lambda text, letters: text,
        "strip_quotes_and_signature": lambda text, own: nothing._replace(text=text),
    }
    monkeypatch.setattr(mime, part, whole[part])
    with pytest.raises(AssertionError, match=r" in b['\"]"):
        fuzz.run(1000)
