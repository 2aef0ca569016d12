"""Lines by which units hold that were sent elsewhere before: nothing else may stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judge.game.sentences.so_far import OrdersSoFar
from judge.language.amending import announces_amendment
from judge.language.innocent import cut_talk
from judge.language.parting import split_into_sentences
from judge.language.reader import read_line
from judge.language.signature import is_signature
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    Line,
    OrderStatement,
    Statement,
    without_doubt,
)
from judge.language.told_words import names_units_or_places
from judge.language.word_lists import list_words
from judge.language.words import (
    find_governing_kind,
    find_phrases,
    is_about_private_life,
    is_neutral,
    says_why,
)
from judge.model.order import Build, Hold, HoldAll, Order
from judge.model.reason import Reason

_WORD = re.compile(r"[^\W_]+")
_CLAUSE = re.compile(r"\s*[,;:]\s+|\s+[-\u2013\u2014]+\s+|\s*[()\[\]]\s*")


def find_doubt_of_holds(text: str, orders: Iterable[Order], so_far: OrdersSoFar) -> Reason | None:
    """Return the doubt in which a text leaves units that it tells to hold in place of what was
    ordered before: it may mean that their orders stand, or says something else, and no courtesy or
    reason. None if in none."""
    orders = [*orders]
    if word := so_far.find_word_for_standing(text, orders):
        return Reason("may_stand", (word,))
    if not replaces_orders_by_holds(orders, so_far):
        return None
    beside = (each for said in split_into_sentences(text) for each in _list_beside(said, so_far))
    left = next((each for each in beside if not changes_nothing(each, so_far)), "")
    return Reason("left_over", (left.strip(" .!?"),)) if left else None


def find_doubt_of_only(text: str, orders: Iterable[Order], so_far: OrdersSoFar) -> Reason | None:
    """Return the doubt in which a text leaves the builds that it orders if it says that these are
    "only" so many, and others stand: it may take those away. None if in none."""
    word = next((each for each in _WORD.findall(fold_text(text)) if each in list_words("only")), "")
    built = {order.unit.at.province for order in orders if isinstance(order, Build)}
    others = [
        order
        for order in so_far.standing.values()
        if isinstance(order, Build) and order.unit.at.province not in built
    ]
    return Reason("left_over", (word,)) if word and built and others else None


def replaces_orders_by_holds(orders: Iterable[Order], so_far: OrdersSoFar) -> bool:
    """Say whether some of the orders have units hold of which one was ordered something else."""
    return any(_takes_place(order, so_far) for order in orders)


def _takes_place(order: Order, so_far: OrdersSoFar) -> bool:
    """Say whether an order has units hold of which one was ordered something else before."""
    if not isinstance(order, Hold):
        return False
    if isinstance(order, HoldAll):
        return any(type(old) is not Hold for old in so_far.given.values())
    return type(so_far.given.get(order.unit.at.province, order)) is not Hold


def _list_beside(sentence: str, so_far: OrdersSoFar) -> list[str]:
    """Return the clauses of a sentence behind those that tell its orders; the sentence if it tells
    none."""
    orders = _read_orders(sentence, so_far)
    if not orders:
        return [sentence]
    for end in _CLAUSE.finditer(sentence):
        if _read_orders(sentence[: end.start()], so_far) == orders:
            clauses = _CLAUSE.split(sentence[end.end() :])
            return [each for each in clauses if each.strip(" .!")]
    return []


def _read_orders(text: str, so_far: OrdersSoFar) -> list[Order]:
    """Return the orders of a text, those in doubt, too."""
    said = map(without_doubt, _read(text, so_far))
    orders = [each.order for each in said if isinstance(each, OrderStatement)]
    return orders or [*so_far.read_told_orders(text)]


def changes_nothing(text: str, so_far: OrdersSoFar) -> bool:
    """Say whether words beside orders are a courtesy, a reason, a name or a command, or tell of the
    writer's life."""
    return (
        is_neutral(text)
        or says_why(text)
        or not cut_talk(text, so_far.lexicon.power_words)
        or is_about_private_life(text)
        or _is_courteous(text, so_far)
        or announces_amendment(text, so_far.lexicon)
        or is_signature(text)
        or any(isinstance(each, CommandStatement) for each in _read(text, so_far))
        or bool(_read_orders(text, so_far))
    )


def _is_courteous(text: str, so_far: OrdersSoFar) -> bool:
    """Say whether words begin as a courtesy does, and name nothing and put nothing in doubt."""
    is_kind = any("courtesy" in phrase.kinds for phrase in find_phrases(text)[:1])
    return (
        is_kind
        and "?" not in text
        and not find_governing_kind(text)[0]
        and not names_units_or_places(text, so_far.lexicon)
    )


def _read(text: str, so_far: OrdersSoFar) -> tuple[Statement, ...]:
    game = so_far.game
    return read_line(Line(0, text), game.variant, game.position.turn.phase)
