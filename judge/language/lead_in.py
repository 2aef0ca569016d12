"""What stands before an order and leads up to it, and the kind words around one."""

from __future__ import annotations

import re

from judge.language.word_lists import WordPattern
from judge.language.words import find_phrases

_LABEL = WordPattern(r"\A(?:(?:%(label)s|#?\d{1,2})\b[ ,]*)+[:,-]+ *")
_OPENER = WordPattern(r"\A(?:%(opens)s,? )?%(wants)s(?: %(wish)s)?(?: to)? (?=\w)")
_CHANGED = WordPattern(r"\A%(change)s (?:%(change_order)s )?(.+?) to (%(changed_verb)s.*)")
_NUMBER = re.compile(r"\A#?\d{1,2} +(?=[^\W\d])")
_TIGHT = re.compile(r"(?<=\w) ?- ?(s|c|h)(?: ?-(?=[ \w])| ?$)", re.I)
_CELLS = re.compile(r"(?<=\S) ?\| ?")
_PLEASE = WordPattern(r"^please,?\s+|,?\s+%(thanks)s$")


def without_lead_in(text: str) -> str:
    """Return a line without what leads up to an order: ``Change:``, ``I would like to``."""
    text = _NUMBER.sub("", _CELLS.sub(" ", text).replace(" ~ ", " - ").strip())
    text = _TIGHT.sub(r" \1 ", text)
    text = _OPENER.pattern.sub("", _LABEL.pattern.sub("", text, count=1), count=1)
    return _CHANGED.pattern.sub(r"\1 \2", text)


def without_please(text: str) -> str:
    """Take away the please before a line, and the please or thanks behind it."""
    return _PLEASE.pattern.sub("", text.rstrip(" .!"))


def split_courtesy(text: str, start: int) -> tuple[str, str] | None:
    """Part a line where a condition begins that hangs it on nothing: ``if you can``."""
    phrases = find_phrases(text[start:])
    if not phrases or not all("courtesy" in phrase.kinds for phrase in phrases):
        return None
    return text[:start], text[start:].strip(" ,;().!")
