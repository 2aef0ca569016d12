"""Centers over time as a plot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

WIDTH, LEFT, TOP, BOTTOM = 900, 34, 16, 30
ROW, LETTER = 16, 8
"""How high a label is, and how wide a letter of it at most."""

DASHES = ("", "9 4", "3 4", "14 4 3 4")
"""Lines differ by more than their colors."""

PALETTE = ("#b3361d", "#2b3f9e", "#1f8aa5", "#3b3937", "#2f8f4e", "#b2478c", "#a5750f", "#6d4aa8")
PAPER, RULE, INK = "#fffefb", "#dcd7ca", "#22262b"


class CenterCount(NamedTuple):
    """How many centers each power had, and when that was."""

    when: str
    centers: Mapping[str, int]


def draw_center_plot(counts: Sequence[CenterCount], colors: Mapping[str, str]) -> str:
    """Return the plot as SVG; "" where nothing has been counted twice."""
    return "".join(_CenterPlot(counts, colors).svg_parts()) if len(counts) > 1 else ""


class _CenterPlot:
    def __init__(self, counts: Sequence[CenterCount], colors: Mapping[str, str]) -> None:
        self.counts = counts
        self.powers = tuple(
            dict.fromkeys(
                power for count in counts for power, owned in count.centers.items() if owned
            )
        )
        self.colors = {
            power: colors.get(power, PALETTE[number % len(PALETTE)])
            for number, power in enumerate(self.powers)
        }
        self.last = counts[-1].centers
        self.standing = sorted(filter(self.last.get, self.powers), key=lambda p: -self.last[p])
        longest = max(map(len, self.standing), default=0) + len(" 99")
        self.right = WIDTH - 30 - LETTER * longest
        self.most = max(max(count.centers.values(), default=1) for count in counts)
        self.height = max(320, ROW * (len(self.standing) + 2) + TOP + BOTTOM)

    def x_of_count(self, at: int) -> float:
        return LEFT + at * (self.right - LEFT) / (len(self.counts) - 1)

    def y_of_number(self, number: float, power: str = "") -> float:
        """Return where a number is; lines with the same numbers run side by side."""
        aside = 0.0
        if power:
            place = self.powers.index(power) - (len(self.powers) - 1) / 2
            aside = place * min(2.0, 14 / len(self.powers))
        room = self.height - TOP - BOTTOM - 16
        return self.height - BOTTOM - 8 + aside - number * room / self.most

    def svg_parts(self) -> Iterator[str]:
        final_counts = ", ".join(f"{power} {self.last[power]}" for power in self.standing)
        yield f'<svg class="plot" viewBox="0 0 {WIDTH} {self.height}" role="img" '
        yield f"aria-label={quoteattr(f'Centers over time. At the end: {final_counts}.')}>"
        yield f'<rect width="{WIDTH}" height="{self.height}" rx="8" fill="{PAPER}"></rect>'
        for number in range(0, self.most + 1, max(1, round(self.most / 6))):
            line = f"M{LEFT} {self.y_of_number(number):.1f}H{self.right}"
            yield f'<path d="{line}" stroke="{RULE}"></path>'
            yield _draw_text(LEFT - 7, self.y_of_number(number) + 4, str(number), "end")
        every = -(-len(self.counts) // 12)
        for at in range(0, len(self.counts), every):
            yield _draw_text(self.x_of_count(at), self.height - 8, self.counts[at].when, "middle")
        for number, power in enumerate(self.powers):
            points = " ".join(
                f"{self.x_of_count(at):.1f},"
                f"{self.y_of_number(count.centers.get(power, 0), power):.1f}"
                for at, count in enumerate(self.counts[: self.count_line_points(power)])
            )
            yield f'<polyline points="{points}" fill="none" stroke="{self.colors[power]}" '
            yield f'stroke-width="2.5" stroke-dasharray="{DASHES[number % len(DASHES)]}">'
            yield f"<title>{escape(power)}</title></polyline>"
        yield from self.draw_labels()
        yield "</svg>"

    def count_line_points(self, power: str) -> int:
        """Return how far the line of a power goes: to its end, if it lost all it had."""
        owned = [at for at, count in enumerate(self.counts) if count.centers.get(power)]
        return owned[-1] + 2

    def draw_labels(self) -> Iterator[str]:
        """Yield the names of those who have centers, each led to from the end of its line."""
        free, end = float(TOP), self.height - BOTTOM
        for number, power in enumerate(self.standing):
            line = self.y_of_number(self.last[power], power)
            at = min(max(line, free), end - ROW * (len(self.standing) - 1 - number))
            free = at + ROW
            color, right = self.colors[power], self.right
            lead = f"M{right + 3} {line:.1f}L{right + 20} {at:.1f}"
            yield f'<path d="{lead}" stroke="{color}"></path>'
            yield _draw_text(right + 25, at + 4, f"{power} {self.last[power]}")


def _draw_text(x: float, y: float, words: str, anchor: str = "start") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {where} font-size="13" fill="{INK}">{escape(words)}</text>'
