"""Every numbered sentence of Civilization's rules; each test cites those it shows."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from judge.engine.adjudicate import adjudicate_phase
from judge.engine.advance import list_next_turn_effects
from judge.library import load
from judge.model.facts import CONTACT, NAME, collect_contacts_of_powers
from judge.model.map import Location
from judge.model.order import Build, Convoy, Hold, Move, Support
from judge.model.position import Dislodged, Fact, Position, Unit, apply_effects
from judge.model.reason import Fate, Reason
from judge.model.turn import Phase, Turn
from judge.views import build_view
from tests.game.test_offers import A as ONE
from tests.game.test_offers import Table

CIV = load("civ", {"civs": "7"})
A, B, C, *_ = CIV.map.powers
SPRING, FALL = Turn(1901, "spring", Phase.MOVEMENT), Turn(1901, "fall", Phase.MOVEMENT)


def army(power, at):
    return Unit(power, "army", Location(at))


def fleet(power, at):
    return Unit(power, "fleet", Location(at))


def board(*units, turn=SPRING, met=(), **more):
    facts = {Fact(NAME, p, f"Name{n}") for n, p in enumerate(CIV.map.powers)}
    facts |= {Fact(CONTACT, x, y) for pair in met for x, y in (pair, pair[::-1])}
    return Position(turn, {u.at.province: u for u in units}, facts=frozenset(facts), **more)


def play(position, *orders):
    """Play a phase and begin the next."""
    by_power = {}
    for order in orders:
        by_power.setdefault(order.unit.power, []).append(order)
    record = adjudicate_phase(CIV, position, by_power)
    more = list_next_turn_effects(CIV, record)
    return record._replace(
        effects=(*record.effects, *more), after=apply_effects(record.after, more)
    )


def view(power, record):
    return build_view((power,), record.after, record, CIV, power)


def told(power, record):
    return {why.code for why in view(power, record).sightings}


@pytest.mark.parametrize("where", ["standard", "gd"])
def test_starts(where):
    """CIV 1, 2, 3, 5: drawn numbers and places, and a Winter to build in."""
    plain = load("civ", {"map": where})
    numbers = [int(number) for number in plain.drawn_options["civs"]]
    share = len(plain.map.centers) / 34
    assert (numbers[0], numbers[-1]) == (round(7 * share), round(13 * share))
    form = load("civ", {"map": where, "civs": str(numbers[-1])})
    powers = tuple(form.map.powers)
    start = form.rules.opening.deal_position(form.map, powers, 5)
    assert start == form.rules.opening.deal_position(form.map, powers, 5)
    assert start.owners != form.rules.opening.deal_position(form.map, powers, 6).owners
    assert len(start.owners) == len(powers) == numbers[-1] and not start.units
    for one, other in combinations(start.owners, 2):
        assert other not in form.map.contacts[one]
    for power in powers:
        assert form.rules.muster.count_adjustments_due(power, start) == 1
        assert build_view((power,), start, None, form, power).contacts == ()
    assert form.calendar.find_first_turn().phase is Phase.ADJUSTMENTS


def test_the_number_is_in_no_setting_that_players_see():
    """CIV 1, 5: STATUS says nothing of how many there are."""
    table = Table().begin()
    assert "civs" not in "".join(table.letters(table.say(ONE, "STATUS"), ONE))
    seats = [line for line in "".join(table.letters(table.say(ONE, "STATUS"), ONE)).split("\n")
             if "Elam" in line or "Kush" in line]  # fmt: skip
    assert not seats


def test_sight():
    """CIV 6, 10: spaces by units and by centers; owners by units alone; dislodged units see."""
    start = board(army(A, "PAR"), army(B, "SPA"), army(C, "UKR"),
                  owners={"PAR": A, "BER": A, "MUN": C, "MAR": C, "BRE": B})  # fmt: skip
    seen = build_view((A,), start, None, CIV, A)
    assert seen.seen == CIV.map.contacts["PAR"] | CIV.map.contacts["BER"] | {"PAR", "BER"}
    assert set(seen.owners) == {"PAR", "BER", "BRE"} and "MUN" in seen.seen
    gone = replace(start, units={"UKR": army(C, "UKR")}, owners={}, dislodged=(
        Dislodged(army(A, "WAR"), army(C, "UKR"), ()),))  # fmt: skip
    assert {u.at.province for u in build_view((A,), gone, None, CIV, A).units} == {"UKR"}


def test_foreign_moves_by_the_ends_seen():
    """CIV 7: comings, goings and ways; orders whose spaces are all seen."""
    here = army(A, "PAR")
    came = play(board(here, army(B, "MUN")), Move(army(B, "MUN"), Location("BUR")))
    assert view(A, came).sightings[-1] == Reason("arrived", (army(B, "BUR"),))
    left = play(board(here, army(B, "BUR")), Move(army(B, "BUR"), Location("MUN")))
    assert Reason("departed", (army(B, "BUR"),)) in view(A, left).sightings
    went = play(board(here, army(B, "BUR")), Move(army(B, "BUR"), Location("GAS")))
    assert Reason("went", (army(B, "BUR"), Location("GAS"))) in view(A, went).sightings
    near = play(board(here, army(B, "BUR"), army(B, "GAS")),
                Support(army(B, "BUR"), army("", "GAS")))  # fmt: skip
    assert len([r for r in view(A, near).results if isinstance(r.order, Support)]) == 1
    far = play(board(here, army(B, "BUR"), army(B, "MUN")),
               Support(army(B, "BUR"), army("", "MUN")))  # fmt: skip
    assert not [r for r in view(A, far).results if isinstance(r.order, Support)]


@pytest.mark.parametrize("turned", [False, True])
def test_a_unit_that_follows_one_like_itself_is_not_taken_for_it(turned):
    """CIV 7: whichever of them the board lists first."""
    pair = [army(B, "BUR"), army(B, "MUN")]
    moves = [Move(army(B, "BUR"), Location("GAS")), Move(army(B, "MUN"), Location("BUR"))]
    units = pair[::-1] if turned else pair
    record = play(board(army(A, "PAR"), *units), *moves)
    told = [why for why in view(A, record).sightings if why.code in ("went", "arrived", "departed")]
    assert sorted(told) == [
        Reason("arrived", (army(B, "BUR"),)),
        Reason("went", (army(B, "BUR"), Location("GAS"))),
    ]


def test_attacks():
    """CIV 8: the attacker's power is told, also when it came by sea."""
    start = board(army(A, "BEL"), army(B, "NWY"), fleet(B, "NTH"))
    record = play(start, Move(army(B, "NWY"), Location("BEL"), via_convoy=True),
                  Convoy(fleet(B, "NTH"), army("", "NWY"), Location("BEL")))  # fmt: skip
    assert Reason("attacked", (B, Location("BEL"))) in view(A, record).sightings


@pytest.mark.parametrize("others", [(), (army(C, "TYR"),)])
def test_help_says_nothing_of_others(others):
    """CIV 9: a support of a unit out of sight reads the same whether it is there or not."""
    mine = army(A, "BUR")
    order = Support(mine, army("", "TYR"), Location("MUN"))
    orders = [Hold(unit) for unit in others]
    result = view(A, play(board(mine, *others), order, *orders)).results[0]
    assert (result.fate, result.why) == (Fate.STANDS, Reason("acts"))


def test_contact_by_bounce():
    """CIV 11, 15: both are told, and it lasts."""
    bounce = play(board(army(A, "SPA"), army(B, "BUR")), Move(army(A, "SPA"), Location("GAS")),
                  Move(army(B, "BUR"), Location("GAS")))  # fmt: skip
    assert collect_contacts_of_powers(bounce.after.facts, [A]) == {
        B
    } and collect_contacts_of_powers(bounce.after.facts, [B]) == {A}
    assert "met" in told(A, bounce) and "met" in told(B, bounce)
    later = play(bounce.after)
    assert collect_contacts_of_powers(later.after.facts, [A]) == {B} and "met" not in told(A, later)
    assert view(A, later).units == ((A, "army", Location("SPA")),)


def test_contact_by_nearness():
    """CIV 12, 13: beside a unit, beside a center; centers side by side do nothing."""
    beside = play(board(army(A, "PAR"), army(B, "BUR")))
    assert collect_contacts_of_powers(beside.after.facts, [A]) == {B}
    center = play(board(army(A, "PAR"), owners={"BRE": B}))
    assert collect_contacts_of_powers(center.after.facts, [A]) == {B} and "met" in told(B, center)
    quiet = play(board(owners={"VEN": A, "TRI": B}))
    assert collect_contacts_of_powers(quiet.after.facts, [A]) == set()


def test_contact_by_gift_and_what_contacts_may():
    """CIV 14, 16, 23: a given contact counts; others cannot be addressed."""
    table = Table().begin()
    for name in ("Elam", "Nowhere"):
        assert table.codes(table.say(ONE, f"OFFER MAP TO {name}")) == ["refused offer_nobody"]


def test_home_centers():
    """CIV 17, 18: three, by the alphabet; a fourth after the second Winter."""
    units = [army(A, code) for code in ("PAR", "MAR", "SPA", "POR", "BEL")]
    record = play(board(*units, turn=FALL, owners={"PAR": A}, homes={A: ("PAR",)}))
    assert play(record.after).after.homes[A] == ("PAR", "BEL", "MAR") == record.after.homes[A]
    second = Turn(1902, "fall", Phase.ADJUSTMENTS)
    owners = dict.fromkeys(("PAR", "MAR", "SPA", "BEL"), A)
    late = board(*units[:3], turn=second, owners=owners, homes={A: ("PAR", "BEL", "MAR")})
    assert play(late).after.homes[A] == ("PAR", "BEL", "MAR", "SPA")
    first = replace(late, turn=Turn(1901, "fall", Phase.ADJUSTMENTS))
    assert play(first).after.homes[A] == ("PAR", "BEL", "MAR")


@pytest.fixture
def winter():
    """A first Winter in which the first civilization has gained four centers, two of them homes."""
    fall = [army(A, code) for code in ("BEL", "MAR", "SPA", "POR")]
    before = board(*fall, turn=Turn(1901, "fall", Phase.RETREATS), owners={"PAR": A},
                   homes={A: ("PAR",)})  # fmt: skip
    table = Table().begin()
    table.set(play(before).after)
    assert table.game.position.turn == Turn(1901, "fall", Phase.ADJUSTMENTS)
    return table


def homes(table):
    return table.game.position.homes[A]


def test_which_centers_are_homes_can_be_said(winter):
    """CIV 17: of several gained the civilization names them, by default the alphabet does."""
    assert homes(winter) == ("PAR", "BEL", "MAR")
    assert winter.codes(winter.say(A, "HOMES Spain and POR")) == ["noted homes_named"]
    assert homes(winter) == ("PAR", "SPA", "POR")
    assert winter.codes(winter.say(A, "HOMES Marseilles")) == ["noted homes_named"]
    assert homes(winter) == ("PAR", "MAR", "SPA")
    winter.say("m1", "PROCESS")
    assert homes(winter) == ("PAR", "MAR", "SPA")
    assert winter.codes(winter.say(A, "HOMES BEL")) == ["refused homes_in_winter"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("HOMES Paris, Spain", "homes_already"),
        ("HOMES Spain, Portugal, Belgium", "homes_too_many"),
        ("HOMES London", "homes_not_owned"),
        ("HOMES Atlantis", "homes_what"),
    ],
)
def test_what_cannot_be_said_of_homes(winter, line, code):
    assert winter.codes(winter.say(A, line)) == [f"refused {code}"]
    assert homes(winter) == ("PAR", "BEL", "MAR")


def test_a_player_is_told_of_his_homes_and_of_his_choice():
    """CIV 17: the letter after the Fall names both."""
    fall = [army(A, code) for code in ("BEL", "MAR", "SPA", "POR")]
    record = play(board(*fall, turn=Turn(1901, "fall", Phase.RETREATS), owners={"PAR": A},
                        homes={A: ("PAR",)}))  # fmt: skip
    assert {"home_won", "home_choice"} <= told(A, record)
    assert "home_won" not in told(B, record)


def test_a_fourth_home_can_be_named_in_the_second_winter(winter):
    """CIV 18: it is one at the end of that Winter."""
    position = replace(winter.game.position, turn=Turn(1902, "fall", Phase.ADJUSTMENTS),
                       facts=frozenset(f for f in winter.game.position.facts
                                       if f.rule != "gained"))  # fmt: skip
    winter.set(position)
    assert winter.codes(winter.say(A, "HOMES Spain")) == ["noted homes_wished"]
    assert homes(winter) == ("PAR", "BEL", "MAR")
    winter.say("m1", "PROCESS")
    assert homes(winter) == ("PAR", "BEL", "MAR", "SPA")


def test_a_build_in_a_home_center_alone():
    """CIV 17: builds go to home centers."""
    winter = Turn(1901, "fall", Phase.ADJUSTMENTS)
    start = board(turn=winter, owners={"PAR": A, "MAR": A}, homes={A: ("PAR",)})
    record = play(start, Build(army(A, "MAR")), Build(army(A, "PAR")))
    assert set(record.after.units) == {"PAR"}


def test_a_map_is_of_its_moment():
    """CIV 21, 25: what was shown once is not seen later."""
    table = Table().begin()
    table.say(ONE, "OFFER MAP TO Babylon")
    babylon = tuple(CIV.map.powers)[1]
    shown = table.say(babylon, "ACCEPT")
    assert any("Paris" in text for text in table.letters(shown, babylon))
    assert "Paris" not in "".join(table.letters(table.say(babylon, "LIST"), babylon))


def test_dates():
    """CIV 26: 250 years a phase; no year nought; Winters look ahead."""
    turn, found = CIV.calendar.find_first_turn(), []
    for _ in range(50):
        found.append(CIV.calendar.turn_title(turn))
        turn = CIV.calendar.find_next_turn(turn)
    assert found[:3] == ["Winter of 4000 BC", "Spring of 4000 BC", "Spring of 4000 BC"]
    assert found[3] == "Fall of 3750 BC" and found[5] == "Winter of 3500 BC"
    ahead = list(dict.fromkeys(text.split(" of ")[1] for text in found))
    assert ahead[14:19] == ["500 BC", "250 BC", "AD 1", "AD 250", "AD 500"]


@pytest.mark.parametrize(("count", "wins"), [(17, False), (18, True)])
def test_victory(count, wins):
    """CIV 27: half of 34 and one."""
    owners = dict.fromkeys(CIV.map.centers[:count], A)
    record = play(board(army(A, "UKR"), turn=Turn(1901, "fall", Phase.RETREATS), owners=owners))
    assert (record.after.ended is not None) is wins
