"""The words of a board."""

from dataclasses import replace

from judge.language.lexicon import build_lexicon, find_power
from judge.language.reader import read_line
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.statement import Line, OrderStatement
from judge.model.map import Location, Power
from judge.model.turn import Phase

SPELLINGS = {
    "NWG": "NWG NRG NORWEG norwegian-sea",
    "LYO": "LYO GOL gulfoflyons",
    "MAO": "MAO MID mid-atlantic midatlanticocean",
    "NAO": "NAO NAT",
    "TYS": "TYS TYN tyrrhenian",
    "BOT": "BOT GOB bothnia",
    "HEL": "HEL heligoland",
    "NWY": "NWY NOR norway",
    "LVP": "LVP LPL liverpool",
    "STP": "STP st.petersburg stpetersburg",
    "TYR": "TYR tyrolia tyrol",
    "RUM": "RUM romania",
    "SKA": "SKA skagerrak",
    "EAS": "EAS emed easternmed",
    "WES": "WES wmed",
    "LVN": "LVN livonia",
}


def test_the_hobbys_spellings_are_known(standard):
    places = build_lexicon(standard.map).places
    for code, spellings in SPELLINGS.items():
        for spelling in spellings.split():
            assert places[squeeze_name(spelling)] == code, spelling


def test_every_name_reads_as_its_own_province(standard):
    for province in standard.map.provinces.values():
        for name in (province.code, province.name, *province.aliases):
            (found,) = read_line(Line(1, f"{name} H"), standard, Phase.MOVEMENT)
            assert found.order.unit.at == Location(province.code), name


def test_only_prefixes_that_fit_one_name_are_taken(standard):
    def read(text):
        (found,) = read_line(Line(1, text), standard, Phase.MOVEMENT)
        return found.order.unit.at.province if isinstance(found, OrderStatement) else None

    assert read("Live H") == "LVP"
    assert read("F North Atl - Clyd (I hope)") == "NAO"
    assert read("F Gulf of B - Swed") == "BOT"
    assert read("A Lond - Yorks via Nort") is None
    assert read("Gulf H") is None
    assert read("Lo H") is None
    assert read("Engl H") is None


def test_powers(standard):
    game_map = standard.map
    assert find_power(game_map, "english") == "England"
    assert find_power(game_map, "the Ottoman") == "Turkey"
    assert find_power(game_map, "g") == "Germany"
    assert find_power(game_map, "Germany's") == "Germany"
    assert find_power(game_map, "Narnia") is None


def test_odd_characters_are_made_plain():
    assert normalize_line("A\u00a0Par \u2192  Bur\u200b ") == "A Par -> Bur"
    assert normalize_line("A Par \u2013> Bur") == "A Par -> Bur"
    assert normalize_line("Germany\u2019s") == "Germany's"
    assert fold_text("Malm\u00f6 \u00c9") == "malmo e"
    assert len(fold_text("\u0130\u00df\ufb01")) == 3
    assert squeeze_name("St. Petersburg") == "stpetersburg"


def test_accents_and_capitals_do_not_matter(standard):
    (found,) = read_line(Line(1, "A M\u00fcnich - B\u00c9RLIN"), standard, Phase.MOVEMENT)
    assert isinstance(found, OrderStatement)
    assert (found.order.unit.at.province, found.order.to.province) == ("MUN", "BER")


def test_a_power_may_bear_the_name_of_a_place(standard):
    rome = Power("Rome", "Roman", aliases=("Paris",))
    other = replace(standard, map=replace(standard.map, powers={"Rome": rome}))

    def meant(text):
        (found,) = read_line(Line(1, text), other, Phase.MOVEMENT)
        return found.power, found.order.unit.at.province

    assert meant("Rome - Naples") == ("", "ROM")
    assert meant("Rome A Naples H") == ("Rome", "NAP")
    assert meant("Paris: A Paris H") == ("Rome", "PAR")
    assert meant("Roman Naples H") == ("Rome", "NAP")
    assert build_lexicon(other.map) is build_lexicon(other.map)
    assert build_lexicon(other.map) is not build_lexicon(standard.map)
