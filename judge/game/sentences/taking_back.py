"""What somebody takes back in a sentence of the orders that stand from an earlier mail."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import dropwhile

from judge.game.command import LineContext
from judge.game.mail.state import GamePart, MailState
from judge.game.state import Play, Role
from judge.language.beside import describe_board, list_names_and_moves
from judge.language.innocent import cut_talk
from judge.language.likeness import is_like_what_governs
from judge.language.mail_lines import Locality, collect_names_touched
from judge.language.spelling import fold_text
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import NEUTRAL, find_phrases
from judge.model.order import Order
from judge.model.sections import HeardLine

_BY_LIKENESS = "may_take_back_orders"
_SURELY, _HARDLY = 0.8, 2.0
"""So much must speak for it that a sentence takes orders back, and one that is like talk."""
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
    if not named and _takes_back_all(text):
        return "CLEAR"
    words = {*re.findall(r"[\w']+", fold_text(text))}
    meant = [order for order in own if _touches(order, named)]
    if not meant or words & {*list_words("only")}:
        return ""
    if words & {*list_words("told_but")}:
        meant = [order for order in own if order not in meant]
    return _write_clear(meant)


def find_line_that_may_clear(
    state: MailState, text: str, context: LineContext, *, is_talk: bool
) -> str:
    """Return the line that drops those of the orders that stand which a sentence may take back that
    is like nothing that can be said, or like talk: of the units that it names, or all; "" if it is
    talk besides, or names others."""
    own, here = _list_standing_orders(state, text, context)
    is_talk = is_talk or not cut_talk(text, here.own)
    if not own or (is_talk and " " not in text.strip()):
        return ""
    if not is_like_what_governs(text, here, _HARDLY if is_talk else _SURELY):
        return ""
    named = list_names_and_moves(text, here)
    return _write_clear([each for each in own if _touches(each, named)]) if named else "CLEAR"


def _touches(order: Order, named: Collection[str]) -> bool:
    return not collect_names_touched([order]).isdisjoint(named)


def _write_clear(orders: Iterable[Order]) -> str:
    """Return the line that drops some orders, "" if there are none."""
    places = dict.fromkeys(str(order.unit.at.province) for order in orders)
    return f"CLEAR {' and '.join(places)}" if places else ""


def leave_out_drops_beside_orders(part: GamePart) -> GamePart:
    """Return a part of a mail that does not offer to drop orders for words that may only speak of
    those beside them, which were kept from it or are offered: ``sry typo!! Ruhr to Belgium``."""
    offers = any(line.choices and not _offers_to_drop(line) for line in part.heard)
    heard = (
        HeardLine(line.line, "ignored")
        if _offers_to_drop(line) and ((part.given and not _revokes(line)) or _is_weighed(line))
        else line
        for line in part.heard
    )
    return replace(part, heard=tuple(heard)) if part.given or offers else part


def _offers_to_drop(line: HeardLine) -> bool:
    return len(line.choices) == 1 and line.choices[0].startswith("CLEAR")


def _is_weighed(line: HeardLine) -> bool:
    """Say whether it is by likeness alone that a line may take orders back."""
    return line.why is not None and line.why.code == _BY_LIKENESS


def _revokes(line: HeardLine) -> bool:
    return line.choices != ("CLEAR",) or any(
        "revokes" in phrase.kinds for phrase in find_phrases(line.line)
    )


def _list_standing_orders(
    state: MailState, text: str, context: LineContext
) -> tuple[list[Order], Locality]:
    """Return the orders that a sentence may take back: none if it asks something, or if others
    stand beside it; and where it is said."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if not isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return [], Locality()
    if state.part.given or "?" in text.replace("?!", "!") or _takes_nothing_back(text):
        return [], Locality()
    orders = [order for power in seat.powers for order in game.orders.get(power, ())]
    units = game.position.units.values()
    here = describe_board(game.variant.map)._replace(
        own=frozenset(map(fold_text, seat.powers)),
        kinds={unit.at.province: unit.kind for unit in units if unit.power in seat.powers},
    )
    return orders, here


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
