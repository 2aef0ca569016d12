"""How the powers are told apart: a color, and a short name that stands on every unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, product

from judge.model.geometry import Geometry
from judge.model.map import Map
from judge.pictures.differences import convert_to_lab, measure_color_difference

SEA, LAND, BARREN = "#d5e6ee", "#f3ead7", "#d9d2c3"
"""Water, land that is nobody's, land that is no space."""
OWNED = 0.5
"""How much of a power's color its land has."""
TOO_NEAR = 9.2
"""No two powers' colors or lands, nor theirs and nobody's, are as near (CIEDE2000)."""
_DARKEST = 56
"""How light the land of powers is at least, so that names can be read on it."""
_CHOICE = tuple(f"#{bytes(color).hex()}" for color in product(range(20, 240, 31), repeat=3))

UNKNOWN = "#77706a"
SHORT = 3
"""The most letters of a short name."""


def choose_colors(game_map: Map, geometry: Geometry) -> Mapping[str, str]:
    """Return the color of each power, so that their lands can be told apart.

    It is what the geometry says, or for powers that it does not name what these leave, unless that
    is too near to another's or to nobody's land. Then it is as far from all as there is room for.
    """
    own = {power: color for power, color in geometry.colors.items() if power in game_map.powers}
    spare = (color for power, color in geometry.colors.items() if power not in own)
    return _tell_colors_apart(
        tuple((power, own.get(power) or next(spare, "")) for power in game_map.powers)
    )


@lru_cache(maxsize=64)
def _tell_colors_apart(wishes: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    chosen = _ChosenColors()
    for power, wish in wishes:
        if wish and chosen.measure_nearness(wish) >= TOO_NEAR:
            chosen.add_color(power, wish)
    if not chosen.give_farthest([power for power, _ in wishes]):
        chosen = _ChosenColors()
        chosen.give_farthest([power for power, _ in wishes])
    return {power: chosen.colors[power] for power, _ in wishes}


class _ChosenColors:
    """Colors chosen so far, and how near to them each that could be chosen is."""

    def __init__(self) -> None:
        self.colors: dict[str, str] = {}
        self.free: dict[str, float] = {}

    def measure_nearness(self, color: str) -> float:
        """Return how far a color is from the nearest, as it is and on land."""
        land = convert_to_lab(lighten_for_land(color))
        grounds = (
            measure_color_difference(land, convert_to_lab(ground)) for ground in (LAND, SEA, BARREN)
        )
        return min(
            (*grounds, *(_measure_difference(color, taken) for taken in self.colors.values()))
        )

    def add_color(self, power: str, color: str) -> None:
        """Give a color to a power."""
        self.colors[power] = color
        for choice, far in self.free.items():
            self.free[choice] = min(far, _measure_difference(choice, color))

    def give_farthest(self, powers: list[str]) -> bool:
        """Give each of the powers without a color the farthest; say if they are far enough."""
        without = [power for power in powers if power not in self.colors]
        if without:
            self.free = {
                choice: self.measure_nearness(choice)
                for choice in _CHOICE
                if convert_to_lab(lighten_for_land(choice)).light >= _DARKEST
            }
        nearest = float("inf")
        for power in without:
            color = max(self.free, key=lambda choice: self.free[choice])
            nearest = min(nearest, self.free[color])
            self.add_color(power, color)
        return nearest >= TOO_NEAR


def _measure_difference(color: str, other: str) -> float:
    """Return how different two colors are, or the lands of these if they are less so."""
    lands = (convert_to_lab(lighten_for_land(color)), convert_to_lab(lighten_for_land(other)))
    return min(
        measure_color_difference(convert_to_lab(color), convert_to_lab(other)),
        measure_color_difference(*lands),
    )


@cache
def lighten_for_land(color: str) -> str:
    """Return the color of the land of a power of that color."""
    return mix_colors(color, LAND, OWNED)


def shorten_names(game_map: Map, names: Mapping[str, str]) -> dict[str, str]:
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


def choose_text_color(color: str) -> str:
    """Return the color of a letter that can be read on this one: white, or black."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return "#ffffff" if 0.3 * red + 0.59 * green + 0.11 * blue < 140 else "#1c1611"
