"""A variant's grammar text and its own order types."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from judge import resources
from judge.language.fill_in import complete
from judge.language.grammar import grammar
from judge.language.reader import read_line, read_order
from judge.language.statement import Line, Unread
from judge.language.writer import write
from judge.model.map import Location
from judge.model.order import Act
from judge.model.position import Unit
from judge.model.reason import Reason
from judge.model.turn import Phase

GRAMMAR = """
%extend order: signal
signal: unit _SIGNAL unit [_THROUGH place+] -> signal
_SIGNAL: "signal" | "signals"
_THROUGH: "through the air of"
"""


@dataclass(frozen=True, slots=True)
class Signal(Act):
    """Wave at another unit."""

    verb: ClassVar[str] = "signal"
    of: Unit
    over: tuple[Location, ...] = ()

    @classmethod
    def read(cls, children: Sequence):
        unit, of, *over = children
        return cls(unit, of, tuple(place for place in over if place))

    def write(self, unit):
        through = f" THROUGH THE AIR OF {' '.join(map(str, self.over))}" if self.over else ""
        return f"{unit(self.unit)} SIGNAL {unit(self.of)}{through}"

    def completed(self, see):
        return replace(self, of=see(self.of))


@pytest.fixture
def waving(standard, tmp_path, monkeypatch):
    (tmp_path / "grammar").mkdir()
    (tmp_path / "grammar" / "waving.lark").write_text(GRAMMAR)
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
    assert resources.find("grammar", "waving.lark").parent.parent == tmp_path
    grammar = (*standard.grammar, "waving")
    return replace(standard, grammar=grammar, orders={"signal": Signal})


def test_a_variants_orders_are_read_completed_and_written(waving):
    (found,) = read_line(
        Line(1, "Paris signals Gascony through the air of Mar Spa/sc"), waving, Phase.MOVEMENT
    )
    assert isinstance(found.order, Signal)
    paris = Unit("France", "army", Location("PAR"))
    units = [paris, Unit("Italy", "fleet", Location("GAS"))]
    whole = complete(found, units, (), ("France",), waving.map)
    text = write(whole.order, waving.map)
    assert text == "A PAR SIGNAL F GAS THROUGH THE AIR OF MAR SPA/sc"
    assert read_order(text, waving, Phase.MOVEMENT, "France") == whole.order


def test_their_words_are_guessed_like_others(waving):
    (found,) = read_line(Line(1, "A Par sginals A Gas"), waving, Phase.MOVEMENT)
    assert found.guesses[0].notes == (Reason("read_as", ("sginals", "signals")),)
    (found,) = read_line(Line(1, "A Par"), waving, Phase.MOVEMENT)
    assert '"signal"' in found.why.about[0]


def test_they_belong_to_movement(waving):
    (found,) = read_line(Line(1, "A Par signals A Gas"), waving, Phase.RETREATS)
    assert isinstance(found, Unread)
    assert found.why == Reason("wrong_phase", ("signal", "Retreat"))


def test_other_variants_do_not_know_them(waving, standard):
    assert grammar(waving) is not grammar(standard)
    assert grammar(waving) is grammar(waving)
    (found,) = read_line(Line(1, "A Par signals A Gas"), standard, Phase.MOVEMENT)
    assert isinstance(found, Unread)
