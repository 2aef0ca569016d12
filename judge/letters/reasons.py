"""Turns a Reason into a sentence of ``reasons.toml``, the variant's own or the common one."""

from __future__ import annotations

import logging
import re
import tomllib
from functools import cache, lru_cache

from judge.letters.phrasing import Words, count_with_noun, join_phrases
from judge.model.reason import Reason, Wording, collect_wordings_by_code
from judge.resources import list_folders

_LOG = logging.getLogger(__name__)
_SLOT = re.compile(r"\{(\d+)(!|\+(?:and|or)?|#[a-z ]+)?\}")


@lru_cache(maxsize=1)
def collect_common_wordings() -> dict[str, Wording]:
    """Return the sentences that all variants have.

    In a text ``{2}`` is the second subject, ``{2+}`` the second and all that follow it, parted by
    "and" (``{2+or}``: by "or"). ``{2!}`` is another reason: the second subject is its code, those
    that follow are its own. ``{2#turn}`` is the second as a number of turns. A file in the
    operator's own folder replaces single codes.
    """
    common: dict[str, Wording] = {}
    for folder in reversed(list_folders("templates")):
        path = folder / "reasons.toml"
        if path.is_file():
            common |= collect_wordings_by_code(tomllib.loads(path.read_text("utf-8")))
    return common


def find_wording(code: str, words: Words) -> Wording | None:
    """Return the sentence of a code in a variant, if it has one."""
    return words.reasons.get(code) or collect_common_wordings().get(code)


def is_predicate(why: Reason, words: Words) -> bool:
    """Say whether the reason's wording is a predicate ("bounced with ...")."""
    its_wording = find_wording(why.code, words)
    return its_wording is not None and its_wording.outcome


def write_clause(why: Reason, words: Words) -> str:
    """Return the reason in words, without capital and full stop.

    A code without a sentence, which loading should have refused, is put into plain words.
    """
    about = [words.describe_subject(subject) for subject in why.about]
    its_wording = find_wording(why.code, words)
    if its_wording is None:
        _LOG.error("there is no sentence for %s", why.code)
        return f"{why.code.replace('_', ' ')}{': ' if about else ''}{', '.join(about)}"
    text = next(
        (text for text in its_wording.texts if _count_needed_subjects(text) <= len(about)),
        its_wording.texts[-1],
    )

    def fill_slot(slot: re.Match[str]) -> str:
        number = int(slot[1]) - 1
        if slot[2] == "!":
            inner_reason = Reason(str(why.about[number]), why.about[number + 1 :])
            void = its_wording.outcome and not is_predicate(inner_reason, words)
            return f"{'was void: ' if void else ''}{write_clause(inner_reason, words)}"
        if slot[2] and slot[2].startswith("#"):
            return count_with_noun(int(about[number]), slot[2][1:])
        if slot[2]:
            return join_phrases(about[number:], slot[2].removeprefix("+") or "and")
        return about[number] if number < len(about) else "?"

    return _SLOT.sub(fill_slot, text)


def write_sentence(why: Reason, words: Words) -> str:
    """Return the reason as a sentence of its own."""
    return finish_sentence(write_clause(why, words))


def finish_sentence(text: str) -> str:
    """Return the text with a full stop at the end, and a capital in front unless it begins with an
    address: that is written as its owner writes it."""
    text = text.strip()
    end = "" if text.endswith((".", "!", "?", ":")) else "."
    is_address = "@" in text.partition(" ")[0]
    return f"{text if is_address else text[:1].upper() + text[1:]}{end}"


@cache
def _count_needed_subjects(text: str) -> int:
    return max((int(slot[1]) for slot in _SLOT.finditer(text)), default=0)
