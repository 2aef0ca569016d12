"""HELP UNITS: what the kinds of unit can do."""

from __future__ import annotations

from judge.game.atlas.atlas import Atlas
from judge.model.pages import UnitsPage


def build_units_page(atlas: Atlas) -> UnitsPage:
    """Return the kinds of unit of a variant."""
    return UnitsPage(atlas.variant.name, tuple(atlas.map.kinds.values()))
