"""Kinds of mails made to cost the judge much, by strangers and by players on every board.

``python -m tests.road.hostile [WORD ...]`` sends each whose name has one of the words (all, without
any), and prints what it cost beside what it may: seconds of CPU, the best of three, each of a judge
that knows its boards and has not read these lines.
"""

from __future__ import annotations

import base64
import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import _lru_cache_wrapper, cache
from itertools import chain, repeat
from random import Random

from judge.language.said_as import load_phrases
from judge.service.garbage import search_only_what_is_new
from tests.road.attacks import BEFORE, FOR_PLAYERS, FOR_STRANGERS, Attack, Cost, chat, text, utf8
from tests.road.office import Office, player
from tests.road.scenes import twin

LINES = 190
BOARDS = {"spring": player("France"), "gd": player("US"), "ww4": player("Cuba")}
"""Scenes, and who writes there."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SCRIPTS = "\u0430\u0431\u0432\u0433\u0434\u0435\u6f22\u5b57\ud55c\uae00\u03b1\u03b2\u00e9\u00df"
_PLAINLY = 0.6
"""What costs no more of its bound at once is not measured again."""
_NEAR_ORDERS = [
    "army",
    "flet",
    "Parris",
    "Burgandy",
    "supprt",
    "to",
    "Brst",
    "Marsele",
    "Englsh",
    "Chanl",
    "Munch",
    "Kil",
    "and",
    "the",
    "hold",
]
_NAMES = ("France", "Germany", "Munich", "Paris", "supports", "and", "will", "go", "to", "Ruhr",
          "Burgundy", "I", "think", "that")  # fmt: skip
_TIMES = ["tomorrow", "3 days", "12:30", "Friday", "2 hours", "next week", "1 Jan", "F1901M",
          "Spring 1902", "until", "by", "extend"]  # fmt: skip


def _draw(words: Iterable[str], length: int, seed: int, lines: int = LINES) -> list[str]:
    """Return lines of so many words, drawn."""
    chance, every = Random(seed), list(words)
    return [" ".join(chance.choices(every, k=length)) for _ in range(lines)]


def _make_words(letters: str, count: int, least: int, most: int) -> list[str]:
    chance = Random(len(letters))
    lengths = (chance.randint(least, most) for _ in range(count))
    return ["".join(chance.choices(letters, k=length)) for length in lengths]


def _said() -> list[str]:
    return [said for phrase in load_phrases().phrases for said in phrase.said]


def _join_examples() -> list[str]:
    """Return lines of the beginnings of two examples."""
    chance, said = Random(5), _said()
    pairs = (chance.sample(said, 2) for _ in range(LINES))
    return [" ".join(each.split("{")[0] for each in pair).strip() or "x y" for pair in pairs]


def _misspell_examples() -> list[str]:
    """Return examples in each of whose long words two letters are swapped."""
    examples = Random(6).choices(_said(), k=LINES)
    return [
        " ".join(
            word[0] + word[2] + word[1] + word[3:] if len(word) > 4 else word
            for word in example.replace("{", "").replace("}", "").split()
        )
        for example in examples
    ]


def _mail(kind: str, *parts: str) -> Callable[[], bytes]:
    return lambda: f"Content-Type: {kind}\r\n\r\n{''.join(parts)}".encode()


def _html(*parts: str) -> Callable[[], bytes]:
    return _mail("text/html; charset=utf-8", *parts)


def _parts(bodies: Iterable[str], kind: str = "text/plain") -> Callable[[], bytes]:
    """Return a mail of parts; each has its own fields behind those of its kind."""
    inside = "".join(f"--b\r\nContent-Type: {kind}\r\n{body}\r\n" for body in bodies)
    return _mail("multipart/mixed; boundary=b", inside, "--b--\r\n")


def _fields(*lines: str) -> Callable[[], bytes]:
    return lambda: "\r\n".join([*lines, "", "A Par - Bur"]).encode()


def _encode(words: str) -> str:
    return base64.b64encode(words.encode()).decode()


def _blocks(count: int, *lines: str) -> Callable[[], bytes]:
    """Return a mail with some lines again and again, their numbers in them."""
    return text(line.format(number) for number in range(count) for line in lines)


_TALK = chat(LINES, 12)
_LONG_TALK = chat(LINES, 40)

OF_LINES = {
    "talk": text(_TALK),
    "long talk": text(_LONG_TALK),
    "parts of examples": text(_join_examples()),
    "misspelt examples": text(_misspell_examples()),
    "words of 300 letters": text(_make_words(_LETTERS, LINES, 300, 300)),
    "one letter again and again": text(_LETTERS[n % 26] * (100 + n) for n in range(LINES)),
    "words of one letter": text(_draw(_LETTERS, 150, 1)),
    "nonsense": text(_draw(_make_words(_LETTERS, 2_000, 4, 9), 12, 2)),
    "many scripts": utf8(_draw(_make_words(_SCRIPTS, 2_000, 4, 9), 12, 3)),
    "addresses": text(
        f"from a{n}@example.org to b{n}@example.net cc c{n}@x.org, d{n}@y.org"
        for n in range(LINES)
    ),
    "introductions": text(f"On 12:30 x{n} wrote" for n in range(5_900)),
    "addresses with times": text(f"a@b x{n} 12:30" for n in range(5_900)),
    "misspelt orders": text(
        f"A Pariss - Burgandie, F Brst - Mid Atlntic {n}" for n in range(LINES)
    ),
    "misspelt orders in words": text(_draw(_NEAR_ORDERS, 12, 4)),
    "numbers": text(_draw(map(str, range(100)), 60, 5)),
    "routes": text(_draw(["par -", "bur -", "mun -", "kie -", "x -", "bel -"], 40, 6)),
    "nested parentheses": text("(" * 100 + f"A Par - Bur {n}" + ")" * 100 for n in range(LINES)),
    "nested brackets of all kinds": text("([{<" * 40 + f"A {n}" + ">}])" * 40 for n in range(99)),
    "words in parentheses": text(" ".join(f"({w})" for w in line.split()) for line in _LONG_TALK),
    "commas": text(", ".join(line.split()) for line in _LONG_TALK),
    "full stops": text(". ".join(line.split()) for line in _LONG_TALK),
    "semicolons": text("; ".join(line.split()) for line in _LONG_TALK),
    "question marks": text("? ".join(line.split()) for line in _LONG_TALK),
    "colons": text(": ".join(line.split()) for line in _LONG_TALK),
    "questions": text(f"{line}?" for line in _TALK),
    "powers and places": text(_draw(_NAMES, 14, 7)),
    "times": text(_draw(_TIMES, 14, 8)),
    "conditions": text(f"If {line} then A Par - Bur" for line in chat(LINES, 8)),
    "what takes back": text(
        chain.from_iterable(("A Par - Bur", f"no wait, not {line}") for line in chat(95, 6))
    ),
    "chains of conditions": text(
        f"IF A PAR SUCCEEDED AND A MUN HELD THEN A PAR - BUR ELSE A PAR - PIC {n}"
        for n in range(LINES)
    ),
    "trials": _blocks(60, "WHAT IF", "A Par - Bur", "F Bre - MAO", "END"),
    "plans of talk": text(
        chain.from_iterable((f"PLAN p{n}", *_TALK[3 * n : 3 * n + 3], "END") for n in range(60))
    ),
    "blocks in blocks": text([*repeat("IF BUR EMPTY", 99), "A PAR - BUR", *repeat("END", 99)]),
    "blocks of conditions": _blocks(3_000, "IF BUR EMPTY", "A PAR - BUR {0}", "END"),
    "letters to a power": _blocks(2_500, "PRESS TO GERMANY", "hello {0}", "ENDPRESS"),
    "ballots": _blocks(LINES, "VOTE {0} YES"),
    "answers by number": _blocks(LINES, "{0}, {0}0 and 1-500 but not {0}2"),
    "names": _blocks(LINES, "NAME Nobody{0}"),
    "absences": _blocks(LINES, "ABSENCE Nov 20 to Nov 22 {0}"),
    "settings": _blocks(LINES, "SET press {0} grey"),
    "yes and no": text(_draw(["yes", "no", "maybe", "not", "but", "1"], 8, 9)),
    "one line": text([" ".join(_make_words(_LETTERS, 35_000, 4, 8))]),
    "one line of orders": text(["A Par - Bur. " * 18_000]),
    "one word": text(["ab" * 120_000]),
    "marks on letters": utf8("e" + "\u0301\u0323" * 200 for _ in range(300)),
    "directions": utf8("\u202eA Par\u202c - \u2066Bur\u2069" * 40 + str(n) for n in range(99)),
    "leading spaces": text(" " * 2_000 + f"A Par - Bur {n}" for n in range(119)),
    "typed tables": text(f"| A Par | - | Bur | {n} " * 9 + "|" for n in range(2_000)),
    "bars": text("-" * 60 + f" {n}" for n in range(3_500)),
    "regrets": text(f"{'sorry ' * 20}{n}" for n in range(1_500)),
    "corrections": text(f"{'no, just a small change ' * 8}{n}" for n in range(1_000)),
    "fields": text(f"From{n}: x@example.org" for n in range(8_000)),
    "ends": text(repeat("END", 5_900)),
}  # fmt: skip
"""Kinds by the lines of a text."""

OF_MAILS = {
    "quotes in quotes": text(">" * (n % 50) + " hello" for n in range(5_900)),
    "forwarded letters": text(chain.from_iterable(
        ("-----Original Message-----", f"From: x{n}@example.org", "Sent: 1 January 2026 12:30",
         "Subject: orders", "", "A Par - Bur") for n in range(2_000))),
    "quoted letters in quotes": text(
        f"{'> ' * (n % 30)}On 1 Jan 2026 at 12:30, x{n} <x{n}@example.org> wrote:"
        for n in range(2_500)),
    "a table": _html("<table>", *repeat(f"<tr>{'<td>A Par - Bur</td>' * 8}</tr>", 1_200),
                     "</table>"),
    "a table of many words": _html("<table>", *(f"<tr><td>{a} {n}<td>{b}</tr>" for n, (a, b) in
                                   enumerate(zip(_TALK * 8, _TALK[1:] * 8, strict=False))),
                                   "</table>"),
    "tables in tables": _html("<table><tr><td>" * 90, "hello" * 200, "</table>" * 90),
    "tables of tables": _html(*repeat("<table><tr><td><table><tr><td>A Par - Bur</table></table>",
                                      3_500)),
    "styles": _html(*(f"<p style='color:#{n:06x};text-decoration:none;mso-x:{n}'>hello {n}</p>"
                      for n in range(3_000))),
    "a stylesheet": _html("<style>", *(f".c{n} {{text-decoration:line-through}} "
                                       for n in range(2_500)), "</style>",
                          *(f"<p class=c{n}>hello {n}</p>" for n in range(2_500))),
    "struck out": _html(*(f"<s>A Par - Bur {n}</s> A Par - Pic<br>" for n in range(5_000))),
    "links": _html(*(f"<a href='http://example.org/{n}'>http://example.org/{n}</a> "
                     for n in range(4_000))),
    "quotes of HTML": _html("<blockquote>" * 90, "hello<br>" * 9_000, "</blockquote>" * 90),
    "entities": _html("&amp;&lt;&#8199;" * 15_000),
    "comments of HTML": _html(*(f"<!-- {n} --><!--[if mso]>x<![endif]-->" for n in range(5_000))),
    "lists in lists": _html("<ul><li>a" * 90, *(f"<li>{n} A Par - Bur" for n in range(9_000))),
    "base64 parts": _parts(
        f"Content-Transfer-Encoding: base64\r\n\r\n{_encode(f'hello {n} ' * 40)}"
        for n in range(400)),
    "tiny parts": _parts(f"\r\nA Par - Bur {n}" for n in range(4_500)),
    "tiny files": _parts((f"Content-Disposition: attachment; filename=x{n}\r\n\r\nx"
                          for n in range(2_000)), "application/pdf"),
    "forwarded mails": _parts((f"\r\nFrom: x{n}@example.org\r\nSubject: y\r\n\r\nA Par - Bur"
                               for n in range(2_000)), "message/rfc822"),
    "mails in mails": _mail("message/rfc822", *repeat("Content-Type: message/rfc822\r\n\r\n",
                                                      5_000)),
    "one line of base64": _fields("Content-Type: text/plain", "Content-Transfer-Encoding: base64",
                                  "", _encode("hello my friend " * 11_000)),
    "quoted printable": _fields("Content-Type: text/plain",
                                "Content-Transfer-Encoding: quoted-printable", "",
                                "=41=20=50=61=72=20=2D=20=42=75=72=\r\n" * 5_500),
    "references": _fields("References: " + " ".join(f"<x{n}@example.org>" for n in range(11_000))),
    "a long subject": _fields("Subject: " + "=?utf-8?q?=41=42=43?= " * 11_000),
    "recipients": _fields("Cc: " + ", ".join(f"x{n} <x{n}@example.org>" for n in range(8_000))),
    "authentication results": _fields(*(f"Authentication-Results: x{n}; spf=pass; dkim=pass"
                                        for n in range(950))),
    "dates": _fields("Date: " + "1 Jan 2026 12:30:00 (comment) " * 8_000),
}  # fmt: skip
"""Kinds by what a mail is made of."""

KINDS = {**OF_LINES, **OF_MAILS}


def list_attacks(words: Iterable[str] = ()) -> Iterator[tuple[str, Attack]]:
    """Yield each kind for a stranger, and those of lines for a player of each board, with their
    scenes."""
    wanted = [*words]
    for name, raw in KINDS.items():
        if not wanted or any(word in name for word in wanted):
            yield "spring", Attack(name, BEFORE, FOR_STRANGERS, raw, "x@example.net", proved=False)
            for scene, sender in BOARDS.items() if name in OF_LINES else ():
                yield scene, Attack(f"{name} ({scene})", BEFORE, FOR_PLAYERS, raw, sender)


def forget_texts() -> None:
    """Forget what is remembered of texts, but nothing that is made once for each board."""
    for each in _find_caches_of_texts():
        each.cache_clear()


@cache
def _find_caches_of_texts() -> list[_lru_cache_wrapper[object]]:
    caches = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    return [each for each in caches if (each.cache_info().maxsize or 0) >= 1_000]


def measure(scene: str, attack: Attack, times: int = 3) -> Cost:
    """Return the least that an attack cost of so many times, of one where that is little."""

    def once() -> Cost:
        office = twin(scene)
        forget_texts()
        try:
            return attack.run(office)
        finally:
            office.remove()

    least = once()
    for _ in range(times - 1):
        if least.seconds > _PLAINLY * attack.most.seconds:
            least = min(least, once(), key=lambda cost: cost.seconds)
    return least


def _warm(scene: str) -> Office:
    office = twin(scene)
    Attack("", BEFORE, FOR_PLAYERS, text([*chat(20, 9), "A Parris - Burgandy", "when is it?"]),
           BOARDS[scene]).run(office)  # fmt: skip
    return office


def main(words: list[str]) -> int:
    beyond = 0
    for scene in BOARDS:
        _warm(scene).remove()
    _find_caches_of_texts()  # while all that is loaded can be looked through
    search_only_what_is_new()
    for scene, attack in list_attacks(words):
        cost, most = measure(scene, attack), attack.most
        over = [mine > may for mine, may in zip(cost, most, strict=True)]
        beyond += any(over)
        print(
            f"{attack.name:42}{attack.sender:22}{cost.seconds:7.3f} of {most.seconds:3} s"
            f"{cost.letters:5} of {most.letters:3} letters {cost.bytes:8,} of {most.bytes:8,} bytes"
            f"{'  beyond' * any(over)}",
            flush=True,
        )
    print(f"beyond their bounds: {beyond}")
    return beyond


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
