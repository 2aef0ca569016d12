"""Boards of other programs, read and written as folders."""

import shutil
from itertools import count
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from judge import api, resources
from judge.boards import dpjudge, importing, jdip
from judge.boards.draft import SourceError
from judge.cli import main
from judge.library import check_map, load
from judge.library.geometry import load_geometry
from judge.model.geometry import Spot, is_inside_path
from judge.model.map import Location
from judge.model.position import Ended, Fact
from judge.rules.muster import Aberration
from tests.road.office import MASTER, Office, player

HERE = Path(__file__).parent
ISLE = HERE / "isle" / "isle.map"
ROCK = HERE / "rock"


number = count()


@pytest.fixture
def put(tmp_path, monkeypatch):
    """Let boards be put into maps of the test's own, and return the variant."""
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))

    def put_one(draft):
        # Folders are read once by their codes.
        code = f"{importing.find_code_for_board(draft)}{next(number)}"
        importing.create_variant_folder(draft, code, tmp_path / "maps")
        assert check_map(code) == ()
        return load(code)

    return put_one


def neighbors(variant, kind, at):
    return sorted(map(str, variant.map.neighbors(kind, Location.from_text(at))))


def test_a_text_map_becomes_a_board(put):
    isle = put(dpjudge.read_text_map(ISLE))
    assert sorted(isle.map.provinces) == ["ARK", "DUN", "GUL", "MOO", "NOR", "SOU", "TER"]
    assert isle.map.centers == ("ARK", "DUN", "GUL", "MOO", "TER")
    assert isle.win == 4
    assert str(isle.calendar.find_first_turn()) == "S1850M"
    east, west = isle.map.powers["East"], isle.map.powers["West"]
    assert (east.adjective, east.letter, east.homes) == ("Eastern", "E", ("ARK", "GUL"))
    start = isle.rules.opening.deal_position(isle.map, (), 0)
    assert start.owners == {"ARK": "East", "GUL": "East", "DUN": "West", "TER": "West"}
    assert start.homes["West"] == ("DUN",) == west.homes
    assert {str(unit.at) for unit in start.units.values()} == {"ARK", "GUL", "TER/nc", "DUN"}


def test_case_says_who_crosses_a_border(put):
    isle = put(dpjudge.read_text_map(ISLE))
    assert neighbors(isle, "army", "ARK") == ["MOO"]
    assert neighbors(isle, "fleet", "ARK") == ["GUL", "MOO", "SOU"]
    assert neighbors(isle, "army", "MOO") == ["ARK", "DUN", "TER"]
    assert neighbors(isle, "fleet", "MOO") == ["ARK", "SOU"]
    assert neighbors(isle, "fleet", "TER/nc") == ["NOR"]
    assert neighbors(isle, "fleet", "SOU") == ["ARK", "GUL", "MOO", "TER/sc"]
    assert isle.map.provinces["GUL"].ferries


def test_borders_that_take_strength_and_builds_elsewhere_are_taken_over(tmp_path, put):
    folder = shutil.copytree(HERE / "isle", tmp_path / "isle")
    path = folder / "isle.map"
    text = path.read_text() + "AMEND ARK ABUTS dun~ *NOR\nAMEND DUN ABUTS ark~\n"
    path.write_text(f"{text}AMEND NOR ABUTS *ARK\nRULE REMOTE_BUILDS\nEAST *SOU\n")
    isle = put(dpjudge.read_text_map(path))
    assert isle.map.narrows == {frozenset(("ARK", "DUN")): 0, frozenset(("ARK", "NOR")): 0.5}
    assert isle.rules.muster == Aberration({"East": "SOU"})
    assert "DUN" in neighbors(isle, "army", "ARK")


def isle_with(tmp_path, *changes, more="", encoding="utf-8"):
    folder = shutil.copytree(HERE / "isle", tmp_path / f"isle{next(number)}")
    path = folder / "isle.map"
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(f"{text}{more}", encoding=encoding)
    return path


def test_names_of_powers_are_read_as_their_makers_wrote_them(tmp_path, put):
    path = isle_with(
        tmp_path,
        ("EAST  (EASTERN:E)", "_GREAT+EAST  (GREAT+EASTERN:E)"),
        ("WEST  (WESTERN)", "C\u00d4TE_OUEST (OUEST)"),
        more="DUMMIES great_east\n",
        encoding="latin-1",
    )
    draft = dpjudge.read_text_map(path)
    assert set(draft.powers) == {"Great East", "C\u00f4te Ouest"}
    assert draft.powers["Great East"].adjective == "Great Eastern"
    assert draft.unplayed == ["Great East"]
    assert draft.unplayable == []
    put(draft)


def test_a_power_is_called_otherwise(tmp_path, put):
    path = isle_with(tmp_path, more="EAST -> Sunrise (Sunny:S)\nUNITS\nA GUL\n")
    draft = dpjudge.read_text_map(path)
    assert set(draft.powers) == {"Sunrise", "West"}
    power = draft.powers["Sunrise"]
    assert (power.adjective, power.homes, power.units) == ("Sunny", ["ARK", "GUL"], ["A GUL"])
    wrong = isle_with(tmp_path, more="EATS -> Sunrise\n")
    with pytest.raises(SourceError, match=r"isle.map:27: there is no power EATS"):
        dpjudge.read_text_map(wrong)


def test_powers_that_build_everywhere_are_all_or_listed(tmp_path):
    some = dpjudge.read_text_map(isle_with(tmp_path, more="EAST &SC\n"))
    assert [part.text for part in some.unplayable] == [
        "East builds in every center that it owns (&SC)"
    ]
    every = dpjudge.read_text_map(isle_with(tmp_path, more="EAST &SC\nWEST\nHOME &SC DUN\n"))
    assert (every.builds, every.unplayable) == ("owned", [])


def test_a_sea_and_powers_that_nobody_plays_are_said_in_several_ways(tmp_path):
    path = isle_with(
        tmp_path,
        ("WATER  NOR", "SEA    NOR"),
        more="DUMMY WEST\nRULE CD_DUMMIES IMMOBILE_DUMMIES HIBERNATE\n",
    )
    draft = dpjudge.read_text_map(path)
    assert (draft.unplayed, draft.unplayable) == (["West"], [])
    assert [draft.spaces[code].sea for code in ("NOR", "SOU", "TER")] == [True, True, False]


LISTED = {
    "AMEND MOO ABUTS NOR(DUN)": "a border for some powers alone: MOO - NOR(DUN)",
    "AMEND MOO ABUTS E:NOR": "a border for some powers alone: MOO - E:NOR",
    "EAST ~@SOU": "a hidden home and an alternative home of East: ~@SOU",
    "EAST +SOU": "a factory of East: +SOU",
    "NEWHOMES 1910": "NEWHOMES 1910",
    "MILITIA 2": "MILITIA 2",
    "IN FALL 1851:\nDROP NOR\nIN START:": "IN FALL 1851: DROP NOR",
}


@pytest.mark.parametrize("more", LISTED)
def test_what_the_judge_has_none_of_is_listed(tmp_path, more):
    draft = dpjudge.read_text_map(isle_with(tmp_path, more=f"{more}\nVICTORY 3\n"))
    assert [part.text for part in draft.unplayable] == [LISTED[more]]
    assert draft.wins == 3
    assert {"NOR", "SOU"} <= draft.spaces.keys()


def test_all_that_is_wrong_is_told_at_once_with_what_would_be_left_out(tmp_path):
    path = isle_with(tmp_path, ("VICTORY 4", "VICTORY many"), more="NEWHOMES 1910\nA B C\n")
    with pytest.raises(SourceError) as refused:
        dpjudge.read_text_map(path)
    assert str(refused.value).splitlines() == [
        "isle.map:4: VICTORY wants a number of centers",
        "isle.map:28: no power stands above this line",
        "isle.map:27: NEWHOMES 1910 (left out by --without)",
    ]


def test_a_board_that_begins_with_builds_goes_on_with_the_next_year(tmp_path, put):
    path = isle_with(tmp_path, ("BEGIN SPRING 1850 MOVEMENT", "BEGIN WINTER 1849 ADJUSTMENTS"))
    calendar = put(dpjudge.read_text_map(path)).calendar
    first = calendar.find_first_turn()
    after = calendar.find_next_turn(first)
    assert [str(first), str(after), str(calendar.find_next_turn(after))] == [
        "W1849B",
        "S1850M",
        "S1850R",
    ]
    assert calendar.parse_turn("W1849B") == first
    assert calendar.turn_title(first) == "Winter of 1849"
    assert str(calendar.parse_turn("W1850B")) == "F1850B"
    assert calendar.make_sort_key(first) < calendar.make_sort_key(after)


@pytest.mark.parametrize(
    ("year", "title"),
    [("1", "Spring of year 1"), ("1850", "Spring of 1850")],
)
def test_a_year_that_is_like_a_count_is_called_one(tmp_path, put, year, title):
    path = isle_with(tmp_path, ("BEGIN SPRING 1850 MOVEMENT", f"BEGIN SPRING {year} MOVEMENT"))
    calendar = put(dpjudge.read_text_map(path)).calendar
    assert calendar.turn_title(calendar.find_first_turn()) == title


def test_a_name_of_two_spaces_is_left_out_and_told():
    draft = dpjudge.read_text_map(ISLE)
    assert draft.spaces["GUL"].aliases == ["gull"]
    assert draft.spaces["MOO"].aliases == ["heath"]
    assert sorted(draft.notes) == [
        "rock for GUL: it means another space too",
        "rock for SOU: it means another space too",
    ]
    assert draft.impassable == ["Peak"]


def test_a_map_changes_the_one_that_it_uses(put):
    siege = put(dpjudge.read_text_map(HERE / "isle" / "siege.map"))
    assert "NOR" not in siege.map.provinces
    assert siege.map.provinces["MAR"].name == "Marsh"
    assert neighbors(siege, "army", "DUN") == ["TER"]
    start = siege.rules.opening.deal_position(siege.map, (), 0)
    assert {f"{u.power} {u.at}" for u in start.units.values()} == {
        "East ARK", "East GUL", "East MAR", "West DUN",
    }  # fmt: skip


def test_a_pack_becomes_a_board_with_a_picture(put):
    (draft,) = jdip.read_pack(ROCK / "variants.xml")
    rock = put(draft)
    assert rock.map.powers["Auk"].aliases == ("Razorbill",)
    assert neighbors(rock, "fleet", "AAA") == ["SEA", "SKU/nc"]
    assert neighbors(rock, "army", "SKU") == ["AAA"]
    assert rock.map.provinces["SKU"].ferries
    assert "CLI" not in rock.map.provinces
    start = rock.rules.opening.deal_position(rock.map, (), 0)
    assert start.owners == {"AAA": "Auk", "SKU": "Skua"}
    assert load_geometry(rock.code).symbols == 2
    shapes = load_geometry(rock.code).shapes
    assert shapes["AAA"].path == "M100 200l400 0 0 800 -400 0z"
    assert shapes["AAA"].unit == (300, 600)
    assert shapes["AAA"].dislodged == (360, 660)
    for shape in shapes.values():
        assert is_inside_path(shape.path, Spot(*shape.unit))
    assert is_inside_path(shapes["SKU"].path, Spot(*shapes["SKU"].coasts["sc"]))
    assert draft.notes == []


def test_a_pack_whose_picture_has_only_borders_goes_without_it(tmp_path, put):
    folder = shutil.copytree(ROCK, tmp_path / "rock")
    path = folder / "rock.svg"
    path.write_text(path.read_text().replace('Layer"', 'Borders"'))
    (draft,) = jdip.read_pack(folder / "variants.xml")
    assert draft.geometry is None
    assert draft.notes == ["rock.svg: the picture, in which most spaces have no outline"]
    assert load_geometry(put(draft).map.name) is None


def test_wings_of_a_pack_are_a_third_kind_of_unit(tmp_path, put):
    folder = shutil.copytree(ROCK, tmp_path / "rock")
    text = (folder / "variants.xml").read_text().replace('unit="army"', 'unit="wing"')
    wings = '<RULEOPTION name="OPTION_WINGS" value="VALUE_WINGS_ENABLED"/></RULEOPTIONS>'
    (folder / "variants.xml").write_text(text.replace("</RULEOPTIONS>", wings))
    (draft,) = jdip.read_pack(folder / "variants.xml")
    rock = put(draft)
    assert (draft.unplayable, rock.map.blockading_kinds) == ([], {"wing"})
    start = rock.rules.opening.deal_position(rock.map, (), 0)
    assert start.units["AAA"].kind == "wing"
    assert neighbors(rock, "wing", "SKU") == ["AAA", "BAY", "SEA"]
    assert neighbors(rock, "wing", "SEA") == ["AAA", "SKU"]


def test_a_pack_says_when_a_game_ends_without_a_victory(tmp_path, put):
    folder = shutil.copytree(ROCK, tmp_path / "rock")
    text = (folder / "variants.xml").read_text()
    limits = '<YEARS_WITHOUT_SC_CAPTURE value="3"/><GAME_LENGTH value="1"/></VICTORYCONDITIONS>'
    (folder / "variants.xml").write_text(text.replace("</VICTORYCONDITIONS>", limits))
    (draft,) = jdip.read_pack(folder / "variants.xml")
    rock = put(draft)
    assert "no center has changed hands in 3 years" in rock.about
    assert "After 1 year the game ends" in rock.about
    game = api.new_game(rock.code).play({}).play({})
    assert game.position.ended == Ended("expired", ("Auk", "Skua"))
    (quiet,) = game.position.facts
    assert quiet == Fact("quiet", "centers", "F1901M")
    assert api.read_game(game.write()).position == game.position


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("VICTORY 4", "VICTORY many", "isle.map:4: VICTORY wants a number of centers"),
        ("A ARK", "A ARX", "isle.map:7: there is no space ARX; did you mean ARK?"),
        ("ABUTS  NOR", "ABUTS  NOS", "isle.map:22: there is no space NOS; did you mean NOR?"),
        ("USE isle.names", "USE ../isle.names", "isle.map:2: ../isle.names is no name of a file"),
        ("USE isle.names", "USE isle.nouns", "isle.map:2: there is no file isle.nouns beside"),
        ("USE isle.names", "USE isle.map", "isle.map: it is used by itself, or twice"),
        ("LAND   DUN", "LAMD   DUN", "isle.map:17: LAMD is no word of a map"),
        ("LAND   DUN", "LAMD   DUN", "did you mean LAND?"),
        ("COAST  MOO      ABUTS", "COAST  MOO      ABUT", "borders are written as LAND MUN ABUTS"),
        ("A DUN", "A DUN MOO", "isle.map:13: a unit is written as A MUN"),
    ],
)
def test_a_broken_map_is_refused_with_its_line(tmp_path, old, new, problem):
    folder = shutil.copytree(HERE / "isle", tmp_path / "isle")
    path = folder / "isle.map"
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(SourceError) as refused:
        dpjudge.read_text_map(path)
    assert problem in str(refused.value)


def test_a_map_without_spaces_or_powers_is_refused(tmp_path):
    (tmp_path / "empty.map").write_text("# nothing\nVICTORY 3\n")
    with pytest.raises(SourceError, match=r"^empty.map: a board wants spaces and powers$"):
        dpjudge.read_text_map(tmp_path / "empty.map")


def test_a_pack_that_fails_as_a_variant_names_its_line(tmp_path):
    folder = shutil.copytree(ROCK, tmp_path / "rock")
    text = (folder / "variants.xml").read_text()
    (folder / "variants.xml").write_text(text.replace('value="2"', 'value="9"'))
    (draft,) = importing.read_boards(folder)
    with pytest.raises(SourceError, match=r"win.centers: .* \(variants.xml:11\)"):
        importing.create_variant_folder(draft, "rock", tmp_path / "maps")


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("variants.xml", "<VARIANTS>", "<VARIANTS><VARIANT>", "variants.xml:17: mismatched tag"),
        ("variants.xml", 'province="sku"', 'province="skx"', "there is no space SKX; did you mean"),
        ("variants.xml", "rock_adjacency.xml", "../x.xml", "variants.xml:6: ../x.xml is no name"),
        ("variants.xml", "<!ELEMENT VARIANTS (VARIANT+)>", '<!ENTITY a "b">', "variants.xml:2: en"),
        ("variants.xml", 'value="2"', 'value="two"', "variants.xml:11: WINNING_SUPPLY_CENTERS"),
        ("variants.xml", 'power="auk" unit', 'power="awk" unit', "there is no power awk; did you"),
        ("rock_adjacency.xml", "sea sku-nc", "see sku-nc", "rock_adjacency.xml:4: AAA borders on"),
        (
            "rock_adjacency.xml",
            "sea sku-nc",
            "sea sku-ec",
            "xml:4: AAA borders on SKU/ec, which is",
        ),
        ("rock_adjacency.xml", "fullname", "fulname", "rock_adjacency.xml:4: PROVINCE wants fulln"),
        ("rock.svg", 'id="sea"', 'id="see"', "rock.svg: SEA has no outline in the picture"),
        ("rock.svg", 'x="15"', 'x="far"', "rock.svg:7: could not convert"),
        ("rock.svg", 'viewBox="0 0 100 60"', 'viewBox="0 0 0 60"', "a picture of 0.0 by 60.0"),
    ],
)
def test_a_broken_pack_is_refused_with_its_line(tmp_path, file, old, new, problem):
    folder = shutil.copytree(ROCK, tmp_path / "rock")
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    with pytest.raises(SourceError) as refused:
        jdip.read_pack(folder / "variants.xml")
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("big.map", "# " + "x" * 1_000_001),
        ("long.map", "VICTORY 3\n" * 20_001),
        ("wide.map", "".join(f"LAND A{n:03X}\n" for n in range(2_002))),
        ("deep.xml", "<a>" * 100 + "</a>" * 100),
        ("many.xml", "<a>" + "<b/>" * 50_001 + "</a>"),
    ],
    ids=("big", "long", "wide", "deep", "many"),
)
def test_a_hostile_file_is_refused(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(SourceError, match=r"large|too many"):
        importing.read_boards(path)


def imported(*words):
    return CliRunner().invoke(main, ["import", *map(str, words)])


def test_the_command_writes_a_folder(tmp_path):
    told = imported("--maps", tmp_path, "--code", "small", ISLE)
    assert told.exit_code == 0
    assert told.output.splitlines()[2:] == [
        f"{tmp_path}/small: sound, 7 provinces, 5 centers, 2 powers, 4 units",
        f"A judge finds boards in a folder that is called maps: move {tmp_path}/small to"
        f" {tmp_path}/maps/small, with JUDGE_OVERLAY={tmp_path}.",
        "It has no picture, nor have its letters; maps/README.md tells how to draw one.",
        "A game of it begins with the mail: CREATE name small",
    ]
    assert sorted(path.name for path in (tmp_path / "small").iterdir()) == [
        "map.toml", "rules.md", "variant.toml",
    ]  # fmt: skip
    again = imported("--maps", tmp_path, "--code", "small", ISLE)
    assert again.exit_code == 2
    assert "there is a variant small already" in again.output


def test_the_command_says_where_a_judge_finds_the_folder_that_it_wrote(tmp_path):
    told = imported("--maps", tmp_path / "own" / "maps", "--code", "small", ISLE)
    written = tmp_path / "own" / "maps" / "small"
    assert written.is_dir()
    assert f"A judge finds {written} with JUDGE_OVERLAY={tmp_path / 'own'}." in told.output


def test_boards_go_where_an_upgrade_leaves_them_alone(tmp_path, monkeypatch):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    told = imported("--code", "mine", ISLE)
    assert told.exit_code == 0 and "A judge finds it" not in told.output
    assert (tmp_path / "own" / "maps" / "mine" / "map.toml").is_file()
    monkeypatch.delenv(resources.OVERLAY)
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "site-packages" / "judge")
    told = imported("--code", "mine", ISLE)
    assert told.exit_code == 2 and "name a folder of your own, by --maps" in told.output


def test_what_cannot_be_played_is_left_out_only_when_told(tmp_path):
    folder = shutil.copytree(HERE / "isle", tmp_path / "isle")
    path = folder / "isle.map"
    path.write_text(path.read_text() + "RULE HUNDRED_HOURS\nFLOW NEWYEAR:-1\n")
    maps = tmp_path / "maps"
    told = imported("--maps", maps, path)
    assert told.exit_code == 2
    assert "isle.map:27: RULE HUNDRED_HOURS" in told.output
    assert "BEGIN SPRING 1850 MOVEMENT with FLOW NEWYEAR:-1" in told.output
    assert not maps.exists()
    assert imported("--maps", maps, "--without", path).exit_code == 0
    assert "- Not played: isle.map:27: RULE HUNDRED_HOURS." in (maps / "isle/rules.md").read_text()


def test_an_unsound_board_leaves_nothing_behind(tmp_path):
    folder = shutil.copytree(HERE / "isle", tmp_path / "isle")
    path = folder / "isle.map"
    path.write_text(path.read_text().replace("VICTORY 4", "VICTORY 9"))
    told = imported("--maps", tmp_path / "maps", "--code", "unsound", path)
    assert told.exit_code == 2
    assert "the map has 5 centers" in told.output
    assert list((tmp_path / "maps").iterdir()) == []


def test_one_of_several_boards_is_chosen(tmp_path):
    folder = shutil.copytree(ROCK, tmp_path / "rock")
    text = (folder / "variants.xml").read_text()
    start, end = text.index("<VARIANT name"), text.index("</VARIANTS>")
    text = text[:end] + text[start:end].replace('"Rock"', '"Crag"') + text[end:]
    (folder / "variants.xml").write_text(text)
    told = imported("--maps", tmp_path / "maps", folder)
    assert "choose one by --board: Rock, Crag" in told.output
    told = imported("--maps", tmp_path / "maps", "--board", "crag", folder)
    assert told.exit_code == 0, told.output
    assert (tmp_path / "maps" / "crag").is_dir()


def zipped(path, **files):
    with ZipFile(path, "w") as pack:
        for file in ROCK.iterdir():
            pack.writestr(f"rock/{file.name}", files.get(file.suffix[1:], file.read_bytes()))
        pack.writestr("rock/../../else.xml", "no")
    return path


def test_a_downloaded_pack_is_played_by_mail(tmp_path, monkeypatch):
    told = imported("--maps", tmp_path / "maps", "--code", "walk", zipped(tmp_path / "rock.zip"))
    assert told.exit_code == 0, told.output
    assert told.output.splitlines()[-2:] == [
        f"The board at the start: JUDGE_OVERLAY={tmp_path} judge draw walk",
        "A game of it begins with the mail: CREATE name walk",
    ]
    assert f"JUDGE_OVERLAY={tmp_path}." in told.output
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    picture = tmp_path / "walk.svg"
    drawn = CliRunner().invoke(main, ["draw", "walk", "-o", str(picture)])
    assert drawn.exit_code == 0, drawn.output
    assert "Spring of 1901" in picture.read_text()
    office = Office(tmp_path / "office", draws=True)
    office.write(MASTER, "CREATE rocks walk", subject="a game")
    for power in ("Auk", "Skua"):
        office.write(player(power), f"JOIN rocks AS {power}", subject="hello")
    office.run()
    start = office.last(player("Skua"))
    assert "Order your 1 unit: the fleet in Skua Hill (north coast)." in start.flat
    assert "image/png" in {part.get_content_type() for part in start.mail.walk()}
    office.close()


def test_a_broken_zip_is_refused(tmp_path):
    path = zipped(tmp_path / "rock.zip")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"<VARIANTS>", b"<VARIANTZ>"))
    with pytest.raises(SourceError, match=r"rock\.zip: Bad CRC-32"):
        importing.read_boards(path)
    with pytest.raises(SourceError, match=r"variants\.xml: it is larger than"):
        importing.read_boards(zipped(path, xml=b" " * 8_000_001))
    with ZipFile(path, "w") as pack:
        pack.writestr("readme.txt", "nothing")
    with pytest.raises(SourceError, match=r"rock\.zip: there is no variants\.xml in it"):
        importing.read_boards(path)
    path.write_bytes(data[:-30])
    with pytest.raises(SourceError, match=r"rock\.zip: File is not a zip file"):
        importing.read_boards(path)


def test_a_border_of_one_direction_is_one(tmp_path, put):
    folder = shutil.copytree(HERE / "isle", tmp_path / "isle")
    path = folder / "isle.map"
    path.write_text(path.read_text() + "AMEND DUN ABUTS ARK\n")
    isle = put(dpjudge.read_text_map(path))
    assert "ARK" in neighbors(isle, "army", "DUN")
    assert "DUN" not in neighbors(isle, "army", "ARK")


def test_what_is_written_is_what_was_read(put):
    """A board written and read again has the numbers of its source."""
    draft = dpjudge.read_text_map(ISLE)
    isle = put(draft)
    ways = {(str(leg.origin), str(leg.target), leg.way) for leg in isle.map.legs}
    assert ways == set(draft.list_borders())
