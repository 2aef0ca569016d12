"""Which phrases somebody can say: their commands by variant, role and stage; their slots filled."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from string import digits

from judge.game.command import may_give_command
from judge.game.sentences.marks import DOUBT, Values
from judge.game.state import Game, Role, Seat, Stage
from judge.hooks import Variant
from judge.language.grammar import build_grammar
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text
from judge.model.command import Command

_SLOT = re.compile(r"{(?P<name>\w+)(?::(?P<usual>[^}]*))?}")
_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_USUAL = {
    "address": "a@example.org", "addresses": "a@example.org", "date": "tomorrow",
    "duration": "2 days", "game": "ruhr", "guest": "a@example.org", "here": "ruhr",
    "kept": "spam.example", "count": "1",
    "name": "north", "number": "1", "numbers": "1", "plan": "north", "text": "hello",
    "season": "S1901M", "time": "18:00",
    "turn": "S1901M", "variant": "standard", "vote": "1", "zone": "UTC",
}  # fmt: skip
"""What stands in the slots of a line that is only looked at."""

Speaker = tuple[Role, bool]
"""Whether a seat of some role has powers."""
_NOBODY: frozenset[str] = frozenset()
_LISTS = {
    "addresses": "address", "numbers": "number", "places": "place", "powers": "power",
    "units": "unit",
}  # fmt: skip
"""Slots in which all of a kind stand."""
_OTHERWISE = {
    "count": ("number",), "guest": ("address",), "kept": ("address", "domain"),
    "plan": ("name",), "player": ("power", "address"), "vote": ("number",),
}  # fmt: skip
"""Slots that others fill."""
TIMES = frozenset({"date", "duration", "time"})
WEIGHTY = TIMES | {"address", "place", "power", "turn", "zone"}
"""Marks for what a line should not pass over, and those of them that it never does in silence."""


@dataclass(frozen=True)
class FilledLine:
    """A line with its slots filled; ``missing`` are those for which a sentence says nothing;
    ``usual``: the usual stands in some of them instead."""

    text: str
    missing: tuple[str, ...] = ()
    usual: bool = False


@lru_cache(maxsize=64)
def collect_commands_of_lines(variant: Variant) -> Mapping[str, type[Command] | None]:
    """Return the command that each line of a phrase is in a variant, None for talk, orders and
    what the variant has not."""
    grammar = build_grammar(variant)
    power, *_ = variant.map.powers
    place, *_ = variant.map.provinces
    usual = _USUAL | dict.fromkeys(("own", "power", "powers", "player"), power)
    usual |= dict.fromkeys(("dislodged", "place", "places"), place)
    usual |= dict.fromkeys(("unit", "units"), f"A {place}")
    found: dict[str, type[Command] | None] = {}
    for line in (
        line for phrase in load_phrases().phrases for line in (phrase.line, *phrase.otherwise)
    ):
        text = _SLOT.sub(lambda slot: usual[slot["name"].rstrip(digits)], _OPTIONAL.sub("", line))
        tree = grammar.command.parse(fold_text(text)) if text else None
        found[line] = grammar.commands[str(tree.data)] if tree is not None else None
    return found


def collect_lines_for(
    variant: Variant, game: Game | None, seats: tuple[Seat | None, ...], roles: Set[str] = _NOBODY
) -> Mapping[int, str]:
    """Return the line that each phrase is in the mouth of one of the seats, by the number of the
    phrase; those are left out that none can say. ``roles`` are what the writer is besides."""
    stage = game.stage if game is not None else None
    return _collect_lines_of_speakers(variant, stage, _describe(seats), frozenset(roles))


def collect_lines_of_others(
    variant: Variant, game: Game | None, seats: tuple[Seat | None, ...]
) -> Mapping[int, str]:
    """Return the lines of the phrases of commands that none of the seats can say, by the number of
    the phrase: each is what one of them might say at another time, or its first."""
    stage = game.stage if game is not None else None
    return _collect_lines_of_others(variant, stage, _describe(seats))


def _describe(seats: tuple[Seat | None, ...]) -> tuple[Speaker | None, ...]:
    return tuple(None if seat is None else (seat.role, bool(seat.powers)) for seat in seats)


@lru_cache(maxsize=256)
def _collect_lines_of_speakers(
    variant: Variant, stage: Stage | None, speakers: tuple[Speaker | None, ...], roles: Set[str]
) -> Mapping[int, str]:
    commands = collect_commands_of_lines(variant)
    own = roles | {str(speaker[0].value) for speaker in speakers if speaker}
    found: dict[int, str] = {}
    for number, phrase in enumerate(load_phrases().phrases):
        if phrase.role and phrase.role not in own:
            continue
        for line in (phrase.line, *phrase.otherwise):
            if phrase.role in roles or _can_say(line, commands[line], stage, speakers):
                found[number] = line
                break
    return found


@lru_cache(maxsize=256)
def _collect_lines_of_others(
    variant: Variant, stage: Stage | None, speakers: tuple[Speaker | None, ...]
) -> Mapping[int, str]:
    commands = collect_commands_of_lines(variant)
    sayable = _collect_lines_of_speakers(variant, stage, speakers, _NOBODY)
    roles = {speaker[0] for speaker in speakers if speaker}
    found: dict[int, str] = {}
    for number, phrase in enumerate(load_phrases().phrases):
        if number not in sayable and not phrase.role and commands[phrase.line] is not None:
            lines = (phrase.line, *phrase.otherwise)
            own = (line for line in lines if getattr(commands[line], "who", None) in roles)
            found[number] = next(own, phrase.line)
    return found


def _can_say(
    line: str,
    command: type[Command] | None,
    stage: Stage | None,
    speakers: tuple[Speaker | None, ...],
) -> bool:
    if command is not None:
        return any(may_give_command(command, stage, who and who[0]) for who in speakers)
    is_order = bool(line) and not line.split()[0].isupper()
    playing = stage not in (None, Stage.FORMING, Stage.ENDED)
    return not line or (is_order and playing and any(who and who[1] for who in speakers))


def fill_line(line: str, values: Values, known: Mapping[str, str]) -> FilledLine:
    """Return a line with what a sentence says in its slots, or with what is ``known`` without."""
    missing: list[str] = []
    usual: list[str] = []

    def fill_slot_of_line(slot: re.Match[str]) -> str:
        value = _find_value(slot["name"], values) or known.get(slot["name"], "")
        if not value and slot["usual"]:
            usual.append(value := slot["usual"])
        if not value:
            missing.append(slot["name"])
        return value or slot["name"].rstrip(digits)

    def choose_option(option: re.Match[str]) -> str:
        names = [slot["name"] for slot in _SLOT.finditer(option[1])]
        there = all(
            _find_value(name, values) or known.get(name) or _is_in_doubt(name, values)
            for name in names
        )
        return option[1] if there else ""

    text = _SLOT.sub(fill_slot_of_line, _OPTIONAL.sub(choose_option, line))
    return FilledLine(text, tuple(missing), bool(usual))


def list_unsaid_values(
    filled: str, values: Values, among: Set[str], said: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return what stands for marks of some names in a sentence and not in a line as it is filled,
    but for so many as were ``said`` in the example of it."""
    return tuple(
        value.removeprefix(DOUBT)
        for name in sorted(among & values.keys())
        for value in [each for each in values[name] if each not in filled][
            max(0, said.count(name) - sum(each in filled for each in values[name])) :
        ]
    )


def _is_in_doubt(name: str, values: Values) -> bool:
    """Say whether a sentence says something in a slot, and not surely what."""
    return any(value.startswith(DOUBT) for value in values.get(name.rstrip(digits), ()))


def _find_value(name: str, values: Values) -> str:
    base = name.rstrip(digits)
    nth = int(name[len(base) :] or 1) - 1
    found = values.get(base, ())
    if len(found) > nth:
        return "" if found[nth].startswith(DOUBT) else found[nth]
    if base in _LISTS:
        return ", ".join(dict.fromkeys(values.get(_LISTS[base], ())))
    return next(
        (value for other in _OTHERWISE.get(base, ()) if (value := _find_value(other, values))), ""
    )
