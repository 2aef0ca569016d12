"""What a board's source says beside what is read again from the folder that was written of it."""

from __future__ import annotations

from typing import Any

from judge.boards.draft import Draft
from judge.hooks import Variant
from judge.library import load_geometry
from judge.model.geometry import Geometry, Spot
from judge.rules.aftermath import StallLimit, UnplayedRebuilds, YearLimit
from judge.rules.muster import MUSTERS


def of_draft(draft: Draft) -> dict[str, Any]:
    """Return all that a folder keeps of a source."""
    spaces, powers = draft.spaces, draft.powers
    owned = {
        name: power.homes if power.owned is None else power.owned for name, power in powers.items()
    }
    return {
        "title": draft.title,
        "ways": {*draft.list_borders()},
        "spaces": {
            code: (at.name, at.sea, at.center, at.ferries, {*at.aliases})
            for code, at in spaces.items()
        },
        "narrows": draft.narrows,
        "powers": {
            name: (
                power.adjective or name,
                power.letter,
                {*power.homes},
                {*power.aliases},
                power.reserve,
            )
            for name, power in powers.items()
        },
        "owners": {code: name for name, codes in owned.items() for code in codes},
        "units": {f"{name} {unit}" for name, power in powers.items() for unit in power.units},
        "unplayed": {*draft.unplayed},
        "rebuilt": draft.rebuilt,
        "year": draft.year,
        "turns": [*draft.opening, *draft.steps],
        "wins": draft.wins or sum(space.center for space in spaces.values()) // 2 + 1,
        "limits": (draft.years, draft.quiet),
        "builds": MUSTERS[draft.builds],
        "picture": _shapes(draft.geometry),
    }


def of_variant(variant: Variant) -> dict[str, Any]:
    """Return the same of what was loaded."""
    board, rules = variant.map, variant.rules
    start = rules.opening.deal_position(board, (), 0)
    return {
        "title": variant.name,
        "ways": {(str(leg.origin), str(leg.target), leg.way) for leg in board.legs},
        "spaces": {
            code: (
                space.name,
                space.terrain == "sea",
                space.center,
                space.ferries,
                {*space.aliases},
            )
            for code, space in board.provinces.items()
        },
        "narrows": dict(board.narrows),
        "powers": {
            name: (
                power.adjective,
                power.letter,
                {*power.homes},
                {*power.aliases},
                rules.muster.reserves.get(name, ""),
            )
            for name, power in board.powers.items()
        },
        "owners": dict(start.owners),
        "units": {
            f"{unit.power} {board.kinds[unit.kind].code} {unit.at}" for unit in start.units.values()
        },
        "unplayed": {fact.about for fact in start.facts},
        "rebuilt": any(isinstance(rule, UnplayedRebuilds) for rule in rules.aftermath),
        "year": variant.calendar.start,
        "turns": [
            *(f"{season} {phase}" for season, phase in variant.calendar.opening),
            *(f"{s.season} {s.phases}{'*' if s.counts else ''}" for s in variant.calendar.steps),
        ],
        "wins": variant.win,
        "limits": tuple(
            next((rule.years for rule in rules.endings if isinstance(rule, limit)), 0)
            for limit in (YearLimit, StallLimit)
        ),
        "builds": type(rules.muster),
        "picture": _shapes(load_geometry(variant.code)),
    }


def _shapes(geometry: Geometry | None) -> dict[str, Any]:
    shapes = geometry.shapes if geometry else {}
    return {
        code: (
            shape.path,
            [_pixel(spot) for spot in (shape.unit, shape.dislodged, shape.label)],
            {coast: _pixel(spot) for coast, spot in shape.coasts.items()},
        )
        for code, shape in shapes.items()
    }


def _pixel(spot: Spot) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])
