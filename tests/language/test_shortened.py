"""Names cut short are written out, but no order of codes is taken for one."""

from itertools import product

import pytest

from judge.language.lexicon import build_lexicon
from judge.language.shortened import write_out_names
from judge.library import load


@pytest.mark.parametrize("code", ["standard", "gd", "ww4"])
def test_units_and_codes_are_no_names_cut_short(code):
    lexicon = build_lexicon(load(code).map)
    provinces = [each.lower() for each in lexicon.game_map.provinces]
    typed = [
        f"{first} {name}" for first, name in product((*lexicon.kinds, "s", "c", "par"), provinces)
    ]
    typed += [f"{name} {name[::-1]}" for name in provinces]
    typed += map(" ".join, zip(provinces, provinces[::-1], strict=True))
    assert [line for line in typed if write_out_names(line, lexicon) != line] == []


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("F Bre - Mid Atl. Ocean", "F Bre - MAO"),
        ("F Lon - N. Sea", "F Lon - NTH"),
        ("F Edi - Norw. Sea.", "F Edi - NWG."),
        ("A Mars. S A Par. - Bur", "A Mars S A Par - Bur"),
        ("A PAR/BUR", "A PAR - BUR"),
        ("Paris 2 Burgundy", "Paris - Burgundy"),
        ("F STP/SC", "F STP/SC"),
        ("A PAR - BUR/PIC", "A PAR - BUR/PIC"),
        ("A Par - Bur. To Germany: hello", "A Par - Bur. To Germany: hello"),
        ("F Nor. Sea - Bel", "F Nor. Sea - Bel"),
    ],
)
def test_what_is_cut_short_in_one_way_only_is_written_out(typed, written):
    assert write_out_names(typed, build_lexicon(load("standard").map)) == written
