"""HELP UNITS and HELP OPTIONS: what the kinds of unit can do, and what is chosen of the options."""

from __future__ import annotations

from collections.abc import Mapping

from judge.game.atlas.atlas import Atlas
from judge.hooks import Variant
from judge.model.pages import OptionRow, OptionsPage, UnitsPage


def build_units_page(atlas: Atlas) -> UnitsPage:
    """Return the kinds of unit of a variant."""
    return UnitsPage(atlas.variant.name, tuple(atlas.map.kinds.values()))


def build_options_page(atlas: Atlas, rest: str) -> OptionsPage:
    """Return the options of a variant."""
    variant = atlas.variant
    return OptionsPage(variant.name, variant.code, list_option_rows(variant))


def list_option_rows(
    variant: Variant, values: Mapping[str, str] | None = None
) -> tuple[OptionRow, ...]:
    """Return all options; where values are given, those that have one, with it."""
    return tuple(
        OptionRow(
            name,
            option.about,
            () if option.number_range else option.choices,
            option.number_range,
            values[name] if values is not None else None,
        )
        for name, option in variant.options.items()
        if values is None or name in values
    )
