"""What people wish in sentences, and the lines that say it: ``Can I see the status?``, ``I quit``.

None is sure enough to be obeyed.
"""

from __future__ import annotations

import re

from judge.language.command_values import build_command
from judge.language.grammar import Grammar
from judge.language.small_talk import is_order, is_readable
from judge.language.spelling import fold_text, normalize_line
from judge.model.reason import Reason

_ONE = re.compile(r"\Aanother\Z", re.I)
_ALTERNATIVES = re.compile(r" or | ?/ ?|,? or else ", re.I)
_SAID = {
    **dict.fromkeys(("no orders", "no order", "nothing", "do nothing"), "All hold"),
    **dict.fromkeys(("ignore my last orders", "ignore my orders", "forget my orders"), "CLEAR"),
    **dict.fromkeys(("ignore my previous orders", "scrap my orders", "undo my orders"), "CLEAR"),
}
_ASKED = re.compile(
    r"\A(?:(?:(?:can|could|may|shall|should) (?:i|we|you)|i(?:'d| would| will|'ll)?"
    r"(?: like| want| wish)?(?: to)?)(?: please)?|please|let me) (?:see |have |know |get )?",
    re.I,
)
_WRITTEN = re.compile(
    r"(?:(?:please )?(?:send|write|mail)(?: an?| my| this)?"
    r"(?: (?:message|press|note|mail|letter|word|reply|answer))? to|to(?! be )"
    r"|(?:please )?(?:message|tell|reply to|answer)) ([^:]+)(:.*)?",
    re.I,
)
"""To whom somebody writes, and what."""
_WILL = (
    r"i(?:'m| am|'ll| will|'d| would)?(?: (?:have|want|need|wish|like|going|decided|must))*(?: to)?"
)
_WISHES = {
    "RESIGN": rf"(?:.*[,.;] )?(?:(?:and|but|so) )?{_WILL} (?:quit|quitting|resign|resigning"
    r"|(?:drop|dropping) out|(?:leave|leaving) (?:the|this|your) game)\b.*"
    r"|(?:please )?(?:unsubscribe|stop (?:mailing|sending))\b.*",
    "LIST": r"(?:what|which) games\b.*|(?:can i|i(?:'d| would| will)? (?:like|love|want|wish) to)"
    r" (?:join|play|watch)(?: (?:an?|any|some|the next) (?:\w+ )?game)?(?: please)?",
    "PROCESS": r"(?:please )?(?:adjudicate|close|end|process|run) (?:the|this) (?:phase|turn)\b.*",
    "PAUSE": r"(?:please )?(?:freeze|pause|stop|suspend) (?:the|this) (?:clock|game)\b.*",
    "EJECT {player}": r"(?:please )?(?:kick(?: out)?|(?:remove|throw(?: out)?)"
    r"(?= \S+ (?:from|out))) (?P<player>\S+?)(?: (?:from|out of) (?:the|this) game| out)?",
    "BROADCAST: {said}": r"announce(?:ment)?(?: to (?:all|everybody|everyone))?: ?(?P<said>.+)",
    "SHOW SETTINGS": r"(?:what|which)(?:'s| are| is)? (?:the |this )?(?:game'?s? )?"
    r"(?:options|rules of this game|settings)",
    "DRAW": r"(?:i|we)(?:'d| would)? (?:accept|agree to|like|offer|propose|want)(?: to have)?"
    r"(?: an?| the)? draw\b.*|let(?:'s| us) (?:agree to a |call it a |have a )?draw\b.*",
    "CLEAR": r".*\b(?:cancel|delete|discard|drop|erase|forget|remove|scrap|undo|withdraw)"
    r"(?: all)?(?: of)?(?: my| the| those| these)?(?: \w+)? orders\b.*",
    "VOTE EXTEND {many} {unit}": r".*\b(?P<many>(?<=another )\d{1,3}|another|(?<=deadline by )\w+"
    r"|(?:one|two|three|four|five|six|seven|\d{1,3})(?= more| extra| additional))"
    r"(?: more| extra| additional)? (?P<unit>(?:hour|day|week)s?)\b.*",
    "HELP VOTES": r".*\b(?:more time|an? (?:short |longer )?extension|extend the deadline"
    r"|(?:delay|postpone) (?:it|this|the (?:deadline|turn|game)))\b.*",
    "HELP DEADLINES": r"(?=.*\b(?:away|holidays?|vacation|travell?ing|out of town|offline)\b)"
    r".*\bi(?:'m|'ll| am| will| have)\b.*",
    "HELP PRESS": r"how .*\b(?:contact|message|press|reply|speak|talk|write)\b.*",
    "HELP ORDERS": r"how .*\b(?:orders?|moves?)\b.*",
    "MAP": r"(?:(?:can|could|may|will|would) (?:i|we|you)|i(?:'d| would)? (?:like|need|want)"
    r"|please|where(?:'s| is| can i))\b.*\b(?:map|picture)\b.*",
    "STATUS": r"(?:when|what)(?:'s| is| are)? (?:\w+ )*(?:deadline|due)\b.*"
    r"|who (?:else )?(?:has|have|is|are|hasn't|haven't)\b.*\b(?:missing|ordered|orders?|late)\b.*",
    "HELP NOW": r"what (?:can|do|should) i (?:do|write|say)(?: here| next| now)?",
    "HELP": r"how (?:do|does) (?:this|it|the judge)\b.* works?\b.*|(?:please )?help me\b.*"
    r"|i need help\b.*"
    r"|i (?:do not|don't) (?:understand|know)(?: (?:how|this|it|what to do)\b.*)?",
}
"""What is said in one of many ways, by the line that says it."""


def find_wished_line(text: str, grammar: Grammar) -> tuple[Reason, tuple[str, ...]] | None:
    """Return why a sentence is not taken that a line says, or several of which one is meant, and
    these; None for others."""
    if choices := _alternative_orders(text, grammar):
        return Reason("which_order"), choices
    if written := _WRITTEN.fullmatch(text.strip()):
        line = f"PRESS TO {written[1].strip()}"
        if _is_valid_command(line, grammar):
            body = (written[2] or "").strip(" :")
            if not body:
                return Reason("press_line", (line,)), ()
            return Reason("other_words"), (f"{line}: {body}",)
    plain = re.sub(r"\b(?:the|my) ", "", _ASKED.sub("", text.rstrip(" .!?"), count=1))
    if re.match("(?:new )?deadline ", plain, re.I):
        plain = f"SET {plain[plain.lower().index('deadline') :]}"
    for wished_line in (_SAID.get(fold_text(text).strip(" .!")), _match_wish(text), plain):
        if wished_line and wished_line != text and is_readable(wished_line, grammar):
            return Reason("other_words"), (wished_line,)
    return None


def _is_valid_command(line: str, grammar: Grammar) -> bool:
    tree, words = grammar.command.parse(fold_text(line)), (grammar.commands, grammar.lexicon)
    return tree is not None and not isinstance(build_command(tree, line, *words), Reason)


def _match_wish(text: str) -> str:
    for line, pattern in _WISHES.items():
        if wish := re.fullmatch(rf"(?:{pattern})[ .!?]*", normalize_line(text), re.I):
            wish_words = wish.groupdict().items()
            return line.format(**{key: _ONE.sub("1", word) for key, word in wish_words})
    return ""


def _alternative_orders(text: str, grammar: Grammar) -> tuple[str, ...]:
    """Return the orders between which a line leaves the choice: ``A PAR - BUR or PIC``."""
    first, *alternatives = _ALTERNATIVES.split(text)
    if not alternatives or not is_order(first, grammar):
        return ()
    head = first[: first.rfind("-") + 1] or first[: first.rfind(" ")]
    orders = (
        alternative if is_order(alternative, grammar) else f"{head} {alternative}"
        for alternative in alternatives
    )
    return (first, *(order for order in orders if is_order(order, grammar)))
