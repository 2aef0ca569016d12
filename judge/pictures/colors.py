"""How the powers are told apart: a color, and a short name that stands on every unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from judge.model.geometry import Geometry
from judge.model.map import Map

UNKNOWN = "#77706a"
SHORT = 3
"""The most letters of a short name."""


def colors_of_powers(game_map: Map, geometry: Geometry) -> dict[str, str]:
    """Return the color of each power; those that the geometry does not name take its in turn."""
    palette = tuple(geometry.colors.values())
    unnamed = {power: palette[n % len(palette)] for n, power in enumerate(game_map.powers)}
    return unnamed | dict(geometry.colors)


def short_names(game_map: Map, names: Mapping[str, str]) -> dict[str, str]:
    """Return a short name for each power, no two alike.

    ``names`` are those that the reader knows powers by. Powers of the map without one are named
    by an alias in capitals, if they have one that is short.
    """
    shorts: dict[str, str] = {}
    for code, power in game_map.powers.items():
        if code not in names:
            short_aliases = [
                a for a in power.aliases if a.isupper() and a.isalpha() and len(a) <= SHORT
            ]
            _add_short_name(shorts, code, (*short_aliases, *_list_short_names(power.name)))
    for code in sorted(names, key=lambda power_code: names[power_code]):
        _add_short_name(shorts, code, _list_short_names(names[code]))
    return shorts


def _add_short_name(shorts: dict[str, str], power: str, wishes: tuple[str, ...]) -> None:
    used_names = set(shorts.values())
    shorts[power] = next((wish for wish in wishes if wish not in used_names), wishes[0])


def _list_short_names(name: str) -> tuple[str, ...]:
    return tuple(_generate_short_names(name))


def _generate_short_names(name: str) -> Iterator[str]:
    """Yield the first letters of a name, then its first with two others, then numbers."""
    letters = "".join(letter for letter in name.upper() if letter.isalnum()) or "X"
    yield letters[:SHORT]
    yield from (letters[0] + second + third for second, third in combinations(letters[1:12], 2))
    yield from (f"{letters[0]}{number}" for number in range(1, 100))


def mix_colors(color: str, ground: str, part: float) -> str:
    """Return a color thinned with that of the ground."""
    bytes_of = (bytes.fromhex(hex_color.removeprefix("#")) for hex_color in (color, ground))
    blend = (round(a * part + b * (1 - part)) for a, b in zip(*bytes_of, strict=True))
    return f"#{bytes(blend).hex()}"


def legible_text_color(color: str) -> str:
    """Return the color of a letter that can be read on this one: white, or black."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return "#ffffff" if 0.3 * red + 0.59 * green + 0.11 * blue < 140 else "#1c1611"
