"""Folders made into variants, and checked."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

import pytest

from judge import resources
from judge.library import check_map, codes, load
from judge.library.files import FileError
from judge.model.map import Location, Span
from judge.model.position import Unit
from judge.model.turn import Phase, Turn
from judge.rules.aftermath import YearLimit

MAP = """
[powers.North]
adjective = "Northern"
letter = "N"
homes = "AAA"

[powers.South]
homes = "CCC"

[provinces.AAA]
name = "Aland"
center = true
land = "BBB"
water.ec = "SEA"
water.wc = "SEA"

[provinces.BBB]
name = "Bland"
aliases = ["Blandia"]
land = "AAA CCC"
water = "CCC SEA"

[provinces.CCC]
name = "Cland"
center = true
land = "BBB"
water = "BBB SEA"

[provinces.SEA]
name = "The Sea"
sea = true
ferries = true
water = "AAA/ec AAA/wc BBB CCC"
"""

VARIANT = """
name = "Tiny"
map = "tiny"

[calendar]
start = 1
steps = ["spring MR", "fall MRB*"]

[start]
North = "F AAA/ec"
South = "A CCC"

[counts]
provinces = 4
centers = 2
powers = 2
units = 2

[options.long]
choices = ["no", "yes"]
yes.win.centers = 2
yes.start.South = "F CCC"

[win]
centers = 1
"""

NUMBER = count(1)


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Return a function that lays a variant of one's own over the others and gives its code."""
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))

    def put(variant: str = VARIANT, board: str | None = MAP, code: str = "") -> str:
        code = code or f"tiny{next(NUMBER)}"
        folder = tmp_path / "maps" / code
        folder.mkdir(parents=True)
        text = variant.replace('map = "tiny"', f'map = "{code}"') if board else variant
        (folder / "variant.toml").write_text(text, encoding="utf-8")
        if board:
            (folder / "map.toml").write_text(board, encoding="utf-8")
        return code

    return put


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


# Loading


def test_the_operators_own_folder_lies_over_the_others(shelf):
    code = shelf()
    assert code in codes()
    assert "standard" in codes()
    assert load(code).name == "Tiny"


def test_without_an_operators_folder_there_are_the_packaged_ones(monkeypatch):
    monkeypatch.delenv("JUDGE_OVERLAY", raising=False)
    assert "standard" in codes()
    assert all(folder.name == "maps" for folder in resources.list_folders("maps"))


def test_the_operators_file_is_found_first(shelf, tmp_path):
    shelf(board=None, code="standard")
    own = tmp_path / "maps" / "standard"
    assert resources.find_file("maps", "standard/variant.toml") == own / "variant.toml"
    assert resources.find_file("maps", "standard/map.toml").parent != own
    with pytest.raises(FileNotFoundError, match="maps/standard"):
        resources.find_file("maps", "standard")


def test_a_variant_is_what_its_files_say(shelf):
    variant = load(shelf())
    assert variant.calendar.find_first_turn() == Turn(1, "spring", Phase.MOVEMENT)
    assert variant.win == 1
    assert variant.settings == {"long": "no"}
    assert variant.grammar == ("orders", "adjustments")
    assert variant.about == ""
    start = variant.rules.opening.deal_position(variant.map, ("North", "South"), 0)
    assert start.units["AAA"] == Unit("North", "fleet", Location("AAA", "ec"))
    game_map = variant.map
    assert game_map.powers["North"].adjective == "Northern"
    assert game_map.powers["South"].adjective == "South"
    assert game_map.provinces["BBB"].aliases == ("Blandia",)
    assert game_map.provinces["AAA"].coasts == ("ec", "wc")
    assert game_map.provinces["SEA"].ferries


def test_an_option_changes_other_tables(shelf):
    variant = load(shelf(), {"long": "yes"})
    assert variant.win == 2
    start = variant.rules.opening.deal_position(variant.map, ("North", "South"), 0)
    assert start.units["CCC"].kind == "fleet"
    assert start.units["AAA"].kind == "fleet"


def test_half_the_centers_and_one_win_where_nothing_is_said(shelf):
    text = changed(VARIANT, "[win]\ncenters = 1\n", "")
    assert load(shelf(text)).win == 2


def test_rules_text_travels_with_the_variant(shelf, tmp_path):
    code = shelf()
    (tmp_path / "maps" / code / "rules.md").write_text("1. Be kind.", encoding="utf-8")
    assert load(code).about == "1. Be kind."


def test_the_same_options_give_the_same_variant():
    assert load("standard") is load("standard", {})
    assert load("standard", {"rome": "fleet"}) is load("standard", {"rome": "fleet"})
    assert load("standard", {"rome": "fleet"}) is not load("standard")


def test_a_variant_may_use_the_map_of_another(shelf):
    mother = shelf()
    text = changed(VARIANT, 'map = "tiny"', f'map = "{mother}"')
    assert load(shelf(text, board=None)).map.name == mother


def test_unit_tables_make_the_kinds(shelf):
    text = VARIANT + (
        "\n[units.army]\ncodes = ['A']\ntravels = ['land']\nconvoyed = true\n"
        "[units.fleet]\ntravels = ['water']\nconvoys = true\ndisorder = 0\n"
        "[units.airforce]\ncodes = ['AF', 'air']\ntravels = ['land', 'water']\nlimit = 5\n"
        "receives_support = false\nretreats = false\n"
        "support = { range = 2, over = 'contact' }\ncarry = { range = 3 }\n"
    )
    kinds = load(shelf(text)).map.kinds
    assert list(kinds) == ["army", "fleet", "airforce"]
    plane = kinds["airforce"]
    assert plane.codes == ("AF", "air", "airforce")
    assert (plane.code, plane.limit, plane.receives_support) == ("AF", 5, False)
    assert plane.support == Span(2, "contact")
    assert plane.carry == Span(3, "legs")
    assert not plane.retreats
    assert kinds["fleet"].code == "F"
    assert kinds["fleet"].support == Span()


# Refusals


def test_an_unknown_variant():
    with pytest.raises(KeyError):
        load("nowhere")


def test_an_unknown_option_or_choice():
    with pytest.raises(ValueError, match="no option color; there are: convoy_retreat, disorder"):
        load("standard", {"color": "red"})
    with pytest.raises(ValueError, match="rome is one of: army, fleet"):
        load("standard", {"rome": "horse"})


@pytest.mark.parametrize(
    ("variant", "board", "says"),
    [
        (VARIANT + "[", MAP, "variant.toml"),
        (VARIANT, MAP.replace("AAA CCC", "AAA XXX"), "provinces.BBB.land: there is no space XXX"),
        (VARIANT.replace("F AAA/ec", "F AAA"), MAP, "North cannot start with F AAA"),
    ],
    ids=["no toml", "unknown border", "start without a coast"],
)
def test_a_file_that_is_wrong_is_named(shelf, variant, board, says):
    with pytest.raises(FileError, match=says):
        load(shelf(variant, board))


def test_a_missing_map_is_named(shelf):
    code = shelf(VARIANT.replace('map = "tiny"', 'map = "mapless"'), board=None, code="mapless")
    with pytest.raises(FileError, match=r"map\.toml"):
        load(code)


# Checking


@pytest.mark.parametrize("code", codes())
def test_the_maps_we_ship_are_sound(code):
    assert check_map(code) == ()


def test_a_sound_map_has_no_problems(shelf):
    assert check_map(shelf()) == ()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('land = "AAA CCC"', 'land = "CCC"', "AAA - BBB by land has no way back"),
        ('water = "BBB SEA"', 'water = "SEA"', "BBB - CCC by water has no way back"),
        ('"Cland"', '"Bland"', "bland names 2 spaces"),
        ('["Blandia"]', '["ccc"]', "ccc names 2 spaces"),
        ('["Blandia"]', '["hold"]', "hold is a word of the order language"),
        ("AAA/ec AAA/wc", "AAA/ec AAA/nc", "AAA/nc is no coast of Aland"),
        ("AAA/ec AAA/wc", "AAA/ec AAA", "SEA - AAA: fleets need a coast at AAA"),
        ('land = "BBB"\nwater.ec', 'land = "BBB SEA"\nwater.ec', "armies cannot be at SEA"),
        ('land = "AAA CCC"', 'land = "AAA CCC CCC"', "BBB - CCC stands twice"),
        ('homes = "CCC"', 'homes = "BBB"', "South's home BBB is no center"),
        ('homes = "CCC"', 'homes = "XXX"', "powers.South.homes: there is no space XXX"),
        (
            "[provinces.SEA]",
            '[provinces.DDD]\nname = "Dland"\n[provinces.SEA]',
            "DDD borders on nothing",
        ),
    ],
)
def test_a_planted_mistake_is_found(shelf, old, new, says):
    code = shelf(board=changed(MAP, old, new))
    problems = check_map(code)
    assert any(says in problem for problem in problems), problems


@pytest.mark.parametrize("what", ["provinces", "centers", "powers", "units"])
def test_a_count_that_differs_is_found(shelf, what):
    line = next(line for line in VARIANT.splitlines() if line.startswith(what + " ="))
    found = int(line.split()[-1])
    code = shelf(changed(VARIANT, f"\n{line}", f"\n{what} = 9"))
    assert check_map(code) == (f"{what}: 9 declared, {found} found",)


def test_the_standard_map_with_one_border_left_out(shelf, tmp_path):
    source: Path = resources.find_file("maps", "standard/map.toml").parent
    target = tmp_path / "maps" / "broken"
    shutil.copytree(source, target)
    for name in ("variant.toml", "map.toml"):
        text = (source / name).read_text(encoding="utf-8").replace('"standard"', '"broken"')
        (target / name).write_text(text, encoding="utf-8")
    text = (target / "map.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith('land = "APU '))
    (target / "map.toml").write_text(text.replace(line, line.replace("APU ", ""), 1))
    (problem,) = check_map("broken")
    assert problem.startswith("APU - ")
    assert problem.endswith(" by land has no way back")


def test_a_number_is_what_the_file_says_unless_another_is_chosen(tmp_path, monkeypatch):
    folder = tmp_path / "maps" / "brief"
    folder.mkdir(parents=True)
    text = resources.find_file("maps", "standard/variant.toml").read_text("utf-8")
    text = text.replace("[win]\n", "[win]\nyears = 120\nquiet = 7\n")
    (folder / "variant.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    brief = load("brief")
    assert (brief.settings["years"], brief.settings["quiet"]) == ("120", "7")
    assert (brief.options["years"].number_range, brief.options["quiet"].number_range) == (
        (0, 120),
        (0, 100),
    )
    assert YearLimit(120, brief.calendar) in brief.rules.endings
    chosen = load("brief", {"years": "9", "quiet": "0"})
    assert chosen.rules.endings[1:] == (YearLimit(9, brief.calendar),)


@pytest.mark.parametrize("code", ["standard", "pure", "sailho", "fleetrome"])
def test_an_option_changes_the_same_on_a_board_that_is_like_another(code):
    for sight, every in (("all", False), ("near", True), ("own", True)):
        assert load(code, {"sight": sight}).calendar.every is every
