"""Turns of games as pictures."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.library import load, load_geometry
from judge.model.geometry import Spot
from judge.pictures.lines import Polyline, bend_line, smooth_line_through
from judge.pictures.scale import shrink_geometry
from judge.records.draw import PictureError, draw_turn, write_picture
from judge.records.reader import parse_record

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"

TURN = """
variant standard
{options}
turn    Spring 1901 moves
centers France PAR, BRE
centers Turkey CON
Turkey  F CON - BLA
Turkey  A ANK - ARM
Russia  F SEV - BLA
France  A PAR S A MAR - BUR
France  A MAR - BUR
Germany A BUR H
"""


def drawn(
    text: str, options: str = "", *, turn: str | None = None, eyes: tuple[str, ...] = ()
) -> str:
    return draw_turn(parse_record(text.format(options=options), load), turn, eyes)


def units(svg: str) -> list[str]:
    """The units on the board: the letter of the kind, the short name of the power."""
    return sorted(re.findall(r'<use href="#([A-Z]+-[A-Z]+)" x=', svg))


def test_a_picture_is_sound_and_names_its_turn() -> None:
    root = ElementTree.fromstring(drawn(TURN))
    assert root.findtext(f"{SVG}title") == "Spring of 1901, Movement"
    known = {each.get("id") for each in root.iter() if each.get("id")}
    used = {each.get("href", "")[1:] for each in root.iter(f"{SVG}use")}
    assert used <= known
    words = {each.text for each in root.iter(f"{SVG}text")}
    assert set(load("standard").map.provinces) <= words
    assert {"France 2", "Turkey 1"} <= words


def test_every_unit_is_drawn_once() -> None:
    army, fleet = ["A-FRA", "A-FRA", "A-GER", "A-TUR"], ["F-RUS", "F-TUR"]
    assert units(drawn(TURN)) == [*army, *fleet]


def test_what_a_player_does_not_see_is_not_drawn() -> None:
    svg = drawn(TURN, "options sight=near", eyes=("France",))
    assert units(svg) == ["A-FRA", "A-FRA", "A-GER"]
    assert "Turkey" not in svg
    assert "TUR" not in svg
    other = TURN.replace("Turkey  A ANK - ARM", "Turkey  A SYR H").replace("F SEV - BLA", "F RUM H")
    assert drawn(other, "options sight=near", eyes=("France",)) == svg
    assert drawn(other) != drawn(TURN)


def test_what_is_out_of_sight_is_dim() -> None:
    dim = '<g fill="#4a5560"'
    svg = drawn(TURN, "options sight=near", eyes=("France",))
    hidden = svg[svg.index(dim) :].partition("</g>")[0]
    assert '"#MOS"' in hidden
    assert '"#PAR"' not in hidden
    assert dim not in drawn(TURN)


def test_orders_are_drawn_and_failures_crossed() -> None:
    crosses = drawn(TURN).count('stroke-width="5.5"')
    assert crosses == 2  # the two fleets that bounce
    heads = drawn(TURN).count("<polygon")
    assert heads == 2  # Armenia and Burgundy
    dislodged = re.findall(r'<use href="#([A-Z-]+)" [^>]*stroke="#c00018"', drawn(TURN))
    assert dislodged == ["A-GER"]


def test_builds_retreats_and_removals() -> None:
    text = """
    variant standard
    turn Fall 1901 retreats
    units France A BUR
    dislodged Germany A MUN from BUR
    Germany A MUN - SIL
    """
    assert drawn(text).count("<polygon") == 1
    text = """
    variant standard
    turn Fall 1901 adjustments
    centers France PAR, BRE
    units Germany A MUN
    France BUILD A PAR
    Germany REMOVE A MUN
    """
    svg = drawn(text)
    assert svg.count('fill="#1d7a3c"') == 1
    assert svg.count('stroke-width="5.5"') == 1
    assert re.findall(r'<use href="#([A-Z-]+)" [^>]*opacity=', svg) == ["A-GER"]


def test_a_convoyed_army_goes_past_its_fleets() -> None:
    text = """
    variant standard
    turn Spring 1901 moves
    England A LON - TUN
    England F MAO C A LON - TUN
    England F WES C A LON - TUN
    England F ENG C A LON - TUN
    """
    (shaft,) = set(re.findall(r'<path d="(M[^"]*)" stroke="#3019a6"', drawn(text)))
    spots = [Spot(*map(float, each)) for each in re.findall(r"(-?\d+) (-?\d+)", shaft)]
    geometry = load_geometry("standard")
    assert geometry
    shapes = shrink_geometry(geometry).shapes
    stops = [shapes[code].unit for code in ("LON", "ENG", "MAO", "WES")]
    passed = [[_far(spot, stop) for spot in spots] for stop in stops]
    assert min(passed[0]) <= 30
    assert all(min(far) <= 1 for far in passed[1:])
    when = [far.index(min(far)) for far in passed]
    assert when == sorted(when)


def test_a_convoy_goes_over_the_edge_of_the_world() -> None:
    text = """
    variant ww4
    turn Spring 1 moves
    California A HI - NAU
    California F CPO C A HI - NAU
    """
    shafts = re.findall(r'<path d="(M[^"]*)" stroke="#ed14ed"', drawn(text))
    assert len(shafts) == 2
    for shaft in shafts:
        rights = [int(x) for x in re.findall(r"(-?\d+) -?\d+", shaft)]
        assert max(rights) - min(rights) < 1000


def _far(one: Spot, other: Spot) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y))


def test_lines_are_measured_along_their_way() -> None:
    corner = Polyline([Spot(0, 0), Spot(30, 0), Spot(30, 10)])
    assert corner.length == 40
    assert corner.find_spot_at(0.5) == Spot(20, 0)
    assert corner.find_spot_at(1) == Spot(30, 10)
    assert corner.cut_first_part(0.875).spots == (Spot(0, 0), Spot(30, 0), Spot(30, 5))
    there, back = bend_line(Spot(0, 0), Spot(100, 0)), bend_line(Spot(100, 0), Spot(0, 0))
    assert there.find_spot_at(0.5).y * back.find_spot_at(0.5).y < 0
    stops = [Spot(0, 0), Spot(50, 20), Spot(90, 0)]
    assert set(stops) <= set(smooth_line_through(stops).spots)


def test_a_picture_is_written_as_its_name_says(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 6"></svg>'
    write_picture(svg, tmp_path / "a.svg")
    write_picture(svg, tmp_path / "a.PNG")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == svg
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(PictureError, match=r"a\.gif"):
        write_picture(svg, tmp_path / "a.gif")


def test_what_cannot_be_drawn_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PictureError, match="no turn F1999M"):
        drawn(TURN, turn="F1999M")
    with pytest.raises(PictureError, match="no power Atlantis"):
        drawn(TURN, eyes=("Atlantis",))
    monkeypatch.setattr("judge.records.draw.read_geometry", lambda name: None)
    with pytest.raises(PictureError, match="has not been drawn"):
        drawn("variant gd\nturn Winter 2101 moves\nunits US AF SUS\n")


def _shown() -> list[list[str]]:
    """The commands that draw the pictures of the READMEs."""
    readme = (ROOT / "maps" / "README.md").read_text(encoding="utf-8")
    return [
        shlex.split(line) for line in readme.splitlines() if line.startswith("    judge draw maps/")
    ]


@pytest.mark.parametrize("command", _shown(), ids=lambda command: str(command[-1]))
def test_a_picture_that_is_shown_is_drawn_so_today(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is not, ``make pictures`` draws it anew."""
    monkeypatch.chdir(ROOT)
    *words, shown = command[1:]
    made = tmp_path / Path(shown).name
    assert CliRunner().invoke(main, [*words, str(made)]).exit_code == 0
    assert made.read_bytes() == Path(shown).read_bytes()


def test_every_picture_in_the_readmes_is_drawn_by_a_command() -> None:
    shown = [
        (page.parent / picture).relative_to(ROOT)
        for page in (ROOT / "README.md", ROOT / "maps" / "README.md")
        for picture in re.findall(r'<img src="([^"]*)"', page.read_text(encoding="utf-8"))
    ]
    assert shown == [Path(command[-1]) for command in _shown()]
