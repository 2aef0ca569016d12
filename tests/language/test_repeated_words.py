"""No pattern takes time that doubles with each word when somebody says one again and again."""

from __future__ import annotations

import pkgutil
import re
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import chain
from types import FrameType

import pytest

import judge.game
import judge.language
import judge.post
import judge.variants
from judge.language.word_lists import WordPattern, list_words

TIMES, PATIENCE = 26, 10.0
"""So often a word is said; whoever reads it in two ways each time needs hours, all others no
second. After so many seconds that is settled."""
_LIST = re.compile(r"%\((\w+)\)s")
_REPEATS = re.compile(r"\)[*+{]|\][*+]")
ROOMS = (judge.game, judge.language, judge.post, judge.variants)


class HangsError(Exception):
    """A pattern has been tried for too long."""


def _list_patterns() -> Iterator[tuple[str, WordPattern]]:
    for room in ROOMS:
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for name, value in vars(import_module(found.name)).items():
                if isinstance(value, WordPattern):
                    yield f"{found.name}.{name}", value


PATTERNS = {name: each for name, each in _list_patterns() if _REPEATS.search(each.pattern.pattern)}


def _list_words_with_several_readings(pattern: WordPattern) -> list[str]:
    """Words of the lists of a pattern that stand in several, or have one of the others in them."""
    lists = [{*list_words(name)} for name in {*_LIST.findall(pattern._text)}]
    known = Counter(word.rstrip("*") for words in lists for word in words)
    parts = {*known}
    return sorted(
        word
        for word, count in known.items()
        if count > 1 or not parts.isdisjoint(_list_parts(word))
    )


def _list_parts(word: str) -> Iterator[str]:
    """The words of which one of several begins, or ends with."""
    words = word.split()
    cuts = range(1, len(words))
    return chain.from_iterable((" ".join(words[:at]), " ".join(words[at:])) for at in cuts)


@contextmanager
def _patient() -> Iterator[None]:
    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise HangsError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", PATTERNS)
def test_word_said_again_and_again_is_read_in_one_way(name: str) -> None:
    pattern = PATTERNS[name]
    for word in _list_words_with_several_readings(pattern):
        for between in (" ", ", "):
            said = f"{word}{between}" * TIMES + "~"
            with _patient():
                pattern.pattern.match(said)
                pattern.pattern.fullmatch(said)
                pattern.pattern.match(said, len(word))  # where it cannot begin with one
