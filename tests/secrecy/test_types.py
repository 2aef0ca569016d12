"""By their types alone, letters hold nothing but what a View holds."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge import game
from judge.game.state import Lobby, Play
from judge.hooks import Disclosure, Variant
from judge.letters.compose import write_letter
from judge.model.letter import Letter, Notice
from judge.model.position import Position
from judge.model.sheet import PhaseRecord
from judge.model.view import View
from judge.views.differences import list_view_differences

SECRETS = {Position, PhaseRecord, Lobby, Play, Any, object}


def reached(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """Every type that a value of this type can hold."""
    if isinstance(kind, list):  # what a function is given
        for part in kind:
            yield from reached(part, seen)
        return
    if kind in seen:
        return
    seen.add(kind)
    yield kind
    for part in typing.get_args(kind):
        yield from reached(part, seen)
    if isinstance(kind, type) and kind.__module__.startswith("judge."):
        for part in typing.get_type_hints(kind).values():
            yield from reached(part, seen)


def test_no_position_gets_into_a_notice() -> None:
    found = {kind for kind in reached(Notice, set()) if isinstance(kind, type)}
    assert View in found
    assert not found & SECRETS
    assert not {kind for kind in reached(Letter, set()) if isinstance(kind, type)} & SECRETS


def test_a_letter_is_made_of_a_notice_alone() -> None:
    hints = typing.get_type_hints(write_letter)
    assert hints.pop("return") is Letter
    given = {kind for hint in hints.values() for kind in typing.get_args(hint) or (hint,)}
    assert {Notice, Variant} < given
    assert not given & SECRETS


def test_the_walk_finds_what_is_hidden() -> None:
    assert PhaseRecord in set(reached(Play, set())) and Position in set(reached(Play, set()))


ASKED = {"whole": set(), "council": set(), "anonymous": {"state.py", "settings.py"}}
"""What the game layer does not ask, but for the files that set the one object that says it."""


def test_the_game_layer_asks_the_disclosure_alone() -> None:
    folder = Path(game.__file__).parent
    asked = {
        (node.attr, path.name)
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
    }
    assert ("disclosure", "notices.py") in asked
    assert not {
        (attribute, name)
        for attribute, name in asked
        if attribute in ASKED and name not in ASKED[attribute]
    }


def test_what_a_reader_may_know_is_asked_of_their_view() -> None:
    """No rule of disclosure sees the board but to say what all or the master are told."""
    given = typing.get_type_hints(Disclosure.may_know_powers)
    assert set(given) == {"seen", "powers", "return"}
    assert View in typing.get_args(given["seen"])
    assert not {Position, PhaseRecord} & set(typing.get_type_hints(list_view_differences).values())
