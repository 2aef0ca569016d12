"""Orders that somebody tells in a sentence about their own units: those that can be given."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from judge.game.command import BlockCommand, LineContext
from judge.game.mail.answer import OTHER_WORDS, note_line
from judge.game.mail.place import find_variant_here, identify_sender
from judge.game.mail.state import MailState
from judge.game.orders.accepting import accept_order, find_orders_due
from judge.game.orders.alternatives import MOST
from judge.game.sentences.candidates import CLEAR, LINES, NO_CANDIDATE, build_matcher
from judge.game.state import Play, Role, Seat
from judge.language.conditions import find_condition, find_texts_behind_condition
from judge.language.lexicon import build_lexicon
from judge.language.parting import split_into_sentences
from judge.language.reader import read_line
from judge.language.script import Item
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    Line,
    OrderStatement,
    Statement,
    UnreadStatement,
)
from judge.language.talk import is_repeat_request, is_worded
from judge.language.told_orders import only_forbids, read_told_orders
from judge.language.told_words import LONGEST, Forces, leave_out_remarks
from judge.language.writer import write_order
from judge.model.order import Move, Order, Waive, list_spaces_touched
from judge.model.position import Unit
from judge.model.reason import Reason

_ORDERS = 12
"""So many orders are written on one line at most."""
_NOTATION = re.compile(r"(?:^|\s)-|-(?:\s|>|$)|[>|:]|\?\s*$")
"""What stands in orders as they are noted, or at the end of questions."""
_NOT_ORDERED = Reason("not_ordered")
_PHASE = "wrong_phase"
"""Why a line is not read that is an order, but none of the present phase."""
_CODE = 2
"""Of so many letters the code of a kind of unit is at most."""


def find_told_orders(state: MailState, text: str, context: LineContext) -> tuple[str, ...]:
    """Return lines of legal orders that a player's sentence tells their units, one for each way in
    which it can be meant."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if not isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return ()
    lexicon = build_lexicon(game.variant.map)
    names = re.findall(rf"(?<!\w){lexicon.patterns['PLACE']}", fold_text(text))
    aims = _list_aims(state, game, seat) if len(names) > 1 else ()
    given = (order for power in seat.powers for order in game.orders.get(power, ()))
    ordered = frozenset(order.unit.at.province for order in given)
    for forces in list_forces(game, seat, _find_order_above(state, game)):
        aimed = replace(forces, aims=aims)
        ways = read_told_orders(text, aimed, lexicon)
        if not ways and not is_repeat_request(text):
            ways = read_told_orders(leave_out_remarks(text, forces, lexicon), aimed, lexicon)
        if not ways and ordered:  # the rest is left as it is
            ways = read_told_orders(text, replace(aimed, ordered=ordered), lexicon)
        accepted = (accept_lines(game, seat, lines) for lines in ways)
        legal = (write_line(orders, game) for orders in accepted if orders)
        if found := tuple(islice(dict.fromkeys(legal), MOST)):
            return found
    return ()


def write_with_block(
    state: MailState, text: str, told: Sequence[str], context: LineContext
) -> tuple[str, ...]:
    """Return the orders that a sentence tells as those of the plan, or the trial, that it speaks
    of: ``Save this as plan B: Par-Pic``."""
    nearest = next(iter(build_matcher(state, context).list_candidates(text)), NO_CANDIDATE)
    game = state.find_current_game(context)
    if not told or nearest.score < CLEAR or nearest.missing or not isinstance(game, Play):
        return tuple(told)
    said = read_line(Line(0, nearest.line), game.variant, game.position.turn.phase)
    is_block = any(
        isinstance(each, CommandStatement) and isinstance(each.command, BlockCommand)
        for each in said
    )
    return tuple(f"{nearest.line}: {each}" for each in told) if is_block else tuple(told)


def find_orders_beside_condition(
    state: MailState, text: str, context: LineContext
) -> tuple[str, ...]:
    """Return lines of legal orders that a sentence tells, but for the condition on which it hangs
    them: ``Smyrna goes to Constantinople, unless Russia objects``."""
    if (clause := find_condition(text)) is None:
        return ()
    sender = identify_sender(state, context)
    before = text[: clause.start()]
    said = [before] if before else find_texts_behind_condition(text, clause)
    offered = (find_told_orders(sender, each, context) for each in said)
    return next(filter(None, offered), ())


def offer_partly_read_orders(
    state: MailState, item: Item, statements: Sequence[Statement], context: LineContext
) -> MailState | None:
    """Offer the orders that a line tells the writer's units of which its ``statements`` read but a
    part; None where they read it all, or where not each of its words has a part in orders."""
    line = item.line
    if any(isinstance(each, UnreadStatement) and each.why.code == _PHASE for each in statements):
        return None
    slips = {"read_as", "dash_read"} if len(statements) == 1 else {"read_as"}
    if all(_is_read(each) or _has_reading(each, slips) for each in statements):
        return None
    known = identify_sender(state, context)
    is_noted = _NOTATION.search(_leave_out_heading(known, line.text, context))
    if state.place.barred or state.count > LINES or not is_worded(line.text) or is_noted:
        return None
    if _is_only_forbidden(known, line.text, context):
        said = UnreadStatement(line, OTHER_WORDS)
        return note_line(replace(state, understood=True), said, context, "noted", _NOT_ORDERED)
    if line.doubt:
        return None
    kinds = build_lexicon(find_variant_here(known, context).map).kinds
    first, behind, *_ = (*fold_text(line.text).split(), "", "")
    if len(first) <= _CODE and first.strip(".") in kinds and behind not in kinds:
        return None
    unread = (each for each in statements if not _is_read(each))
    if all(_is_remark(known, each, context) for each in unread):
        return None
    return offer_told_orders(state, UnreadStatement(line, OTHER_WORDS), context)


def _leave_out_heading(state: MailState, text: str, context: LineContext) -> str:
    """Return a sentence without what stands before its colon if that names nothing."""
    heading, colon, said = text.partition(":")
    lexicon = build_lexicon(find_variant_here(state, context).map)
    is_named = re.search(rf"(?<!\w){lexicon.patterns['PLACE']}(?!\w)", fold_text(heading))
    return said if colon and is_worded(heading) and not is_named else text


def _is_only_forbidden(state: MailState, text: str, context: LineContext) -> bool:
    """Say whether a sentence only tells what a player's units are not to do, and no order does that
    which they have given."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if not isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return False
    lexicon = build_lexicon(game.variant.map)
    names = re.findall(rf"(?<!\w){lexicon.patterns['PLACE']}", fold_text(normalize_line(text)))
    named = {lexicon.places[squeeze_name(name)] for name in names}
    given = [order for power in seat.powers for order in game.orders.get(power, ())]
    touched = {place for order in given for place in list_spaces_touched(order)}
    touched |= {order.unit.at.province for order in given}
    if (given and not named) or named & touched:
        return False
    forces = [*list_forces(game, seat, "")]
    said = (text, *(leave_out_remarks(text, each, lexicon) for each in forces))
    return any(only_forbids(each, own, lexicon) for own in forces for each in said)


def offer_told_orders(
    state: MailState, statement: UnreadStatement, context: LineContext
) -> MailState | None:
    """Offer the orders that a line which nothing reads tells the writer's units."""
    known = identify_sender(state, context)
    text = statement.line.text
    told = find_told_orders(known, text, context) or _find_orders_of_sentences(known, text, context)
    told = write_with_block(known, text, told, context)
    known = replace(known, understood=True)
    return note_line(known, statement, context, "refused", OTHER_WORDS, told) if told else None


def _find_orders_of_sentences(state: MailState, text: str, context: LineContext) -> tuple[str, ...]:
    """Return on one line the orders that the sentences of a text tell which is too long to be read
    as one; none if one of them can be meant in several ways."""
    if len(text) <= LONGEST:
        return ()
    ways = [find_told_orders(state, each, context) for each in split_into_sentences(text)]
    told = [way for way in ways if way]
    return (", ".join(way[0] for way in told),) if told and all(len(w) == 1 for w in told) else ()


def find_own_units_named(game: Play, seat: Seat, text: str) -> tuple[Unit, ...]:
    """Return the units of a player that a text names by their provinces."""
    lexicon = build_lexicon(game.variant.map)
    names = re.findall(rf"(?<!\w){lexicon.patterns['PLACE']}", fold_text(normalize_line(text)))
    places = {lexicon.places[squeeze_name(name)] for name in names}
    units = (unit for power in seat.powers for unit in game.position.units_of(power))
    return tuple(unit for unit in units if unit.at.province in places)


def _is_read(statement: Statement) -> bool:
    """Say whether a statement is what its line says, in no doubt."""
    return not isinstance(statement, UnreadStatement | DoubtfulStatement)


def _is_remark(known: MailState, statement: Statement, context: LineContext) -> bool:
    """Say whether a statement is prose beside orders, and tells none itself."""
    is_prose = isinstance(statement, UnreadStatement) and statement.why.code == "prose"
    return is_prose and not find_told_orders(known, statement.line.text, context)


def _has_reading(statement: Statement, slips: Collection[str]) -> bool:
    """Say whether a statement is an order but for such slips, or for the unit that is to do it."""
    if not isinstance(statement, UnreadStatement):
        return False
    misspelt = statement.guesses and all(
        note.code in slips for guess in statement.guesses for note in guess.notes
    )
    return bool(misspelt or statement.hints) or statement.why.code == "which_unit"


def _find_order_above(state: MailState, game: Play) -> str:
    """Return the order that the line above gave, or that is offered for it, "" if it is none."""
    heard, given = state.part.heard, state.part.given
    if heard and heard[-1].verdict == "taken" and given:
        return write_order(given[-1], game.variant)
    return heard[-1].choices[0] if heard and heard[-1].choices else ""


def _list_aims(state: MailState, game: Play, seat: Seat) -> tuple[tuple[Unit, str], ...]:
    """Return where the orders that stand send units, and those that this mail offers."""
    given = (order for power in seat.powers for order in game.orders.get(power, ()))
    offered = islice((choice for line in state.part.heard for choice in line.choices), _ORDERS)
    meant = (order for line in offered for order in accept_lines(game, seat, (line,)))
    moves = (order for order in (*given, *meant) if isinstance(order, Move))
    return tuple((move.unit, move.to.province) for move in moves)


def list_forces(game: Play, seat: Seat, above: str) -> Iterator[Forces]:
    """Yield what a player has to order."""
    powers = frozenset(seat.powers)
    due = find_orders_due(game)
    wanted = [due[power] for power in seat.powers if power in due]
    own = tuple(u for u in game.position.units.values() if u.power in powers)
    dislodged = [each for each in game.position.dislodged if each.unit.power in powers]
    gone = tuple(each.unit for each in dislodged)
    builds, removals = (
        sum(each.builds for each in wanted), sum(each.removals for each in wanted)
    )  # fmt: skip
    if builds:
        builder = game.variant.rules.muster
        sites = {site for power in powers for site in builder.build_sites(power, game.position)}
        yield Forces((), "builds", builds, powers, sites=tuple(sorted(sites)))
    if removals:
        yield Forces(own, "removals", removals, powers)
    if any(each.units for each in wanted):
        due_now = "dislodged" if gone else "standing"
        exits = dislodged[0].options if len(dislodged) == 1 else ()
        sites = {exit.province for exit in exits}
        steps = game.variant.map.neighbors
        near = {(unit, to.province) for unit in own for to in steps(unit.kind, unit.at)}
        yield Forces(
            gone or own,
            due_now,
            powers=powers,
            above=above,
            sites=tuple(sorted(sites)),
            near=frozenset(near),
        )


def accept_lines(game: Play, seat: Seat, lines: Sequence[str]) -> tuple[Order, ...]:
    """Return the orders of some lines, none if one of them cannot be given."""
    if len(lines) > _ORDERS:
        return ()
    given: list[Order] = []
    for line in lines:
        for statement in read_line(Line(0, line), game.variant, game.position.turn.phase):
            if not isinstance(statement, OrderStatement):
                return ()
            result = accept_order(game, seat, statement, given)
            if result.order is None:
                return ()
            game = result.game
            given.append(result.order)
    return tuple(given)


def write_line(orders: Sequence[Order], game: Play) -> str:
    """Return some orders on one line, each once; of builds that are waived how many."""
    written = [write_order(order, game.variant) for order in orders]
    waived = [line for line, order in zip(written, orders, strict=True) if isinstance(order, Waive)]
    return ", ".join(
        f"{line} {len(waived)}" if line in waived[1:] else line for line in dict.fromkeys(written)
    )
