"""A variant's folder with something wrong in it is refused, with file, key and what was meant."""

import shutil
from itertools import count

import pytest

from judge import resources
from judge.library import check_map, load, load_geometry
from judge.library.files import FileError

VARIANT = """
name = "Tiny"
map = "tiny"
grammar = ["orders", "adjustments"]

[calendar]
start = 1901
steps = ["spring MR", "fall MRB*"]
opening = ["winter B"]
always = ["spring R 1903"]
adjusting = "winter"

[units.army]
travels = ["land"]
orders = ["hold", "move", "support"]
convoyed = true

[units.fleet]
travels = ["water"]
orders = ["hold", "move", "support", "convoy"]
support = { range = 2, over = "contact" }
limit = 3

[win]
centers = 2

[builds]
where = "homes"

[press]
when = "always"

[start]
North = "F AAA/ec"
South = "A CCC"

[[seasons]]
space = "SEA"
open = "spring"

[scenario]
sides = []
unplayed = ["South"]
drop = "BBB"

[counts]
provinces = 4

[options.long]
about = "how long the game is"
choices = ["no", "yes"]
consent = ["yes"]
yes.win.centers = 1
yes.start.South = "F CCC"

[options.years]
numbers = { key = "win.years", most = 5 }
"""

MAP = """
[powers.North]
letter = "N"
homes = "AAA"
capital = "AAA"

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
water = "AAA/ec AAA/wc BBB CCC"

[[statements]]
cites = "Tiny 1"
within = ["AAA CCC 2"]
"""

NUMBER = count(1)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a new variant's folder, and nothing wrong with it."""
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
    code = f"wrong{next(NUMBER)}"
    folder = tmp_path / "maps" / code
    folder.mkdir(parents=True)
    (folder / "variant.toml").write_text(VARIANT.replace('"tiny"', f'"{code}"'), encoding="utf-8")
    (folder / "map.toml").write_text(MAP, encoding="utf-8")
    return folder


def test_nothing_is_wrong_with_the_folder_itself(folder):
    assert check_map(folder.name) == ()
    assert load(folder.name, {"long": "yes"}).win == 1


ROWS = [
    # keys
    ("variant", "[win]\ncenters", "[win]\ncentres", "win.centres", "did you mean centers?"),
    ("variant", "[scenario]", "[scenaro]", "scenaro", "did you mean scenario?"),
    ("variant", 'adjusting = "w', 'ajusting = "w', "calendar.ajusting", "did you mean adjusting?"),
    ("variant", "convoyed", "convoied", "units.army.convoied", "did you mean convoyed?"),
    ("variant", "range = 2", "reach = 2", "units.fleet.support.reach", "there are: over, range"),
    ("variant", 'open = "spring"', 'opened = "spring"', "seasons[0].opened", "did you mean open?"),
    (
        "variant",
        "yes.win.centers",
        "yes.win.centre",
        "options.long.yes.win.centre",
        "did you mean centers?",
    ),
    ("variant", "about =", "abuot =", "options.long.abuot", "did you mean about?"),
    ("variant", "yes.start.South", "yess.start.South", "options.long.yess", "did you mean yes?"),
    ("variant", 'name = "Tiny"\n', "", "name", "is missing"),
    ("variant", "start = 1901\n", "", "calendar.start", "is missing"),
    (
        "variant",
        "[counts]\nprovinces",
        "[counts]\nprovince",
        "counts.province",
        "did you mean provinces?",
    ),
    ("map", "sea = true", "see = true", "provinces.SEA.see", "did you mean sea?"),
    ("map", "[[statements]]", "[[statement]]", "statement", "did you mean statements?"),
    ("map", "within =", "witin =", "statements[0].witin", "did you mean within?"),
    # names
    (
        "variant",
        'unplayed = ["South"]',
        'unplayed = ["Suoth"]',
        "scenario.unplayed[0]",
        "there is no power Suoth; did you mean South?",
    ),
    (
        "variant",
        'drop = "BBB"',
        'drop = "BBA"',
        "scenario.drop",
        "there is no space BBA; did you mean BBB?",
    ),
    (
        "variant",
        'North = "F AAA/ec"',
        'Noth = "F AAA/ec"',
        "start.Noth",
        "there is no power Noth; did you mean North?",
    ),
    (
        "variant",
        'space = "SEA"',
        'space = "SAE"',
        "seasons[0].space",
        "there is no space SAE; did you mean SEA?",
    ),
    (
        "variant",
        'open = "spring"',
        'open = "spring autumn"',
        "seasons[0].open",
        "there is no season autumn",
    ),
    (
        "variant",
        '"adjustments"]',
        '"adjustment"]',
        "grammar",
        "there is no adjustment.lark in grammar; did you mean adjustments?",
    ),
    ("variant", 'name = "Tiny"', 'name = "Tiny"\nrules = "gdd"', "rules", "did you mean gd?"),
    (
        "variant",
        '"support", "convoy"]',
        '"support", "convoi"]',
        "units.fleet.orders[3]",
        "there is no order convoi; did you mean convoy?",
    ),
    (
        "variant",
        'consent = ["yes"]',
        'consent = ["yea"]',
        "options.long.consent",
        "there is no choice yea; did you mean yes?",
    ),
    (
        "map",
        'homes = "CCC"',
        'homes = "CCD"',
        "powers.South.homes",
        "there is no space CCD; did you mean CCC?",
    ),
    (
        "map",
        'capital = "AAA"',
        'capital = "AAB"',
        "powers.North.capital",
        "there is no space AAB; did you mean AAA?",
    ),
    (
        "map",
        'land = "AAA CCC"',
        'land = "AAA CCX"',
        "provinces.BBB.land",
        "there is no space CCX; did you mean CCC?",
    ),
    (
        "map",
        'water.ec = "SEA"',
        'water.ec = "SAE"',
        "provinces.AAA.water.ec",
        "there is no space SAE; did you mean SEA?",
    ),
    (
        "map",
        "AAA CCC 2",
        "AAA CCE 2",
        "statements[0].within[0]",
        "there is no space CCE; did you mean CCC?",
    ),
    # units of the start
    ("variant", '"F AAA/ec"', '"F AAA"', "start.North", "did you mean F AAA/ec or F AAA/wc?"),
    ("variant", '"A CCC"', '"X CCC"', "start.South", "there is no kind of unit X"),
    ("variant", '"A CCC"', '"A CCB"', "start.South", "there is no space CCB; did you mean CCC?"),
    ("variant", '"A CCC"', '"A CCC, F CCC"', "start.South", "CCC is taken already"),
    ("variant", '"F CCC"', '"F CCD"', "options.long.yes.start.South", "did you mean CCC?"),
    # numbers, types and forms
    (
        "variant",
        "limit = 3",
        "limit = 0",
        "units.fleet.limit",
        "should be greater than or equal to 1",
    ),
    (
        "variant",
        "range = 2",
        "range = -1",
        "units.fleet.support.range",
        "should be greater than or equal to 1",
    ),
    ("variant", "[win]\ncenters = 2", "[win]\ncenters = 9", "win.centers", "the map has 2 centers"),
    (
        "variant",
        "yes.win.centers = 1",
        "yes.win.centers = 9",
        "options.long.yes.win.centers",
        "the map has 2 centers",
    ),
    ("variant", "win.years", "win.yaers", "options.years.numbers.key", "is no key of a number"),
    ("variant", "win.years", "win", "options.years.numbers.key", "is no key of a number"),
    ("variant", "most = 5", "most = 0", "options.years.numbers.most", "greater than or equal to 1"),
    ("variant", "start = 1901", 'start = "1901"', "calendar.start", "should be a valid integer"),
    (
        "variant",
        "convoyed = true",
        "convoyed = 1",
        "units.army.convoyed",
        "should be a valid boolean",
    ),
    ("variant", '"spring MR"', '"sprong MR"', "calendar.steps[0]", "should match"),
    ("variant", '"winter B"', '"winter X"', "calendar.opening[0]", "should match"),
    ("variant", 'where = "homes"', 'where = "home"', "builds.where", "'homes', 'owned' or"),
    ("variant", 'when = "always"', 'when = "allways"', "press.when", "'always'"),
    (
        "variant",
        'over = "contact"',
        'over = "contacts"',
        "units.fleet.support.over",
        "'legs' or 'contact'",
    ),
    ("map", "AAA CCC 2", "AAA CCC", "statements[0].within[0]", "should match"),
    ("map", 'letter = "N"', 'letter = "No"', "powers.North.letter", "at most 1 character"),
]


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "says"), ROWS, ids=[f"{row[3]}: {row[2]}" for row in ROWS]
)
def test_what_is_wrong_is_told(folder, name, old, new, key, says):
    path = folder / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old} stands there {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")
    above = text[: text.index(old)] + new
    if not new:  # a missing key is told at its table
        above = above[: above.rfind("[") + 1]
    line = above.count("\n") + 1
    with pytest.raises(FileError) as refusal:
        load(folder.name)
    (problem,) = (problem for problem in refusal.value.problems if f": {key}: " in problem)
    assert problem.startswith(f"{path}:{line}: {key}: "), problem
    assert says in problem
    assert check_map(folder.name) == refusal.value.problems


def test_all_that_is_wrong_is_told_at_once(folder):
    path = folder / "variant.toml"
    text = path.read_text(encoding="utf-8").replace("adjusting", "ajusting")
    path.write_text(text.replace("convoyed", "convoied"), encoding="utf-8")
    keys = [problem.split(": ")[1] for problem in check_map(folder.name)]
    assert keys == ["calendar.ajusting", "units.army.convoied"]


def test_tables_of_a_module_are_for_its_variants_alone(folder):
    path = folder / "variant.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + '\n[names]\nall = "Akkad"\n', encoding="utf-8")
    (problem,) = check_map(folder.name)
    assert ": names: there is no such key" in problem


def test_a_table_that_a_module_needs_is_missed(folder):
    shutil.copy(resources.find_file("maps", "ww4/reasons.toml"), folder)
    path = folder / "variant.toml"
    text = path.read_text(encoding="utf-8").replace("[calendar]", 'rules = "ww4"\n\n[calendar]')
    path.write_text(text + "[council]\nvotes = 0\ntop = 3\nmembers = [[1, 2]]\nclose = 1\n")
    problems = check_map(folder.name)
    assert [problem.split(": ", 1)[1] for problem in problems] == [
        "icebreaker: is missing",
        "council.votes: should be greater than or equal to 1",
    ]


SHAPE = '{ path = "M0,0 l9,0 0,9 -9,0z", unit = [1, 1], dislodged = [2, 2], label = [3, 3]'
GEOMETRY = f"""
size = [10, 10]
land = ""
water = ""
colors = {{ North = "#b3361d" }}
crossings = ["AAA BBB"]

[provinces]
AAA = {SHAPE}, coasts = {{ ec = [1, 1], wc = [4, 4] }} }}
BBB = {SHAPE} }}
CCC = {SHAPE} }}
SEA = {SHAPE} }}
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("size = ", "size == ", "geometry.toml: "),
        ("size = [10, 10]\n", "", "geometry.toml:1: size: is missing"),
        ("[10, 10]", "[10, 0]", "geometry.toml:1: size"),
        ("BBB = {", "BBX = {", "geometry.toml:9: provinces.BBX: no such space"),
        ("BBB = {", "BBX = {", "geometry.toml:7: provinces.BBB: not drawn"),
        ("wc =", "nc =", "geometry.toml:8: provinces.AAA.coasts: must be ec, wc"),
        ("AAA BBB", "AAA BBX", "geometry.toml:5: crossings[0]: there is no space BBX"),
    ],
)
def test_a_wrong_picture_is_told_and_costs_no_more_than_pictures(folder, caplog, old, new, says):
    text = GEOMETRY.lstrip()
    (folder / "geometry.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(says in problem for problem in check_map(folder.name)), check_map(folder.name)
    assert load(folder.name).map.centers
    assert [load_geometry(folder.name) for _ in range(2)] == [None, None]
    (record,) = caplog.records
    assert f"{folder}/geometry.toml" in record.getMessage()
