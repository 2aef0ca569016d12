"""Coasts whose fleets convoy, which is as near as published cases come to centers at sea.

On the standard map fleets in Denmark and Sweden may convoy, and pass from Berlin to Denmark.
"""

from dataclasses import replace

import pytest

from judge.hooks import Variant
from judge.library import load
from judge.model.map import Leg, Location
from judge.records.reader import parse_record
from judge.records.run import run_record

CASES = {
    "TEST.A": """
record    fleets that swap
turn      Spring 1901 moves
units     England F DEN
units     Germany F BER
England  F DEN - BER
Germany  F BER - DEN
after     England F DEN
after     Germany F BER
lost      nothing
""",
    "TEST.B": """
record    armies with no border between them
turn      Spring 1901 moves
units     England A DEN
units     Germany A BER
England  A DEN - BER
Germany  A BER - DEN
after     England A DEN
after     Germany A BER
lost      nothing
""",
    "TEST.C": """
record    a chain of fleets on coasts
turn      Spring 1901 moves
units     England F DEN
units     Germany F SWE
units     Russia A KIE
units     Russia F SKA
England  F DEN C A KIE - NWY
Germany  F SWE C A KIE - NWY
Russia  F SKA C A KIE - NWY
Russia  A KIE - NWY
after     England F DEN
after     Germany F SWE
after     Russia A NWY
after     Russia F SKA
lost      nothing
""",
    "A": """
record    a convoy cannot land on its own fleet
turn      Spring 1901 moves
units     England F DEN
units     Germany A KIE
units     Russia A BER
England  F DEN C A BER - DEN
Germany  A KIE S A BER - DEN
Russia  A BER - DEN
after     England F DEN
after     Germany A KIE
after     Russia A BER
lost      nothing
""",
    "B": """
record    nor with another fleet beside it
turn      Spring 1901 moves
units     England F DEN
units     Germany A KIE
units     Russia A BER
units     Russia F SKA
England  F DEN C A BER - DEN
Germany  A KIE S A BER - DEN
Russia  A BER - DEN
Russia  F SKA C A BER - DEN
after     England F DEN
after     Germany A KIE
after     Russia A BER
after     Russia F SKA
lost      nothing
""",
    "C": """
record    an army breaks the convoy that it attacks
turn      Spring 1901 moves
units     Germany A DEN
units     Germany F BOT
units     Germany F SWE
units     Russia A FIN
units     Russia A NWY
Germany  A DEN - STP
Germany  F SWE C A DEN - STP
Germany  F BOT C A DEN - STP
Russia  A FIN - SWE
Russia  A NWY S A FIN - SWE
after     Germany A DEN
after     Germany F BOT
after     Russia A NWY
after     Russia A SWE
lost      Germany F SWE
""",
    "D": """
record    a landed army breaks the convoy that it attacks
turn      Spring 1901 moves
units     Germany A DEN
units     Germany F SWE
units     Russia A STP
units     Russia F BOT
units     Russia F NWY
Germany  A DEN - FIN
Germany  F SWE C A DEN - FIN
Russia  F BOT C A STP - SWE
Russia  F NWY S A STP - SWE
Russia  A STP - SWE
after     Germany A DEN
after     Russia A SWE
after     Russia F BOT
after     Russia F NWY
lost      Germany F SWE
""",
    "E": """
record    two convoys through each other's spaces: neither breaks the other without a dislodgement
turn      Spring 1901 moves
units     Germany A KIE
units     Germany F DEN
units     Germany F SKA
units     Russia A FIN
units     Russia F BAL
units     Russia F SWE
Germany  A KIE - SWE
Germany  F DEN C A KIE - SWE
Germany  F SKA S A KIE - SWE
Russia  F SWE C A FIN - DEN
Russia  A FIN - DEN
Russia  F BAL S A FIN - DEN
after     Germany A KIE
after     Germany F DEN
after     Germany F SKA
after     Russia A FIN
after     Russia F BAL
after     Russia F SWE
lost      nothing
""",
    "F": """
record    three convoys in a ring of attacks
turn      Spring 1901 moves
units     England F FIN
units     England F LVN
units     Germany A DEN
units     Germany A NWY
units     Germany F SWE
units     Russia A STP
units     Russia F BAL
units     Russia F BOT
Germany  A DEN - FIN
Germany  F SWE C A DEN - FIN
Germany  A NWY S A DEN - FIN
Russia  F BOT C A STP - SWE
Russia  A STP - SWE
Russia  F BAL S A STP - SWE
England  F FIN S F LVN - BOT
England  F LVN - BOT
after     England F BOT
after     England F FIN
after     Germany A DEN
after     Germany A NWY
after     Germany F SWE
after     Russia A STP
after     Russia F BAL
lost      Russia F BOT
""",
    "G": """
record    an attack on one of two convoys that break each other
turn      Spring 1901 moves
units     Germany A DEN
units     Germany A NWY
units     Germany F BAL
units     Germany F LVN
units     Germany F SWE
units     Russia A STP
units     Russia F BOT
units     Russia F FIN
units     Russia F SKA
Germany  A DEN - FIN
Germany  F SWE C A DEN - FIN
Germany  A NWY S A DEN - FIN
Germany  F BAL S F LVN - BOT
Germany  F LVN - BOT
Russia  F BOT C A STP - SWE
Russia  A STP - SWE
Russia  F FIN S F BOT
Russia  F SKA S A STP - SWE
after     Germany A DEN
after     Germany A NWY
after     Germany F BAL
after     Germany F LVN
after     Germany F SWE
after     Russia A STP
after     Russia F BOT
after     Russia F FIN
after     Russia F SKA
lost      nothing
""",
}


@pytest.fixture(scope="module")
def coasts():
    standard = load("standard")
    game_map = standard.map
    berlin, denmark = Location("BER"), Location("DEN")
    links = (Leg(berlin, denmark, "water"), Leg(denmark, berlin, "water"))
    contacts = dict(game_map.contacts)
    contacts["BER"], contacts["DEN"] = contacts["BER"] | {"DEN"}, contacts["DEN"] | {"BER"}
    ferries = {c: replace(game_map.provinces[c], ferries=True) for c in ("DEN", "SWE")}
    changed = replace(
        game_map,
        provinces={**game_map.provinces, **ferries},
        legs=(*game_map.legs, *links),
        contacts=contacts,
    )
    return replace(standard, map=changed, rules=replace(standard.rules))


@pytest.mark.parametrize("case", CASES)
def test_fleets_on_coasts_convoy(case: str, coasts: Variant):
    """WW4-5, WW4-10: armies break convoys that they attack, convoys break each other."""
    for phase in run_record(parse_record(CASES[case].strip(), lambda code, options: coasts)):
        assert not phase.misses
