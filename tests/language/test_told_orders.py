"""Orders told in sentences: which units, in which ways, and what is not read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.language.lexicon import build_lexicon
from judge.language.told_orders import read_certain_orders, read_told_orders
from judge.language.told_words import Forces
from judge.library import load
from judge.model.map import Location
from judge.model.position import Unit

LEXICON = build_lexicon(load("standard").map)
POWERS = frozenset({"France"})


def _units(*texts: str) -> tuple[Unit, ...]:
    kinds = {"A": "army", "F": "fleet"}
    return tuple(Unit("France", kinds[text[0]], Location(text[2:])) for text in texts)


SPRING = Forces(_units("A PAR", "A MAR", "F BRE"), "standing", powers=POWERS)
SHRUNK = Forces(_units("A BUR", "A MAR", "F BRE", "A GAS"), "removals", 2, POWERS)
DRIVEN = Forces(_units("A BUR"), "dislodged", powers=POWERS)
WINTER = Forces((), "builds", 2, POWERS, sites=("BRE", "MAR", "PAR"))
ORDERED = replace(SPRING, aims=tuple(zip(SPRING.units, ("BUR", "SPA", "MAO"), strict=True)))


@pytest.mark.parametrize(
    ("forces", "text", "ways"),
    [
        (SPRING, "take Spain with Marseilles", ["MAR - Spain"]),
        (SPRING, "2) Marseilles is to go to Spain", ["MAR - Spain"]),
        (DRIVEN, "pull back to Picardy", ["BUR - Picardy"]),
        (DRIVEN, "take the army off the board", ["BUR disband"]),
        (ORDERED, "Picardy instead of Burgundy, please", ["PAR - Picardy"]),
        (ORDERED, "I wrote Burgundy but meant Picardy", ["PAR - Picardy"]),
        (ORDERED, "I meant Gascony, not Spain", ["MAR - Gascony"]),
        (ORDERED, "not to the Mid-Atlantic but to the Channel", ["BRE - Channel"]),
        (ORDERED, "change Burgundy to Picardy", ["PAR - Picardy"]),
        (ORDERED, "replace Spain by Gascony", ["MAR - Gascony"]),
        (ORDERED, "Burgundy to Picardy", []),
        (ORDERED, "Belgium, not Holland", []),
        (ORDERED, "a typo! I meant Gascony", ["PAR - Gascony", "MAR - Gascony", "BRE - Gascony"]),
        (ORDERED, "what a day in Gascony", []),
        (SPRING, "Paris shouldn't hold after all, it should move to Picardy", ["PAR - Picardy"]),
        (SPRING, "my army goes to Gascony", ["PAR - Gascony", "MAR - Gascony"]),
        (SPRING, "hold with everything except the fleet", ["PAR H, MAR H"]),
        (SPRING, "attack Burgundy from Paris with support from Marseilles",
         ["PAR - Burgundy, MAR S PAR - Burgundy"]),
        (SPRING, "Paris to Burgundy, Marseilles helps", ["PAR - Burgundy, MAR S PAR - Burgundy"]),
        (SPRING, "armies to Burgundy and Spain",
         ["PAR - Burgundy, MAR - Spain", "PAR - Spain, MAR - Burgundy"]),
        (SPRING, "don't let Paris go to Burgundy", []),
        (SPRING, "Paris goes to Burgundy unless Germany is there", []),
        (SPRING, "my army in Rome goes to Venice", []),
        (SPRING, "where can my fleet go", []),
        (SPRING, "Marseilles should support what Paris does to Burgundy",
         ["MAR S PAR - Burgundy"]),
        (SPRING, "support Paris with Marseilles, gently", ["MAR S PAR"]),
        (SPRING, "Something about Burgundy", []),
        (SPRING, "Let Paris and Burgundy be next to each other", []),
        (SPRING, "the army from Paris, it must go in Burgundy, and Marseilles goes to Spain",
         ["PAR - Burgundy, MAR - Spain"]),
        (SPRING, "Brest supports Paris, and Paris fills Marseilles or Gascony", []),
        (SPRING, "Paris goes to Picardy or Gascony", ["PAR - Picardy", "PAR - Gascony"]),
        (SPRING, "one of my armies to Gascony", ["PAR - Gascony", "MAR - Gascony"]),
        (SPRING, "Marseilles gives it a hand", []),
        (replace(SPRING, above="A PAR - BUR"), "Marseilles gives it a hand",
         ["MAR S A PAR - BUR"]),
        (SPRING, "Paris is supported by Marseilles", ["MAR S PAR"]),
        (SPRING, "Burgundy is to be attacked by Munich with support of Paris",
         ["PAR S Munich - Burgundy"]),
        (SPRING, "Burgundy is attacked by Paris, helped by Marseilles",
         ["PAR - Burgundy, MAR S PAR - Burgundy"]),
        (SPRING, "one army into Spain, the other into Burgundy",
         ["PAR - Spain, MAR - Burgundy", "MAR - Spain, PAR - Burgundy"]),
        (SPRING, "neither of my armies should move, but the fleet goes to the Channel",
         ["PAR H, MAR H, BRE - Channel"]),
        (SPRING, "all my units stay but Marseilles, which goes to Spain",
         ["PAR H, BRE H, MAR - Spain"]),
        (SPRING, "help the Germans take Burgundy from Munich, using my army in Paris",
         ["PAR S Munich - Burgundy"]),
        (SPRING, "Paris keeps out of Burgundy", []),
        (SPRING, "Paris shouldn't hold", []),
        (SHRUNK, "keep everything but Gascony and Marseilles", ["REMOVE GAS, REMOVE MAR"]),
        (SHRUNK, "save Brest and Marseilles, drop the rest", ["REMOVE BUR, REMOVE GAS"]),
        (SHRUNK, "I keep Gascony, not Burgundy", ["REMOVE BUR"]),
        (SHRUNK, "keep the fleet, Gascony not Burgundy", []),
        (SHRUNK, "my fleet can go", ["REMOVE BRE"]),
        (SHRUNK, "keep Brest and Burgundy", ["REMOVE MAR, REMOVE GAS"]),
        (SHRUNK, "keep Brest", []),
        (SHRUNK, "remove two armies, not the one in Burgundy", ["REMOVE MAR, REMOVE GAS"]),
        (DRIVEN, "the army withdraws to Gascony", ["BUR - Gascony"]),
        (DRIVEN, "don't retreat, disband", ["BUR disband"]),
        (DRIVEN, "not to Paris", []),
        (WINTER, "an army for Paris and one for Marseilles",
         ["BUILD army Paris, BUILD army Marseilles"]),
        (WINTER, "Brest gets a fleet, Paris an army", ["BUILD fleet Brest, BUILD army Paris"]),
        (WINTER, "do not build in Brest", []),
        (WINTER, "everything but a fleet in Brest", []),
        (WINTER, "a fleet in Brest, and anywhere you like an army",
         ["BUILD fleet Brest, BUILD army MAR", "BUILD fleet Brest, BUILD army PAR"]),
        (WINTER, "nothing new this winter", ["WAIVE 2"]),
        (WINTER, "waive one, and a fleet in Brest", ["WAIVE 1, BUILD fleet Brest"]),
        (WINTER, "a fleet in Brest, save the other for next year",
         ["BUILD fleet Brest, WAIVE 1"]),
    ],
)  # fmt: skip
def test_sentence_tells_units_what_it_says(forces: Forces, text: str, ways: list[str]) -> None:
    """All of a sentence has a part in its orders, or there are none."""
    assert [", ".join(lines) for lines in read_told_orders(text, forces, LEXICON)] == ways


@pytest.mark.parametrize(
    ("forces", "text", "ways"),
    [
        (SPRING, "Burgundy <- Paris", ["PAR - Burgundy"]),
        (SPRING, "To Burgundy from Paris", ["PAR - Burgundy"]),
        (SPRING, "Burgundy from Paris, with help from Marseilles",
         ["PAR - Burgundy, MAR S PAR - Burgundy"]),
        (SPRING, "Paris stays, supported by Brest", ["PAR H, BRE S PAR"]),
        (SPRING, "Paris holds with the support of Brest", ["PAR H, BRE S PAR"]),
        (SPRING, "Paris goes to Burgundy instead of Picardy", ["PAR - Burgundy"]),
        (SPRING, "Paris and Marseilles to Burgundy and Spain respectively",
         ["PAR - Burgundy, MAR - Spain", "PAR - Spain, MAR - Burgundy"]),
        (SPRING, "Paris and Marseilles to Burgundy or Spain respectively", []),
        (SPRING, "Letters to Burgundy from Paris", []),
        (SPRING, "Burgundy <- Paris <- Marseilles", []),
        (SPRING, "Paris stays, supported by Munich", []),
        (SPRING, "Burgundy and Spain from Paris", []),
        (SHRUNK, "Keep Burgundy and Brest", ["REMOVE MAR, REMOVE GAS"]),
        (SHRUNK, "Keep Burgundy", []),
        (SPRING, "Keep Burgundy and Brest", []),
    ],
)  # fmt: skip
def test_sentence_is_certain_if_each_of_its_words_is(
    forces: Forces, text: str, ways: list[str]
) -> None:
    """What may say something else besides tells nothing for certain."""
    assert [", ".join(lines) for lines in read_certain_orders(text, forces, LEXICON)] == ways
