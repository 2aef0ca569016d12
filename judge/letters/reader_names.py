"""Powers by the names their reader knows them by, in a whole notice."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import Any, cast

from judge.hooks import Variant
from judge.model.letter import Chronicle, Correspondent, Notice, PressText, Recipient
from judge.model.map import Location, Power
from judge.model.sections import TextFile
from judge.model.turn import Turn

STRANGER = "a stranger"

_WITHOUT = frozenset({Turn, Location, bool, int, type(None)})
"""Types of values in which nothing is written that anybody wants changed."""

_AS_WRITTEN: Mapping[type, Collection[str]] = {
    Notice: ("kind", "key", "answering", "subject"),
    Recipient: Recipient._fields,
    Correspondent: ("address", "secret"),
    PressText: ("text",),
    TextFile: TextFile._fields,
}
"""Fields that hold addresses and words of people, in which no power is named, and what programs are
to read."""


def with_reader_names(notice: Notice, variant: Variant | None) -> tuple[Notice, Variant | None]:
    """Return the notice with powers called as its reader knows them, and a variant that knows them.

    Where powers go by names of their own, one that the reader has no name for is a stranger.
    What people wrote themselves stays as it is.
    """
    signs = _collect_powers_by_sign(variant) if variant else {}
    if variant is None or not signs:
        return notice, variant
    names = _collect_names_known_to_reader(notice)
    called = names | {sign: names[power] for sign, power in signs.items() if power in names}
    ids = "|".join([*signs.values(), *signs])
    written = re.compile(rf"(?<![\w.+-])(?:{ids})(?![\w.+-]*@|\w)")

    @cache
    def replace_name(text: str) -> str:
        return written.sub(lambda power: called.get(power[0], STRANGER), text)

    return _rewrite_texts(notice, replace_name), _rename_powers(
        variant, tuple(sorted(names.items()))
    )


@lru_cache(maxsize=64)
def _collect_powers_by_sign(variant: Variant) -> Mapping[str, str]:
    """Return the powers that go by names of their own, by their signs."""
    return {power.sign: name for name, power in variant.map.powers.items() if power.sign}


def _collect_names_known_to_reader(notice: Notice) -> dict[str, str]:
    """Return the names that the reader knows now, or knew in the turns that they are told of."""
    histories = [section for section in notice.sections if isinstance(section, Chronicle)]
    turns = [past for history in histories for past in history.turns]
    views = [past.view for turn in turns for past in (*turn.taken_back, turn)]
    names: dict[str, str] = {}
    for view in (*views, *([notice.view] if notice.view else [])):
        names |= view.names
    return names


@lru_cache(maxsize=128)
def _rename_powers(variant: Variant, names: tuple[tuple[str, str], ...]) -> Variant:
    powers = {name: Power(name, name) for name in sorted(name for _, name in names)}
    return replace(variant, map=replace(variant.map, powers=powers))


def _rewrite_texts(notice: Notice, change: Callable[[str], str]) -> Notice:
    """Return the notice with every text in it changed but those that stay as they are written."""

    def rewrite_value(part: Any) -> Any:
        kind: Any = type(part)
        if kind is str:
            return change(part)
        if kind in _WITHOUT:
            return part
        if kind is tuple:
            return tuple([rewrite_value(value) for value in part])
        if names := _list_fields_to_rewrite(kind):
            values = {}
            for name in names:
                value = getattr(part, name)
                if (rewritten := rewrite_value(value)) is not value:
                    values[name] = rewritten
            if not values:
                return part
            return part._replace(**values) if issubclass(kind, tuple) else replace(part, **values)
        if isinstance(part, Mapping):
            return {rewrite_value(key): rewrite_value(value) for key, value in part.items()}
        if isinstance(part, frozenset):
            return frozenset(map(rewrite_value, part))
        return part

    return cast(Notice, rewrite_value(notice))  # of the class that it was


@cache
def _list_fields_to_rewrite(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of values in which a power may be named."""
    names: Iterable[str] = ()
    if issubclass(kind, tuple):
        names = getattr(kind, "_fields", ())
    elif is_dataclass(kind):
        names = [field.name for field in fields(kind) if field.init]
    return tuple(name for name in names if name not in _AS_WRITTEN.get(kind, ()))
