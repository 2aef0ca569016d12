"""The parts of a sentence that tells units something: which units each may mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from judge.language.told_words import Forces, ToldWord
from judge.language.word_lists import list_words, read_count
from judge.model.position import Unit

_STOPS = frozenset({"and", ",", "+", "&", "/", ")"})
_LETTERS = {"either": "o", "negates": "n", "leaves_out": "x", "by_means": "w"}
_MANY = 99
_BEHIND_ALL = ("kind", "h", "k", "d")
_STAYS = ("h", "k")
_FROM = "@"
_TO = "-"
_INSTEAD = "|"
THE_OTHER = -2
"""How many units are meant by "the other": the only one that is left."""
_ONE_OF, _OTHER = "1", "other"
SILENT = frozenset({_FROM, _TO})
"""Letters of parts that tell nothing but what stands behind them."""


class Part(NamedTuple):
    """A part of a clause by its letter: ``units`` that may be meant, so many of them (0: all; -1:
    those that nothing else is told; ``THE_OTHER``: the only one), or a ``text``, that of a
    ``place``, say."""

    letter: str
    units: tuple[Unit, ...] = ()
    many: int = 1
    text: str = ""
    place: str = ""


class _NoSuchUnitError(Exception):
    """A sentence speaks of a unit that is not there, or does not say of which."""


@dataclass
class _UnitNaming:
    """What gives the words of a sentence their units, one after the other: ``counted`` is what
    stands before a kind, "all", "rest" or a number."""

    tokens: Sequence[ToldWord]
    forces: Forces
    standing: Mapping[str, Unit]
    parts: list[Part] = field(default_factory=list)
    at: int = 0
    counted: str = ""

    def name_all(self) -> list[Part]:
        """Return the parts of the sentence. Raises _NoSuchUnitError."""
        readers = {
            "all": self._read_counted, "rest": self._read_counted, "count": self._read_counted,
            "nobody": self._read_nobody, "one": self._read_one, "kind": self._read_kind,
            "place": self._read_place, "it": self._read_pronoun, "there": self._read_there,
            "relative": self._read_relative, "no_more": self._read_no_more,
            "near": self._read_near, "power": self._read_power, "one_of": self._read_one_of,
        }  # fmt: skip
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.sign in readers:
                self.at += readers[token.sign](token)
                continue
            if token.sign == "and" and self._is_left_out_of_all(token):
                self.parts.append(Part("x"))
            elif self._joins_going(token):
                pass  # it weighs anchor and sails
            elif token.sign in _STOPS:
                self.parts.append(Part(_INSTEAD if self._is_instead(token) else ","))
            elif token.sign in ("to", "at"):
                is_from = token.text in list_words("told_from")
                self.parts += [Part(_TO)] if token.sign == "to" else [Part(_FROM)] * is_from
            else:
                self.parts.append(Part(_LETTERS.get(token.sign, token.sign)))
            self.at += 1
        return self.parts

    def _is_left_out_of_all(self, token: ToldWord) -> bool:
        """Say whether the word behind "all" or "nobody", or what all of a kind do, leaves out who
        stands behind it."""
        before = reversed(self.tokens[: self.at])
        counted = next((each for each in before if each.sign not in _BEHIND_ALL), ToldWord(""))
        is_all = counted.sign in ("all", "nobody") or counted.text in list_words("told_any")
        return is_all and token.text in list_words("told_but_these")

    def _joins_going(self, token: ToldWord) -> bool:
        """Say whether a word joins two by which one unit is told to go."""
        goes = bool(self.parts) and self.parts[-1].letter == "m" and self._peek(1).sign == "m"
        return goes and token.sign == "and" and self.forces.due in ("standing", "dislodged")

    def _is_instead(self, token: ToldWord) -> bool:
        """Say whether a word tells which of several is removed, or where a unit goes: not Burgundy
        but Marseilles."""
        if token.text not in list_words("told_but_these"):
            return False
        letters = [part.letter for part in self.parts]
        if self.forces.due == "removals":
            return letters[-2:] == ["n", "u"]
        return letters[-1:] == ["t"] and letters[-5:-1].count("n") == 1 and "," not in letters[-5:]

    def _peek(self, step: int) -> ToldWord:
        """Return the token so many steps away, an empty one if there is none."""
        at = self.at + step
        return self.tokens[at] if 0 <= at < len(self.tokens) else ToldWord("")

    def _is_own_unit(self, token: ToldWord, kind: str = "") -> bool:
        unit = self.standing.get(token.place)
        return unit is not None and kind in ("", unit.kind)

    def _add_units(self, *units: Unit, many: int = 1) -> None:
        self.parts.append(Part("u", units, many))

    def _read_counted(self, token: ToldWord) -> int:
        step = 1
        if token.sign == "all" and self.parts and self.parts[-1].letter == "u":
            return step  # Paris and Marseilles both go
        signs = token.sign, self._peek(1).sign
        if signs == ("count", "rest"):  # the two others
            step, token = 2, self._peek(1)
        elif signs[0] != "count" and signs[1] == "count":
            step = 2
            token = token if token.sign == "rest" else self._peek(1)
        is_one = step == 1 and token.text in list_words("told_other_one")
        if self._peek(step).sign == "kind":
            is_one = is_one and not is_plural(self._peek(step))
            self.counted = _OTHER if is_one else token.text if token.sign == "count" else token.sign
        elif token.sign == "count":
            number = read_count(token.text)
            if self._peek(1).sign == "at" and self._peek(2).sign in ("rest", "all", "kind"):
                return self._read_some_of(number)
            if number != len(self.forces.units):
                raise _NoSuchUnitError
            self._add_units(*self.forces.units, many=0)
        elif token.sign == "rest" or self._peek(step).sign not in ("place", "at"):
            is_rest = token.sign == "rest"
            many = THE_OTHER if is_one else -is_rest
            self._add_units(*self._list_others() if is_rest else self.forces.units, many=many)
        return step

    def _list_others(self) -> tuple[Unit, ...]:
        """Return the units of which the rest is meant: where one of a kind was told something,
        those of that kind."""
        one_of = [part.units for part in self.parts if part.many == 1 and len(part.units) > 1]
        return one_of[-1] if one_of else self.forces.units

    def _read_one_of(self, token: ToldWord) -> int:
        if self._peek(1).sign == "kind":
            self.counted = _ONE_OF
        else:
            self.parts.append(Part(_ONE_OF))
        return 1

    def _read_power(self, token: ToldWord) -> int:
        return 2 if self._peek(1).sign == "kind" else 1

    def _read_near(self, token: ToldWord) -> int:
        return 2 if self._peek(1).sign == "place" else 1

    def _read_some_of(self, number: int) -> int:
        """Read so many of the units that are named behind: two of the others."""
        behind = self._peek(2)
        same = tuple(u for u in self.forces.units if behind.kind in ("", u.kind))
        if self.forces.due != "removals" or self._peek(3).sign in ("place", "at", "kind"):
            raise _NoSuchUnitError
        self._add_units(*same, many=number)
        return 3

    def _read_no_more(self, token: ToldWord) -> int:
        if self._peek(1).sign not in ("", ".", ","):
            return self._read_nobody(token)
        return 1

    def _read_nobody(self, token: ToldWord) -> int:
        self.parts.append(Part("n"))
        step = 2 if self._peek(1).sign == "at" else 1
        if self._peek(step).sign in ("kind", "place"):
            self.counted = "all" if self._peek(step).kind else ""
            return step
        self._add_units(*self.forces.units, many=0)
        return 1

    def _read_one(self, token: ToldWord) -> int:
        if token.text == "one" and self._peek(1).sign == "at" and self._peek(2).sign == "kind":
            self.counted = token.text
            return 2
        is_named = self.parts[-1:] != [] and self.parts[-1].letter == "u"  # the Eastern one
        if (
            token.text == "one"
            and not is_named
            and self._peek(1).sign not in ("at", "place", "kind")
        ):
            raise _NoSuchUnitError
        return 1

    def _read_pronoun(self, token: ToldWord) -> int:
        above = self.parts[-1].letter if self.parts else ""
        is_named = any(part.letter == "u" for part in self.parts)
        if (above == "," and self._peek(1).sign != "at") or (above == "w" and is_named):
            self.parts.pop()  # it is who was named: the army in Paris, it goes to Burgundy
        elif "".join(part.letter for part in self.parts[-3:]) == "u,m":
            del self.parts[-2]  # my fleet in Brest, move it
        return 1

    def _read_relative(self, token: ToldWord) -> int:
        stops = [","] if self.parts and self.parts[-1].letter == "," else []
        if stops and len(self.parts) > 1 and self.parts[-2].letter == "u":
            self.parts.append(self.parts[-2])  # a clause of its own: except Paris, which goes
        return 1

    def _read_there(self, token: ToldWord) -> int:
        self.parts += [part for part in self.parts if part.letter == "t"][-1:]
        return 1

    def _read_kind(self, token: ToldWord) -> int:
        counted, self.counted = self.counted, ""
        if apart := self._find_place_apart(token):
            self._add_units(self.standing[self._peek(apart).place])
            return apart + 2
        behind = self._find_place_beside()
        if self._is_own_unit(self._peek(behind), token.kind):
            self._add_units(self.standing[self._peek(behind).place])
            return self._read_places_beside(token, behind + 1)
        helps = self.parts[-1:] != [] and self.parts[-1].letter in ("s", "c")
        if helps and self._peek(behind).sign == "place":
            return behind  # somebody else's
        verb = self._find_verb_before().text
        is_aimed = verb and self._peek(1).text in list_words("told_aimed")
        is_put = behind == 2 and (verb in list_words("told_put") or is_aimed)
        if behind > 1 and self._peek(behind).sign == "place" and not is_put:
            raise _NoSuchUnitError
        same = tuple(unit for unit in self.forces.units if unit.kind == token.kind)
        if not same:
            raise _NoSuchUnitError
        self._add_units(*same, many=_count_meant(counted, token, len(same)))
        return 1

    def _find_verb_before(self) -> ToldWord:
        """Return the verb that stands before a unit, an empty token if there is none."""
        before = reversed(self.tokens[: self.at])
        beside = takewhile(lambda token: token.sign in ("m", "one", "all", "count"), before)
        return next((token for token in beside if token.sign == "m"), ToldWord(""))

    def _find_place_apart(self, token: ToldWord) -> int:
        """Return how far behind a kind the place of an own unit stands that is told between commas:
        ``The fleet, which starts from Kiel,``; 0 if none is."""
        step = 3 if self._peek(2).sign == "one" else 2
        place = self._peek(step + 1)
        is_there = self._peek(step).sign == "at" and self._is_own_unit(place, token.kind)
        is_there = is_there and not is_plural(token)
        stops = self._peek(1).sign, self._peek(step + 2).sign
        return step + 1 if is_there and stops == (",", ",") else 0

    def _find_place_beside(self) -> int:
        """Return how far behind a kind its place stands: fleet Brest, army in Paris, army which
        stands in Paris."""
        step = 1
        if self._peek(1).sign in ("relative", "one"):
            step = 3 if self._peek(2).sign in _STAYS else 2
        return step + 1 if self._peek(step).sign == "at" else 1

    def _read_places_beside(self, token: ToldWord, step: int) -> int:
        """Read the places behind the first of several units of a kind: armies in Paris and Rome."""
        while (
            is_plural(token)
            and self._peek(step).sign in ("and", ",")
            and self._is_own_unit(self._peek(step + 1), token.kind)
            and self._peek(step + 2).sign != "to"
        ):
            self.parts.append(Part(","))
            self._add_units(self.standing[self._peek(step + 1).place])
            step += 2
        return step

    def _read_place(self, token: ToldWord) -> int:
        before = self._peek(-1)
        is_told = before.text == "for" and any(part.letter == "t" for part in self.parts[-2:-1])
        is_goal = self._peek(1).text == "for" and (  # Edinburgh for the army, Spain for Marseilles
            self._peek(2).kind or self._is_own_unit(self._peek(2))
        )
        if not self._is_own_unit(token) or (before.sign == "to" and not is_told) or is_goal:
            self.parts.append(Part("t", text=token.text, place=token.place))
            return 1
        unit = self.standing[token.place]
        if (
            "".join(part.letter for part in self.parts[-3:]) == "um@"
            and unit in self.parts[-3].units
        ):
            self.parts[-3:] = [Part("u", (unit,)), self.parts[-2]]  # the fleet goes from Kiel
            return 1
        letters = [part.letter for part in self.parts[-3:]]
        holder = 3 if letters[:2] == ["u", _TO] else 2
        is_there = letters[-1:] == ["h"] and unit in self.parts[-holder:][0].units
        if is_there and before.sign in ("at", "h"):
            self.parts[-holder] = Part("u", (unit,))  # the army is to hold in Paris
            return 1
        if letters[-2:] == ["u", "l"] and unit in self.parts[-2].units:
            self.parts[-2:] = [Part("u", (unit,)), Part("m")]  # the fleet leaves Kiel
            return 1
        self._add_units(unit)
        return 2 if self._peek(1).kind == unit.kind and not self._is_own_unit(self._peek(2)) else 1


def name_units(tokens: Sequence[ToldWord], forces: Forces) -> list[Part] | None:
    """Return the parts of a sentence, each with the units that it may mean; None if one of them is
    not there."""
    standing = {unit.at.province: unit for unit in forces.units}
    try:
        return _UnitNaming(tokens, forces, standing).name_all()
    except _NoSuchUnitError:
        return None


def is_plural(token: ToldWord) -> bool:
    """Say whether a kind is told of several units."""
    return token.text.lower() in (*list_words("plural_unit"), *list_words("told_plurals"))


def _count_meant(counted: str, token: ToldWord, there: int) -> int:
    """Return how many units of a kind are meant, of those that are there: 0 for all of them."""
    if counted in ("rest", _OTHER):
        return THE_OTHER if counted == _OTHER else -1
    if counted == "all" or (not counted and is_plural(token)):
        return 0
    if not counted:
        return 1
    number = read_count(counted)
    return 0 if number == there else number


def _count_builds(before: ToldWord, token: ToldWord) -> int:
    """Return how many units of a kind are to be built: as many as can be if it is not said."""
    if before.sign == "count":
        return read_count(before.text)
    return _MANY if is_plural(token) or before.sign == "all" else 1


def _is_but_of_all(before: ToldWord, token: ToldWord) -> bool:
    """Say whether a word leaves out of all builds what stands behind it: everything but a fleet."""
    return before.sign == "all" and token.text in list_words("told_but_these")


def name_builds(tokens: Sequence[ToldWord]) -> list[Part] | None:
    """Return the parts of a sentence of builds, None if it tells something else, too."""
    parts: list[Part] = []
    letters = {"negates": "n", "nobody": "n", "no_more": "n", "rest": "r", ".": ".", ":": ":"}
    behind = (*tokens[1:], ToldWord(""), ToldWord(""))
    for at, (before, token) in enumerate(zip((ToldWord(""), *tokens), tokens, strict=False)):
        if token.sign == "kind":
            parts.append(Part("k", many=_count_builds(before, token), text=token.kind))
        elif token.sign in ("either", "one_of"):
            parts.append(Part("o" if token.sign == "either" else _ONE_OF))
        elif token.sign == "place":
            parts.append(Part("p", text=token.text, place=token.place))
        elif token.sign == "there":
            parts += [part for part in parts if part.letter == "p"][-1:]
        elif token.sign == "leaves_out" or _is_but_of_all(before, token):
            parts.append(Part("x"))
        elif token.sign in _STOPS:
            parts.append(Part(","))
        elif token.sign == "one":
            near = {each.sign for each in behind[at : at + 2]}
            parts += [Part("1")] if token.text == "one" and near & {"place", "v"} else []
            parts += [Part("1")] if token.text == "one" and before.sign == "v" else []
        elif token.sign in letters or token.sign in "bvaq":
            parts.append(Part(letters.get(token.sign, token.sign)))
        elif token.sign in ("near", "h"):
            return None
    return parts
