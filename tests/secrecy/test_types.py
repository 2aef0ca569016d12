"""By their types alone, letters hold nothing but what a View holds."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

from judge.game.state import Lobby, Play
from judge.hooks import Variant
from judge.letters.compose import compose
from judge.model.letter import Letter, Notice
from judge.model.position import Position
from judge.model.sheet import PhaseRecord
from judge.model.view import View

SECRETS = {Position, PhaseRecord, Lobby, Play, Any, object}


def reached(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """Every type that a value of this type can hold."""
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
    hints = typing.get_type_hints(compose)
    assert hints.pop("return") is Letter
    given = {kind for hint in hints.values() for kind in typing.get_args(hint) or (hint,)}
    assert {Notice, Variant} < given
    assert not given & SECRETS


def test_the_walk_finds_what_is_hidden() -> None:
    assert PhaseRecord in set(reached(Play, set())) and Position in set(reached(Play, set()))
