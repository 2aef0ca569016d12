"""Orders below heads, crossed out, in words to others and taken back, mixed by chance:
``python -m tests.post.governed 100000``.

None of them may come out of the reader in no doubt. Clear orders in a paragraph of their own,
below a head that is read, have to.
"""

from __future__ import annotations

import random
import sys
from functools import cache
from typing import NamedTuple

from judge.hooks import Variant
from judge.language.grammar import build_grammar
from judge.language.lexicon import build_lexicon
from judge.language.outline import Locality, mark_doubts
from judge.language.power_names import build_power_names
from judge.language.reader import read_item
from judge.language.script import split_mail
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    OrderStatement,
    UnreadStatement,
)
from judge.language.writer import write_order
from judge.library import load
from judge.model.turn import Phase
from judge.post.words import remove_struck_text

VARIANT = load("standard")
UNITS = {"A PAR": ("BUR", "PIC", "GAS"), "A MAR": ("SPA", "BUR", "GAS"), "F BRE": ("MAO", "ENG")}
HEADS = (
    "Next turn:", "For next season", "Fall:", "Fall moves", "In the fall:", "PHSE F1902M",
    "PLAN B:", "Trial", "Draft:", "Just an idea:", "IF BUR IS EMTPY",
    "If Germany moves to Burgundy",
    "If all goes well:", "Old orders (ignore):", "Not these:", "Previously:", "Instead of:",
    "For example:", "Option 2:", "What do you think of this?", "My ally would like:",
    "Orders for Germany:", "Germany will order:", "Later:", "Maybe:", "Entwurf:", "Variante 2:",
)  # fmt: skip
ADDRESSES = (
    "Hi Germany,", "Dear Germany,", "To Germany:", "Germany,", "Hi all,", "Dear Klaus,",
    "Hello Peter!",
    "Lieber Hans,", "Cher Pierre,", "Hey Tom -",
)  # fmt: skip
TAIL = (
    " (cancelled)", " (no, PIC)", " // not this", ", no", " if Germany lets me", " maybe",
    " next turn", "?", " or not", " unless attacked", " (old)", " - ignore", " xyzzy",
)  # fmt: skip
LEAD = ("no ", "not ", "skip ", "maybe ", "ignore ", "don't ", "next turn: ", "Germany says ")
BELOW = (
    "Ignore the above.", "Scratch that.", "No wait, forget it.", "unless Germany attacks",
    "only if England agrees", "These are void.", "Agreed?", "No, PIC.", "for next turn",
)  # fmt: skip
CLEAR = ("", "My orders:\n", "Hello judge,\n\n", "Orders for Spring:\n", "And ", "Finally, ")
BEHIND = ("", " please", " as usual", ", of course", " because I can", " (thanks)")


class Mixed(NamedTuple):
    """A mail, and the orders in it that are clear; all others are governed by something."""

    text: str
    clear: frozenset[str]


def mix(chance: random.Random) -> Mixed:
    """Return a mail of orders, of which some are clear and all others are not."""
    units = chance.sample(sorted(UNITS), 3)
    moves = [f"{unit} - {chance.choice(UNITS[unit])}" for unit in units]
    kind = chance.randrange(6)
    first, *others = moves
    clear = chance.choice(CLEAR) + first + chance.choice(BEHIND)
    if kind == 0:
        return Mixed(f"{clear}\n\n{chance.choice(HEADS)}\n" + "\n".join(others), frozenset({first}))
    if kind == 1:
        return Mixed(f"{chance.choice(ADDRESSES)}\n\n" + "\n".join(moves), frozenset())
    if kind == 2:
        governed = [f"{move}{chance.choice(TAIL)}" for move in others]
        return Mixed("\n".join([clear, *governed]), frozenset({first}))
    if kind == 3:
        governed = [f"{chance.choice(LEAD)}{move}" for move in others]
        return Mixed(f"{clear}\n\n{governed[0]}\n\n{governed[1]}", frozenset({first}))
    if kind == 4:
        return Mixed("\n".join([*moves, chance.choice(BELOW)]), frozenset())
    struck = [
        chance.choice((f"~~{move}~~", "".join(f"{c}\u0336" for c in move))) for move in others
    ]
    return Mixed("\n".join([clear, *struck]), frozenset({first}))


@cache
def describe_locality(variant: Variant) -> Locality:
    """Return where a mail is that France writes in a Spring, on any board."""
    words = build_lexicon(variant.map)
    return Locality(
        own=frozenset({"france", "french", "ruhr"}),
        powers=build_power_names(variant.map),
        board=words.words,
        commands={opener.split()[0] for opener in build_grammar(variant).openers},
        turn=("spring", "1901"),
    )


def obeyed(text: str, variant: Variant = VARIANT) -> set[str]:
    """Return the orders of a mail that are in no doubt."""
    typed, _ = remove_struck_text(text)
    items = split_mail(typed).items
    read = [(item, read_item(item, variant, Phase.MOVEMENT)) for item in items]
    sure = set()
    for item in mark_doubts(read, lambda each: False, describe_locality(variant)):
        for statement in read_item(item, variant, Phase.MOVEMENT):
            assert not isinstance(statement, CommandStatement), text
            if isinstance(statement, DoubtfulStatement):
                continue
            guesses = statement.guesses if isinstance(statement, UnreadStatement) else (statement,)
            orders = [each.order for each in guesses if isinstance(each, OrderStatement)]
            sure |= {write_order(order, variant) for order in orders}
    return sure


class Tally(NamedTuple):
    """What came of a run: mails, clear orders in them, and mails in which some were not taken."""

    mails: int
    clear: int
    missed: tuple[str, ...]


def run(number: int, seed: int = 1901) -> Tally:
    """Read so many mails. Raises AssertionError at an order that something governs."""
    chance = random.Random(seed)
    clear, missed = 0, []
    for _ in range(number):
        mail = mix(chance)
        sure = obeyed(mail.text)
        assert sure <= mail.clear, f"{sorted(sure - mail.clear)} in\n{mail.text}"
        clear += len(mail.clear)
        if sure != mail.clear:
            missed.append(mail.text)
    return Tally(number, clear, tuple(missed))


if __name__ == "__main__":
    tally = run(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    print(
        f"{tally.mails} mails, {tally.clear} clear orders, {len(tally.missed)} of them asked about"
    )
