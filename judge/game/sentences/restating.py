"""Orders told in words in which nothing is in doubt: before a mail is read the orders take the
place of the sentences, and what governs orders governs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from judge.game.orders.turn_meant import parse_turn_heading
from judge.game.sentences.amendments import LONGEST, Amendments
from judge.game.sentences.counted import find_doubt_of_count
from judge.game.sentences.holding import (
    changes_nothing,
    find_doubt_of_holds,
    find_doubt_of_only,
    replaces_orders_by_holds,
)
from judge.game.sentences.so_far import OrdersSoFar
from judge.game.sentences.told import write_line
from judge.game.state import Play, Seat
from judge.language.amending import (
    amends_something_else,
    announces_amendment,
    find_places_announced,
    promises_orders,
    split_answer_of_unit,
    write_out_amendment,
)
from judge.language.beside import find_names_on_board
from judge.language.innocent import cut_talk, presents_orders
from judge.language.likeness import is_like_talk
from judge.language.mail_lines import Locality
from judge.language.parting import split_into_sentences
from judge.language.script import Item
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    OrderStatement,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.told_words import (
    find_waiver_of_several,
    leave_out_request,
)
from judge.language.wrapped import ProseOfMail
from judge.model.order import Build, Order, Waive
from judge.model.reason import Reason
from judge.model.turn import Phase

_WRAPPED = 50
"""A line that is shorter goes on in no other."""
_STOPS = (".", "!", "?")
_LINES, _SENTENCES = 6, 40
"""So many lines has a sentence at most, and so many sentences a paragraph that tells orders."""
_DROPPED = "CLEAR"
"""How orders that stand are dropped."""
_IN_VAIN = 30
"""Of a mail with so many lines that tell nothing certain, what is told below them is offered."""


@dataclass
class SentencesOfMail:
    """What restates the lines of a mail one by one, until one ``takes_in`` those below."""

    game: Play
    seat: Seat
    read: Callable[[Item], tuple[Statement, ...]]
    takes_in: Callable[[CommandStatement], bool]
    here: Locality
    mail: Sequence[Item] = ()
    in_vain: int = 0

    @cached_property
    def orders(self) -> OrdersSoFar:
        """The orders of the seat as the lines go on."""
        return OrdersSoFar(self.game, self.seat, self.here)

    @cached_property
    def amendments(self) -> Amendments:
        """What reads the sentences that put orders right."""
        return Amendments(self.orders)

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
            yield from map(self._with_doubt_of_head, restated)
            at += count - 1

    @cached_property
    def _miscounted(self) -> Mapping[int, Reason]:
        """The doubt of each line below a head that counts others than stand there, by its number:
        ``Two armies:``."""
        doubts = dict[int, Reason]()
        due = self.game.position.turn.phase is Phase.ADJUSTMENTS
        for at, head in enumerate(self.mail[:-1] if due else ()):
            text = head.line.text.rstrip()
            if head.body is not None or not text.endswith(":"):
                continue
            near = takewhile(self._is_near(self.mail[at + 1]), self.mail[at + 1 :])
            told = {item.line.number: self._list_orders_of(item) for item in near}
            orders = [order for each in told.values() for order in each]
            if doubt := self._find_doubt_of_count(text, orders):
                doubts |= dict.fromkeys(told, doubt)
        return doubts

    def _is_near(self, first: Item) -> Callable[[Item], bool]:
        """Return what says whether a line stands in the list that the first begins."""
        return lambda item: item.paragraph == first.paragraph and not item.line.text.endswith(":")

    def _list_orders_of(self, item: Item) -> Sequence[Order]:
        """Return the orders of a line, those that it tells in words or may mean, too."""
        read = _list_orders_read(self.read(item))
        return read or self.orders.read_told_orders(item.line.text)

    def _with_doubt_of_head(self, item: Item) -> Item:
        doubt = self._miscounted.get(item.line.number)
        return item._replace(line=item.line._replace(doubt=doubt)) if doubt else item

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
        said = map(without_doubt, statements)
        orders = [each.order for each in said if isinstance(each, OrderStatement)]
        sure = [each.order for each in statements if isinstance(each, OrderStatement)]
        doubt = find_doubt_of_holds(first.line.text, sure, self.orders)
        doubt = doubt or find_doubt_of_only(first.line.text, sure, self.orders)
        doubt = doubt or self._find_doubt_of_count(first.line.text, _list_orders_read(statements))
        says_more = (
            find_waiver_of_several(first.line.text)
            or not all(map(_is_read, statements))
            or self.amendments.find_places_dropped(first.line.text) is not None
            or doubt
        )
        if says_more and first.body is None and self.in_vain < _IN_VAIN:
            wrapped = [first]
            self.orders.goes_on = _goes_on(first, below)
            restated = self._restate_whole(wrapped) or self._restate_sentences(wrapped)
            self.orders.goes_on = False
            if restated:
                return restated, 1
            for item in below[: _LINES - 1]:
                if not _goes_on(wrapped[-1], [item]):
                    break
                wrapped.append(item)
                if restated := self._restate_whole(wrapped):
                    return restated, len(wrapped)
            if len(wrapped) > 1 and (restated := self._restate_sentences(wrapped)):
                return restated, len(wrapped)
            self.in_vain += 1
        self.orders.note_orders(orders)
        if doubt:
            first = first._replace(line=first.line._replace(doubt=doubt))
        return [first], 1

    def _count_amended(self, items: Sequence[Item]) -> int:
        """Return how many lines below the first, which says that something is put right, do so; 0
        if one of the same paragraph may do something else."""
        first, *below = items
        if first.body is not None or not announces_amendment(first.line.text, self.orders.lexicon):
            return 0
        near = [*takewhile(lambda item: item.paragraph == first.paragraph, below)]
        near = near or below[:1]
        orders = [self.orders.read_sure_orders(item.line.text) for item in near]
        return len(near) if near and all(map(self.orders.are_amended_by, orders)) else 0

    def _restate_whole(self, items: Sequence[Item]) -> list[Item]:
        text = _join_lines(items)
        told = self._restate_sentence(items[0], text)
        return [told] if told else []

    def _restate_sentence(self, item: Item, text: str) -> Item | None:
        return (
            self._restate_text(item, text)
            or self._leave_as_ordered(item, text)
            or self._drop_orders(item, text)
        )

    def _leave_as_ordered(self, item: Item, text: str) -> Item | None:
        """Return nothing in place of a line which says of units only that their orders stand."""
        is_left = self.amendments.leaves_as_ordered(text)
        return item._replace(line=item.line._replace(text=""), told=text) if is_left else None

    def _drop_orders(self, item: Item, text: str) -> Item | None:
        """Return the command in place of a line which says that orders that stand are dropped."""
        places = self.amendments.find_places_dropped(text)
        if places is None:
            return None
        self.orders.drop_given(places)
        line = item.line._replace(text=" ".join([_DROPPED, *places]))
        return item._replace(line=line, told=text)

    def _restate_sentences(self, items: Sequence[Item]) -> list[Item]:
        """Return the sentences of some lines, each by itself, if one of them tells orders."""
        item = items[0]
        sentences = split_into_sentences(_join_lines(items), with_stops=True)
        if len(sentences) > _SENTENCES or any(
            "?" in leave_out_request(each) and self._may_govern(each) for each in sentences
        ):
            return []
        before = {**self.orders.ordered}, {**self.orders.given}
        sentences = self._join_what_is_denied(sentences)
        parts = [part for sentence in sentences for part in self._restate(item, sentence)]
        if (
            len(parts) < 2
            or not any(part.told for part in parts)
            # what stands beside an order that is read may govern it
            or any(_has_order(said) for part in parts if not part.told for said in self.read(part))
            or self._leaves_holds_in_doubt(parts)
            or self._find_doubt_of_count(_join_lines(items), self._list_orders_told(parts))
        ):
            self.orders.restore_orders(*before)
            return []
        is_announced = self.orders.given and parts[1].told and self._only_announces(parts[0])
        parts = parts[1:] if is_announced else parts
        dropped = all(part.line.text.startswith(_DROPPED) for part in parts if part.told)
        return [part for part in parts if not (dropped and promises_orders(part.line.text))]

    def _leaves_holds_in_doubt(self, parts: Sequence[Item]) -> bool:
        """Say whether some parts of a text leave in doubt that units hold by the others."""
        orders = self._list_orders_told(parts)
        return replaces_orders_by_holds(orders, self.orders) and not all(
            part.told or changes_nothing(part.line.text, self.orders) for part in parts
        )

    def _list_orders_told(self, parts: Sequence[Item]) -> list[Order]:
        """Return the orders that some parts of a text were read as."""
        told = (without_doubt(said) for part in parts if part.told for said in self.read(part))
        return [each.order for each in told if isinstance(each, OrderStatement)]

    def _only_announces(self, item: Item) -> bool:
        """Say whether somebody only says that they change an order: ``One small amendment.``"""
        text = item.line.text
        return not item.told and " " in text and announces_amendment(text, self.orders.lexicon)

    def _join_what_is_denied(self, sentences: Sequence[str]) -> list[str]:
        """Return the sentences, each that denies what stands of a unit with that behind it, if they
        tell an order together."""
        joined: list[str] = []
        denies = False
        for sentence in sentences:
            both = f"{joined[-1]} {sentence}" if denies else ""
            if both and len(both) <= LONGEST and self.amendments.read_what_amends(both):
                joined[-1], denies = both, False
                continue
            joined.append(sentence)
            is_short = len(sentence) <= LONGEST
            denies = is_short and bool(self.amendments.find_units_denied(sentence.strip(" .!")))
        return joined

    def _may_govern(self, sentence: str) -> bool:
        """Say whether a sentence is not known to be talk."""
        is_of_board = find_names_on_board(sentence, self.here)
        is_talk = not is_of_board and is_like_talk(sentence, self.here)
        return bool(cut_talk(sentence, self.here.powers)) and not is_talk

    def _restate(self, item: Item, sentence: str) -> list[Item]:
        """Return a sentence of a line with the orders that it tells; what stands before its colon
        by itself, if the orders stand behind that."""
        if told := self._restate_sentence(item, sentence):
            return [told]
        orders = self.orders.read_sure_orders(sentence)
        is_new = bool(orders) and not self.orders.names_ordered_unit(orders)
        if is_new and self._find_doubt_of_count(sentence, orders) is None:
            return [*filter(None, [self._write_orders(item, sentence, orders)])]
        head, _, behind = sentence.partition(": ")
        told = None
        if behind and (presents_orders(head, self.here) or not cut_talk(head, self.here.powers)):
            orders = self.orders.read_sure_orders(behind)
            is_new = not self.orders.names_ordered_unit(orders)
            orders = orders if is_new or announces_amendment(head, self.orders.lexicon) else ()
            orders = orders or self._find_certain_orders(behind)
            fits = self._find_doubt_of_count(sentence, orders) is None
            told = self._write_orders(item, behind, orders) if fits else None
        self.orders.above = self.orders.above if told else ""
        parts = (f"{head}:", told) if told else (sentence,)
        return [
            item._replace(line=item.line._replace(text=part)) if isinstance(part, str) else part
            for part in parts
        ]

    def _restate_text(self, item: Item, text: str) -> Item | None:
        """Return the orders that a text tells in place of a line, None if it may say more."""
        orders = self._find_certain_orders(text)
        may_stand = self.orders.find_word_for_standing(text, orders)
        return None if may_stand else self._write_orders(item, text, orders)

    def _write_orders(self, item: Item, text: str, orders: Sequence[Order]) -> Item | None:
        if not orders:
            return None
        written = write_line(orders, self.game)
        if not all(order.unit.kind for order in orders):
            orders = self.orders.accept_lines((written,)) or orders
            written = write_line(orders, self.game)
        self.orders.note_orders(orders)
        line = item.line._replace(text=written)
        return item._replace(line=line, told=text)

    def _find_certain_orders(self, text: str) -> tuple[Order, ...]:
        """Return the orders that a text tells, none if it may tell others, or announces a change of
        something else than of these."""
        lexicon = self.orders.lexicon
        names = lexicon.words - lexicon.power_words
        if amends_something_else(self.orders.leave_out_turn(text), names):
            return ()
        orders = self._find_orders_told(text)
        if find_doubt_of_only(text, orders, self.orders) or self._find_doubt_of_count(text, orders):
            return ()
        announced = find_places_announced(text, lexicon)
        are_built = any(isinstance(order, Build) for order in orders)
        is_of_these = any(order.unit.at.province in announced for order in orders)
        return orders if not announced or are_built or is_of_these else ()

    def _find_doubt_of_count(self, text: str, orders: Iterable[Order]) -> Reason | None:
        return find_doubt_of_count(text, orders, self.orders.lexicon, self.here)

    def _find_orders_told(self, text: str) -> tuple[Order, ...]:
        if which := find_waiver_of_several(text):
            return self._waive_several(which)
        text = leave_out_request(text)
        lexicon = self.orders.lexicon
        if len(text) <= LONGEST:
            text = cut_talk(text, lexicon.power_words) or text
        unit, answer = split_answer_of_unit(text, lexicon)
        if answer:
            orders = self.orders.read_sure_orders(answer) or self.orders.read_told_orders(answer)
            is_of_unit = {order.unit.at.province for order in orders} == {unit}
            return orders if is_of_unit and unit not in self.orders.ordered else ()
        if len(text) <= LONGEST and "?" not in text:
            amending = self.amendments.read_what_amends(text)
            if amending is not None:
                return amending
        orders = self.orders.read_told_orders(write_out_amendment(text))
        is_clear = find_doubt_of_holds(text, orders, self.orders) is None
        return orders if is_clear and not self.orders.names_ordered_unit(orders) else ()

    def _waive_several(self, which: str) -> tuple[Order, ...]:
        """Return waivers of all builds that are due, or of the "rest" of them, if there are several
        and it is clear how many."""
        due = sum(each.count for each in self.orders.forces if each.due == "builds")
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
        return self.orders.accept_lines((f"WAIVE {left}",))


def _goes_on(item: Item, below: Sequence[Item]) -> bool:
    """Say whether a line may go on in the next one."""
    last = item.line.text.rstrip()
    is_next = any(each.body is None and each.paragraph == item.paragraph for each in below[:1])
    return is_next and len(last) >= _WRAPPED and not last.endswith(_STOPS)


def _has_order(statement: Statement) -> bool:
    said = without_doubt(statement)
    return isinstance(said, OrderStatement) or (
        isinstance(said, UnreadStatement) and bool(said.guesses)
    )


def _list_orders_read(statements: Iterable[Statement]) -> list[Order]:
    """Return the orders of a line, and those that it may mean if that is all it says."""
    said = [without_doubt(each) for each in statements]
    sure = [each for each in said if isinstance(each, OrderStatement)]
    unread = [each for each in said if isinstance(each, UnreadStatement)]
    guessed = [each.guesses[0] for each in unread if each.guesses]
    is_all = len(guessed) == len(unread)
    return [each.order for each in (*sure, *(guessed if is_all else ()))]


def _join_lines(items: Sequence[Item]) -> str:
    return " ".join(item.line.text.strip() for item in items)


def _is_read(statement: Statement) -> bool:
    """Say whether something was read, and of what is to be built its kind."""
    if isinstance(statement, OrderStatement) and isinstance(statement.order, Build):
        return bool(statement.order.unit.kind)
    return not isinstance(statement, UnreadStatement | DoubtfulStatement)
