"""Which phrases somebody can say: their commands by variant, role and stage; their slots filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import digits

from judge.game.command import may_give_command
from judge.game.sentences.marks import Values
from judge.game.state import Game, Seat, Stage
from judge.hooks import Variant
from judge.language.grammar import grammar_of
from judge.language.said_as import said_as
from judge.language.spelling import fold_text
from judge.model.command import Command

_SLOT = re.compile(r"{(?P<name>\w+)(?::(?P<usual>[^}]*))?}")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_USUAL = {
    "address": "a@example.org", "addresses": "a@example.org", "date": "tomorrow",
    "duration": "2 days", "game": "ruhr", "guest": "a@example.org", "here": "ruhr",
    "name": "north", "number": "1", "numbers": "1", "text": "hello", "time": "18:00",
    "turn": "S1901M", "variant": "standard", "vote": "1", "zone": "UTC",
}  # fmt: skip
"""What stands in the slots of a line that is only looked at."""

_LISTS = {"addresses": "address", "numbers": "number", "places": "place", "powers": "power"}
"""Slots in which all of a kind stand."""
_OTHERWISE = {"guest": ("address",), "player": ("power", "address"), "vote": ("number",)}
"""Slots that others fill."""


@dataclass(frozen=True)
class FilledLine:
    """A line with its slots filled; ``missing`` are those for which a sentence says nothing."""

    text: str
    missing: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def commands_of_phrases(variant: Variant) -> tuple[type[Command] | None, ...]:
    """Return the command that each phrase says in a variant, None for talk, orders and what the
    variant has not."""
    grammar = grammar_of(variant)
    power, *_ = variant.map.powers
    place, *_ = variant.map.provinces
    usual = _USUAL | dict.fromkeys(("power", "powers", "player"), power)
    usual |= {"place": place, "places": place, "unit": f"A {place}"}
    found: list[type[Command] | None] = []
    for phrase in said_as().phrases:
        text = _OPTIONAL.sub("", phrase.line)
        line = _SLOT.sub(lambda slot: usual[slot["name"].rstrip(digits)], text)
        tree = grammar.command.parse(fold_text(line)) if line else None
        found.append(grammar.commands[str(tree.data)] if tree is not None else None)
    return tuple(found)


def phrases_for(
    variant: Variant, game: Game | None, seats: tuple[Seat | None, ...]
) -> frozenset[int]:
    """Return the numbers of the phrases that one of the seats can say in a game."""
    return frozenset(
        number
        for number, command in enumerate(commands_of_phrases(variant))
        if _can_say(number, command, game, seats)
    )


def _can_say(
    number: int,
    command: type[Command] | None,
    game: Game | None,
    seats: tuple[Seat | None, ...],
) -> bool:
    phrase = said_as().phrases[number]
    line = phrase.line
    if phrase.role and not any(seat and seat.role == phrase.role for seat in seats):
        return False
    if command is not None:
        return any(may_give_command(command, game, seat) for seat in seats)
    is_order = bool(line) and not line.split()[0].isupper()
    playing = game is not None and game.stage not in (Stage.FORMING, Stage.ENDED)
    return not line or (is_order and playing and any(seat and seat.powers for seat in seats))


def fill_line(line: str, values: Values, known: Mapping[str, str]) -> FilledLine:
    """Return a line with what a sentence says in its slots, or with what is ``known`` without."""
    missing: list[str] = []

    def value_of(slot: re.Match[str]) -> str:
        value = _find_value(slot["name"], values) or known.get(slot["name"], "") or slot["usual"]
        if not value:
            missing.append(slot["name"])
        return value or slot["name"].rstrip(digits)

    def part_of(option: re.Match[str]) -> str:
        names = [slot["name"] for slot in _SLOT.finditer(option[1])]
        there = all(_find_value(name, values) or known.get(name) for name in names)
        return option[1] if there else ""

    text = _SLOT.sub(value_of, _OPTIONAL.sub(part_of, line))
    return FilledLine(text, tuple(missing))


def _find_value(name: str, values: Values) -> str:
    base = name.rstrip(digits)
    nth = int(name[len(base) :] or 1) - 1
    found = values.get(base, ())
    if len(found) > nth:
        return found[nth]
    if base in _LISTS:
        return ", ".join(dict.fromkeys(values.get(_LISTS[base], ())))
    return next(
        (value for other in _OTHERWISE.get(base, ()) if (value := _find_value(other, values))), ""
    )
