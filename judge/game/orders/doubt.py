"""What becomes of a statement in doubt: it is offered as it would be done, and nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.orders.accepting import OrderLineResult, accept_order
from judge.game.state import Play, Seat
from judge.language.statement import DoubtfulStatement, OrderStatement, UnreadStatement
from judge.language.writer import write_order
from judge.model.order import Order
from judge.model.reason import Reason
from judge.model.sections import HeardLine
from judge.model.turn import Phase


def offer_statement(
    game: Play, seat: Seat, statement: DoubtfulStatement, mail_orders: Sequence[Order]
) -> HeardLine:
    """Say why a statement is in doubt, and offer it if it could be done, tried as an order is; of
    one that may be taken back and could not be done say why that is."""
    said, typed = statement.said, statement.line.text
    if not isinstance(said, OrderStatement | UnreadStatement):
        return HeardLine(typed, "refused", statement.doubt, (typed,))
    result = accept_order(game, seat, said, mail_orders)
    choices = _list_choices_of(result, typed, game)
    if result.heard.verdict == "refused" and statement.doubt.code == "taken_back_below":
        is_waiting = result.heard.why == Reason("guess_waits")
        return result.heard._replace(why=statement.doubt) if is_waiting else result.heard
    if choices:
        return HeardLine(typed, "refused", statement.doubt, choices)
    if isinstance(said, UnreadStatement) and said.why.code == "prose":
        return HeardLine(typed, "ignored")
    later = _offer_later(result.heard.why, typed, game) if _stands_below(statement) else ()
    return result.heard._replace(choices=later)


def _list_choices_of(result: OrderLineResult, typed: str, game: Play) -> tuple[str, ...]:
    if result.heard.verdict == "refused":
        return result.heard.choices
    return (write_order(result.order, game.variant) if result.order else typed,)


def _stands_below(statement: DoubtfulStatement) -> bool:
    return statement.doubt.code == "below_head" and isinstance(statement.said, OrderStatement)


def _offer_later(why: Reason | None, typed: str, game: Play) -> tuple[str, ...]:
    """Return an order for a unit that is not yet there, as one of the next turn with moves."""
    if why is None or why.code != "no_unit":
        return ()
    turn = game.variant.calendar.find_next_turn(game.position.turn)
    while turn.phase is not Phase.MOVEMENT:
        turn = game.variant.calendar.find_next_turn(turn)
    return (f"PHASE {turn}: {typed}",)
