"""What stands on a picture: told apart by anybody, and not covered by anything."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, takewhile
from math import dist
from pathlib import Path
from random import Random

import pytest

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.library import codes, load, load_geometry
from judge.model.geometry import Spot
from judge.model.order import Move, Order, Support
from judge.model.position import apply_effects
from judge.model.view import View
from judge.pictures.cells import Box
from judge.pictures.chart import draw_board
from judge.pictures.colors import choose_colors, shorten_names
from judge.pictures.lines import Polyline
from judge.pictures.room import Room, count_cells_in_outline
from judge.pictures.tokens import ALARM, BADGE, BADGES, BODY
from judge.records.reader import parse_record
from judge.records.run import run_record
from judge.views.project import build_view

ROOT = Path(__file__).resolve().parents[2]

SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.28, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""What becomes of red, green and blue light (Machado, Oliveira and Fernandes, 2009)."""


def lab(color: str, sight: str = "normal") -> tuple[float, float, float]:
    """Return a color of sRGB as CIELAB, in which 2.3 is a difference just seen."""
    parts = [part / 255 for part in bytes.fromhex(color[1:])]
    light = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    red, green, blue = (
        min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in SIGHT[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_the_measure_of_colors_is_right() -> None:
    assert lab("#ffffff") == pytest.approx((100, 0, 0), abs=0.1)
    assert lab("#ff0000") == pytest.approx((53.2, 80.1, 67.2), abs=0.3)
    red, green = (lab(each, "deuteranopia") for each in ("#b06050", "#80792a"))
    assert dist(red, green) < dist(lab("#b06050"), lab("#80792a")) / 2


def test_colors_hold_for_the_color_blind_and_in_gray() -> None:
    geometry = load_geometry("standard")
    assert geometry
    shades = list(geometry.colors.values())
    for sight in SIGHT:
        nearest = min(dist(lab(a, sight), lab(b, sight)) for a, b in combinations(shades, 2))
        assert nearest > 25, sight
    grays = sorted(lab(shade)[0] for shade in shades)
    assert min(b - a for a, b in pairwise(grays)) > 10


@pytest.mark.parametrize("code", codes())
def test_short_names_are_short_and_unique(code: str) -> None:
    shorts = shorten_names(load(code).map, {})
    assert len(set(shorts.values())) == len(load(code).map.powers)
    assert all(1 <= len(short) <= 3 for short in shorts.values())


def test_short_names_are_those_of_the_hobby_and_of_players() -> None:
    standard, gd = load("standard").map, load("gd").map
    assert " ".join(shorten_names(standard, {}).values()) == "AUS ENG FRA GER ITA RUS TUR"
    assert " ".join(shorten_names(gd, {}).values()) == "US RF SA EU GA PR"
    names = {"France": "Roma Nova", "Italy": "Romania", "Turkey": "Ро́ссия"}
    named = shorten_names(standard, names)
    assert named["France"] == "ROM"
    assert named["Italy"] not in ("ROM", "ITA")
    assert len(set(named.values())) == 7


@cache
def turns(code: str = "standard", most: int = 8) -> dict[str, View]:
    """The first turns of a game that is played for show."""
    text = (ROOT / f"maps/{code}/demo.game").read_text(encoding="utf-8")
    head, *turns = re.split(r"(?m)^(?=turn )", text)
    record = parse_record("".join((head, *turns[:most])), load)
    return {
        str(each.phase.turn): build_view(None, each.end, each.record, record.variant, "observer")
        for each in run_record(record)
    }


def unplayed(view: View) -> View:
    """Return the view of somebody who is told nothing of the turn just played."""
    return replace(view, played=None, results=(), effects=())


def picture(view: View, code: str = "standard", **more: object) -> str:
    variant, geometry = load(code), load_geometry(code)
    assert geometry
    return draw_board(view, variant, geometry, **more)  # type: ignore[arg-type]  # named


@cache
def first_turn_of_the_world() -> View:
    """All units of World War IV go somewhere, or help who stands there."""
    variant, chance = load("ww4"), Random(4)
    start = variant.rules.opening.deal_position(variant.map, tuple(variant.map.powers), 0)
    orders: dict[str, list[Order]] = {}
    for unit in start.units.values():
        to = chance.choice(variant.map.neighbors(unit.kind, unit.at))
        other = start.units.get(to.province)
        order = Support(unit, other) if other else Move(unit, to)
        orders.setdefault(unit.power, []).append(order)
    record = adjudicate_phase(variant, start, orders)
    end = apply_effects(record.after, list_next_turn_effects(variant, record))
    return build_view(None, end, record, variant, "observer")


NUMBER = r"(-?[\d.]+)"


def boxes(svg: str) -> list[tuple[str, Box]]:
    """What is not to be covered: units, names, crosses, heads of arrows, centers, badges."""
    board = svg[svg.index("</defs>") : svg.index(' font-weight="bold"><text x="26"')]
    found = []
    for name, *at in re.findall(rf'<use href="#(\w+-\w+)" x="{NUMBER}" y="{NUMBER}"', board):
        found.append((name, BODY.move_box(Spot(*map(float, at)))))
    names = rf'<text x="{NUMBER}" y="{NUMBER}" font-size="{NUMBER}"[^>]*>(\w+)<'
    for *numbers, word in re.findall(names, board):
        x, y, size = map(float, numbers)
        half = 0.62 * size * len(word) / 2  # as wide as such letters are on the average
        found.append((word, Box(x - half, y - 0.73 * size, x + half, y)))
    for *numbers, _ in re.findall(rf'"M{NUMBER} {NUMBER}m-(8|11)-\d+l[^"]*" stroke="#c(0)', board):
        x, y, size = map(float, numbers)
        found.append(("cross", Box(x - size, y - size, x + size, y + size)))
    for at in re.findall(rf'<polygon points="{NUMBER},{NUMBER}', board):
        x, y = map(float, at)
        found.append(("head", Box(x - 5, y - 5, x + 5, y + 5)))
    for *numbers, _ in re.findall(rf'<circle cx="{NUMBER}" cy="{NUMBER}" r="((7\.2)|11)"', board):
        x, y, size = map(float, numbers)
        found.append(("mark", Box(x - size, y - size, x + size, y + size)))
    return found


SLACK = -2
"""What touches by no more than that, a pixel of a picture 800 wide, is not said to be covered."""


def covered(svg: str) -> list[tuple[str, str]]:
    """What covers each other in a picture."""
    there = sorted((box.with_rim(SLACK), name) for name, box in boxes(svg))
    found = []
    for n, (box, name) in enumerate(there):
        # mypy cannot tell what a default of a lambda is
        beside = takewhile(lambda other, end=box.right: other[0].left < end, there[n + 1 :])  # type: ignore[misc]
        found += [(name, other) for each, other in beside if each.overlaps_box(box)]
    return found


def test_nothing_covers_anything_else() -> None:
    seen: set[str] = set()
    for turn in ("F1901B", "S1902M", "F1902M", "F1902R"):
        svg = picture(turns()[turn])
        assert covered(svg) == [], turn
        seen |= {name for name, _ in boxes(svg)}
    assert {"A-FRA", "F-TUR", "PAR", "cross", "head", "mark", "nc"} <= seen


def test_nothing_covers_anything_else_where_bombs_go() -> None:
    there = turns("gd")
    assert there["W2102M"].destroyed
    assert there["W2102M"].closed
    for turn in ("W2101B", "W2102M"):
        svg = picture(there[turn], "gd")
        assert covered(svg) == [], turn
        assert len(boxes(svg)) > 140


def test_nothing_covers_anything_else_on_a_board_of_36_powers() -> None:
    view = first_turn_of_the_world()
    svg = picture(view, "ww4")
    assert covered(svg) == []
    assert len(boxes(svg)) > 1000
    assert all(f">{power} 3<" in svg for power in load("ww4").map.powers)
    for power in ("Brazil", "India"):
        part = picture(view, "ww4", region=set(view.centers_of(power)))
        assert covered(part) == [], power
        left, top, width, height = map(int, re.findall(r'viewBox="([^"]*)"', part)[0].split())
        frame = Box(left, top, left + width, top + height)
        assert all(frame.contains_box(box) for name, box in boxes(part) if "-" in name), power
        assert f">{power} 3<" in part
        assert ">California 3<" not in part


def test_letters_are_large_enough() -> None:
    for view in (turns()["F1902M"], turns()["F1901B"]):
        svg = picture(view)
        width = int(re.findall(r'viewBox="0 -\d+ (\d+)', svg)[0])
        board, _, heading = svg.partition("scale(")
        sizes = [float(size) * 800 / width for size in re.findall(rf'font-size="{NUMBER}"', board)]
        assert min(sizes) >= 9.9
        assert sum(size * 400 / 800 > 6 for size in sizes) > 60
        assert min(map(float, re.findall(rf'font-size="{NUMBER}"', heading))) * 800 / 2000 >= 9


def test_the_bare_position_has_no_orders() -> None:
    view = turns()["F1902M"]
    svg = picture(unplayed(view))
    assert "<title>Before Fall of 1902, Retreat</title>" in svg
    assert "<polygon" not in svg
    assert svg.count('<use href="#A-') + svg.count('<use href="#F-') == len(view.units) + 2


def test_a_region_is_cut_out() -> None:
    svg = picture(turns()["F1902M"], region=("CON", "BUL", "AEG"))
    assert len(svg) < len(picture(turns()["F1902M"])) / 2
    left, _, width, _ = map(int, re.findall(r'viewBox="([^"]*)"', svg)[0].split())
    assert 650 <= width < 1000
    assert left > 700
    assert ">CON<" in svg
    assert ">LVP<" not in svg
    sizes = re.findall(rf'<text x="{NUMBER}" y="{NUMBER}" font-size="{NUMBER}"[^>]*>CON<', svg)
    assert float(sizes[0][2]) / width > 0.024  # twice as large as on the whole board


def signs(svg: str, sign: str) -> int:
    """How many units have that mark."""
    fill, arms = BADGES[sign]
    return len(re.findall(rf'r="{BADGE}" fill="{fill}"[^>]*/><path d="M\d+ \d+{arms}"', svg))


def test_units_without_an_order_are_marked() -> None:
    movement, retreats = turns()["F1902B"], turns()["F1902M"]
    standing = movement.units_of("France")[0].at.province
    assert signs(picture(movement), "?") == 0
    assert signs(picture(movement, open_={standing, "TYS"}), "?") == 1
    out = {gone.unit.at.province for gone in retreats.dislodged}
    assert signs(picture(unplayed(retreats)), "!") == len(out) == 2
    marked = picture(unplayed(retreats), open_=out)
    assert (signs(marked, "?"), signs(marked, "!")) == (2, 0)
    assert marked.count(f'stroke="{ALARM}"/>') == 2


CHAIN = """
variant gd
turn Winter 2102 moves
units US R SUS, N NAT
units GA A SAH, AF EGY
US R SUS BOMB VIA NAT SAH EGY TO SIO
US N NAT CARRY BOMB FROM SUS TO SAH
GA A SAH CARRY BOMB FROM NAT TO EGY
GA AF EGY CARRY BOMB FROM SAH TO SIO
"""


def test_a_chain_has_its_links() -> None:
    record = parse_record(CHAIN, load)
    (last,) = run_record(record)
    assert last.record
    links = {link for result in last.record.results for link in result.order.links}
    assert links == set(pairwise(("SUS", "NAT", "SAH", "EGY", "SIO")))
    view = build_view(None, last.end, last.record, record.variant, "observer")
    assert view.destroyed == {"SIO"}


NEAR_CHAINS = """
variant gd
turn Winter 2102 moves
units PR R NCH, A SCH
units RF R UKR, A RUS, AF URA
units SA R PER, A BOL, N ARG
PR R NCH BOMB VIA SCH TO SEA
PR A SCH CARRY BOMB FROM NCH TO SEA
RF R UKR BOMB VIA RUS URA TO WSI
RF A RUS CARRY BOMB FROM UKR TO URA
RF AF URA CARRY BOMB FROM RUS TO WSI
SA R PER BOMB VIA BOL ARG TO SAT
SA A BOL CARRY BOMB FROM PER TO ARG
SA N ARG CARRY BOMB FROM BOL TO SAT
"""


def test_the_links_of_a_chain_show_between_units_that_stand_close() -> None:
    record = parse_record(NEAR_CHAINS, load)
    (last,) = run_record(record)
    assert last.record
    svg = picture(build_view(None, last.end, last.record, record.variant, "observer"), "gd")
    units = [box for name, box in boxes(svg) if "-" in name]
    heads = [box for name, box in boxes(svg) if name == "head"]
    assert (len(units), len(heads)) == (8, 8)
    assert not any(head.overlaps_box(unit.with_rim(SLACK)) for head in heads for unit in units)


def test_room_is_found_beside_what_is_taken() -> None:
    room, box = Room(Box(0, 0, 400, 400)), Box(-20, -10, 20, 10)
    room.occupy_line(Polyline((Spot(0, 100), Spot(400, 100))))
    spots = [(0, Spot(100, 100)), (0, Spot(395, 200)), (1, Spot(100, 140)), (2, Spot(9, 9))]
    assert room.find_best_spot(box, spots) == Spot(100, 140)
    assert room.count_line_clashes(Polyline((Spot(50, 50), Spot(50, 150)))) > 0
    assert (
        room.count_line_clashes(Polyline((Spot(50, 50), Spot(50, 150))), Box(0, 60, 90, 140)) == 0
    )
    assert count_cells_in_outline("M0 0l160 0 0 80-160 0z") == 160 * 80 / 64


def test_a_power_without_a_color_takes_one() -> None:
    geometry = load_geometry("standard")
    assert geometry
    assert set(choose_colors(load("civ").map, geometry).values()) <= set(geometry.colors.values())
