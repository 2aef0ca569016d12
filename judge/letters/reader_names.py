"""Powers by the names their reader knows them by, in a whole notice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from judge.hooks import Variant
from judge.model.letter import Chronicle, Notice, Page, PressText
from judge.model.map import Location, Power
from judge.model.turn import Turn

STRANGER = "a stranger"

_AS_THEY_ARE = frozenset({Turn, Page, Location, bool, int, type(None)})
"""Types of values in which no power is named."""

_T = TypeVar("_T")


def with_reader_names(notice: Notice, variant: Variant | None) -> tuple[Notice, Variant | None]:
    """Return the notice with powers called as its reader knows them, and a variant that knows them.

    Where powers go by names of their own, one that the reader has no name for is a stranger.
    What people wrote themselves stays as it is.
    """
    if variant is None or variant.rules.disclosure.public_seats:
        return notice, variant
    names = _known(notice)
    return _Tailor(variant, names).dress(notice), _with_names(variant, tuple(sorted(names.items())))


def _known(notice: Notice) -> dict[str, str]:
    """Return the names that the reader knows now, or knew in the turns that he is told of."""
    views = [p.view for one in notice.sections if isinstance(one, Chronicle) for p in one.turns]
    found: dict[str, str] = {}
    for view in (*views, *([notice.view] if notice.view else [])):
        found |= view.names
    return found


@lru_cache(maxsize=128)
def _with_names(variant: Variant, names: tuple[tuple[str, str], ...]) -> Variant:
    powers = {name: Power(name, name) for name in sorted(name for _, name in names)}
    return replace(variant, map=replace(variant.map, powers=powers))


class _Tailor:
    """Puts names in place of the map's codes of powers, wherever they stand."""

    def __init__(self, variant: Variant, names: Mapping[str, str]) -> None:
        codes = sorted(variant.map.powers, key=len, reverse=True)
        self._code = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, codes))})(?!\w)")
        self._names = names
        self._texts: dict[str, str] = {}

    def dress(self, value: _T) -> _T:
        """Return the value with every code in it replaced."""
        return cast(_T, self._dress(value))

    def _dress(self, value: Any) -> Any:
        kind = type(value)
        if kind is str:
            text = self._texts.get(value)
            if text is None:
                text = self._texts[value] = self._text(value)
            return text
        if kind in _AS_THEY_ARE:
            return value
        if kind is tuple:
            return tuple([self._dress(each) for each in value])
        if isinstance(value, PressText):
            return replace(value, sender=self._dress(value.sender), to=self._dress(value.to))
        if isinstance(value, tuple):
            make: Callable[..., Any] = kind
            return make(*[self._dress(each) for each in value])
        if isinstance(value, Mapping):
            return {self._dress(key): self._dress(each) for key, each in value.items()}
        if isinstance(value, frozenset):
            return frozenset(self._dress(each) for each in value)
        if is_dataclass(value) and not isinstance(value, type):
            found = {f.name: self._dress(getattr(value, f.name)) for f in fields(value) if f.init}
            return replace(value, **found)
        return value

    def _text(self, text: str) -> str:
        return self._code.sub(lambda code: self._names.get(code[0], STRANGER), text)
