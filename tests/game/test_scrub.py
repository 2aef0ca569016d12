"""What is left of a text when nobody is to know who wrote it."""

from __future__ import annotations

import pytest

from judge.game.press.anonymize import Writer, anonymize_text, is_writer_name
from judge.language.lexicon import build_lexicon
from judge.library import load

WORDS = build_lexicon(load("standard").map).words
WRITER = Writer("will.paris99@mail.example.org", "Will P. Paris-Hartmann", "Italy")

CASES = [
    ("I will move to Paris, will you?", "I will move to Paris, will you?"),
    ("Ask Will. Or Hartmann, or HARTMANN!", "Ask Italy. Or Italy, or Italy!"),
    ("will.paris99 is me, <will.paris99@mail.example.org>", "Italy is me, Italy"),
    ("Mail me: w.h+dip@else.example.org.", "Mail me: [address]."),
    ("Call +49 30 1234567 or (tel: 030 123456).", "Call [number] or ([number])."),
    ("A PAR - BUR, F STP(sc) - BOT in 1901, 1902, 1903", None),
    ("Yes.\n\nBest wishes,\nHank\nACME\n12 Low Road", "Yes.\n\nBest wishes,\nItaly"),
    ("Thanks\nfor all\n" + "more\n" * 9 + "end", None),
    ("Yes.\n\nOn Monday X <x@else.example.org> wrote:\nNo.", "Yes.\n\nNo."),
    ("Will P. Paris-Hartmann", "Italy"),
    ("Hartmann's plan and Hartmanns plan", "Italy's plan and Italy's plan"),
    ("Call 0171-2345678, (030) 1234567 or 555-123-4567", "Call [number], [number] or [number]"),
    ("I have 18 centers in 1908; A 10 000 B 1901-1905.", None),
    (
        "Skype: will.p, discord is wph_99, wph#1234, https://t.me/wph",
        "[handle], [handle], [handle], [handle]",
    ),
    ("No.\n\nOn Monday Karl wrote:\nYes.", "No.\n\nYes."),
    ("Am 3.11. schrieb Karl Maier:\nJa.", "Ja."),
    ("Germany wrote: no. Germany wrote:\nYes, from Paris.", None),
    ("From: Karl Maier\nYes.", "Yes."),
    ("From: Germany", None),
    ("Agreed.\nWH", "Agreed.\nItaly"),
    ("Agreed.\nW.", "Agreed.\nItaly"),
    ("Agreed.\nG", None),
    ("Hartmann Hartmann, and once more Will\n Hartmann", "Italy, and once more Italy"),
]


@pytest.mark.parametrize(("text", "left"), CASES)
def test_a_text_without_its_writer(text, left) -> None:
    cleaned = anonymize_text(text, WRITER, WORDS)
    assert cleaned.text == (text if left is None else left)
    assert bool(cleaned.taken) is (cleaned.text != text)
    assert anonymize_text(cleaned.text, WRITER, WORDS) == (cleaned.text, ()), (
        "it goes as it is offered"
    )


def test_small_words_of_a_name_are_no_names() -> None:
    dutch = Writer("jvd@example.org", "Jan van der Hill", "Italy")
    assert anonymize_text("The jan. Jan of the hill, for Hill", dutch, WORDS).text == (
        "The jan. Italy of the hill, for Italy"
    )


def test_a_writer_who_gives_no_name_is_called_nothing() -> None:
    nobody = WRITER._replace(called="")
    assert anonymize_text("So long.\nBest,\nWill", nobody, WORDS).text == "So long.\nBest,"


def test_nothing_but_a_name_leaves_nothing_of_a_stranger() -> None:
    assert anonymize_text(
        "hello\nnn@example.org", Writer("nn@example.org", "", ""), WORDS
    ).text == ("hello\n[address]")


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("Pierre", True),
        ("pierre dupont", True),
        ("- Pierre.", True),
        ("Pierre moves", False),
        ("Dupont, Pierre J", False),
        ("Paris", False),
        ("Pierre 12", False),
        ("", False),
    ],
)
def test_a_line_that_is_a_name(line, known) -> None:
    assert is_writer_name(line, "Pierre J. Dupont") is known


def test_a_name_is_found_however_it_is_spelled() -> None:
    writer = Writer("x@example.org", "Jo M\u00fcller", "")
    cleaned = anonymize_text("Mueller, Muller, M\u00dcLLER and Jo, jo!", writer, WORDS)
    assert cleaned.text == "[name], [name], [name] and [name], jo!"
