"""What a master writes to put the board right: a unit set, taken off or moved, a center's owner."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from judge.hooks import Variant
from judge.language.grammar import build_grammar
from judge.language.lexicon import find_power
from judge.language.reader import read_place
from judge.language.spelling import fold_text, normalize_line
from judge.language.word_lists import WordPattern, list_words
from judge.model.order import Build, Move, Order, Remove

_HEADS = {
    "put": WordPattern(r"%(correct_put)s\s+(?=\S)"),
    "remove": WordPattern(r"%(correct_remove)s\s+(?=\S)"),
    "move": WordPattern(r"%(correct_move)s\s+(?=\S)"),
    "give": WordPattern(r"(?:%(article)s )?%(correct_give)s(?: of)?\s+(?=\S)"),
}
VERBS = ("PUT", "REMOVE", "MOVE", "CENTER")
"""How a correction begins as HELP has it."""

_OWNED = WordPattern(r"(.+)\s+%(correct_owned)s\s+(.+)")
_SIGNS = WordPattern(r"(?:\s+(?:now\s+)?%(correct_is)s\s+|\s*[:=]\s*|\s+)")


class CenterOwner(NamedTuple):
    """A center belongs to a power, or with "" to nobody."""

    province: str
    power: str


Correction = Build | Remove | Move | CenterOwner
"""A unit set, taken off or moved, as the order to do so, its blanks not filled; or an owner."""


def read_correction(text: str, variant: Variant) -> Correction | None:
    """Return what a line corrects, None if it cannot be understood."""
    text = normalize_line(text).rstrip(" .")
    head, rest = "", text
    for name, words in _HEADS.items():
        if opening := words.pattern.match(text):
            head, rest = name, text[opening.end() :]
            break
    if head == "give":
        return _read_center_owner(rest, variant)
    if head in ("", "move") and isinstance(order := _read_single_order(rest, variant), Move):
        return order
    if head == "remove":
        order = _read_single_order(f"remove {rest}", variant)
        return order if isinstance(order, Remove) else None
    return _read_placement(rest, variant) if head != "move" else None


def _read_placement(text: str, variant: Variant) -> Build | None:
    owner = _OWNED.pattern.fullmatch(text)
    power = find_power(variant.map, owner[2]) if owner else None
    order = _read_single_order(f"build {owner[1] if owner and power else text}", variant)
    if not isinstance(order, Build):
        return None
    return replace(order, unit=order.unit._replace(power=power or order.unit.power))


def _read_center_owner(text: str, variant: Variant) -> CenterOwner | None:
    for sign in reversed(list(_SIGNS.pattern.finditer(text))):
        owner = text[sign.end() :]
        power = "" if fold_text(owner) in list_words("nobody") else find_power(variant.map, owner)
        place = read_place(text[: sign.start()], variant)
        if place and power is not None:
            return CenterOwner(place, power)
    return None


def _read_single_order(text: str, variant: Variant) -> Order | None:
    parsed = build_grammar(variant).order.parse(fold_text(text))
    return parsed.orders[0] if parsed is not None and len(parsed.orders) == 1 else None
