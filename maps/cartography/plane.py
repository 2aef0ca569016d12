"""From degrees to the plane of a picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon, box

EARTH = 6371.0


def pairs(text: str) -> np.ndarray:
    """Return the points that a text names: "east north, east north"."""
    return np.array([[float(number) for number in pair.split()] for pair in text.split(",")])


class Plane(ABC):
    """A picture of a part of the world, or of all of it."""

    size: tuple[int, int]
    window: tuple[float, float, float, float]
    """What it can show, in degrees: west, south, east, north."""

    turns: tuple[int, ...] = (0,)
    """How far, in degrees, the world is moved to be drawn again beside itself."""

    @property
    def frame(self) -> Polygon:
        """The rim of the picture."""
        return box(0, 0, *self.size)

    @abstractmethod
    def project(self, degrees: np.ndarray) -> np.ndarray:
        """Return the points of the plane for points in degrees."""

    def lay(self, shape: shapely.Geometry) -> shapely.Geometry:
        """Return the part of a shape in degrees that the picture shows."""
        laid = []
        for turn in self.turns:
            moved = (
                shapely.transform(shape, lambda at, by=turn: at + np.array([by, 0]))
                if turn
                else shape
            )
            near = shapely.intersection(moved, box(*self.window))
            flat = shapely.transform(shapely.segmentize(near, 1.0), self.project)
            laid.append(shapely.intersection(shapely.make_valid(flat), self.frame))
        return laid[0] if len(laid) == 1 else shapely.union_all(laid)

    def points(self, text: str) -> tuple[Point, ...]:
        """Return the points that a text in degrees names, wherever they are drawn."""
        spots = pairs(text)
        if len(self.turns) == 1:
            return tuple(Point(spot) for spot in self.project(spots))
        west, _, east, _ = self.window
        turned = np.concatenate([spots + np.array([turn, 0]) for turn in self.turns])
        shown = (turned[:, 0] >= west) & (turned[:, 0] <= east)
        return tuple(Point(spot) for spot in self.project(turned[shown]))

    def line(self, text: str) -> shapely.Geometry:
        """Return the line through the points of a text in degrees."""
        return self.lay(LineString(pairs(text)))

    def area(self, text: str) -> shapely.Geometry:
        """Return the area within the points of a text in degrees."""
        return self.lay(shapely.make_valid(Polygon(pairs(text))))


class Azimuth(Plane):
    """Equidistant about a center, the rim pressed together."""

    window = (-130, 0, 170, 89)

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.center, self.bulge = np.radians(table["center"]), table["bulge"]
        left, right, bottom, top = table["frame"]
        self.scale = table["width"] / (right - left)
        self.corner = (left, top)
        self.size = (table["width"], round((top - bottom) * self.scale))

    def project(self, degrees: np.ndarray) -> np.ndarray:
        """Return the points of the plane for points in degrees."""
        east, north = np.radians(np.asarray(degrees, dtype=float)).T
        east, here = east - self.center[0], self.center[1]
        cosine = np.sin(here) * np.sin(north) + np.cos(here) * np.cos(north) * np.cos(east)
        angle = np.arccos(np.clip(cosine, -1, 1))
        far = EARTH * angle
        factor = np.divide(far, np.sin(angle), out=np.full_like(far, EARTH), where=angle > 1e-9)
        factor = factor / np.sqrt(1 + (far / self.bulge) ** 2)
        right = factor * np.cos(north) * np.sin(east)
        up = np.cos(here) * np.sin(north) - np.sin(here) * np.cos(north) * np.cos(east)
        x, y = right - self.corner[0], self.corner[1] - factor * up
        return np.column_stack([x, y]) * self.scale


class Cylinder(Plane):
    """All the world: its meridians run down, its parallels across, as closely as a table says.

    A lens draws what is about a point larger: so many times in its middle, the less the farther.
    """

    turns = (0, -360, 360)

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.columns, self.rows = (np.array(table[key], dtype=float) for key in ("columns", "rows"))
        self.size = (round(self.columns[-1, 1]), round(self.rows[-1, 1]))
        self.window = (self.columns[0, 0], self.rows[-1, 0], self.columns[-1, 0], self.rows[0, 0])
        self.lenses: list[tuple[np.ndarray, float, float]] = []
        for east, north, radius, times in table.get("lenses", ()):
            middle = self.project(np.array([[east, north]]))[0]
            self.lenses.append((middle, radius, times - 1))

    def project(self, degrees: np.ndarray) -> np.ndarray:
        """Return the points of the plane for points in degrees."""
        east, north = np.asarray(degrees, dtype=float).T
        flat = np.column_stack([
            np.interp(east, *self.columns.T),
            np.interp(-north, -self.rows[:, 0], self.rows[:, 1]),
        ])  # fmt: skip
        for middle, radius, more in self.lenses:
            away = flat - middle
            near = np.exp(-(away**2).sum(axis=1, keepdims=True) / radius**2)
            flat = flat + away * more * near
        return flat


def plane_of(table: Mapping[str, Any]) -> Plane:
    """Return the plane that the file of a picture asks for."""
    return Cylinder(table) if "columns" in table else Azimuth(table)
