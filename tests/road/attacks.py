"""Mails that once cost the judge much: what each cost then, and what it may cost now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import NamedTuple

from tests.road.office import JUDGE, POWERS, Office, player

FRANCE = player("France")


class Cost(NamedTuple):
    """Letters and bytes that went out because of a mail, and seconds of CPU."""

    letters: int
    bytes: int
    seconds: float


@dataclass(frozen=True)
class Attack:
    """A mail to the judge, what it cost before there were bounds, and the most that it may cost.

    ``raw`` is all below the fields that every mail has. ``proved``: it is sent to the reply
    address of its sender. ``drawn``: its answer has pictures.
    """

    name: str
    before: Cost
    most: Cost
    raw: Callable[[], bytes]
    sender: str = FRANCE
    proved: bool = True
    drawn: bool = False

    def run(self, office: Office) -> Cost:
        """Send it and return what it cost."""
        to = office.last(self.sender)["Reply-To"] if self.proved else JUDGE
        fields = f"From: {self.sender}\r\nTo: {to}\r\nMessage-ID: <attack@example.org>\r\n"
        before = process_time()
        office.accept((fields.encode() + self.raw())[:262_000], self.sender, (to,))
        office.work()
        office.draws = self.drawn
        letters = office.deliver()
        seconds = process_time() - before
        return Cost(len(letters), sum(len(letter.raw) for letter in letters), seconds)


def html(*parts: str) -> Callable[[], bytes]:
    return lambda: f"Content-Type: text/html\r\n\r\n{''.join(parts)}A Par - Bur".encode()


def fields(field: str, rest: str = "") -> Callable[[], bytes]:
    return lambda: f"{field}{rest}\r\n\r\nA Par - Bur".encode()


def nested(depth: int, rest: str = "") -> Callable[[], bytes]:
    part = "Content-Type: multipart/mixed; boundary=b{0}\r\n\r\n--b{0}\r\n"
    return lambda: ("".join(map(part.format, range(depth))) + f"\r\n{rest}").encode()


def text(lines: Iterable[str]) -> Callable[[], bytes]:
    mail = "\r\n".join(["Subject: orders", "", *lines]).encode()
    return lambda: mail


NOTICE = Cost(1, 10_000, 1)
"""One short letter, which says that the mail was not read."""

STRANGER = "stranger@example.net"
FOR_STRANGERS, FOR_PLAYERS = Cost(8, 60_000, 0.3), Cost(50, 250_000, 1)
"""What no mail exceeds, of a stranger and of a player."""

BEFORE = Cost(0, 0, 0)
"""Not measured."""

HELP = ("ORDERS", "PRESS", "JOINING", "MASTER", "REPORTS", "SETTINGS", "DEADLINES", "DRAWS",
        "NAMES", "OPTIONS", "LATER", "MAP", "SENDERS", "SEATS", "JUDGES", "PAGES")  # fmt: skip


def utf8(lines: Iterable[str]) -> Callable[[], bytes]:
    mail = "\r\n".join(["Content-Type: text/plain; charset=utf-8", "", *lines]).encode()
    return lambda: mail


def chat(count: int, length: int) -> list[str]:
    """Lines of words that judges are told of, as they come."""
    words = (
        *(
            "army",
            "fleet",
            "paris",
            "burgandy",
            "munch",
            "support",
            "convoy",
            "move",
            "hold",
            "from",
        ),
        *(
            "to",
            "the",
            "my",
            "your",
            "please",
            "order",
            "could",
            "would",
            "deadline",
            "map",
            "vote",
        ),
        *("draw", "join", "game", "list", "send", "help", "change", "wait", "extend"),
    )
    chance = Random(1)
    return [" ".join(chance.choice(words) for _ in range(length)) for _ in range(count)]


ATTACKS = (
    Attack("a player's name forged in 190 sign-ons", Cost(191, 860_876, 0.4), FOR_STRANGERS,
           text(f"SIGNON England ruhr x{n}" for n in range(190)), proved=False),
    Attack("190 sign-ons without a power", Cost(190, 852_106, 0.3), FOR_STRANGERS,
           text(f"SIGNON ruhr x{n}" for n in range(190)), STRANGER, proved=False),
    Attack("190 sign-ons to games that are not", Cost(190, 852_000, 0.3), FOR_STRANGERS,
           text(f"SIGNON England game{n} x" for n in range(190)), STRANGER, proved=False),
    Attack("90 new games", Cost(90, 942_942, 0.4), FOR_STRANGERS,
           text(f"CREATE game{n}" for n in range(90)), STRANGER, proved=False),
    Attack("190 lists", Cost(1, 795_111, 0.3), FOR_PLAYERS, text(["LIST"] * 190)),
    Attack("190 times how a game stands", Cost(1, 2_823_081, 1.1), FOR_PLAYERS,
           text(["STATUS"] * 190)),
    Attack("190 maps", Cost(1, 824_511, 0.8), FOR_PLAYERS, text(["MAP"] * 190)),
    Attack("60 trials of orders", Cost(1, 843_000, 4.9), FOR_PLAYERS,
           text(line for n in range(60) for line in (
               "WHAT IF", "A Par - Bur", "F Bre - MAO", "END")), drawn=True),
    Attack("a stranger's map", Cost(1, 119_000, 0.3), FOR_STRANGERS, text(["MAP ruhr"]),
           STRANGER, proved=False, drawn=True),
    Attack("a stranger's guesses at all seats", Cost(8, 40_000, 0.1), FOR_STRANGERS,
           text(f"SIGNON {power} ruhr guess{n}" for n in range(2) for power in POWERS),
           STRANGER, proved=False),
    Attack("pages of help for a player", Cost(1, 161_000, 0.3), FOR_PLAYERS,
           text(f"HELP {topic}" for topic in (
               "ORDERS", "PRESS", "JOINING", "MASTER", "REPORTS", "SETTINGS", "DEADLINES", "DRAWS",
               "NAMES", "OPTIONS", "LATER", "MAP", "SENDERS", "SEATS", "JUDGES", "PAGES"))),
    Attack("twelve pages of help for a stranger", Cost(1, 165_654, 0.2), FOR_STRANGERS,
           text(f"HELP {topic}" for topic in (
               "", "COMMANDS", "ORDERS", "PRESS", "JOIN", "SET", "MASTER", "LIST", "RULES", "MAP",
               "CREATE", "VARIANTS")), STRANGER, proved=False),
    Attack("199 letters to everybody", Cost(1_195, 5_079_025, 1.7), FOR_PLAYERS,
           text(f"PRESS TO ALL: hello {n}" for n in range(199))),
    Attack("200 lines of 24 orders each", Cost(1, 107_538, 25.3), FOR_PLAYERS,
           text(["A Par - Bur. " * 24 + "zzz yyy"] * 200)),
    Attack("52,000 nested tags", Cost(1, 5_608, 14.9), NOTICE, html("<div>" * 52_000)),
    Attack("1,000 open fonts around 50,000 paragraphs", Cost(1, 34_489, 1.8), NOTICE,
           html(*map("<font size={}>".format, range(1000)), "<p>x" * 50_000)),
    Attack("900 nested parts", Cost(1, 5_608, 1.0), NOTICE, nested(900)),
    Attack("300 nested parts around 80,000 lines", Cost(1, 34_295, 7.0), NOTICE,
           nested(300, "x\r\n" * 80_000)),
    Attack("60,000 header fields", Cost(1, 5_608, 0.8), NOTICE, fields("x:\r\n" * 60_000)),
    Attack("50,000 parameters", Cost(1, 5_608, 2.4), NOTICE,
           fields("Content-Type: text/plain", "; a=b" * 50_000)),
    Attack("40,000 open quotation marks", Cost(1, 5_608, 1.7), NOTICE,
           fields("Content-Type: text/plain", '; a=";' * 40_000)),
    Attack("60,000 open quotation marks in addresses", Cost(1, 5_608, 4.4), NOTICE,
           lambda: b"Cc: " + (b'"\\' * 4_900 + b"\r\nCc: ") * 5 + b"\r\n\r\nx"),
    Attack("5,900 lines like introductions", Cost(1, 50_000, 4.6), FOR_PLAYERS,
           text(["On 12:30 x:"] * 5_900)),
    Attack("190 lines of talk", BEFORE, FOR_STRANGERS, text(chat(190, 12)), STRANGER, proved=False),
    Attack("talk in long lines", BEFORE, FOR_STRANGERS, text(chat(190, 40)), STRANGER,
           proved=False),
    Attack("a sentence in one character, often", BEFORE, FOR_STRANGERS, utf8(["\ufdfa" * 80_000]),
           STRANGER, proved=False),
    Attack("a word in one character, often", BEFORE, FOR_STRANGERS, utf8(["\ufdfc" * 440] * 190),
           STRANGER, proved=False),
    Attack("lines of words in one character", BEFORE, FOR_STRANGERS, utf8(["\ufdfc" * 13] * 5_900),
           STRANGER, proved=False),
    Attack("one line of 30,000 words", BEFORE, FOR_STRANGERS, text([" ".join(chat(1, 30_000))]),
           STRANGER, proved=False),
    Attack("a condition of 4,000 parts", BEFORE, FOR_STRANGERS,
           text([f"IF {'A PAR SUCCEEDED AND ' * 4_000} THEN A PAR - BUR"]), STRANGER, proved=False),
    Attack("guesses and pages of help", BEFORE, FOR_STRANGERS,
           text([*(f"SIGNON {power} ruhr x" for power in POWERS), *map("HELP {}".format, HELP)]),
           STRANGER, proved=False),
    Attack("a new game and pages of help", BEFORE, FOR_STRANGERS,
           text(["CREATE alps", *map("HELP {}".format, HELP)]), STRANGER, proved=False),
    Attack("all rules and variants", BEFORE, FOR_STRANGERS,
           text(f"{word} {code}" for word in ("RULES", "HELP")
                for code in ("standard", "gd", "ww4", "civ")), STRANGER, proved=False),
    Attack("30,000 numbers joined by and", Cost(1, 26_641, 0.9), FOR_STRANGERS,
           text(["1 and " * 30_000]), STRANGER, proved=False),
    Attack("20,000 attributes of one tag", Cost(1, 4_592, 0.8), FOR_STRANGERS,
           html("<p ", *map("a{}=x ".format, range(20_000)), ">"), STRANGER, proved=False),
    Attack("quotes in quotes", BEFORE, FOR_STRANGERS,
           text(">" * (number % 50) + " hello" for number in range(5_900)), STRANGER,
           proved=False),
    Attack("talk among plans", BEFORE, FOR_PLAYERS,
           text(line for number in range(40) for line in (f"PLAN p{number}", *chat(3, 9), "END"))),
    Attack("long letters to everybody", BEFORE, FOR_PLAYERS,
           text(line for number in range(100) for line in (
               "PRESS TO ALL", "hello there you all " * 60, f"{number}", "ENDPRESS"))),
    Attack("one letter as long as can be", BEFORE, FOR_PLAYERS,
           text(["PRESS TO ALL", *["hello there you all. " * 2] * 5_900])),
    Attack("a stranger's lines like introductions", BEFORE, FOR_STRANGERS,
           text(["On 12:30 x:"] * 5_900), STRANGER, proved=False),
    Attack("a stranger's 200 lines of 24 orders each", BEFORE, FOR_STRANGERS,
           text(["A Par - Bur. " * 24 + "zzz yyy"] * 200), STRANGER, proved=False),
    Attack("60,000 lines like fields", Cost(1, 50_639, 2.7), NOTICE, text(["x:"] * 60_000)),
)  # fmt: skip
