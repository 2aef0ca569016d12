"""Centers over time as a plot."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from judge.pictures.colors import mix_colors
from judge.pictures.differences import measure_contrast

WIDTH, LEFT, TOP, BOTTOM = 900, 34, 16, 30
ROW, LETTER = 16, 8
"""How high a label is, and how wide a letter of it at most."""

DASHES = ("", "9 4", "3 4", "14 4 3 4")
"""Lines differ by more than their colors."""

CONTRAST = 3
"""What every line has at least."""

PALETTE = ("#b3361d", "#2b3f9e", "#1f8aa5", "#3b3937", "#2f8f4e", "#b2478c", "#a5750f", "#6d4aa8")
PAPER, RULE, INK = "#fffefb", "#dcd7ca", "#22262b"
SAMPLE = 22
"""How long a piece of a line is that stands before a name."""


class CenterCount(NamedTuple):
    """How many centers each power had, and when that was."""

    when: str
    centers: Mapping[str, int]


def draw_center_plot(counts: Sequence[CenterCount], colors: Mapping[str, str]) -> str:
    """Return the plot as SVG; "" where nothing has been counted twice."""
    return "".join(_CenterPlot(counts, colors).draw_svg_parts()) if len(counts) > 1 else ""


class _CenterPlot:
    def __init__(self, counts: Sequence[CenterCount], colors: Mapping[str, str]) -> None:
        self.counts = counts
        self.powers = tuple(
            dict.fromkeys(
                power for count in counts for power, owned in count.centers.items() if owned
            )
        )
        self.colors = {
            power: _darken_line(colors.get(power, PALETTE[number % len(PALETTE)]))
            for number, power in enumerate(self.powers)
        }
        self.dashes = {power: DASHES[n % len(DASHES)] for n, power in enumerate(self.powers)}
        self.last = counts[-1].centers
        self.standing = sorted(filter(self.last.get, self.powers), key=lambda p: -self.last[p])
        longest = max(map(len, self.standing), default=0) + len(" 99")
        self.right = WIDTH - 30 - LETTER * longest
        self.most = max(max(count.centers.values(), default=1) for count in counts)
        self.gone = tuple(self.place_names_of_gone())
        self.below = ROW * max((row for _, _, row in self.gone), default=0)
        upper = max(320 - BOTTOM, ROW * (len(self.standing) + 2) + TOP)
        self.floor = upper + (8 if self.below else 0)
        self.height = self.floor + self.below + BOTTOM

    def find_x(self, at: int) -> float:
        return LEFT + at * (self.right - LEFT) / (len(self.counts) - 1)

    def find_y(self, number: float, power: str = "") -> float:
        """Return where a number is; lines with the same numbers run side by side."""
        aside = 0.0
        if power:
            place = self.powers.index(power) - (len(self.powers) - 1) / 2
            aside = place * min(2.0, 14 / len(self.powers))
        room = self.floor - TOP - 16
        return self.floor - 8 + aside - number * room / self.most

    def draw_svg_parts(self) -> Iterator[str]:
        final_counts = ", ".join(f"{power} {self.last[power]}" for power in self.standing)
        yield f'<svg class="plot" viewBox="0 0 {WIDTH} {self.height}" role="img" '
        yield f"aria-label={quoteattr(f'Centers over time. At the end: {final_counts}.')}>"
        yield f'<rect width="{WIDTH}" height="{self.height}" rx="8" fill="{PAPER}"></rect>'
        for number in range(0, self.most + 1, max(1, round(self.most / 6))):
            line = f"M{LEFT} {self.find_y(number):.1f}H{self.right}"
            yield f'<path d="{line}" stroke="{RULE}"></path>'
            yield _draw_text(LEFT - 7, self.find_y(number) + 4, str(number), "end")
        for at in range(0, len(self.counts), self.find_count_step()):
            when = self.counts[at].when
            middle = max(self.find_x(at), LETTER / 2 * len(when))
            yield _draw_text(middle, self.height - 8, when, "middle")
        for power in self.powers:
            points = " ".join(
                f"{self.find_x(at):.1f},{self.find_y(count.centers.get(power, 0), power):.1f}"
                for at, count in enumerate(self.counts[: self.count_line_points(power)])
            )
            yield f'<polyline points="{points}" fill="none" stroke="{self.colors[power]}" '
            yield f'stroke-width="2.5" stroke-dasharray="{self.dashes[power]}">'
            yield f"<title>{escape(power)}</title></polyline>"
        yield from self.draw_labels()
        yield from self.draw_names_of_gone()
        yield "</svg>"

    def count_line_points(self, power: str) -> int:
        """Return how far the line of a power goes: to its end, if it lost all it had."""
        owned = [at for at, count in enumerate(self.counts) if count.centers.get(power)]
        return owned[-1] + 2

    def draw_labels(self) -> Iterator[str]:
        """Yield the names of those who have centers, each led to from the end of its line."""
        free, end = float(TOP), self.floor
        for number, power in enumerate(self.standing):
            line = self.find_y(self.last[power], power)
            at = min(max(line, free), end - ROW * (len(self.standing) - 1 - number))
            free = at + ROW
            color, right = self.colors[power], self.right
            lead = f"M{right + 3} {line:.1f}L{right + 20} {at:.1f}"
            yield f'<path d="{lead}" stroke="{color}"></path>'
            yield _draw_text(right + 25, at + 4, f"{power} {self.last[power]}")

    def find_count_step(self) -> int:
        """Return how many counts there are from one whose time is told to the next."""
        longest: float = LETTER * max(len(count.when) for count in self.counts)
        longest += LETTER + max(0, longest / 2 - LEFT)
        apart = (self.right - LEFT) / (len(self.counts) - 1)
        return max(-(-len(self.counts) // 12), math.ceil(longest / apart))

    def place_names_of_gone(self) -> Iterator[tuple[str, float, int]]:
        """Yield those who lost all, each with where its name begins and in which row below.

        A name stands below the end of its line, as far as there is room: no two overlap.
        """
        rows: list[float] = []
        gone = (power for power in self.powers if not self.last.get(power))
        for power in sorted(gone, key=self.count_line_points):
            wide = SAMPLE + LETTER * len(power)
            end = self.find_x(self.count_line_points(power) - 1)
            start = min(max(float(LEFT), end - SAMPLE / 2), WIDTH - 8.0 - wide)
            row = next(n for n in count() if n == len(rows) or rows[n] <= start)
            rows[row : row + 1] = [start + wide + LETTER]
            yield power, start, row + 1

    def draw_names_of_gone(self) -> Iterator[str]:
        """Yield the names of those who lost all, each behind a piece of its line."""
        for power, start, row in self.gone:
            y = self.floor - 4 + row * ROW
            sample = f"M{start:.1f} {y - 4:.1f}h{SAMPLE}"
            yield f'<path d="{sample}" stroke="{self.colors[power]}" stroke-width="2.5" '
            yield f'stroke-dasharray="{self.dashes[power]}"></path>'
            yield _draw_text(start + SAMPLE + 4, y, power)


def _darken_line(color: str) -> str:
    """Return a color with as much of the ink as its line needs to be seen."""
    shades = (mix_colors(color, INK, 1 - part / 10) for part in range(11))
    return next(shade for shade in shades if measure_contrast(shade, PAPER) >= CONTRAST)


def _draw_text(x: float, y: float, words: str, anchor: str = "start") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} font-size="13" fill="{INK}">{escape(words)}</text>'
