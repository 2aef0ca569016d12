"""Which commands a line may have been in which one of their words is misspelled."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.language import suggestions
from judge.language.grammar import Grammar
from judge.language.spelling import fold_text

_WORD = re.compile(r"\w+")


def commands_like(text: str, grammar: Grammar) -> tuple[str, ...]:
    """Return complete command lines for a line that begins nearly like a command, or in which one
    word further on is nearly one of its command's; of these the nearest."""
    lines: dict[str, None] = {}
    openers = list(grammar.openers)
    for length in (2, 1, 0):
        head = re.match(rf"[\w'-]+(?: [\w'-]+){{{length}}}(?!\w)", text)
        if head and (typed := fold_text(head[0])) not in grammar.openers:
            near = process.extract(typed, openers, scorer=OSA.normalized_similarity, limit=3)
            words = (word for word, *_ in near if _is_slip_of(typed, word))
            lines |= {word.upper() + text[head.end() :]: None for word in words}
    fault = grammar.command.find_fault(fold_text(text))
    if fault is not None and (wrong := _WORD.match(text, fault.at)):
        for terminal in fault.allowed:
            for word in grammar.keywords.get(terminal, ()):
                if _is_slip_of(fold_text(wrong[0]), word):
                    lines[text[: fault.at] + word.upper() + text[wrong.end() :]] = None
        if "POWER" in fault.allowed:
            lines |= dict.fromkeys(suggestions.lines_with_powers(text, wrong[0], grammar))
    far = {
        line: OSA.distance(fold_text(line), fold_text(text))
        for line in lines
        if grammar.command.parse(fold_text(line)) is not None
    }
    nearest = (line for line in far if far[line] == min(far.values()))
    return distinct_commands(nearest, grammar)[:3]


def distinct_commands(lines: Iterable[str], grammar: Grammar) -> tuple[str, ...]:
    """Return the lines without those that say the same command as one before, in other words."""
    lines_by_command: dict[str, str] = {}
    for line in lines:
        tree = grammar.command.parse(fold_text(line))
        lines_by_command.setdefault(repr(tree), line) if tree else lines_by_command.setdefault(
            line, line
        )
    return tuple(lines_by_command.values())


def _is_slip_of(typed: str, word: str) -> bool:
    """Say whether a word is that of a command with a slip or two; in a short one letters are only
    left out or changed about."""
    if len(typed) > 3:
        return OSA.normalized_similarity(typed, word) > 0.7
    short = len(word) - len(typed)
    swapped = sorted(typed) == sorted(word)
    return len(typed) == 3 and OSA.distance(typed, word) == 1 and (swapped or short == 1)
