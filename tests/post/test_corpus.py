"""Mails as programs write them: three new orders each, and three old ones in the history."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.post.mime import read_mail

OWN = ("judge@example.org",)
NEW = ("F Bre - Mid", "A Mar - Spa", "A Par - Bur")
OLD = ("F Bre - Eng", "A Mar - Pie", "A Par - Pic")
ATTACHED = {"letter-attached"}
SIGNED = {"signed-mixed"}
FAREWELLS = {"Viele Grüße", "С уважением"}
FILES = sorted((Path(__file__).parent / "corpus").glob("*.eml"))


def lines(text: str) -> list[str]:
    plain = text.replace("\u2013", "-").replace("\u2192", "-").replace("\xa0", " ")
    return [" ".join(line.strip(" \u2022*").split()) for line in plain.splitlines()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_new_orders_survive_and_old_ones_do_not(file: Path) -> None:
    mail = read_mail(file.read_bytes(), OWN)
    assert [line for line in lines(mail.text) if line not in {"", *FAREWELLS}] == [*NEW]
    assert mail.sender == "france@example.org"
    assert mail.automatic is None
    if file.stem in ATTACHED:
        assert "cut_attachment" in {reason.code for reason in mail.cut}
    elif file.stem in SIGNED:
        assert mail.cut == (), "of a signature nothing is said"
    elif any(order.encode() in file.read_bytes() for order in OLD):
        why = "cut_hidden" if file.stem == "hidden" else "cut_quote"
        (cut,) = (reason for reason in mail.cut if reason.code == why)
        assert [order for order in OLD if order not in str(cut.about[1])] == []


def test_the_corpus_is_there() -> None:
    assert len(FILES) >= 150
