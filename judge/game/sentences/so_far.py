"""What a seat has ordered so far, before a mail and in its lines above; in its light sentences are
read as orders, if nothing in them is in doubt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from judge.game.sentences.told import accept_lines, list_forces, write_line
from judge.game.state import Play, Seat
from judge.language.amending import announces_amendment
from judge.language.beside import OTHER_TURN, mark_names_on_board
from judge.language.grammar import build_grammar
from judge.language.innocent import cut_talk, is_of_daily_life, presents_orders
from judge.language.lexicon import Lexicon, build_lexicon
from judge.language.likeness import (
    has_unknown_word,
    is_like_given_orders,
    is_like_talk,
    is_like_what_governs,
)
from judge.language.mail_lines import Locality
from judge.language.parting import split_into_sentences
from judge.language.reader import read_line
from judge.language.referring import split_tokens
from judge.language.sentence import parse_order
from judge.language.shortened import write_out_names
from judge.language.spelling import fold_text
from judge.language.statement import Line, OrderStatement
from judge.language.talk import is_written_as_order
from judge.language.told_orders import Lines, read_certain_orders, read_likely_orders
from judge.language.told_words import (
    Forces,
    find_unit_or_place,
    may_tell_orders,
    mend_names,
    names_units_or_places,
)
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import find_phrases, is_neutral, is_remark, says_why
from judge.language.writer import write_order, write_unit
from judge.model.order import Build, Hold, HoldAll, Move, Order, Retreat
from judge.model.position import Unit

_FEW = 3
"""So many words a clause has at least that is about something else: not one that names a power."""
_WITH_ASIDES = 0.7
"""So much more a text may weigh than one that surely gives orders, if these alone surely do."""
ReadsOrders = Callable[[str, Forces, Lexicon], tuple[Lines, ...]]
_COMMA = re.compile(r"\s*,\s+")
_SIGN = re.compile(r"\w\s*-*[>\u2192]\s*\w|\w -+ ?\w")
"""So units are sent somewhere in a line that is an order, and told in no words."""
_HEADED = re.compile(r":\s+")
_ENDS_CLAUSE = re.compile(r"[,.;:]\s")
_CLAUSE = WordPattern(r"(\s*[,;:]\s+|\s+[-\u2013\u2014]+\s+|\s+(?=%(told_begins_clause)s\s))")
_BEFORE_CLAUSE = re.compile(r"\A[\s,;:\u2013\u2014-]+")
_ASIDE = re.compile(r"\s*\((?P<said>[^()]+)\)")
_DECIDED = WordPattern(r"(?:(?P<after>%(told_after)s [^,.;:]+?),? )?(?:and )?%(told_decided)s\s+")
_WHY = WordPattern(r"(?:\s*[\u2013\u2014]|\s-+)?\s+%(told_why)s\s")
_IN_TURN = WordPattern(
    r",? %(told_in_turn)s (?P<season>[a-z]+)(?: (?:of )?(?P<year>\d{4}))?(?=[ ,.;:!]|$)"
)
_MAY_STAND = WordPattern(r"\b(?P<said>%(told_may_stand)s)\b(?!.*\b%(told_stays_where)s\b)")


@dataclass
class OrdersSoFar:
    """The orders of a seat as the lines of a mail go on.

    ``ordered`` are those in the lines above, by the provinces of their units; ``above`` is the only
    order of the line just above, if it is a move; ``goes_on`` whether the line that is read may not
    end where it does.
    """

    game: Play
    seat: Seat
    here: Locality
    ordered: dict[str, Order] = field(default_factory=dict)
    above: str = ""
    goes_on: bool = False

    @cached_property
    def forces(self) -> tuple[Forces, ...]:
        """The units of the seat's powers, as sentences may speak of them."""
        return tuple(list_forces(self.game, self.seat, ""))

    @cached_property
    def given(self) -> dict[str, Order]:
        """The orders that stand from before the mail, by the provinces of their units."""
        orders = (order for power in self.seat.powers for order in self.game.orders.get(power, ()))
        return {order.unit.at.province: order for order in orders}

    @property
    def standing(self) -> Mapping[str, Order]:
        """The orders that stand by now."""
        return self.given | self.ordered

    @property
    def lexicon(self) -> Lexicon:
        """The words of the board."""
        return build_lexicon(self.game.variant.map)

    def write_unit(self, unit: Unit) -> str:
        """Return a unit as orders name it."""
        return write_unit(unit, self.game.variant.map)

    def accept_lines(self, lines: Sequence[str]) -> tuple[Order, ...]:
        """Return the orders of some lines, none if one of them cannot be given."""
        return accept_lines(self.game, self.seat, lines)

    def names_ordered_unit(self, orders: Iterable[Order]) -> bool:
        """Say whether one of some orders is for a unit that was ordered in the lines above."""
        return any(order.unit.at.province in self.ordered for order in orders)

    def note_orders(self, orders: Iterable[Order]) -> None:
        """Go on below some orders."""
        new = {order.unit.at.province: order for order in orders}
        self.ordered |= new
        moves = [order for order in new.values() if type(order) is Move]
        is_one = len(new) == len(moves) == 1
        self.above = write_order(moves[0], self.game.variant) if is_one else ""

    def restore_orders(self, ordered: Mapping[str, Order], given: Mapping[str, Order]) -> None:
        """Go on as if lines had not been read since these were ordered, and given before."""
        self.ordered = dict(ordered)
        self.given.update(given)

    def drop_given(self, places: Iterable[str]) -> None:
        """Go on without the orders that stand of some provinces, or without any of them."""
        for place in tuple(places) or tuple(self.given):
            del self.given[place]

    def are_amended_by(self, orders: Sequence[Order]) -> bool:
        """Say whether some orders take the place of other ones for their units above them."""
        above = [self.standing.get(order.unit.at.province) for order in orders]
        return bool(orders) and all(
            old is not None and old != order for old, order in zip(above, orders, strict=True)
        )

    def are_repeated_by(self, orders: Sequence[Order]) -> bool:
        """Say whether some orders are those that stand for their units."""
        above = [self.standing.get(order.unit.at.province) for order in orders]
        old = [order for order in above if order is not None]
        if not orders or len(old) < len(orders):
            return False
        told, stood = (self.accept_lines((write_line(each, self.game),)) for each in (orders, old))
        return told == stood != ()

    def read_sure_orders(self, text: str) -> tuple[Order, ...]:
        """Return the orders of a line, none if it says anything else or is in doubt."""
        variant = self.game.variant
        if (
            parse_order(write_out_names(text, build_lexicon(variant.map)), build_grammar(variant))
            is None
        ):
            return ()  # to guess what it may mean takes long
        said = read_line(Line(0, text), variant, self.game.position.turn.phase)
        orders = tuple(each.order for each in said if isinstance(each, OrderStatement))
        are_of_units = all(type(order) in variant.orders for order in orders)  # not "all hold"
        return orders if len(orders) == len(said) and are_of_units else ()

    def read_told_orders(self, text: str) -> tuple[Order, ...]:
        """Return the orders that a text tells in words, none if they may be others."""
        game = self.game
        lexicon = build_lexicon(game.variant.map)
        if "?" in text or " " not in text or not may_tell_orders(text, lexicon):
            return ()
        if self._is_headed_by_others(text):
            return ()
        asides = self._read_orders_in_brackets(text)
        if asides:
            text = _ASIDE.sub("", text)
        parts = split_into_sentences(self.leave_out_turn(text))
        told = [part for part in parts if not is_neutral(part)] or parts
        told = [cut_lead_and_reasons(part, lexicon) for part in told]
        ordered = frozenset((*self.ordered, *self.given))
        builds = tuple(
            (str(place), write_order(order, game.variant))
            for place, order in self.given.items()
            if isinstance(order, Build) and place not in self.ordered
        )
        moves = (order for order in self.standing.values() if isinstance(order, Move | Retreat))
        aims = tuple((order.unit, order.to.province) for order in moves)
        found = dict[str, tuple[Order, ...]]()
        of_forces = [
            replace(forces, ordered=ordered, above=self.above, builds=builds, aims=aims)
            for forces in self.forces
        ]
        ways = self._list_ways(text, told, of_forces)
        for orders in (self.accept_lines(lines) for lines in ways):
            if orders:
                found[write_line(orders, game)] = orders
        if not found and len(ways) == 1:  # it is told why some of them cannot be given
            found[text] = self._read_if_some_are_legal(ways[0])
        orders = next(iter(found.values())) if len(found) == 1 else ()
        is_told = all(aside in orders for aside in asides)
        return orders if is_told and not self.find_word_for_standing(text, orders) else ()

    def _is_headed_by_others(self, text: str) -> bool:
        """Say whether what stands before a colon may say that it is not the writer who gives the
        orders behind that, or not now: it neither names units, nor presents orders, nor is talk."""
        *heads, _ = _HEADED.split(text)
        return any(
            not names_units_or_places(head, self.lexicon)
            and not presents_orders(head, self.here)
            and cut_talk(head, self.here.powers) != ""
            and not is_neutral(head)
            and not announces_amendment(head, self.lexicon)
            for head in heads
        )

    def _list_ways(
        self, text: str, told: Sequence[str], of_forces: Sequence[Forces]
    ) -> list[Lines]:
        """Return the lines of orders that sentences tell, in each way in which a text can be meant
        that has them: where each of their words is certain, or they are surely given."""

        def read(sentences: Sequence[str], find_orders: ReadsOrders) -> list[Lines]:
            said = ". ".join(write_out_names(each, self.lexicon) for each in sentences)
            return [way for each in of_forces for way in find_orders(said, each, self.lexicon)]

        if ways := read(told, read_certain_orders):
            return ways
        if (
            not of_forces
            or self.goes_on
            or _SIGN.search(text)
            or is_written_as_order(text, self.lexicon)
            or not is_like_given_orders(text, self.here, _WITH_ASIDES)
            or OTHER_TURN in mark_names_on_board(text, self.here)
            or any(map(self._surely_governs, told))
        ):
            return []
        alone = [self._cut_asides(each) for each in told]
        said = ". ".join(alone)
        if has_unknown_word(said, self.here):
            said = mend_names(said, of_forces[0], self.lexicon)
        if not is_like_given_orders(said, self.here) or has_unknown_word(said, self.here):
            return []
        cut = read(alone, read_certain_orders) if alone != told else []
        likely = (way for way in read(alone, read_likely_orders) if self.accept_lines(way))
        return cut or [*likely]

    def _surely_governs(self, sentence: str) -> bool:
        """Say whether a sentence that tells no orders keeps others from counting."""
        tells = names_units_or_places(sentence, self.lexicon)
        return not tells and is_like_what_governs(sentence, self.here)

    def _cut_asides(self, sentence: str) -> str:
        """Return a sentence without the clauses that are surely about something else than the
        writer's units: ``A promise is a promise, so``."""
        first, *others = _CLAUSE.pattern.split(sentence)
        clauses = [first, *map("".join, zip(others[::2], others[1::2], strict=True))]
        told = [each for each in clauses if not self._is_aside(each)]
        return _BEFORE_CLAUSE.sub("", "".join(told)) if told else sentence

    def _is_aside(self, clause: str) -> bool:
        said = _BEFORE_CLAUSE.sub("", clause)
        return (
            len(said.split()) >= _FEW
            and is_like_talk(said, self.here)
            and not is_like_given_orders(said, self.here)
            and not {*split_tokens(said)[:1]} & {*list_words("told_inverted")}
            and not {*split_tokens(said)} & {*list_words("told_others"), *list_words("told_nobody")}
            and not names_units_or_places(said, self.lexicon)
        )

    def find_word_for_standing(self, text: str, orders: Iterable[Order]) -> str:
        """Return the word of a text by which a unit may hold, or its order stand, if that is
        another: ``the fleet stays``; "" if there is none."""
        holding = [order for order in orders if isinstance(order, Hold)]
        is_of_all = any(isinstance(order, HoldAll) and not order.rest for order in holding)
        places = self.given if is_of_all else {order.unit.at.province for order in holding}
        if all(type(self.given[at]) is Hold for at in places if at in self.given):
            return ""
        clauses = _ENDS_CLAUSE.split(fold_text(text))
        of_units = (each for each in clauses if not _speaks_of_orders(each))
        said = (found["said"] for each in of_units if (found := _MAY_STAND.pattern.search(each)))
        return next(said, "")

    def _read_orders_in_brackets(self, text: str) -> tuple[Order, ...]:
        """Return the orders that stand in brackets behind words that tell the same: ``Paris goes to
        Burgundy (A PAR - BUR)``; none if anything else does."""
        lines = tuple(found["said"] for found in _ASIDE.finditer(text))
        return self.accept_lines(lines)

    def leave_out_turn(self, text: str) -> str:
        """Return a text without the words that name the present turn: ``this spring``."""
        turn = self.game.position.turn
        alike = list_words("same_season")
        seasons = {fold_text(turn.season), *(alike if fold_text(turn.season) in alike else ())}

        def cut_present_turn(found: re.Match[str]) -> str:
            is_now = found["season"].lower() in seasons and found["year"] in (None, str(turn.year))
            return "" if is_now else found[0]

        return _IN_TURN.pattern.sub(cut_present_turn, text)

    def _read_if_some_are_legal(self, lines: Sequence[str]) -> tuple[Order, ...]:
        """Return the orders of some lines, none if none of them can be given by itself."""
        if not any(self.accept_lines((line,)) for line in lines):
            return ()
        phase = self.game.position.turn.phase
        read = [
            statement
            for line in lines
            for statement in read_line(Line(0, line), self.game.variant, phase)
        ]
        orders = tuple(each.order for each in read if isinstance(each, OrderStatement))
        return orders if len(orders) == len(read) else ()


def _speaks_of_orders(clause: str) -> bool:
    return any("heading" in phrase.kinds for phrase in find_phrases(clause))


def cut_lead_and_reasons(sentence: str, lexicon: Lexicon) -> str:
    """Return a sentence without the greeting before it, or what says no more behind each of its
    clauses: why, say."""
    decided = _DECIDED.pattern.match(sentence)
    if decided and not names_units_or_places(decided["after"] or "", lexicon):
        sentence = sentence[decided.end() :]
    first, *others = _COMMA.split(_without_asides(sentence, lexicon))
    is_lead = (
        (" " not in first and is_neutral(first))
        or fold_text(first) in list_words("told_counting")
        or not cut_talk(first, lexicon.power_words)
    )
    clauses = others if others and is_lead else [first, *others]
    while len(clauses) > 1 and _says_no_more(clauses[-1], lexicon):
        clauses.pop()
    return ", ".join(_without_reason(clause, lexicon) for clause in clauses)


def _without_asides(sentence: str, lexicon: Lexicon) -> str:
    """Return a sentence without what it says in brackets behind an order, if that is talk:
    ``(sorry!)``."""

    named = find_unit_or_place(sentence, lexicon) if "(" in sentence else None

    def cut_aside(found: re.Match[str]) -> str:
        is_behind = named is not None and named < found.start()
        is_talk = is_behind and is_remark(found[0], apart=True, names=lexicon.places)
        return "" if is_talk or not cut_talk(found["said"], lexicon.power_words) else found[0]

    return _ASIDE.sub(cut_aside, sentence)


def _without_reason(clause: str, lexicon: Lexicon) -> str:
    why = _WHY.pattern.search(clause)
    is_cut = why is not None and _says_no_more(clause[why.start() :], lexicon)
    return clause[: why.start()].rstrip(" -\u2013\u2014") if why and is_cut else clause


def _says_no_more(clause: str, lexicon: Lexicon) -> bool:
    """Say whether a clause behind those that tell orders is talk, or says why, and names nothing on
    the board."""
    if not cut_talk(clause, lexicon.power_words):
        return True
    if names_units_or_places(clause, lexicon):
        return False
    return is_of_daily_life(clause) or (
        says_why(clause) and is_remark(clause, apart=True, names=lexicon.places)
    )
