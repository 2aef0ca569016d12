"""Regions that grow over a grid until they touch exactly those that they shall touch.

Each cell of the grid belongs to a region. Cells on borders change sides at random; what makes the
picture better stays, what makes it worse the more rarely the colder it gets (simulated annealing).
No region ever falls apart. Left and right edge of the grid are one: the world is round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

WRONG, NEEDED, BRIDGE, FREE = 0, 1, 2, 3
"""Whether two regions may touch, or must; those with a bridge may be parted by water."""

WRONG_EDGE, WRONG_PAIR, MISSING, LINKED = 2.5, 4.0, 45.0, 15.0
CROWDED, RAGGED = 0.06, 0.45
"""What each fault costs: a missing contact most of all."""


@dataclass
class Grid:
    """A board on a grid. The last region is nobody's.

    ``ground`` is true where the globe has land, ``strict`` how much it costs a cell to differ from
    it. ``least`` is the room, in cells, that a region wants; ``pull`` draws nobody's land to where
    there is some on the globe.
    """

    cells: np.ndarray
    relation: np.ndarray
    sea: np.ndarray
    ground: np.ndarray
    strict: np.ndarray
    least: np.ndarray
    pull: np.ndarray
    touch: float
    crowded: float = CROWDED

    def settle(self, steps: int, hot: float, cold: float, walls: float, seed: int) -> None:
        """Let cells change sides so many times."""
        count = len(self.sea)
        lengths = np.zeros((count, count), np.int32)
        areas = np.zeros(count, np.int64)
        _measure(self.cells, lengths, areas)
        _anneal(
            self.cells, self.relation, self.sea, self.ground, self.strict, self.least,
            self.pull, self.crowded, lengths, areas, steps, hot, cold, self.touch, walls, seed,
        )  # fmt: skip

    def faults(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return the contacts that are missing, and those that are wrong."""
        count = len(self.sea)
        lengths = np.zeros((count, count), np.int32)
        _measure(self.cells, lengths, np.zeros(count, np.int64))
        upper = np.triu(np.ones((count, count), bool), 1)
        missing = np.argwhere(upper & (self.relation == NEEDED) & (lengths < self.touch))
        wrong = np.argwhere(upper & (self.relation == WRONG) & (lengths > 0))
        return list(map(tuple, missing)), list(map(tuple, wrong))


@njit(cache=False)
def _measure(cells, lengths, areas):
    """Measure how long the regions touch, and how large they are."""
    height, width = cells.shape
    for y in range(height):
        for x in range(width):
            own = cells[y, x]
            areas[own] += 1
            if x + 1 < width and cells[y, x + 1] != own:
                lengths[own, cells[y, x + 1]] += 1
                lengths[cells[y, x + 1], own] += 1
            if y + 1 < height and cells[y + 1, x] != own:
                lengths[own, cells[y + 1, x]] += 1
                lengths[cells[y + 1, x], own] += 1


@njit(cache=False)
def _runs(cells, y, x):
    """Count the pieces of a cell's region round about it that hang together there."""
    height, width = cells.shape
    down = (-1, -1, 0, 1, 1, 1, 0, -1)
    right = (0, 1, 1, 1, 0, -1, -1, -1)
    ring = np.zeros(8, np.bool_)
    for k in range(8):
        near = y + down[k]
        ring[k] = 0 <= near < height and cells[near, (x + right[k]) % width] == cells[y, x]
    count = beside = 0
    for k in (0, 2, 4, 6):
        if ring[k]:
            beside += 1
            if not (ring[(k + 7) % 8] and ring[(k + 6) % 8]):
                count += 1
    return 1 if beside == 4 and count == 0 else count


@njit(cache=False)
def _whole(cells, y, x, stack, seen, stamp):
    """Say whether a region hangs together without one of its cells."""
    height, width = cells.shape
    down, right = (-1, 0, 1, 0), (0, 1, 0, -1)
    own, top = cells[y, x], 0
    seen[y, x] = stamp
    for k in range(4):
        near, side = y + down[k], (x + right[k]) % width
        if top == 0 and 0 <= near < height and cells[near, side] == own:
            seen[near, side] = stamp
            stack[0] = near * width + side
            top = 1
    while top > 0:
        top -= 1
        here, there = stack[top] // width, stack[top] % width
        for k in range(4):
            near, side = here + down[k], (there + right[k]) % width
            if 0 <= near < height and cells[near, side] == own and seen[near, side] != stamp:
                seen[near, side] = stamp
                stack[top] = near * width + side
                top += 1
    for k in range(4):
        near, side = y + down[k], (x + right[k]) % width
        if 0 <= near < height and cells[near, side] == own and seen[near, side] != stamp:
            return False
    return True


@njit(cache=False)
def _contact(relation, length, touch):
    """Return what a contact of that length costs."""
    if relation == WRONG:
        return WRONG_EDGE * length + (WRONG_PAIR if length > 0 else 0.0)
    if relation == NEEDED and length < touch:
        return MISSING * (1.0 - length / touch)
    if relation == BRIDGE and length < touch:
        return LINKED * (1.0 - length / touch)
    return 0.0


@njit(cache=False)
def _room(area, least, crowded):
    """Return what it costs a region to be that small, the same for cells of any size."""
    return crowded * (62.0 * (1 - area / least)) ** 2 if area < least else 0.0


@njit(cache=False)
def _anneal(cells, relation, sea, ground, strict, least, pull, crowded, lengths, areas,
            steps, hot, cold, touch, walls, seed):  # fmt: skip
    """Change cells on borders; see the module."""
    np.random.seed(seed)
    height, width = cells.shape
    nobody = len(sea) - 1
    stack = np.empty(height * width, np.int64)
    seen = np.zeros((height, width), np.int64)
    stamp = 0
    down = (-1, 0, 1, 0, -1, -1, 1, 1)
    right = (0, 1, 0, -1, -1, 1, 1, -1)
    first = np.empty(8, np.int64)
    second = np.empty(8, np.int64)
    change = np.empty(8, np.int64)
    for step in range(steps):
        y, x = np.random.randint(height), np.random.randint(width)
        old = np.int64(cells[y, x])
        k = np.random.randint(4)
        if not 0 <= y + down[k] < height:
            continue
        new = np.int64(cells[y + down[k], (x + right[k]) % width])
        if walls > 0 and old != nobody and np.random.random() < walls:
            for k in range(8):
                near = y + down[k]
                if 0 <= near < height and cells[near, (x + right[k]) % width] != old:
                    new = nobody
        if new == old:
            continue
        cost, count = 0.0, 0
        for k in range(8):
            near, side = y + down[k], (x + right[k]) % width
            if not 0 <= near < height:
                continue
            other = cells[near, side]
            cost += RAGGED * (1.0 if k < 4 else 0.7) * ((other != new) - (other != old))
            if k >= 4:
                continue
            if abs(side - x) > 1:  # the edges of the picture: only what is wrong counts
                cost += WRONG_EDGE * (other != new and relation[new, other] == WRONG)
                cost -= WRONG_EDGE * (other != old and relation[old, other] == WRONG)
                continue
            for own, more in ((old, -1), (new, 1)):
                if other != own:
                    first[count] = min(own, other)
                    second[count] = max(own, other)
                    change[count] = more
                    count += 1
        for i in range(count):
            for j in range(i + 1, count):
                if first[j] == first[i] and second[j] == second[i]:
                    change[i] += change[j]
                    change[j] = 0
            if change[i] != 0:
                length, kind = lengths[first[i], second[i]], relation[first[i], second[i]]
                cost += _contact(kind, length + change[i], touch) - _contact(kind, length, touch)
        for own, more in ((old, -1), (new, 1)):
            if own == nobody:
                cost += more * pull[y, x]
            else:
                cost += _room(areas[own] + more, least[own], crowded)
                cost -= _room(areas[own], least[own], crowded)
                if ground[y, x] == sea[own]:
                    cost += more * strict[y, x]
        heat = hot * (cold / hot) ** (step / steps)
        if cost > 0 and np.random.random() >= np.exp(-cost / heat):
            continue
        if old != nobody:
            pieces = _runs(cells, y, x)
            if pieces == 0:
                continue
            if pieces > 1:
                stamp += 1
                if not _whole(cells, y, x, stack, seen, stamp):
                    continue
        cells[y, x] = new
        areas[old] -= 1
        areas[new] += 1
        for i in range(count):
            lengths[first[i], second[i]] += change[i]
            lengths[second[i], first[i]] += change[i]
