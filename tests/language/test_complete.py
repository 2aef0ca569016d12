"""Blanks filled from what the sender sees."""

import pytest

from judge.language.fill_in import complete_order
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement
from judge.language.writer import write_order
from judge.model.map import Location
from judge.model.position import Dislodged, Unit
from judge.model.reason import Reason
from judge.model.turn import Phase

M, R, B = Phase.MOVEMENT, Phase.RETREATS, Phase.ADJUSTMENTS


@pytest.fixture
def fill(standard):
    def fill(text, units, powers=("Russia",), phase=M, dislodged=(), homes=None):
        (found,) = read_line(Line(1, text), standard, phase)
        assert isinstance(found, OrderStatement), found
        return complete_order(found, units, dislodged, powers, standard, homes)

    return fill


def at(power, text):
    kind, _, place = text.partition(" ")
    return Unit(power, {"A": "army", "F": "fleet"}[kind], Location.from_text(place))


def unit_list(**lists):
    return [at(power, text) for power, texts in lists.items() for text in texts.split(", ")]


@pytest.mark.parametrize(
    ("typed", "meant", "notes"),
    [
        ("stp - bot", "F STP/sc - BOT", []),
        ("A Stp - Bot", "F STP/sc - BOT", ["kind_corrected"]),
        ("F Stp/nc - Bot", "F STP/sc - BOT", ["coast_corrected"]),
        ("Russia: F Stp H", "F STP/sc H", []),
        ("F Mao - Spa", "F MAO - SPA", ["coast_needed"]),
        ("F Wes - Spa", "F WES - SPA/sc", []),
        ("F Mao - Spa/nc", "F MAO - SPA/nc", []),
        ("F Wes - Tun/nc", "F WES - TUN", ["coast_dropped"]),
        ("A Gas - Spa (north coast)", "A GAS - SPA", ["coast_dropped"]),
        ("A Gas - Spa via", "A GAS - SPA VIA", []),
        ("A Gas S Stp", "A GAS S F STP/sc", []),
        ("A Gas S A Stp - Lvn", "A GAS S F STP/sc - LVN", ["kind_corrected"]),
        ("A Gas S French Par - Bur", "A GAS S A PAR - BUR", []),
        ("A Gas S German A Par - Bur", "A GAS S A PAR - BUR", ["owner_corrected"]),
        ("A Gas S A Par - Spa/sc", "A GAS S A PAR - SPA", ["coast_dropped"]),
        ("A Gas S F Wes - Spa/sc", "A GAS S F WES - SPA/sc", []),
        ("A Gas S A Par - Par", "A GAS S A PAR", []),
        ("A Gas S F Tun", "A GAS S F TUN", ["no_unit_seen"]),
        ("A Gas S Tun - Naf", "A GAS S TUN - NAF", ["no_unit_seen"]),
        ("F Wes C Par - Spa/sc", "F WES C A PAR - SPA", ["coast_dropped"]),
    ],
)
def test_orders_for_the_board_in_sight(fill, standard, typed, meant, notes):
    units = unit_list(Russia="F STP/sc, F MAO, F WES, A GAS", France="A PAR")
    whole = fill(typed, units)
    assert isinstance(whole, OrderStatement)
    assert write_order(whole.order, standard) == meant
    assert [note.code for note in whole.notes] == notes
    assert whole.power == whole.order.unit.power == "Russia"


def test_remarks_name_what_they_are_about(fill):
    units = unit_list(Russia="F STP/sc")
    assert fill("A Stp - Bot", units).notes == (
        Reason("kind_corrected", (at("Russia", "F STP/sc"), "army")),
    )
    assert fill("F Stp/nc H", units).notes == (
        Reason("coast_corrected", (at("Russia", "F STP/sc"), "nc")),
    )


def test_refusals_tell_only_what_is_in_sight(fill):
    units = unit_list(Russia="A MOS", France="A PAR")
    assert fill("A Tun H", units) == Reason("no_unit", (Location("TUN"),))
    assert fill("A Par H", units) == Reason("not_your_unit", (at("France", "A PAR"),))
    assert fill("A Par H", units[:1]) == Reason("no_unit", (Location("PAR"),))
    assert fill("France: A Mos H", units) == Reason("not_your_power", ("France",))
    assert fill("France: A Mos H", units, ("Russia", "France")) == Reason(
        "not_your_unit", (at("Russia", "A MOS"),)
    )


def test_of_several_powers_the_owner_of_the_unit_orders(fill):
    units = unit_list(Russia="A MOS", France="A PAR")
    assert fill("A Par H", units, ("Russia", "France")).power == "France"


def test_retreats_are_for_the_dislodged(fill, standard):
    attacker = at("Russia", "A VIE")
    units = [attacker]
    driven = Dislodged(at("Austria", "A VIE"), at("Russia", "A GAL"), (Location("BOH"),))
    whole = fill("Vie - Boh", units, ("Austria",), R, [driven])
    assert write_order(whole.order, standard) == "A VIE - BOH"
    assert whole.order.unit == driven.unit
    assert write_order(fill("F Vie d", units, ("Austria",), R, [driven]).order, standard) == (
        "A VIE DISBAND"
    )
    assert fill("A Vie - Boh", units, ("Russia",), R) == Reason("not_dislodged", (attacker,))
    assert fill("A Bud - Ser", units, ("Austria",), R) == Reason("no_unit", (Location("BUD"),))
    fleet = Dislodged(at("France", "F WES"), at("Italy", "F TYS"))
    whole = fill("Wes - Spa", [at("Italy", "F WES")], ("France",), R, [fleet])
    assert write_order(whole.order, standard) == "F WES - SPA/sc"


def test_builds(fill, standard):
    def built(text, powers=("Russia",), homes=None):
        whole = fill(text, (), powers, B, homes=homes)
        return whole if isinstance(whole, Reason) else write_order(whole.order, standard)

    assert built("build A Stp/nc") == "BUILD A STP"
    assert built("build F Stp/nc") == "BUILD F STP/nc"
    assert built("build F Stp") == "BUILD F STP"
    assert fill("build F Stp", (), phase=B).notes == (Reason("coast_needed", (Location("STP"),)),)
    assert built("build Mos") == "BUILD A MOS"
    assert built("build Stp/nc") == "BUILD F STP/nc"
    assert built("build Sev") == Reason("which_kind", (Location("SEV"), "army", "fleet"))
    both = ("Russia", "France")
    assert fill("build A Par", (), both, B).power == "France"
    assert fill("build A Mun", (), both, B) == Reason("whose_build", (Location("MUN"),))
    assert fill("France: build A Mun", (), both, B).power == "France"
    assert fill("build A Mun", (), both, B, homes={"France": ("MUN",)}).power == "France"


def test_removals_and_waivers(fill, standard):
    units = unit_list(Russia="F STP/sc")
    assert write_order(fill("remove Stp", units, phase=B).order, standard) == "REMOVE F STP/sc"
    assert fill("waive", units, phase=B).order.unit.power == "Russia"
    assert fill("waive", units, ("Russia", "France"), B) == Reason("whose_waive")
    assert fill("France: waive", units, ("Russia", "France"), B).power == "France"
