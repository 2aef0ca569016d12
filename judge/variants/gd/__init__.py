"""Global Diplomacy 0.3c: nuclear arsenals, and what their bombs do to the globe."""

from __future__ import annotations

from collections.abc import Mapping

from judge.hooks import Ruleset, Spec
from judge.model.order import Order

ORDERS: Mapping[str, type[Order]] = {}


def rules(stock: Ruleset, spec: Spec) -> Ruleset:
    """Return the rules of Global Diplomacy."""
    return stock
