"""Values as JSON and back, exactly. An effect is a list that begins with its kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter

from judge.game.game_settings import Settings
from judge.model.position import EMPTY, Effect, Position, apply_effects, find_effects_between
from judge.model.reason import Fate, Reason

_ANYTHING = TypeAdapter[object](object)
_SETTINGS = TypeAdapter(Settings)
_RESULTS = TypeAdapter(tuple[tuple[str, str, Fate, Reason], ...])


class _EffectCodec:
    """How one kind of effect is written: its name, then the values of its fields."""

    def __init__(self, effect: type[Effect]) -> None:
        self.effect = effect
        self.name = re.sub(r"(?<!^)(?=[A-Z])", "_", effect.__name__).lower()
        types = get_type_hints(effect)
        self.fields = tuple(types)
        values: Any = tuple[tuple(types.values())]  # type: ignore[misc]  # fields are known at run time
        self._values = TypeAdapter[Any](values)

    def list_values_of_effect(self, effect: Effect) -> tuple[Any, ...]:
        return (self.name, *(getattr(effect, name) for name in self.fields))

    def make_effect(self, values: list[Any]) -> Effect:
        return self.effect(*self._values.validate_python(values))


_KINDS = {effect: _EffectCodec(effect) for effect in get_args(Effect)}
_NAMED = {kind.name: kind for kind in _KINDS.values()}


def dump_json(value: object) -> str:
    """Return a value as one line of JSON; equal values give equal lines."""
    return _ANYTHING.dump_json(value).decode()


def write_effect(effect: Effect) -> str:
    """Return an effect as a line of text."""
    return dump_json(_KINDS[type(effect)].list_values_of_effect(effect))


def read_effect(text: str) -> Effect:
    """Return the effect that ``write_effect`` wrote."""
    return _make_effect_from_list(json.loads(text))


def write_effects(effects: Iterable[Effect]) -> str:
    """Return effects as a line of text."""
    return dump_json([_KINDS[type(effect)].list_values_of_effect(effect) for effect in effects])


def read_effects(text: str) -> tuple[Effect, ...]:
    """Return the effects that ``write_effects`` wrote."""
    return tuple(_make_effect_from_list(value) for value in json.loads(text))


def _make_effect_from_list(value: list[Any]) -> Effect:
    name, *values = value
    return _NAMED[name].make_effect(values)


def read_results(text: str) -> tuple[tuple[str, str, Fate, Reason], ...]:
    """Return power, canonical order, fate and reason of each result that ``dump`` wrote."""
    return _RESULTS.validate_json(text)


def write_settings(settings: Settings) -> dict[str, Any]:
    """Return a game's settings as plain values for a column of JSON."""
    values: dict[str, Any] = _SETTINGS.dump_python(settings, mode="json")
    return values


def read_settings(values: Any) -> Settings:
    """Return the settings that ``write_settings`` wrote; what it did not know yet is default."""
    return _SETTINGS.validate_python(values)


def write_position(position: Position) -> str:
    """Return a position as text: the effects that deal it."""
    return write_effects(find_effects_between(EMPTY, position))


@lru_cache(maxsize=256)
def read_position(text: str) -> Position:
    """Return the position that ``snapshot`` wrote."""
    return apply_effects(EMPTY, read_effects(text))
