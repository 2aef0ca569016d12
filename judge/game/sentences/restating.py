"""Orders told in words in which nothing is in doubt: before a mail is read the orders take the
place of the sentences, and what governs orders governs them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, takewhile

from judge.game.orders.turn_meant import parse_turn_heading
from judge.game.sentences.told import accept_lines, list_forces, write_line
from judge.game.state import Play, Seat
from judge.language.amending import (
    UNCHANGED,
    AmendedOrder,
    AmendedRow,
    DeedDenied,
    announces_amendment,
    find_amended_order,
    find_amended_row,
    find_deed_denied,
    find_unit_singled_out,
    leave_out_denial,
    leave_out_still,
    name_unit_meant,
    names_province,
    split_answer_of_unit,
    write_out_amendment,
)
from judge.language.grammar import build_grammar
from judge.language.innocent import cut_talk, is_of_daily_life, presents_orders
from judge.language.lexicon import Lexicon, build_lexicon
from judge.language.mail_lines import Locality
from judge.language.parting import split_into_sentences
from judge.language.reader import read_line
from judge.language.script import Item
from judge.language.sentence import parse_order
from judge.language.shortened import write_out_names
from judge.language.spelling import fold_text, squeeze_name
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.told_orders import find_units_kept, read_certain_orders
from judge.language.told_words import (
    Forces,
    find_unit_or_place,
    find_waiver_of_several,
    leave_out_request,
    may_tell_orders,
    names_units_or_places,
)
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import (
    is_neutral,
    is_remark,
    says_why,
)
from judge.language.wrapped import ProseOfMail
from judge.language.writer import write_order, write_unit
from judge.model.order import Build, Convoy, Hold, Move, Order, Retreat, Support, Waive
from judge.model.position import Unit
from judge.model.reason import Reason

_CLAUSE_ENDS = re.compile(r"\s*[,.;:!]\s+|\s+-+\s+")
_CLAUSES = 4
_COMMA = re.compile(r"\s*,\s+")
_ASIDE = re.compile(r"\s*\((?P<said>[^()]+)\)")
_DECIDED = WordPattern(r"(?:(?P<after>%(told_after)s [^,.;:]+?),? )?(?:and )?%(told_decided)s\s+")
_WHY = WordPattern(r"(?:\s*[\u2013\u2014]|\s-+)?\s+%(told_why)s\s")
_IN_TURN = WordPattern(
    r",? %(told_in_turn)s (?P<season>[a-z]+)(?: (?:of )?(?P<year>\d{4}))?(?=[ ,.;:!]|$)"
)
_MAY_HOLD = WordPattern(r"\b%(told_may_hold)s\b")
_MAY_STAND = WordPattern(r"\b(?P<said>%(told_may_stand)s)\b(?!.*\b%(told_stays_where)s\b)")
_WRAPPED = 50
"""A line that is shorter goes on in no other."""
_AMENDING = 160
"""Longer is no line that puts an order right, with the talk behind it."""
_STOPS = (".", "!", "?")
_LINES, _SENTENCES = 6, 40
"""So many lines has a sentence at most, and so many sentences a paragraph that tells orders."""
_DEEDS = {"moves": Move | Retreat, "supports": Support, "convoys": Convoy, "holds": Hold}
_IN_VAIN = 40
"""Of a mail with so many lines that tell nothing certain, what is told below them is offered."""


@dataclass
class SentencesOfMail:
    """What restates the lines of a mail, one after the other, until one ``takes_in`` those below:
    ``ordered`` are the orders in those above, by the provinces of their units; ``above`` is the
    only order of the line just above, if it is a move."""

    game: Play
    seat: Seat
    read: Callable[[Item], tuple[Statement, ...]]
    takes_in: Callable[[CommandStatement], bool]
    here: Locality
    ordered: dict[str, Order] = field(default_factory=dict)
    above: str = ""
    mail: Sequence[Item] = ()
    in_vain: int = 0

    @cached_property
    def forces(self) -> tuple[Forces, ...]:
        """The units of the seat's powers, as sentences may speak of them."""
        return tuple(list_forces(self.game, self.seat, ""))

    @cached_property
    def given(self) -> dict[str, Order]:
        """The orders that stand, by the provinces of their units."""
        orders = (order for power in self.seat.powers for order in self.game.orders.get(power, ()))
        return {order.unit.at.province: order for order in orders}

    def restate_lines(self, prose: ProseOfMail) -> Iterator[Item]:
        """Yield the lines of a mail, orders in place of the sentences that tell them."""
        at, ended = 0, False
        self.mail = prose.items
        while at < len(self.mail):
            item, count = prose.take_line(at)
            at += count
            statements = () if ended else self.read(item)
            ended = ended or self._ends_with(item, statements)
            if ended:
                yield item
                continue
            restated, count = self._restate_from([item, *self.mail[at:]], statements)
            yield from restated
            at += count - 1

    def _ends_with(self, item: Item, statements: Sequence[Statement]) -> bool:
        """Say whether what stands below a line may be for another game, turn or case."""
        turn = parse_turn_heading(item.line.text, self.game, self.seat.powers)
        said = [without_doubt(each) for each in statements]
        return turn not in (None, self.game.position.turn) or any(
            isinstance(each, ConditionStatement)
            or (isinstance(each, CommandStatement) and self.takes_in(each))
            for each in said
        )

    def _restate_from(
        self, items: Sequence[Item], statements: Sequence[Statement]
    ) -> tuple[list[Item], int]:
        """Return the first line, or the sentences that it begins, and how many lines that are."""
        first, *below = items
        if count := self._count_amended(items):
            return [item._replace(amends=True) for item in items[1 : count + 1]], count + 1
        is_waiver = find_waiver_of_several(first.line.text)
        is_tried = first.body is None and self.in_vain < _IN_VAIN
        if is_tried and (is_waiver or not all(map(_is_read, statements))):
            wrapped = [first]
            if restated := self._restate_whole(wrapped) or self._restate_sentences(wrapped):
                return restated, 1
            for item in below[: _LINES - 1]:
                is_next = item.body is None and item.paragraph == first.paragraph
                last = wrapped[-1].line.text.rstrip()
                if not is_next or len(last) < _WRAPPED or last.endswith(_STOPS):
                    break
                wrapped.append(item)
                if restated := self._restate_whole(wrapped):
                    return restated, len(wrapped)
            if len(wrapped) > 1 and (restated := self._restate_sentences(wrapped)):
                return restated, len(wrapped)
            self.in_vain += 1
        said = map(without_doubt, statements)
        orders = [each.order for each in said if isinstance(each, OrderStatement)]
        self._note_orders(orders)
        if doubt := self._find_word_for_standing(first.line.text, orders):
            first = first._replace(line=first.line._replace(doubt=Reason("may_stand", (doubt,))))
        return [first], 1

    def _find_word_for_standing(self, text: str, orders: Iterable[Order]) -> str:
        """Return the word of a text by which a unit may hold, or its order stand, if that is
        another: ``the fleet stays``; "" if there is none."""
        said = _MAY_STAND.pattern.search(fold_text(text))
        moving = (
            self.given[o.unit.at.province]
            for o in orders
            if type(o) is Hold and o.unit.at.province in self.given
        )
        return said["said"] if said and any(type(order) is not Hold for order in moving) else ""

    def _note_orders(self, orders: Iterable[Order]) -> None:
        new = {order.unit.at.province: order for order in orders}
        self.ordered |= new
        moves = [order for order in new.values() if type(order) is Move]
        is_one = len(new) == len(moves) == 1
        self.above = write_order(moves[0], self.game.variant) if is_one else ""

    def _count_amended(self, items: Sequence[Item]) -> int:
        """Return how many lines below the first, which says that something is put right, do so; 0
        if one of the same paragraph may do something else."""
        first, *below = items
        if first.body is not None or not announces_amendment(first.line.text):
            return 0
        near = [*takewhile(lambda item: item.paragraph == first.paragraph, below)]
        near = near or below[:1]
        orders = [self._read_sure_orders(item.line.text) for item in near]
        return len(near) if near and all(map(self._amends, orders)) else 0

    def _read_sure_orders(self, text: str) -> tuple[Order, ...]:
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

    def _amends(self, orders: Sequence[Order]) -> bool:
        """Say whether some orders take the place of other ones for their units above them."""
        above = [(self.given | self.ordered).get(order.unit.at.province) for order in orders]
        return bool(orders) and all(
            old is not None and old != order for old, order in zip(above, orders, strict=True)
        )

    def _restate_whole(self, items: Sequence[Item]) -> list[Item]:
        text = _join_lines(items)
        told = self._restate_text(items[0], text) or self._leave_as_ordered(items[0], text)
        return [told] if told else []

    def _leave_as_ordered(self, item: Item, text: str) -> Item | None:
        """Return nothing in place of a line which says of units only that their orders stand, None
        if it says more, or it is open which."""
        ordered = self.given | self.ordered
        if not ordered or len(text) > _AMENDING:
            return None
        lexicon = build_lexicon(self.game.variant.map)
        said = write_out_amendment(_without_talk(text.strip(" .!"), lexicon))
        unclear = {unit for unit in self.given if self.given[unit] != ordered[unit]}
        if _MAY_HOLD.pattern.search(fold_text(said)):
            unclear |= {unit for unit, order in ordered.items() if type(order) is not Hold}
        for forces in self.forces:
            kept = find_units_kept(said, forces, lexicon)
            is_there = kept - {""} <= ordered.keys() and ("" not in kept or len(ordered) > 1)
            if kept and is_there and kept.isdisjoint(unclear):
                return item._replace(line=item.line._replace(text=""), told=text)
        return None

    def _restate_sentences(self, items: Sequence[Item]) -> list[Item]:
        """Return the sentences of some lines, each by itself, if one of them tells orders."""
        item = items[0]
        sentences = split_into_sentences(_join_lines(items), with_stops=True)
        if len(sentences) > _SENTENCES or any(
            "?" in leave_out_request(each) and self._may_govern(each) for each in sentences
        ):
            return []
        before = {**self.ordered}
        sentences = self._join_what_is_denied(sentences)
        parts = [part for sentence in sentences for part in self._restate(item, sentence)]
        if (
            len(parts) < 2
            or not any(part.told for part in parts)
            # what stands beside an order that is read may govern it
            or any(_has_order(said) for part in parts if not part.told for said in self.read(part))
        ):
            self.ordered = before
            return []
        is_announced = self.given and parts[1].told and _only_announces(parts[0])
        return parts[1:] if is_announced else parts

    def _join_what_is_denied(self, sentences: Sequence[str]) -> list[str]:
        """Return the sentences, each that denies what stands of a unit with that behind it."""
        joined: list[str] = []
        is_open = False
        for sentence in sentences:
            if is_open:
                joined[-1] = f"{joined[-1]} {sentence}"
            else:
                joined.append(sentence)
            is_short = len(sentence) <= _AMENDING
            is_open = (
                not is_open
                and is_short
                and bool(self.given)
                and self._find_unit_of_clause(sentence.strip(" .!")) is not None
            )
        return joined

    def _may_govern(self, sentence: str) -> bool:
        """Say whether a sentence is not known to be talk."""
        return bool(cut_talk(sentence, self.here.powers))

    def _restate(self, item: Item, sentence: str) -> list[Item]:
        """Return a sentence of a line with the orders that it tells; what stands before its colon
        by itself, if the orders stand behind that."""
        if told := self._restate_text(item, sentence) or self._leave_as_ordered(item, sentence):
            return [told]
        orders = self._read_sure_orders(sentence)
        if orders and not any(order.unit.at.province in self.ordered for order in orders):
            return [*filter(None, [self._write_orders(item, sentence, orders)])]
        head, _, behind = sentence.partition(": ")
        told = None
        if behind and (presents_orders(head, self.here) or not cut_talk(head, self.here.powers)):
            orders = self._read_sure_orders(behind)
            is_new = not any(order.unit.at.province in self.ordered for order in orders)
            orders = orders if is_new or announces_amendment(head) else ()
            told = self._write_orders(item, behind, orders or self._find_certain_orders(behind))
        self.above = self.above if told else ""
        parts = (f"{head}:", told) if told else (sentence,)
        return [
            item._replace(line=item.line._replace(text=part)) if isinstance(part, str) else part
            for part in parts
        ]

    def _restate_text(self, item: Item, text: str) -> Item | None:
        """Return the orders that a text tells in place of a line, None if it may say more."""
        return self._write_orders(item, text, self._find_certain_orders(text))

    def _write_orders(self, item: Item, text: str, orders: Sequence[Order]) -> Item | None:
        if not orders:
            return None
        written = write_line(orders, self.game)
        if not all(order.unit.kind for order in orders):
            orders = accept_lines(self.game, self.seat, (written,)) or orders
            written = write_line(orders, self.game)
        self._note_orders(orders)
        line = item.line._replace(text=written)
        return item._replace(line=line, told=text)

    def _find_certain_orders(self, text: str) -> tuple[Order, ...]:
        if which := find_waiver_of_several(text):
            return self._waive_several(which)
        text = leave_out_request(text)
        lexicon = build_lexicon(self.game.variant.map)
        if len(text) <= _AMENDING:
            text = cut_talk(text, lexicon.power_words) or text
        unit, answer = split_answer_of_unit(text, lexicon)
        if answer:
            orders = self._read_sure_orders(answer) or self._read_told_orders(answer)
            is_of_unit = {order.unit.at.province for order in orders} == {unit}
            return orders if is_of_unit and unit not in self.ordered else ()
        if len(text) <= _AMENDING and "?" not in text:
            amending = self._read_what_amends(text, lexicon)
            if amending is not None:
                return amending
        orders = self._read_told_orders(write_out_amendment(text))
        return orders if not any(o.unit.at.province in self.ordered for o in orders) else ()

    def _read_what_amends(self, text: str, lexicon: Lexicon) -> tuple[Order, ...] | None:
        """Return the orders with which a sentence puts right, or repeats, what was ordered before
        it; None if it does neither, or not clearly."""
        if row := find_amended_row(text):
            return self._read_amended_row(row)
        if amended := find_amended_order(text, lexicon):
            orders = self._read_amended_order(amended, lexicon)
            builds = any(each.due == "builds" for each in self.forces)
            if not orders and (builds or self.given):
                orders = self._read_told_orders(amended.said)
                new = [o for o in orders if self.given.get(o.unit.at.province) != o]
                orders = orders if builds or self._amends(new) else ()
            if orders:
                return orders
        if not self.given:
            return None
        orders = self._read_told_orders(leave_out_still(text))
        if orders and all(self.given.get(o.unit.at.province) == o for o in orders):
            return orders
        return self._read_order_beside(text) or None

    def _read_order_beside(self, text: str) -> tuple[Order, ...]:
        """Return the order that a text tells beside a clause which denies the one that stands for
        its unit, or singles the unit out: ``Paris isn't going to Burgundy after all, it holds``."""
        for end in islice(_CLAUSE_ENDS.finditer(text), _CLAUSES):
            head, behind = text[: end.start()], text[end.end() :]
            unit = self._find_unit_of_clause(head)
            orders = self._read_orders_of(unit, behind) if unit else ()
            if not orders and (told := self._read_told_orders(head)) and self._amends(told):
                called = write_unit(told[0].unit, self.game.variant.map)
                unit = self._find_unit_of_clause(name_unit_meant(behind.strip(" .!"), called))
                orders = told if unit and {o.unit.at for o in told} == {unit.at} else ()
            if orders:
                return orders
        return ()

    def _read_orders_of(self, unit: Unit, text: str) -> tuple[Order, ...]:
        """Return the order that a clause tells a unit that was named before it, none if it tells
        another, or what stands."""
        called = write_unit(unit, self.game.variant.map)
        for said in (text, name_unit_meant(text, called)):
            orders = self._read_sure_orders(said) or self._read_told_orders(said)
            if {order.unit.at.province for order in orders} == {unit.at.province}:
                return orders if self.given.get(unit.at.province) not in orders else ()
        return ()

    def _find_unit_of_clause(self, text: str) -> Unit | None:
        """Return the unit of which a clause denies what stands, or which it singles out."""
        lexicon = build_lexicon(self.game.variant.map)
        if denied := leave_out_denial(text):
            old = self._read_told_orders(denied)
            units = [o.unit for o in old if self.given.get(o.unit.at.province) == o]
            if len(old) == len(units) == 1:
                return units[0]
        if deed := find_deed_denied(text, lexicon):
            meant = [o.unit for o in self.given.values() if _is_so_called(o, deed)]
            return meant[0] if len(meant) == 1 else None
        called = find_unit_singled_out(text)
        said = f"{called} {UNCHANGED}" if called else ""
        meant = [
            unit
            for forces in self.forces
            for unit in forces.units
            if said and {unit.at.province} == find_units_kept(said, forces, lexicon)
        ]
        return meant[0] if len(meant) == 1 else None

    def _read_amended_order(self, said: AmendedOrder, lexicon: Lexicon) -> tuple[Order, ...]:
        """Return the orders with which somebody puts right what they ordered, none if that is not
        clear."""
        if said.old and squeeze_name(said.text) in lexicon.places:
            moves = {unit: o for unit, o in (self.given | self.ordered).items() if type(o) is Move}
            units = [o.unit for o in moves.values() if o.to.province == said.old]
            lines = [f"{write_unit(unit, self.game.variant.map)} - {said.text}" for unit in units]
            return accept_lines(self.game, self.seat, lines) if len(lines) == 1 else ()
        orders = self._read_sure_orders(said.text)
        if not orders and not lexicon.words.isdisjoint(fold_text(said.text).split()):
            orders = self._read_told_orders(said.text)
        is_clear = self._amends(orders) and all(self._names_unit(said.text, o) for o in orders)
        return orders if is_clear else ()

    def _names_unit(self, text: str, order: Order) -> bool:
        """Say whether a text names the unit of an order by its province, or by its kind, of which
        there is no other."""
        lexicon = build_lexicon(self.game.variant.map)
        if names_province(text, order.unit.at.province, lexicon):
            return True
        kinds = {lexicon.kinds.get(word) for word in re.findall(r"\w+", fold_text(text))}
        units = (unit for each in self.forces for unit in each.units if unit.kind in kinds)
        return [unit.at.province for unit in units] == [order.unit.at.province]

    def _read_amended_row(self, said: AmendedRow) -> tuple[Order, ...]:
        """Return the order that takes the place of one above it which is called by its row, none if
        it is for another unit."""
        above = [*self.ordered.values()]
        if not -1 <= said.row < len(above) or not above:
            return ()
        unit = write_unit(above[said.row].unit, self.game.variant.map)
        orders = self._read_sure_orders(said.text) or self._read_told_orders(said.text)
        orders = orders or accept_lines(self.game, self.seat, (f"{unit} - {said.text}",))
        is_of_row = {o.unit.at.province for o in orders} == {above[said.row].unit.at.province}
        return orders if is_of_row and self._amends(orders) else ()

    def _read_told_orders(self, text: str) -> tuple[Order, ...]:
        """Return the orders that a text tells in words, none if they may be others."""
        game, seat = self.game, self.seat
        lexicon = build_lexicon(game.variant.map)
        if "?" in text or " " not in text or not may_tell_orders(text, lexicon):
            return ()
        asides = self._read_orders_in_brackets(text)
        if asides:
            text = _ASIDE.sub("", text)
        parts = split_into_sentences(self._without_turn(text))
        told = [part for part in parts if not is_neutral(part)] or parts
        said = ". ".join(write_out_names(_without_talk(part, lexicon), lexicon) for part in told)
        ordered = frozenset((*self.ordered, *self.given))
        builds = tuple(
            (str(place), write_order(order, game.variant))
            for place, order in self.given.items()
            if isinstance(order, Build) and place not in self.ordered
        )
        found = dict[str, tuple[Order, ...]]()
        ways = [
            way
            for forces in self.forces
            for way in read_certain_orders(
                said,
                replace(forces, ordered=ordered, above=self.above, builds=builds),
                lexicon,
            )
        ]
        for orders in (accept_lines(game, seat, lines) for lines in ways):
            if orders:
                found[write_line(orders, game)] = orders
        if not found and len(ways) == 1:  # it is told why some of them cannot be given
            found[said] = self._read_if_some_are_legal(ways[0])
        orders = next(iter(found.values())) if len(found) == 1 else ()
        is_told = all(aside in orders for aside in asides)
        return orders if is_told and not self._find_word_for_standing(text, orders) else ()

    def _read_orders_in_brackets(self, text: str) -> tuple[Order, ...]:
        """Return the orders that stand in brackets behind words that tell the same: ``Paris goes to
        Burgundy (A PAR - BUR)``; none if anything else does."""
        lines = tuple(found["said"] for found in _ASIDE.finditer(text))
        return accept_lines(self.game, self.seat, lines)

    def _without_turn(self, text: str) -> str:
        """Return a text without the words that name the present turn: ``this spring``."""
        turn = self.game.position.turn
        alike = list_words("same_season")
        seasons = {fold_text(turn.season), *(alike if fold_text(turn.season) in alike else ())}

        def cut_present_turn(found: re.Match[str]) -> str:
            is_now = found["season"].lower() in seasons and found["year"] in (None, str(turn.year))
            return "" if is_now else found[0]

        return _IN_TURN.pattern.sub(cut_present_turn, text)

    def _waive_several(self, which: str) -> tuple[Order, ...]:
        """Return waivers of all builds that are due, or of the "rest" of them, if there are several
        and it is clear how many."""
        due = sum(each.count for each in self.forces if each.due == "builds")
        others = [each for each in self.mail if not find_waiver_of_several(each.line.text)]
        said = [statement for item in others for statement in self.read(item)]
        if len(self.mail) - len(others) != 1 or not all(map(_is_read, said)):
            return ()
        given = [order for power in self.seat.powers for order in self.game.orders.get(power, ())]
        orders = [each.order for each in said if isinstance(each, OrderStatement)]
        builds = [each for each in (*given, *orders) if isinstance(each, Build)]
        built = {each.unit.at.province for each in builds} if which == "rest" else set()
        left = due - len(built) - sum(isinstance(each, Waive) for each in orders)
        if left < 2 or (orders and which == "all"):
            return ()
        return accept_lines(self.game, self.seat, (f"WAIVE {left}",))

    def _read_if_some_are_legal(self, lines: Sequence[str]) -> tuple[Order, ...]:
        """Return the orders of some lines, none if none of them can be given by itself."""
        if not any(accept_lines(self.game, self.seat, (line,)) for line in lines):
            return ()
        phase = self.game.position.turn.phase
        read = [
            statement
            for line in lines
            for statement in read_line(Line(0, line), self.game.variant, phase)
        ]
        orders = tuple(each.order for each in read if isinstance(each, OrderStatement))
        return orders if len(orders) == len(read) else ()


def _without_talk(sentence: str, lexicon: Lexicon) -> str:
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


def _only_announces(item: Item) -> bool:
    """Say whether somebody only says that they change an order: ``One small amendment.``"""
    return not item.told and " " in item.line.text and announces_amendment(item.line.text)


def _has_order(statement: Statement) -> bool:
    said = without_doubt(statement)
    return isinstance(said, OrderStatement) or (
        isinstance(said, UnreadStatement) and bool(said.guesses)
    )


def _join_lines(items: Sequence[Item]) -> str:
    return " ".join(item.line.text.strip() for item in items)


def _is_so_called(order: Order, deed: DeedDenied) -> bool:
    """Say whether an order is of a kind that somebody names, and has the province that they name
    with it: that of its unit, where it goes or whom it helps."""
    places = {order.unit.at.province}
    if isinstance(order, Move | Retreat):
        places.add(order.to.province)
    if isinstance(order, Support | Convoy):
        places.add(order.of.at.province)
    return isinstance(order, _DEEDS[deed.kind]) and deed.place in ("", *places)


def _is_read(statement: Statement) -> bool:
    """Say whether something was read, and of what is to be built its kind."""
    if isinstance(statement, OrderStatement) and isinstance(statement.order, Build):
        return bool(statement.order.unit.kind)
    return not isinstance(statement, UnreadStatement | DoubtfulStatement)
