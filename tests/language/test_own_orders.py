"""A new order type: its class, its grammar rule, one declaration and its words; nothing else."""

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from judge import resources
from judge.engine.adjudicate import adjudicate_phase
from judge.hooks import OrderType
from judge.language.fill_in import complete_order
from judge.language.grammar import build_grammar
from judge.language.reader import read_line, read_order
from judge.language.statement import Line, UnreadStatement
from judge.language.writer import write_order
from judge.letters.orders import OrderWords
from judge.letters.phrasing import load_words
from judge.library import load
from judge.library.texts import read_order_wording
from judge.model.map import Location
from judge.model.order import Act, Hold
from judge.model.position import Position, Unit
from judge.model.reason import Fate, Reason
from judge.model.turn import Phase, Turn
from judge.model.view import Sight
from judge.views.results import make_results_for_reader

GRAMMAR = """
%extend order: signal
signal: unit _SIGNAL unit [_THROUGH place+] -> signal
_SIGNAL: "signal" | "signals"
_THROUGH: "through the air of"
"""
WORDS = """
[signal]
order = ["{unit} SIGNAL {of} VIA {over}", "{unit} SIGNAL {of}"]
aim = "wave at {of}"
own = ["Your {kind} in {place} waved at {of} over {over}", "Your {kind} in {place} waved at {of}"]
done = "waved"
mark = "unseen"
"""


@dataclass(frozen=True, slots=True)
class Signal(Act):
    """Wave at another unit."""

    verb: ClassVar[str] = "signal"
    of: Unit
    over: tuple[Location, ...] = ()


def written(order, unit):
    through = f" THROUGH THE AIR OF {' '.join(map(str, order.over))}" if order.over else ""
    return f"{unit(order.unit)} SIGNAL {unit(order.of)}{through}"


SIGNAL = OrderType(
    Signal,
    read={"signal": lambda unit, of, *over: Signal(unit, of, tuple(filter(None, over)))},
    write=written,
    complete=lambda order, sighted: replace(order, of=sighted.find_other_unit(order.of)),
    serves=True,
)
PARIS = Unit("France", "army", Location("PAR"))
GASCONY = Unit("Italy", "fleet", Location("GAS"))


@pytest.fixture
def waving(standard, tmp_path, monkeypatch):
    (tmp_path / "grammar").mkdir()
    (tmp_path / "grammar" / "waving.lark").write_text(GRAMMAR)
    (tmp_path / "orders.toml").write_text(WORDS)
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
    assert resources.find_file("grammar", "waving.lark").parent.parent == tmp_path
    orders = {**standard.orders, Signal: SIGNAL}
    kinds = {
        name: replace(kind, orders=frozenset({*kind.orders, "signal"}))
        for name, kind in standard.map.kinds.items()
    }
    return replace(
        standard,
        map=replace(standard.map, kinds=kinds),
        rules=replace(standard.rules),
        grammar=(*standard.grammar, "waving"),
        orders=orders,
        wording=read_order_wording([tmp_path], orders.values()),
    )


def test_a_variants_orders_are_read_completed_and_written(waving):
    (found,) = read_line(
        Line(1, "Paris signals Gascony through the air of Mar Spa/sc"), waving, Phase.MOVEMENT
    )
    assert isinstance(found.order, Signal)
    whole = complete_order(found, [PARIS, GASCONY], (), ("France",), waving)
    text = write_order(whole.order, waving)
    assert text == "A PAR SIGNAL F GAS THROUGH THE AIR OF MAR SPA/sc"
    assert read_order(text, waving, Phase.MOVEMENT, "France") == whole.order


def test_they_are_put_into_words(waving):
    words = load_words(waving)
    order = Signal(PARIS, GASCONY._replace(power=""), (Location("MAR"), Location("SPA", "sc")))
    printed = OrderWords(words, {"GAS": GASCONY}, ())
    assert printed.write_order_text(order) == (
        "Army Paris SIGNAL Italian Fleet Gascony VIA Marseilles -> Spain (south coast)"
    )
    assert (
        printed.write_order_text(Signal(PARIS, order.of))
        == "Army Paris SIGNAL Italian Fleet Gascony"
    )
    assert words.describe_aim(order) == "wave at the fleet in Gascony"
    assert words.describe_own_order(order) == (
        "Your army in Paris waved at the fleet in Gascony over Marseilles and Spain (south coast)"
    )


def test_fog_shows_them_to_those_who_see_every_space_they_name(waving):
    order = Signal(PARIS, GASCONY._replace(power=""), (Location("MAR"),))
    before = Position(
        Turn(1901, "spring", Phase.MOVEMENT), {unit.at.province: unit for unit in (PARIS, GASCONY)}
    )
    record = adjudicate_phase(waving, before, {"France": [order], "Italy": [Hold(GASCONY)]})

    def told(*spaces):
        seen = Sight(frozenset(spaces), frozenset())
        shown = make_results_for_reader(frozenset({"Italy"}), record, seen, seen, waving.orders)
        return {result.order: result.why.code for result in shown}

    assert told("PAR", "GAS", "MAR")[order] == "acts"
    assert order not in told("PAR", "GAS")
    everything = Sight(frozenset({"PAR", "GAS", "MAR"}), frozenset())
    own = make_results_for_reader(
        frozenset({"France"}), record, everything, everything, waving.orders
    )
    assert [(result.fate, result.why.code) for result in own if result.order == order] == [
        (Fate.STANDS, "acts")
    ]


def test_their_words_are_guessed_like_others(waving):
    (found,) = read_line(Line(1, "A Par sginals A Gas"), waving, Phase.MOVEMENT)
    assert found.guesses[0].notes == (Reason("read_as", ("sginals", "signals")),)
    (found,) = read_line(Line(1, "A Par"), waving, Phase.MOVEMENT)
    assert '"signal"' in found.why.about[0]


def test_they_belong_to_movement(waving):
    (found,) = read_line(Line(1, "A Par signals A Gas"), waving, Phase.RETREATS)
    assert isinstance(found, UnreadStatement)
    assert found.why == Reason("wrong_phase", ("signal", "Retreat"))


def test_other_variants_do_not_know_them(waving, standard):
    assert build_grammar(waving) is not build_grammar(standard)
    assert build_grammar(waving) is build_grammar(waving)
    (found,) = read_line(Line(1, "A Par signals A Gas"), standard, Phase.MOVEMENT)
    assert isinstance(found, UnreadStatement)


@pytest.mark.parametrize(
    ("code", "place"), [("standard", "mun"), ("gd", "tib"), ("ww4", "yak"), ("civ", "mun")]
)
def test_orders_may_hang_on_a_condition_in_every_variant(code: str, place: str) -> None:
    conditions = build_grammar(load(code)).conditions()
    assert conditions.find_fault(f"a {place} is dislodged") is None
    assert conditions.find_fault(f"a {place} is glad")
