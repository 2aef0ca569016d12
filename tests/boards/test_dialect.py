"""What is rarer in maps of the DPjudge: each map here is written for what it has of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge import new_game, resources
from judge.boards import dpjudge, importing
from judge.boards.draft import SourceError
from judge.library import check_map, load

SEAS = """
WATER NOR ABUTS ABE BEL SOU
WATER SOU ABUTS CAD DUN NOR
COAST ABE ABUTS BEL DUN NOR
COAST BEL ABUTS ABE CAD NOR
COAST CAD ABUTS BEL DUN SOU
COAST DUN ABUTS ABE CAD SOU
"""
NAMES = """
Aberdeen = ABE
Belfast = BEL
Cadiz = CAD
Dundee = DUN
North Sea = NOR
South Sea = SOU
"""
POWERS = """
REDS (RED:R) ABE
F ABE
BLUES (BLUE:B) CAD
A CAD
UNOWNED BEL DUN
"""

MAPS = {
    "homes that take the place of others": (
        f"{POWERS}REDS\nINHABITS BEL\nBLUES\nHOME DUN\nINHABITS CAD\n",
        {"homes": {"Reds": ("BEL",), "Blues": ("CAD", "DUN")}, "centers": "BEL CAD DUN"},
    ),
    "names for a power": (
        f"{POWERS}The Scarlet Crowd = REDS scarlets\n",
        {"aliases": {"Reds": ("The Scarlet Crowd", "scarlets")}},
    ),
    "turns written anew": (
        f"{POWERS}FLOW SPRING:MOVEMENT\nFLOW\nFLOW SPRING:MOVEMENT,RETREATS\n"
        "FLOW FALL:MOVEMENT,RETREATS,ADJUSTMENTS\n",
        {"steps": ("spring MR", "fall MRB*")},
    ),
    "lines for another kind of game, for this kind, and for all": (
        f"{POWERS}PAYOLA DIRECTIVES\nRULE ZERO_FLOAT\nEND DIRECTIVES\n"
        "STANDARD DIRECTIVES\nRULE BUILD_ANY\nEND DIRECTIVES\n"
        "DIRECTIVES\nVICTORY 3\nEND DIRECTIVE\n",
        {"builds": "owned", "wins": 3, "notes": "for games of PAYOLA: RULE ZERO_FLOAT"},
    ),
    "a center less": (
        f"{POWERS}UNOWNED -DUN\n",
        {"centers": "ABE BEL CAD"},
    ),
    "powers that are not there": (
        f"{POWERS}UNPLAYED GREENS\nDUMMIES YELLOWS\n",
        {
            "notes": "there is no power Greens",
        },
    ),
    "what changes later, on lines of its own": (
        f"{POWERS}FROM S1905M:\nVICTORY 2\nDROP NOR\nIN START\nVICTORY 4\n",
        {"wins": 4, "unplayable": ("FROM S1905M: VICTORY 2", "FROM S1905M: DROP NOR")},
    ),
    "what changes later, on one line": (
        f"{POWERS}FROM S1905M: VICTORY 2\nVICTORY 4\n",
        {"wins": 4, "unplayable": ("FROM S1905M: VICTORY 2",)},
    ),
    "centers by lot": (
        f"{POWERS}REDS\nOWNS ABE SC!\n",
        {"unplayable": ("OWNS SC!",), "centers": "ABE BEL CAD DUN"},
    ),
    "homes with a mark stay centers": (
        f"{POWERS}BLUES ~DUN @BEL(CAD)\n",
        {"unplayable": ("~DUN", "@BEL(CAD)"), "centers": "ABE BEL CAD DUN"},
    ),
    "a remainder in its flow": (
        f"{POWERS}FLOW NEWYEAR SPRING:MOVEMENT,RETREATS IFYEARDIV:2=1 WINTER:ADJUSTMENTS\n",
        {"steps": ("spring MRB*", "fall MR"), "years_of_step": 1},
    ),
    "a rule taken back": (
        f"{POWERS}RULE BUILD_ANY VASSAL_DUMMIES\nRULE !BUILD_ANY !VASSAL_DUMMIES\n",
        {"builds": "homes"},
    ),
    "a flow begun anew": (
        f"{POWERS}FLOW SPRING:MOVEMENT\nREFLOW\nFLOW LENTE:MOVEMENT,RETREATS\n"
        "FLOW HERFST:MOVEMENT,RETREATS\nFLOW WINTER:ADJUSTMENTS\nBEGIN LENTE 1901 MOVEMENT\n",
        {"steps": ("spring MR", "fall MRB*"), "powers": ["Reds", "Blues"]},
    ),
    "names and coasts of another language": (
        "COAST dun ABUTS ABE CAD\nCOAST DUN/EC ABUTS ABE SOU\nCOAST DUN/WC ABUTS CAD SOU\n"
        "AMEND SOU ABUTS -DUN DUN/EC DUN/WC\n"
        f"{POWERS}dun/ec -> D\u00f9n (Ostk\u00fcste) = d\u00f9n/ok d\u00f9n(ok)\n"
        "dun/wc -> D\u00f9n (Westk\u00fcste) = d\u00f9n/wk\n"
        "dun -> D\u00f9n+\u00c8ideann = d\u00f9n\n"
        "REDS -> FRAN\u00c7AIS (FRAN\u00c7AL:F)\n",
        {
            "spaces": {"DUN": "D\u00f9n \u00c8ideann"},
            "powers": ["Blues", "Fran\u00e7ais"],
            "notes": "D\u00d9N is called DUN here",
        },
    ),
    "files that other games use": (
        f"{POWERS}PAYOLA DIRECTIVES\nUSE nothing\nEND DIRECTIVES\nFROM S1905M:\n"
        "USE none\nIN START\n",
        {"notes": "for games of PAYOLA: USE nothing", "unplayable": ("FROM S1905M: USE none",)},
    ),
    "powers with figures and strokes": (
        "4TH+REICH (REICH:R) ABE\nF ABE\nD'ARTAGNAN/ATHOS (MUSKETEER:M) CAD\nA CAD\n",
        {"homes": {"4th Reich": ("ABE",), "D'Artagnan/Athos": ("CAD",)}},
    ),
    "a space that nothing borders on": (
        f"{POWERS}COAST ISL ABUTS\nLone Island = ISL\n",
        {"impassable": ["Lone Island"]},
    ),
    "a home with a limit and no mark": (
        f"{POWERS}BLUES DUN(CAD)\n",
        {"unplayable": (), "homes": {"Blues": ("CAD", "DUN")}},
    ),
}


@pytest.mark.parametrize("what", MAPS)
def test_a_map_with_it_is_imported(tmp_path, monkeypatch, what):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    lines, told = MAPS[what]
    path = tmp_path / f"{what.replace(' ', '_').replace(',', '')}.map"
    path.write_text(f"{NAMES}{SEAS}{lines}", encoding="latin-1")
    draft = dpjudge.read_text_map(path)
    code = importing.find_code_for_board(draft)[:30]
    importing.create_variant_folder(draft, code, tmp_path / "maps")
    assert check_map(code) == ()
    variant = load(code)
    for power, homes in told.get("homes", {}).items():
        assert variant.map.powers[power].homes == homes
    for power, aliases in told.get("aliases", {}).items():
        assert {*aliases} <= {*variant.map.powers[power].aliases}
    for space, name in told.get("spaces", {}).items():
        assert variant.map.provinces[space].name == name
    assert sorted(variant.map.powers) == sorted(told.get("powers", variant.map.powers))
    if "centers" in told:
        assert list(variant.map.centers) == told["centers"].split()
    for name in ("steps", "years_of_step", "builds", "wins", "impassable"):
        assert getattr(draft, name) == told.get(name, getattr(draft, name))
    parts = [part.text for part in draft.unplayable]
    wanted = told.get("unplayable", ())
    assert len(parts) == len(wanted), parts
    assert all(text in part for text, part in zip(wanted, parts, strict=True)), parts
    assert told.get("notes", "") in "\n".join(draft.notes)


SPELLED = {
    "CAD": ("CAD", "Cadiz"),
    "C\u00c4D": ("CAD", "C\u00e4diz"),
    "1AD": ("AD1", "First District"),
    "123": ("F12", "First District"),
    "CADIZ": ("CAD", "Old Place"),
    "C'D": ("CDC", "Cadiz"),
    "VIA": ("VIV", "Cadiz"),
    "D\u00dcN": ("DUD", "Cadiz"),
}
"""Short names of a space in a map, each with that of our board, where DUN is another space."""


@pytest.mark.parametrize("written", SPELLED)
def test_a_space_has_a_short_name_as_ours_have(tmp_path, monkeypatch, written):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    code, name = SPELLED[written]
    text = f"{NAMES}{SEAS}{POWERS}".replace("CAD", written).replace("Cadiz", name)
    path = tmp_path / "spelled.map"
    path.write_text(text, encoding="utf-8")
    draft = dpjudge.read_text_map(path)
    variant = f"spelled_{[*SPELLED].index(written)}"
    importing.create_variant_folder(draft, variant, tmp_path / "maps")
    board = load(variant).map
    assert board.provinces[code].name == name
    assert board.powers["Blues"].homes == (code,)
    assert draft.powers["Blues"].units == [f"A {code}"]
    assert draft.notes == ([] if written == code else [f"{written} is called {code} here"])
    assert {str(leg.target) for leg in board.legs if str(leg.origin) == code} == {
        "BEL", "DUN", "SOU",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["Support", "Home Counties", "Control Point", "Team Spirit"])
def test_a_space_may_be_called_like_a_word(tmp_path, monkeypatch, name):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    path = tmp_path / "words.map"
    path.write_text(f"{NAMES}{SEAS}{POWERS}".replace("Cadiz", name), encoding="utf-8")
    code = name.split()[0].lower()
    importing.create_variant_folder(dpjudge.read_text_map(path), code, tmp_path / "maps")
    told = "Support (CAD)" if name == "Support" else name
    assert load(code).map.provinces["CAD"].name == told


def test_a_game_begins_in_fall_and_its_centers_count_at_the_end_of_it(tmp_path, monkeypatch):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    path = tmp_path / "late.map"
    path.write_text(f"{NAMES}{SEAS}{POWERS}BEGIN FALL 1900 MOVEMENT\n", encoding="utf-8")
    importing.create_variant_folder(dpjudge.read_text_map(path), "late", tmp_path / "maps")
    game = new_game("late")
    assert game.turn == "F1900M"
    game = game.play({"Reds": ["F ABE - BEL"], "Blues": ["A CAD - DUN"]})
    assert game.turn == "F1900B"
    assert game.centers("Reds") == ("ABE", "BEL")
    game = game.play({"Reds": ["BUILD A ABE"], "Blues": ["BUILD A CAD"]})
    assert game.turn == "S1901M"


def test_a_coast_is_written_anew_without_its_parts(tmp_path):
    """A space of two coasts becomes one of one coast: whoever bordered on a coast borders on it."""
    seas = SEAS.replace("COAST ABE ABUTS BEL DUN NOR", "").replace(
        "ABUTS ABE BEL SOU", "ABUTS ABE/NC BEL SOU"
    )
    more = "COAST abe ABUTS BEL DUN\nCOAST ABE/NC ABUTS NOR\nCOAST ABE/SC ABUTS BEL DUN\n"
    anew = "COAST ABE ABUTS BEL DUN NOR\n"
    powers = POWERS.replace("F ABE", "A ABE")
    path = tmp_path / "coasts.map"
    path.write_text(f"{NAMES}{seas}{more}{anew}{powers}", encoding="utf-8")
    draft = dpjudge.read_text_map(path)
    assert draft.spaces["ABE"].water == {"": {"BEL", "DUN", "NOR"}}
    assert draft.spaces["NOR"].water == {"": {"ABE", "BEL", "SOU"}}


def test_a_name_for_nothing_is_refused_with_its_line(tmp_path):
    path = tmp_path / "odd.map"
    path.write_text(f"{NAMES}{SEAS}{POWERS}The Grey = GREYISH\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"odd.map:21: GREYISH is no space and no power"):
        dpjudge.read_text_map(path)


def test_the_same_map_in_latin_1_and_utf_8_is_one(tmp_path):
    boards = []
    for code in ("latin-1", "utf-8"):
        path = Path(tmp_path, code, "board.map")
        path.parent.mkdir()
        text = f"{NAMES}{SEAS}{POWERS}".replace("Cadiz", "C\u00e1diz")
        path.write_text(text, encoding=code)
        boards.append(dpjudge.read_text_map(path))
    assert boards[0] == boards[1]
    assert boards[0].spaces["CAD"].name == "C\u00e1diz"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("VICTORY 9\n", r"win.centers: the map has 4 centers \(sound.map:\d+\)"),
        ("Aberdeen = BEL\n", r"aberdeen names 2 spaces \(sound.map:21\)"),
    ],
)
def test_what_is_unsound_is_told_with_its_lines(tmp_path, monkeypatch, lines, problem):
    monkeypatch.setenv(resources.OVERLAY, str(tmp_path))
    path = tmp_path / "sound.map"
    path.write_text(f"{NAMES}{SEAS}{POWERS}{lines}", encoding="utf-8")
    draft = dpjudge.read_text_map(path)
    with pytest.raises(SourceError, match=problem):
        importing.create_variant_folder(draft, f"sound{len(lines)}", tmp_path / "maps")
