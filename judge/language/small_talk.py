"""What people say around their orders, and several orders run together on one line."""

from __future__ import annotations

import re

from judge.language.grammar import Grammar
from judge.language.sentence import find_orders
from judge.language.spelling import fold_text
from judge.model.reason import Reason

_LABEL = re.compile(
    r"\A(?:(?:my|new|final|revised|updated?|changed?|changes?|corrected|correction|actually|sorry"
    r"|instead|orders?|moves?|for|of|#?\d{1,2})\b[ ,]*)+[:,-]+ *",
    re.I,
)
_OPENER = re.compile(
    r"\A(?:(?:and|then|now|so|also|ok|okay),? )?(?:i(?:'d| would| will|'ll)?(?: now)?"
    r"(?: like| want| wish| prefer)?(?: to)?|let me|let's|let us|we|we'll|we will) (?=\w)",
    re.I,
)
_INSTEAD = re.compile(
    r"\A(?:change|switch) (?:(?:my|the) )?(?:orders? (?:for|of) )?(.+?) to "
    r"((?:hold|support|move|convoy).*)",
    re.I,
)
_RUN_TIGHT = re.compile(r"[^\s-]+-[^\s-]+(?: [^\s-]+-[^\s-]+)+")
_OURS = re.compile(
    r"to answer, just reply to this mail\b.*|all of them\.|the set is complete\."
    r"|still without an order: .*|the turn is processed at .*|.* orders? for .*, as they stand:"
    r"|not (?:taken|read)\..*|did you mean (?:this|one of these)\? .*|:: \w+: .*"
)
"""Lines of our own receipts that a mail program quoted without a mark."""
_NUMBER = re.compile(r"\A#?\d{1,2} +(?=[^\W\d])")
_TIGHT = re.compile(r"(?<=\w) ?- ?(s|c|h)(?: ?-(?=[ \w])| ?$)", re.I)
_CELLS = re.compile(r"(?<=\S) ?\| ?")
_CONDITION = re.compile(
    r"[\s,;(-]*\b(?:(?:but |and )?(?:only )?"
    r"(?:if|unless|otherwise|provided|in case|as long as|wenn))\b",
    re.I,
)
_COURTESY = re.compile(
    r"[\s,;(-]*\bif (?:(?:you|they|it|we) (?:can|may|could|will|would|please)|possible|you like"
    r"|(?:that(?:'s| is)?|it(?:'s| is)|this is)? ?(?:ok|okay|possible|legal|allowed|fine|alright"
    r"|all right))(?: please)?[ .!)]*$",
    re.I,
)
_PLEASE = re.compile(r"^please,?\s+|,?\s+(?:please|thanks|thank you)$", re.I)
_THEN = re.compile(r",? then |, ?|: ", re.I)
_BEFORE = re.compile(
    r"(?:(?:please )?(?:the |my )?(?:same|repeat|reuse|resend|as)\b.*\b(?:last|before|previous)\b.*"
    r"|no changes?(?: to (?:my|the) orders?)?|(?:the )?same orders?(?: again)?)"
)
_POLITE = re.compile(
    r"(?:hi|hello|hey|dear|greetings|good (?:day|morning|evening|afternoon|luck)|thanks|thank you"
    r"|thx|many thanks|cheers|best|kind regards|regards|yours|sincerely|ciao|bye)\b[^>-]*"
)
_BREAK = r"[.!] +|(?:[;,] *| )and |[;,] *| (?=(?:{kinds}) )"
_MOST = 24
"""At how many places a line may be cut."""
_NO_ORDER = re.compile(r".*, no order processed\b.*")
_HEADING = re.compile(
    r"(?:my |the )?(?:orders?|moves?|retreats?|builds?|adjustments?)(?: for .*)?:?"
    r"|(?:(?:units?|orders?|from|to|target|destination)[ |:]*){2,}"
)


def without_lead_in(text: str) -> str:
    """Return a line without what leads up to an order: ``Change:``, ``I would like to``."""
    text = _NUMBER.sub("", _CELLS.sub(" ", text).replace(" ~ ", " - ").strip())
    text = _TIGHT.sub(r" \1 ", text)
    text = _OPENER.sub("", _LABEL.sub("", text, count=1), count=1)
    return _INSTEAD.sub(r"\1 \2", text)


def is_receipt_line(text: str) -> bool:
    """Say whether a line is one of those that stand around the orders in a receipt."""
    return bool(_OURS.fullmatch(fold_text(text).strip("| ")))


def is_repeat_request(text: str) -> bool:
    """Say whether somebody asks for the orders of an earlier turn."""
    return bool(_BEFORE.fullmatch(fold_text(text).strip(" .!")))


def find_condition(text: str) -> re.Match[str] | None:
    """Return where a line says on what it hangs, if it does."""
    return _CONDITION.search(text)


def split_courtesy(text: str) -> tuple[str, str] | None:
    """Part a line from words that hang it on nothing but that it can be done, if it has any."""
    polite = _COURTESY.search(text)
    return (text[: polite.start()], polite[0].strip(" ,;().")) if polite else None


def without_please(text: str) -> str:
    """Take away the please before a line, and the please or thanks behind it."""
    return _PLEASE.sub("", text.rstrip(" .!"))


def is_order(text: str, grammar: Grammar) -> bool:
    """Say whether a text is an order as it stands."""
    return grammar.order.parse(fold_text(text.strip(" .,;(-"))) is not None


def explain_condition(text: str, grammar: Grammar) -> tuple[Reason, tuple[str, ...]] | None:
    """Return why an order is not taken that hangs on a condition, and the orders in it.

    None is returned for other lines, and for talk that has no word of the game.
    """
    clause = find_condition(text)
    if clause is None or is_chat(text, grammar):
        return None
    parts = [text[: clause.start()], *_THEN.split(text[clause.end() :])]
    orders = [
        part.strip(" .!") for part in parts if grammar.order.parse(fold_text(part)) is not None
    ]
    if not orders:
        around = (parts[0], *parts[2:])
        orders = [found.text for part in around for found in find_orders(part, grammar)]
    if not orders and is_talk(text, grammar):
        return None
    return Reason("condition"), tuple(orders)


def is_chat(text: str, grammar: Grammar) -> bool:
    """Say whether no word of a line has to do with the game, and no command begins with it."""
    typed = re.findall(r"[^\W\d_]+", fold_text(text))
    words = [word for word in typed if word not in grammar.keywords["FILLER"] and len(word) > 1]
    head = text.partition(" ")[0]
    first = fold_text(head)
    return not (
        (head.isupper() and len(head) > 2)  # as commands are written
        or re.search(r"[->:|\d]", text)
        or any(word in grammar.spoken for word in words)
        or any(first == opener.partition(" ")[0] for opener in grammar.openers)
    )


def is_heading(text: str, grammar: Grammar) -> bool:
    """Say whether a line orders nothing: ``England:``, ``Orders for Fall 1901:``."""
    folded = fold_text(text).rstrip(" :.")
    if folded in grammar.lexicon.powers:
        return True
    return bool(_HEADING.fullmatch(folded) or _NO_ORDER.fullmatch(folded))


def is_talk(text: str, grammar: Grammar) -> bool:
    """Say whether a line is talk: a greeting, or most of its words are not of the game."""
    if is_chat(text, grammar) or (_POLITE.fullmatch(fold_text(text)) and text.count(" ") < 6):
        return True
    typed = [fold_text(word) for word in re.findall(r"\w+", re.sub(r"\([^)]*\)", "", text))]
    words = [word for word in typed if word not in grammar.keywords["FILLER"]]
    strange = sum(1 for word in words if word not in grammar.spoken)
    return len(typed) > 3 and strange * 2 > len(words)


def is_like_order(text: str, grammar: Grammar) -> bool:
    """Say whether a line is a unit and a dash, whatever the names are."""
    kinds = grammar.lexicon.patterns["KIND"]
    return bool(re.match(rf"{kinds} [^\W\d_][^-]* ?->? ?\w", fold_text(text)))


def is_readable(text: str, grammar: Grammar) -> bool:
    """Say whether a text is an order or a command as it stands."""
    return any(p.parse(fold_text(text)) is not None for p in (grammar.order, grammar.command))


def split_run_on(text: str, grammar: Grammar) -> list[str]:
    """Return the orders on a line, and talk, that full stops or nothing but the next unit part.

    Nothing is returned where the line does not read so as a whole, or reads so in two ways.
    """
    if _RUN_TIGHT.fullmatch(text) and all(is_order(word, grammar) for word in text.split(" ")):
        return text.split(" ")
    kinds = grammar.lexicon.patterns["KIND"]
    cuts = list(re.finditer(_BREAK.format(kinds=kinds), fold_text(text)))
    if not 0 < len(cuts) <= _MOST:
        return []
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(text)]
    full = [True, *(cut[0][0] in ".!" for cut in cuts), True]
    ways: dict[int, list[list[str]]] = {len(starts): [[]]}
    for first in reversed(range(len(starts))):
        ways[first] = []
        below = fold_text(text[starts[first] :])
        reach = starts[first] + max(
            p.measure_readable_length(below) for p in (grammar.order, grammar.command)
        )
        for last in range(first, len(ends)):
            part = text[starts[first] : ends[last]].strip(" .!")
            sentence = full[first] and full[last + 1] and not any(full[first + 1 : last + 1])
            if ways[last + 1] and (
                (ends[last] <= reach and is_readable(part, grammar))
                or (sentence and is_talk(part, grammar))
            ):
                ways[first] += [[part, *more] for more in ways[last + 1]]
        del ways[first][2:]
    return ways[0][0] if len(ways[0]) == 1 else []


def split_at_units(text: str, grammar: Grammar) -> list[str]:
    """Part a line before each unit with which another order begins: what stands before it is one,
    or looks like a move."""
    parts, start = [], 0
    for cut in re.finditer(rf" +(?={grammar.lexicon.patterns['KIND']} )", fold_text(text)):
        part = text[start : cut.start()]
        if is_order(part, grammar) or is_like_order(part, grammar):
            parts.append(part)
            start = cut.end()
    return [*parts, text[start:]]
