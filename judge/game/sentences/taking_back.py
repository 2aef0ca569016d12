"""What somebody takes back in a sentence of the orders that stand from an earlier mail."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import dropwhile

from judge.game.command import LineContext
from judge.game.mail.state import GamePart, MailState
from judge.game.state import Play, Role
from judge.language.beside import collect_meanings, list_names_and_moves
from judge.language.innocent import cut_talk
from judge.language.mail_lines import Locality, collect_names_touched
from judge.language.referring import blot_out_daily_life, find_pointing, has_subject
from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import NEUTRAL, find_phrases
from judge.model.order import Order
from judge.model.sections import HeardLine

_TAKES_BACK = frozenset({"takeback", "revokes", "unsettled"})
_DENIES = frozenset({"negation"})
"""Kinds of words that take something back in few words: ``not Burgundy``."""
_NOTHING = WordPattern(r"\W*%(denies_before)s\b")
_FEW = 4


def find_line_that_clears(state: MailState, text: str, context: LineContext) -> str:
    """Return the line that drops those orders of which a sentence takes something back, by what
    they touch, or all but these where it says so; "" if it takes nothing back, or names none."""
    own, here = _list_standing_orders(state, text, context)
    if not own or not _takes_back(text):
        return ""
    named = list_names_and_moves(text, here)
    meant = [order for order in own if not named.isdisjoint(collect_names_touched([order]))]
    if not named and _takes_back_all(text):
        return "CLEAR"
    words = {*re.findall(r"[\w']+", fold_text(text))}
    if not meant or words & {*list_words("only")}:
        return ""
    if words & {*list_words("told_but")}:
        meant = [order for order in own if order not in meant]
    places = dict.fromkeys(str(order.unit.at.province) for order in meant)
    return f"CLEAR {' and '.join(places)}" if places else ""


def may_drop_all(state: MailState, text: str, context: LineContext, *, is_talk: bool) -> bool:
    """Say whether a sentence that is like nothing that can be said, or like talk, may take back all
    orders that stand: it speaks of what was sent before, or of nothing that it names (``nope, was
    only kidding``), and takes that back, or denies it and is no known talk."""
    own, here = _list_standing_orders(state, text, context)
    if not own or list_names_and_moves(text, here) or not cut_talk(text, here.own):
        return False
    said = blot_out_daily_life(text)
    denies = any("negation" in each.kinds for each in find_phrases(said)[:_FEW])
    if denies and not is_talk and "word" in find_pointing(said):
        return True
    strong = _TAKES_BACK - ({"unsettled"} if is_talk else set())
    is_strong = any(phrase.kinds & strong for phrase in find_phrases(said))
    return is_strong and ("word" in find_pointing(said) or not has_subject(said))


def withdraw_drops_beside_orders(part: GamePart) -> GamePart:
    """Return a part of a mail that does not offer to drop all orders for words that may only speak
    of those that were kept from it: ``sry typo!! Ruhr to Belgium``."""
    if not part.given:
        return part
    heard = (
        HeardLine(line.line, "ignored") if _may_speak_of_orders_beside(line) else line
        for line in part.heard
    )
    return replace(part, heard=tuple(heard))


def _may_speak_of_orders_beside(line: HeardLine) -> bool:
    said = [phrase.kinds for phrase in find_phrases(line.line)]
    return line.choices == ("CLEAR",) and not any("revokes" in kinds for kinds in said)


def _list_standing_orders(
    state: MailState, text: str, context: LineContext
) -> tuple[list[Order], Locality]:
    """Return the orders that a sentence may take back: none if it asks something, or if others
    stand beside it."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if not isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return [], Locality()
    if state.part.given or "?" in text or _takes_nothing_back(text):
        return [], Locality()
    own = frozenset(map(fold_text, seat.powers))
    orders = [order for power in seat.powers for order in game.orders.get(power, ())]
    return orders, Locality(own=own, mean=collect_meanings(game.variant.map))


def _takes_back_all(text: str) -> bool:
    """Say whether a sentence begins by taking something back, and says of orders that it does."""
    phrases = [*dropwhile(lambda phrase: phrase.kinds & NEUTRAL, find_phrases(text))]
    takes_back = phrases and phrases[0].kinds & {"takeback", "revokes"}
    return bool(takes_back) and any(
        "heading" in phrase.kinds and "speaks_of" in phrase.kinds for phrase in phrases
    )


def _takes_nothing_back(text: str) -> bool:
    """Say whether a sentence says that nothing is to be taken back: ``cancel nothing``."""
    said = [phrase for phrase in find_phrases(text) if phrase.kinds & _TAKES_BACK]
    return any(_NOTHING.pattern.match(text[phrase.end :]) for phrase in said)


def _takes_back(text: str) -> bool:
    phrases = find_phrases(text)
    kinds = _TAKES_BACK | _DENIES if len(phrases) <= _FEW else _TAKES_BACK
    return any(phrase.kinds & kinds for phrase in phrases)
