"""Turns a Reason into a sentence of ``templates/reasons.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache

from judge.letters.phrasing import Words, joined
from judge.model.reason import Reason
from judge.resources import folders

_SLOT = re.compile(r"\{(\d+)(!|\+(?:and|or)?)?\}")


@lru_cache(maxsize=1)
def wordings() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return for each code its table in the file and its wordings.

    The file is TOML: a table ``outcomes`` of predicates that follow an order and tables of
    clauses that stand alone. A value is a wording, or a list of them of which the first counts
    that needs no more subjects than the reason has. ``{2}`` is the second subject, ``{2+}`` the
    second and all that follow it, parted by "and" (``{2+or}``: by "or"). ``{2!}`` is another
    reason: the second subject is its code, those that follow are its own. A file in the operator's
    own folder replaces single codes.
    """
    known: dict[str, tuple[str, tuple[str, ...]]] = {}
    for folder in reversed(folders("templates")):
        path = folder / "reasons.toml"
        if not path.is_file():
            continue
        for table, entries in tomllib.loads(path.read_text("utf-8")).items():
            for code, text in entries.items():
                known[code] = (table, (text,) if isinstance(text, str) else tuple(text))
    return known


def is_outcome(why: Reason) -> bool:
    """Say whether the reason's wording is a predicate ("bounced with ...")."""
    return why.code in wordings() and wordings()[why.code][0] == "outcomes"


def clause(why: Reason, words: Words) -> str:
    """Return the reason in words, without capital and full stop.

    Raises KeyError for a code without a sentence: a bug.
    """
    about = [words.subject(one) for one in why.about]
    table, options = wordings()[why.code]
    text = next((one for one in options if _needs(one) <= len(about)), options[-1])

    def fill(slot: re.Match[str]) -> str:
        at = int(slot[1]) - 1
        if slot[2] == "!":
            other = Reason(str(why.about[at]), why.about[at + 1 :])
            void = table == "outcomes" and not is_outcome(other)
            return f"{'was void: ' if void else ''}{clause(other, words)}"
        if slot[2]:
            return joined(about[at:], slot[2].removeprefix("+") or "and")
        return about[at] if at < len(about) else "?"

    return _SLOT.sub(fill, text)


def sentence(why: Reason, words: Words) -> str:
    """Return the reason as a sentence of its own."""
    return finished(clause(why, words))


def finished(text: str) -> str:
    """Return the text with a capital in front and a full stop at the end."""
    text = text.strip()
    end = "" if text.endswith((".", "!", "?", ":")) else "."
    return text[:1].upper() + text[1:] + end


def _needs(text: str) -> int:
    numbers: Sequence[int] = [int(slot[1]) for slot in _SLOT.finditer(text)]
    return max(numbers, default=0)
