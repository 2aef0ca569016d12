"""What orders nothing, in a line of its own or around an order: talk, headings, kind words, and
lines of our own that were quoted."""

from __future__ import annotations

import re

from judge.language.grammar import Grammar
from judge.language.lexicon import Lexicon
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import find_phrases

_FEW = 6
"""A greeting has fewer words."""
_OPENER = WordPattern(
    r"\A(?:%(opens)s,? )?(?:%(wants)s(?: %(wish_firmly)s)?|%(would)s %(wish)s)(?: to)? (?=\w)"
)
_CHANGED = WordPattern(r"\A%(change)s (?:%(change_order)s )?(.+?) to (%(changed_verb)s.*)")
_CHOSEN_NAME = re.compile(r"[\ue000-\uf8ff]")
"""The sign that stands for the name of a power that its player chose."""
_NUMBER = WordPattern(
    r"\A(?:(?P<deed>%(list_head)s) (?:%(number_sign)s ?)?)?#?\d{1,2} ?:? +(?=[^\W\d])"
)
_TIGHT = re.compile(r"(?<=\w) ?- ?(s|c|h)(?: ?-(?=[ \w])| ?$)", re.I)
_CELLS = re.compile(r"(?<=\S) ?\| ?")
_PLEASE = WordPattern(r"^please,?\s+|,?\s+%(thanks)s$")
_RECEIPT = WordPattern(r"%(receipt_begins)s.*|%(receipt_whole)s|.*%(receipt_ends)s|:: \w+: .*")
_REPEATS = WordPattern(
    r"(?:please )?(?:%(article)s )?%(repeats)s\b.*\b%(repeated)s\b.*|%(repeats_all)s"
)
_LETTER = WordPattern(r"\b%(sent_again)s\b")
_HEADING = WordPattern(
    r"(?:%(article)s )?%(list_head)s(?: for [^:]*)?:?|(?:%(column)s[ |:]*){2,}|.*%(no_order)s\b.*"
)
_SECTION = WordPattern(
    r"(?:%(article)s )?(?:(?:%(section_where)s )?%(section_what)s"
    r"(?: %(section_of)s)?(?: %(section_where)s)?"
    r"|(?P<where>%(section_where)s))"
)
"""A part of the orders that stand below it: ``the north``, ``army group south``."""
_EMPTY = WordPattern(r"%(sections)s ?[:(=-]? ?%(section_empty)s\)?")
_KIND_OF_ORDERS = WordPattern(r"%(section_kinds)s ?:")
_FRAME = WordPattern(
    r"%(frame_begins)s ?(?:%(article)s )?%(list_head)s|%(list_head)s %(frame_ends)s|%(frame_words)s"
    r"|%(list_head)s %(dues)s ?:? ?\d+"
    r"|(?:%(totals)s:? )?\d+(?: %(ends_of)s \d+)? %(counted)s(?: %(counted_ends)s)?"
    r"(?:[ (,:]{1,3}\d+ %(counted)s\)?)*"
)
"""Where a list of orders begins or ends, and how many there are."""
_SIGNS = " \t:.*=#_-~[]<>{}"
_COUNT = re.compile(r"[ .]*(?:\(\d+\)|\d+ [a-z]+)$")
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,2}|[ivx]{1,4}|[a-z])[.)] *")


def is_receipt_line(text: str) -> bool:
    """Say whether a line is one of those that stand around the orders in a receipt."""
    return bool(_RECEIPT.pattern.fullmatch(fold_text(text).strip("| ")))


def is_repeat_request(text: str) -> bool:
    """Say whether somebody asks for the orders of an earlier turn."""
    if any("condition" in phrase.kinds for phrase in find_phrases(text)[:1]):
        return False
    folded = fold_text(text).strip(" .!")
    return bool(_REPEATS.pattern.fullmatch(folded)) and not _LETTER.pattern.search(folded)


def is_heading(text: str, grammar: Grammar) -> bool:
    """Say whether a line orders nothing: ``England:``, ``Orders for Fall 1901:``."""
    folded = fold_text(text).rstrip(" :.")
    is_list_head = squeeze_name(folded) in grammar.lexicon.powers or _HEADING.pattern.fullmatch(
        folded
    )
    return bool(is_list_head) or parts_orders(text)


def parts_orders(text: str) -> bool:
    """Say whether a line only parts a list of orders, or counts them: ``Army Group North:``,
    ``THE SEA (2)``, ``START ORDERS``, ``Supports: none``, ``Total: 3 orders``."""
    bare = fold_text(text).strip(_SIGNS)
    if _EMPTY.pattern.fullmatch(bare) or _FRAME.pattern.fullmatch(bare):
        return True
    if _KIND_OF_ORDERS.pattern.fullmatch(fold_text(text).strip()):
        return True
    numbered = _LIST_NUMBER.match(bare)
    named = _COUNT.sub("", bare[numbered.end() :] if numbered else bare)
    section = _SECTION.pattern.fullmatch(named)
    if section is None:
        return False
    return bool(numbered or not section["where"] or text.strip()[-1:] == ":" or text.isupper())


def is_chat(text: str, grammar: Grammar) -> bool:
    """Say whether no word of a line has to do with the game, and no command begins with it."""
    typed = re.findall(r"[^\W\d_]+", fold_text(text))
    words = [word for word in typed if word not in grammar.keywords["FILLER"] and len(word) > 1]
    head = text.partition(" ")[0]
    first, last = fold_text(head), fold_text(text).rpartition(" ")[2].rstrip(".!")
    return not (
        (head.isupper() and len(head) > 2)  # as commands are written
        or (first in grammar.lexicon.kinds and last in grammar.spoken)  # as orders are: F GDA H
        or re.search(r"[->:|\d]", text)
        or any(word in grammar.spoken for word in words)
        or any(first == opener.partition(" ")[0] for opener in grammar.openers)
    )


def is_talk(text: str, grammar: Grammar) -> bool:
    """Say whether a line is talk: a greeting, or most of its words are not of the game."""
    if is_chat(text, grammar) or _is_greeting(text):
        return True
    typed = [fold_text(word) for word in re.findall(r"\w+", re.sub(r"\([^)]*\)", "", text))]
    words = [word for word in typed if word not in grammar.keywords["FILLER"]]
    strange = sum(1 for word in words if word not in grammar.spoken)
    return len(typed) > 3 and strange * 2 > len(words)


def _is_greeting(text: str) -> bool:
    """Say whether a short line begins as people greet and thank, and has no sign of a move."""
    if text.count(" ") >= _FEW or "-" in text or ">" in text:
        return False
    phrases = find_phrases(text)
    return bool(phrases) and "courtesy" in phrases[0].kinds


def is_worded(text: str) -> bool:
    """Say whether a line is written as people write, and not as commands are."""
    return any(c.islower() for c in text) and not is_written_as_command(normalize_line(text))


def is_written_as_command(text: str) -> bool:
    """Say whether a line begins with a word in capitals, as commands are written, and others or
    nothing much follow; of a name that a player chose nobody knows how it was written."""
    head, *rest = text.split()
    words = [word for word in rest if word.isalpha()]
    is_shouted = text.isupper() and _CHOSEN_NAME.search(text) is None
    return len(head) > 1 and head.isupper() and (len(words) < 2 or not is_shouted)


def is_written_as_order(text: str, known: Lexicon) -> bool:
    """Say whether a line begins with the letter of a kind of unit and a place."""
    kind, *rest = text.split()
    return (
        bool(rest)
        and kind.isupper()
        and fold_text(kind) in known.kinds
        and (squeeze_name(rest[0]) in known.places)
    )


def strip_signs(text: str) -> str:
    """Return a line without what lists, tables and wishes put around the words of an order, and
    "change Paris to hold" as the order itself."""
    text = _NUMBER.pattern.sub(_keep_deed, _CELLS.sub(" ", text).replace(" ~ ", " - ").strip())
    text = _OPENER.pattern.sub("", _TIGHT.sub(r" \1 ", text), count=1)
    return _CHANGED.pattern.sub(r"\1 \2", text)


def _keep_deed(numbered: re.Match[str]) -> str:
    """Return what an order with a number needs of the word before it: ``Build 1: A Paris``."""
    deed = numbered["deed"] or ""
    return f"{deed} " if fold_text(deed) in list_words("numbered_deeds") else ""


def without_please(text: str) -> str:
    """Take away the please before a line, and the please or thanks behind it."""
    return _PLEASE.pattern.sub("", text.rstrip(" .!"))


def split_courtesy(text: str, start: int) -> tuple[str, str] | None:
    """Part a line where a condition begins that hangs it on nothing: ``if you can``."""
    phrases = find_phrases(text[start:])
    if not phrases or not all("courtesy" in phrase.kinds for phrase in phrases):
        return None
    return text[:start], text[start:].strip(" ,;().!")
