"""A game as plain values, and back: for other processes, and for other programs.

A position stands where the one before does not lead to it. Results are not kept: they follow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from judge.hooks import Variant
from judge.language.reader import read_order
from judge.language.writer import write_order
from judge.library import load
from judge.library.variants import NoVariantError
from judge.model.position import Position
from judge.records.model import RecordedOrder, RecordedPhase, RecordError
from judge.records.run import PlayedPhase, play_phase

_POSITION = TypeAdapter(Position)


class GameAsValues(NamedTuple):
    """What is kept of a game."""

    title: str
    variant: Variant
    played: tuple[PlayedPhase, ...]
    position: Position


def write_game_json(game: GameAsValues) -> str:
    """Return a game as one line of JSON."""
    values = {
        "variant": game.variant.code,
        "options": dict(game.variant.settings),
        "title": game.title,
        "turns": list(_list_turns_as_values(game)),
        "position": _collect_position_values(game.position),
    }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _list_turns_as_values(game: GameAsValues) -> Iterator[dict[str, Any]]:
    expected: Position | None = None
    for played in game.played:
        before, turn = played.record.before, dict[str, Any]()
        if before != expected:
            turn["position"] = _collect_position_values(before)
        turn["orders"] = [
            [recorded.power, write_order(recorded.order, game.variant)]
            for recorded in played.phase.orders
        ]
        expected = played.end
        yield turn


def _collect_position_values(position: Position) -> dict[str, Any]:
    values: dict[str, Any] = _POSITION.dump_python(position, mode="json")
    return values | {name: sorted(values[name]) for name in ("facts", "lost")}


def read_game_json(text: str) -> GameAsValues:
    """Return the game that ``write_game_json`` wrote. Raises RecordError if it is none."""
    try:
        values = json.loads(text)
        variant = load(values["variant"], values["options"])
        played = tuple(_play_turns(variant, values["turns"]))
        position = _POSITION.validate_python(values["position"])
        return GameAsValues(str(values["title"]), variant, played, position)
    except NoVariantError as trouble:
        raise RecordError(str(trouble)) from None
    except KeyError as trouble:
        raise RecordError(f"{trouble} is missing or unknown") from None
    except (AttributeError, RecursionError, TypeError, ValueError) as trouble:
        raise RecordError(f"this is no game that was written as JSON: {trouble}") from None


def _play_turns(variant: Variant, turns: Sequence[Mapping[str, Any]]) -> Iterator[PlayedPhase]:
    position: Position | None = None
    for values in turns:
        if "position" in values:
            position = _POSITION.validate_python(values["position"])
        if position is None:
            raise RecordError("the first turn has no position")
        orders = list[RecordedOrder]()
        for power, text in values["orders"]:
            with suppress(ValueError):
                order = read_order(text, variant, position.turn.phase, power)
                orders.append(RecordedOrder(power, order))
        played = play_phase(variant, RecordedPhase(position.turn, orders=tuple(orders)), position)
        position = played.end
        yield played
