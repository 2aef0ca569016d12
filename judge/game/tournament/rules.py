"""The rules of a tournament, as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from judge.game.tournament.standings import TIES
from judge.game.tournament.state import TournamentRules
from judge.model.reason import Reason

MOST_ROUNDS = 9
_SEEDINGS = ("lot", "rating", "standing")


def _read_number(least: int, most: int) -> Callable[[str], int | None]:
    def read_number_between(typed: str) -> int | None:
        if typed in ("all", "off", "none") and least == 0:
            return 0
        number = int(typed) if re.fullmatch(r"\d{1,4}", typed) else -1
        return number if least <= number <= most else None

    return read_number_between


def _read_ties(typed: str) -> tuple[str, ...] | None:
    words = tuple(dict.fromkeys(re.findall(r"[a-z]+", typed.replace("then", " "))))
    if words in (("none",), ("off",)):
        return ()
    return words if words and all(word in TIES for word in words) else None


_READERS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "rounds": (_read_number(1, MOST_ROUNDS), f"1 to {MOST_ROUNDS}"),
    "boards": (_read_number(0, 9999), "5; or all: as many as there are players for"),
    "best": (_read_number(0, MOST_ROUNDS), "2; or all"),
    "seeding": (lambda typed: typed if typed in _SEEDINGS else None, ", ".join(_SEEDINGS)),
    "ties": (_read_ties, f"some of {', '.join(TIES)}, in order; or none"),
}
RULE_NAMES = tuple(_READERS)
"""What can be said of a tournament; all else is said of its games."""


def with_rule(rules: TournamentRules, name: str, typed: str) -> TournamentRules | Reason:
    """Return the rules with one of them changed, or why it cannot be."""
    read, examples = _READERS[name]
    value = read(" ".join(typed.casefold().split()))
    if value is None:
        return Reason("bad_value", (name, typed or "nothing", examples))
    return replace(rules, **{name: value})


def read_rules(options: dict[str, str]) -> TournamentRules | Reason:
    """Take the rules of a tournament out of options, and return them."""
    rules = TournamentRules()
    for name in [name for name in options if name in _READERS]:
        changed = with_rule(rules, name, options.pop(name))
        if isinstance(changed, Reason):
            return changed
        rules = changed
    return rules


def describe_rules(rules: TournamentRules) -> tuple[tuple[str, str], ...]:
    """Return the rules by their names, in words."""
    return (
        ("rounds", str(rules.rounds)),
        ("boards", str(rules.boards or "all")),
        ("best", str(rules.best or "all")),
        ("seeding", rules.seeding),
        ("ties", ", ".join(rules.ties) or "none"),
    )
