"""From what the parser found to conditions: one function for each rule of conditions.lark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.language.lexicon import Lexicon
from judge.language.spelling import squeeze_name
from judge.language.word_lists import list_words
from judge.model.condition import (
    YOU,
    Both,
    Condition,
    Counted,
    Driven,
    Either,
    Negated,
    Owns,
    Stands,
    Succeeded,
    Went,
)
from judge.model.map import Location
from judge.model.position import Unit

_MANY = 1000


class ConditionTransformer:
    """Makes conditions of what the parser reduces."""

    _words: Lexicon

    def either(self, children: Sequence[Any]) -> Condition:
        """Return the condition that a whole line states."""
        return children[0] if len(children) == 1 else Either(tuple(children))

    def both(self, children: Sequence[Any]) -> Condition:
        """Return what stands between one "or" and the next."""
        return children[0] if len(children) == 1 else Both(tuple(children))

    def negated(self, children: Sequence[Any]) -> Condition:
        """Return the contrary of a statement."""
        return Negated(children[0])

    def who(self, children: Sequence[Any]) -> str:
        """Return a power, or that the writer means themselves."""
        return self._words.powers.get(squeeze_name(children[0]), YOU)

    whom = who

    def empty(self, children: Sequence[Any]) -> Condition:
        """Return that nobody stands in a space."""
        place, no = children
        occupied = self.stands_in(["", place])
        return occupied if no else Negated(occupied)

    def occupied(self, children: Sequence[Any]) -> Condition:
        """Return that somebody stands in a space."""
        place, no, whom = children
        return _negated_if(no, self.stands_in([whom or "", place]))

    def nobody_in(self, children: Sequence[Any]) -> Condition:
        """Return that nobody stands in a space."""
        return Negated(self.stands_in(["", *children]))

    def somebody_in(self, children: Sequence[Any]) -> Condition:
        """Return that somebody stands in a space."""
        return self.stands_in(["", *children])

    def has(self, children: Sequence[Any]) -> Condition:
        """Return that a power has a unit in a space, or owns the center there."""
        power, place = children
        return Either((self.stands_in(children), Owns(power, place.province)))

    def has_not(self, children: Sequence[Any]) -> Condition:
        """Return the contrary of that."""
        return Negated(self.has(children))

    def owns(self, children: Sequence[Any]) -> Condition:
        """Return that a center is a power's."""
        power, place = children
        return Owns(power, place.province)

    def owns_not(self, children: Sequence[Any]) -> Condition:
        """Return the contrary of that."""
        return Negated(self.owns(children))

    def stands_in(self, children: Sequence[Any]) -> Condition:
        """Return that a power has a unit in a space."""
        power, place = children
        return Stands(Unit(power, "", Location(place.province)))

    def stands_not_in(self, children: Sequence[Any]) -> Condition:
        """Return the contrary of that."""
        return Negated(self.stands_in(children))

    def stands(self, children: Sequence[Any]) -> Condition:
        """Return that a unit stands where it is said to."""
        unit, *no = children
        return _negated_if(any(no), Stands(unit))

    def kind_in(self, children: Sequence[Any]) -> Condition:
        """Return that a unit of some kind stands in a space."""
        unit, no, place = children
        return _negated_if(no, Stands(unit._replace(at=place)))

    def there_is(self, children: Sequence[Any]) -> Condition:
        """Return that there is a unit."""
        no, unit = children
        return _negated_if(no, Stands(unit))

    def went(self, children: Sequence[Any]) -> Condition:
        """Return that a unit has gone somewhere."""
        unit, no, place = children
        return _negated_if(no, Went(_as_unit(unit), place.province))

    def went_not(self, children: Sequence[Any]) -> Condition:
        """Return the contrary of that."""
        unit, place = children
        return Negated(Went(unit, place.province))

    def dislodged(self, children: Sequence[Any]) -> Condition:
        """Return that a unit has to retreat."""
        unit, *no = children
        return _negated_if(any(no), Driven(_as_unit(unit)))

    def succeeded(self, children: Sequence[Any]) -> Condition:
        """Return that what a unit was ordered was done; where it was to go may be said besides."""
        unit, *places = children
        success = Succeeded(unit)
        return Both((success, Went(unit, places[0].province))) if places else success

    def failed(self, children: Sequence[Any]) -> Condition:
        """Return the contrary of that."""
        return Negated(self.succeeded(children))

    def counted(self, children: Sequence[Any]) -> Condition:
        """Return how many centers, units, builds or removals a power has."""
        power, measure, number, thing = children
        count = _read_number(number)
        bounds = {
            "at_least": (count, _MANY),
            "more_than": (count + 1, _MANY),
            "at_most": (0, count),
            "less_than": (0, count - 1),
        }
        said = (found for name, found in bounds.items() if measure in list_words(name))
        least, most = next(said, (count, count))
        return Counted(power, _counted_thing(thing), least, most)

    def counted_none(self, children: Sequence[Any]) -> Condition:
        """Return that a power has none of them."""
        power, thing = children
        return Counted(power, _counted_thing(thing), 0, 0)


def _read_number(typed: str) -> int:
    """Return a number that is written in digits, or in a word up to ten."""
    words = list_words("numbers")
    return words.index(typed) + 1 if typed in words else int(typed) if typed.isdigit() else 1


def _as_unit(typed: Unit | Location) -> Unit:
    return typed if isinstance(typed, Unit) else Unit("", "", typed)


def _negated_if(no: object, condition: Condition) -> Condition:
    return Negated(condition) if no else condition


def _counted_thing(typed: str) -> str:
    """Return what is counted: center, unit, build or removal."""
    word = typed.split()[-1].removesuffix("s").replace("centre", "center")
    for thing in ("center", "removal"):
        if word in list_words(thing):
            return thing
    return word
