"""Bombing orders in words: as the rules word them, as people do, and back (GD-18, GD-20, GD-33)."""

import re
from dataclasses import replace

import pytest

from judge import resources
from judge.engine.adjudicate import adjudicate_phase
from judge.engine.legality import check_order
from judge.language.fill_in import complete_order
from judge.language.grammar import build_grammar
from judge.language.reader import read_line, read_order
from judge.language.statement import Line, OrderStatement, UnreadStatement
from judge.language.writer import write_order
from judge.letters.orders import OrderWords
from judge.letters.phrasing import load_words
from judge.library import load
from judge.model.map import Location
from judge.model.order import Support
from judge.model.position import Fact, Position, Unit
from judge.model.reason import Reason
from judge.model.turn import Phase, Turn
from judge.variants.gd.orders import Bomb, Carry, FarSupport
from judge.variants.gd.ruins import collect_destroyed_spaces

GD = load("gd")
SIO = "R SUS BOMB VIA NAT SAH EGY TO SIO"
TIB = "R WAF BOMB VIA ISR MIE TO TIB"

WORDINGS = [
    ("Arsenal RUS bomb SCA", "R RUS BOMB SCA"),
    ("arsenal WAF bombs MED", "R WAF BOMB MED"),
    ("R WAF delivers to MED", "R WAF BOMB MED"),
    ("R WAF delivers bomb to Mediterranean", "R WAF BOMB MED"),
    ("R WAF bomb via ISR via MIE to TIB", TIB),
    ("Arsenal West Africa delivers to Israel to Middle East to drop on Tibet", TIB),
    ("Arsenal SUS bomb via NAT SAH EGY to SIO", SIO),
    ("R SUS bomb via NAT, SAH, EGY -> SIO", SIO),
    ("R SUS bomb via NAT, via SAH, and via EGY, to SIO", SIO),
    ("R SUS bombs SIO via NAT, SAH and EGY", SIO),
    ("R WAF nuke TIB via ISR, via MIE", TIB),
    ("R WAF bomb ISR via MIE to TIB", TIB),
    ("A SAH carry bomb NAT - EGY", "A SAH CARRY BOMB FROM NAT TO EGY"),
    ("A SAH convoys bomb from NAT to EGY", "A SAH CARRY BOMB FROM NAT TO EGY"),
    ("A SAH takes the bomb from NAT to EGY", "A SAH CARRY BOMB FROM NAT TO EGY"),
    ("R SUS bomb NAT - SAH - EGY - SIO", SIO),
    ("R SUS bombs -> NAT -> SAH -> EGY -> SIO", SIO),
    ("R SUS carries bomb to NAT to SAH to EGY to drop on SIO", SIO),
    ("the nuclear arsenal in the Southern United States bombs via the North Atlantic, the Sahara "
     "and Egypt to the South Indian Ocean", SIO),
    ("AF ISR bomb from WAF via PAK to TIB", "AF ISR CARRY BOMB FROM WAF VIA PAK TO TIB"),
    ("AF ISR bomb from WAF, via MIE, to TIB", "AF ISR CARRY BOMB FROM WAF VIA MIE TO TIB"),
    ("A MIE bomb from WAF from ISR to TIB", "A MIE CARRY BOMB FROM WAF ISR TO TIB"),
    ("A MIE bomb from WAF, ISR to TIB", "A MIE CARRY BOMB FROM WAF ISR TO TIB"),
    ("A MIE carries the bomb from WAF and ISR to TIB", "A MIE CARRY BOMB FROM WAF ISR TO TIB"),
    ("N NAT carry bomb from SUS via SAH", "N NAT CARRY BOMB FROM SUS TO SAH"),
    ("A SAH carry bomb from NAT via EGY", "A SAH CARRY BOMB FROM NAT TO EGY"),
    ("AF EGY drop bomb from SAH to SIO", "AF EGY CARRY BOMB FROM SAH TO SIO"),
    ("Air force in Israel carries bomb from West Africa to Pakistan to drop on Tibet",
     "AF ISR CARRY BOMB FROM WAF VIA PAK TO TIB"),
    ("Army Pakistan carries bomb from West Africa (via) Israel to drop on Tibet",
     "A PAK CARRY BOMB FROM WAF ISR TO TIB"),
    ("A SAH carry bomb via EGY", "A SAH CARRY BOMB TO EGY"),
    ("R UKR carry bomb from RUS to ITA", "R UKR CARRY BOMB FROM RUS TO ITA"),
    ("AF TIB S N IND - NIO", "AF TIB S N IND - NIO"),
    ("AF TIB S N SAU - NIO via IND", "AF TIB S N SAU - NIO VIA IND"),
    ("AF TIB supports A PAK via IND", "AF TIB S A PAK VIA IND"),
    ("Airforce TIB supports A PAK hold via IND", "AF TIB S A PAK VIA IND"),
    ("A SAH S A EUS - WAF via convoy", "A SAH S A EUS - WAF"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "canonical"), WORDINGS, ids=[typed for typed, _ in WORDINGS])
def test_wordings(typed, canonical):
    (found,) = read_line(Line(1, typed), GD, Phase.MOVEMENT)
    assert isinstance(found, OrderStatement), found
    assert write_order(found.order, GD) == canonical


@pytest.mark.parametrize("canonical", sorted({canonical for _, canonical in WORDINGS}))
def test_canonical_text_is_read_back(canonical):
    order = read_order(canonical, GD, Phase.MOVEMENT, "United States")
    assert write_order(order, GD) == canonical
    assert read_order(write_order(order, GD), GD, Phase.MOVEMENT, "United States") == order


def test_the_help_page_writes_orders_that_are_read():
    """Each example on its page, and the chain explodes as the page says."""
    page = resources.find_file("maps", "gd/help/bombs.md").read_text("utf-8")
    examples = re.findall(r"^    (.+)", page, re.M) + re.findall(r"`((?:A|AF|N) [^`]+)`", page)
    assert len(examples) >= 10
    for text in examples:
        phase = Phase.ADJUSTMENTS if text.startswith("Build") else Phase.MOVEMENT
        (found,) = read_line(Line(1, " ".join(text.split())), GD, phase)
        assert isinstance(found, OrderStatement), text
    chain = [line for line in re.findall(r"^    (.+)", page, re.M) if " bomb " in line][1:]
    own = Position(Turn(2101, "winter", Phase.MOVEMENT), {at: BOARD.units[at] for at in NEEDED})
    given = {}
    for line in chain:
        found = read_order(line, GD, Phase.MOVEMENT, "")
        unit = own.units[found.unit.at.province]
        given.setdefault(unit.power, []).append(replace(found, unit=unit))
    assert "SIO" in collect_destroyed_spaces(adjudicate_phase(GD, own, given).after)


def test_the_quick_reader_knows_them():
    for typed, _ in WORDINGS:
        assert build_grammar(GD).order.parse(typed.lower()) is not None, typed


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("Arsnal SUS bomb via NAT SAH EGY to SIO", SIO),
        ("R SUS bmob via NAT SAH EGY to SIO", SIO),
        ("R Southern United States bomb via NAT Sahraa EGY to SIO", SIO),
        ("AF EGY carry bmob from SAH to SIO", "AF EGY CARRY BOMB FROM SAH TO SIO"),
    ],
)
def test_typos_are_guessed(typed, canonical):
    (found,) = read_line(Line(1, typed), GD, Phase.MOVEMENT)
    assert isinstance(found, UnreadStatement)
    assert canonical in [write_order(guess.order, GD) for guess in found.guesses]


@pytest.mark.parametrize(
    "typed",
    [
        "R SUS bomb via NAT SAH EGY",
        "R SUS bomb NAT SAH",
        "R SUS bomb NAT, SAH, EGY",
        "R SUS bomb",
    ],
)
def test_a_route_without_a_target_is_no_order(typed):
    """The space behind the last VIA must never be bombed by mistake."""
    (found,) = read_line(Line(1, typed), GD, Phase.MOVEMENT)
    assert isinstance(found, UnreadStatement)
    assert not found.guesses


def test_bombs_belong_to_movement():
    for phase in (Phase.RETREATS, Phase.ADJUSTMENTS):
        (found,) = read_line(Line(1, "R RUS bomb SCA"), GD, phase)
        assert found.why.code == "wrong_phase"


def test_kinds_are_built_in_words():
    """GD-10."""
    for typed, canonical in [
        ("build an air force in Russia", "BUILD AF RUS"),
        ("build arsenal WAF", "BUILD R WAF"),
        ("build fleet WAF", "BUILD N WAF"),
        ("remove the navy in the North Atlantic", "REMOVE N NAT"),
    ]:
        (found,) = read_line(Line(1, typed), GD, Phase.ADJUSTMENTS)
        assert write_order(found.order, GD) == canonical


# On a board

NEEDED = ("SUS", "NAT", "SAH", "EGY")
UNITS = (
    ("United States", "arsenal", "SUS"),
    ("United States", "navy", "NAT"),
    ("United States", "air force", "CUS"),
    ("Greater African Union", "army", "SAH"),
    ("Greater African Union", "air force", "EGY"),
    ("Russian Federation", "air force", "RUS"),
)
BOARD = Position(
    Turn(2101, "winter", Phase.MOVEMENT),
    {at: Unit(power, kind, Location(at)) for power, kind, at in UNITS},
    facts=frozenset({Fact("gd.ruin", "MEX")}),
)


def order(text, power="United States"):
    (found,) = read_line(Line(1, text), GD, Phase.MOVEMENT)
    whole = complete_order(found, list(BOARD.units.values()), (), (power,), GD)
    assert isinstance(whole, OrderStatement), whole
    return whole.order


def test_what_was_left_out_is_filled_in():
    assert order("SUS bomb EUS") == Bomb(BOARD.units["SUS"], (), "EUS")
    assert order("NAT carry bomb from SUS to SAH") == Carry(BOARD.units["NAT"], ("SUS",), ("SAH",))
    far = order("CUS S EGY - SAH via EUS")
    assert isinstance(far, FarSupport)
    assert far.of == Unit("", "air force", Location("EGY"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("R SUS - EUS", "cannot_move"),
        ("R SUS S AF CUS", "cannot_support"),
        ("R SUS bomb MEX", "ruined"),
        ("R SUS bomb via NAT NAT to SAH", "route_names_twice"),
        ("R SUS bomb via NAT MAT to BRA", "nobody_carries"),
        ("R SUS bomb via NAT to EGY", "link_too_long"),
        ("R SUS bomb POL", "link_too_long"),
        ("AF CUS bomb EUS", "cannot_bomb"),
        ("N NAT carry bomb to SAH", "carries_from_nowhere"),
        ("N NAT carry bomb from SUS to EGY", "link_too_long"),
        ("N NAT S AF EGY - SAH", "receives_no_support"),
        ("AF CUS S N NAT - ECA via BRA", "not_between"),
        ("AF CUS S N NAT - MEX", "ruined"),
    ],
)
def test_bad_input_is_known_at_receipt(text, code):
    """Reasons that need no orders of others."""
    assert check_order(GD, BOARD, order(text)).code == code


@pytest.mark.parametrize(
    "text",
    ["R SUS bomb via NAT SAH EGY to SIO", "R SUS bomb EUS", "N NAT carry bomb from SUS to SAH"],
)
def test_good_input_is_taken(text):
    assert check_order(GD, BOARD, order(text)) is None


def hints(text, *others, power="United States"):
    given = order(text, power)
    own = [given, *(order(other, power) for other in others)]
    (counsel,) = GD.rules.counsel
    return counsel.hint_at_order(given, own, BOARD)


def needs(at, before, after):
    return Reason("needs_carrier", (BOARD.units[at], Location(before), Location(after)))


NEEDS = (needs("NAT", "SUS", "SAH"), needs("SAH", "NAT", "EGY"), needs("EGY", "SAH", "SIO"))


def test_a_bomb_says_what_it_needs_link_by_link():
    text = "R SUS bomb via NAT SAH EGY to SIO"
    assert hints(text) == NEEDS
    assert hints(text, "N NAT carry bomb from SUS via SAH") == NEEDS
    assert hints("R SUS bomb EUS") == ()


def test_a_bomb_warns_of_own_links_that_do_not_fit():
    text = "R SUS bomb via NAT SAH EGY to SIO"
    nat = BOARD.units["NAT"]
    told = hints(text, "N NAT carry bomb from SUS via MAT")
    assert told == (
        NEEDS[0],
        Reason("carries_elsewhere", (nat, Location("MAT"), Location("SAH"))),
        *NEEDS[1:],
    )
    assert hints(text, "N NAT H") == (NEEDS[0], Reason("not_carrying", (nat,)), *NEEDS[1:])


def test_a_carrier_is_warned_of_its_own_arsenal_only():
    carry = "N NAT carry bomb from SUS via MAT"
    (why,) = hints(carry, "R SUS bomb via NAT SAH EGY to SIO")
    assert why.code == "carries_elsewhere"
    assert hints(carry) == ()
    assert hints("A SAH carry bomb from NAT via MAT", power="Greater African Union") == ()
    assert hints("N NAT H", "R SUS bomb via NAT SAH EGY to SIO") == ()


def test_a_carrier_that_no_bomb_passes_is_warned():
    carry = "A CUS carry bomb from SUS to EUS"
    (past,) = hints(carry, "R SUS bomb via NAT SAH EGY to SIO")
    assert past == Reason("carries_past", (BOARD.units["CUS"],))
    bare = replace(BOARD, units={code: u for code, u in BOARD.units.items() if u.kind != "arsenal"})
    (counsel,) = GD.rules.counsel
    given = order(carry)
    assert counsel.hint_at_order(given, [given], bare) == (Reason("no_arsenal_there"),)


def test_a_carrier_between_two_own_bombs_is_warned():
    (counsel,) = GD.rules.counsel
    carry = Carry(BOARD.units["CUS"], ("EUS",), ("WCA",))
    south, north = (
        Bomb(Unit("United States", "arsenal", Location(at)), ("EUS", "CUS"), "WCA")
        for at in ("SUS", "ECA")
    )
    (why,) = counsel.hint_at_order(carry, [carry, south, north], BOARD)
    assert why == Reason("carries_two_bombs", (carry.unit, south.unit, north.unit))
    assert counsel.hint_at_order(carry, [carry, south], BOARD) == ()


def test_a_support_over_a_named_space_is_a_support():
    """GD-13: the engine knows it as one."""
    assert isinstance(order("CUS S EGY - SAH via EUS"), Support)


def test_a_whole_name_is_not_written_out_again():
    """Southern United begins one name only, and is part of it."""
    (found,) = read_line(Line(1, "A Southern United States - Alazka"), GD, Phase.MOVEMENT)
    assert [write_order(guess.order, GD) for guess in found.guesses] == ["A SUS - ALA"]


def test_an_order_to_carry_is_read_back_as_it_is_printed() -> None:
    carrier = Unit("Greater African Union", "army", Location("SAH"))
    order = Carry(carrier, came=("SUS", "NAT"), goes=("EGY", "SIO"))
    printed = OrderWords(load_words(GD), {}, ()).write_order_text(order)
    (said,) = read_line(Line(1, printed), GD, Phase.MOVEMENT)
    assert isinstance(said, OrderStatement) and isinstance(said.order, Carry)
    assert (said.order.came, said.order.goes) == (order.came, order.goes)
