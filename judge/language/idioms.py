"""Sentences that say nothing of orders, whatever stands beside them: ``Until next time!``"""

from __future__ import annotations

import re
from functools import cache

from judge.language.spelling import fold_text
from judge.language.word_lists import list_words

_SENTENCE = re.compile(r"(?:\A\W*(?:p\.? ?)+s\b[.:]?)?.*?(?:[.!?;]+(?=\s|$)|$)\s*", re.I)
_WORD = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")


def cut_idioms(text: str) -> str:
    """Return a line without the sentences that are known to say nothing of orders, by all their
    words; "" if no other is left."""
    return "".join(each for each in _SENTENCE.findall(text) if not _is_idiom(each)).strip()


def _is_idiom(sentence: str) -> bool:
    """Say whether words are an idiom, with such words before and behind it as it may have."""
    known, leads, ends = _compile_idioms()
    words = _WORD.findall(fold_text(sentence))
    starts = [0, *(n for n in range(1, len(words)) if " ".join(words[:n]) in leads)]
    stops = [len(words), *(n for n in range(1, len(words)) if " ".join(words[n:]) in ends)]
    return any(
        " ".join(words[start:stop]) in known for start in starts for stop in stops if start < stop
    )


@cache
def _compile_idioms() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    idioms, leads, ends = (
        frozenset(" ".join(_WORD.findall(fold_text(each))) for each in list_words(name))
        for name in ("idioms", "idiom_leads", "idiom_ends")
    )
    return idioms, leads, ends
