"""What a picture is drawn from, as JSON and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any, NamedTuple, get_type_hints

from pydantic import TypeAdapter

from judge.hooks import Variant
from judge.language.reader import read_order
from judge.language.writer import write_order
from judge.model.picture import Picture
from judge.model.reason import Result
from judge.model.view import ALL, BUT_RESULTS, RESULTS, View, ViewKey
from judge.store.codec import dump_json, read_effects, read_results, write_effects

_TYPES = get_type_hints(View)
_PLAIN = {
    item.name: TypeAdapter[Any](_TYPES[item.name])
    for item in fields(View)
    if item.name not in ("results", "effects")
}


class Drawable(NamedTuple):
    """A picture and the variant on whose map it is drawn."""

    picture: Picture
    variant: Variant


def write_picture(picture: Picture, variant: Variant) -> str:
    """Return a picture as text; equal pictures give equal texts.

    Options that readers are not told are left out: they could be guessed from the digest.
    """
    return _write_picture(
        ViewKey(picture.view, ALL), variant, picture.kind, picture.region, picture.open
    )


@lru_cache(maxsize=8)
def _write_picture(
    same: ViewKey, variant: Variant, kind: str, region: frozenset[str], open_: frozenset[str]
) -> str:
    values = {
        "variant": variant.code,
        "options": {
            name: choice
            for name, choice in sorted(variant.settings.items())
            if name not in variant.hidden_options
        },
        "kind": kind,
        "region": sorted(region),
        "open": sorted(open_),
    }
    board = _write_board(ViewKey(same.view, BUT_RESULTS))
    results = _write_results(ViewKey(same.view, RESULTS), variant)
    return f'{dump_json(values)[:-1]},"view":{board[:-1]},"results":{results}}}}}'


def read_picture(text: str, load: Callable[[str, Mapping[str, str]], Variant]) -> Drawable:
    """Return what ``write`` wrote; ``load`` gives a variant by its code and its options."""
    values = json.loads(text)
    variant = load(values["variant"], values["options"])
    picture = Picture(
        values["kind"],
        _read_view(values["view"], variant),
        frozenset(values["region"]),
        frozenset(values["open"]),
    )
    return Drawable(picture, variant)


@lru_cache(maxsize=8)
def _write_board(same: ViewKey) -> str:
    """Return a view without results as text, worked out once for all readers of a turn who see the
    same, and for the receipts that show it with their orders."""
    view = same.view
    values = {name: _sort_value(getattr(view, name)) for name in _PLAIN}
    values["effects"] = write_effects(view.effects)
    return dump_json(values)


@lru_cache(maxsize=8)
def _write_results(same: ViewKey, variant: Variant) -> str:
    """Return what became of orders as text, worked out once for all who are told the same."""
    results = [
        (result.order.unit.power, write_order(result.order, variant), result.fate, result.why)
        for result in same.view.results
    ]
    return dump_json(dump_json(results))


def _sort_value(value: object) -> object:
    """Return a value in an order that tells nothing of where it came from."""
    if isinstance(value, Mapping):
        return dict(sorted(value.items()))
    return sorted(value) if isinstance(value, frozenset) else value


def _read_view(values: Mapping[str, Any], variant: Variant) -> View:
    plain = {name: kind.validate_python(values[name]) for name, kind in _PLAIN.items()}
    phase = (plain["played"] or plain["turn"]).phase
    return View(
        **plain,
        effects=read_effects(values["effects"]),
        results=tuple(
            Result(read_order(text, variant, phase, power), fate, why)
            for power, text, fate, why in read_results(values["results"])
        ),
    )
