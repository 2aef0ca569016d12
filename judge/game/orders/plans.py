"""PLAN, USE PLAN, DROP PLAN, LIST PLANS, PHASE, WHAT IF: orders that are kept, or only tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from judge.engine.adjudicate import adjudicate_phase
from judge.game.command import BlockCommand, LineContext, PlayerCommand
from judge.game.effects import Effects, LineEffects
from judge.game.notices import find_view
from judge.game.orders.accepting import collect_orders_to_carry_out
from judge.game.orders.carrying import carry_out_lines, may_stand_among_orders, read_seat_line
from judge.game.orders.turn_meant import is_turn_ahead, write_turn_words
from judge.game.state import Plan, Play, Role, Seat
from judge.language.spelling import fold_text
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    Line,
    Statement,
    UnreadStatement,
    without_doubt,
)
from judge.language.word_lists import WordPattern
from judge.language.writer import write_order
from judge.model.letter import Drawing, Section
from judge.model.reason import Reason
from judge.model.sections import HeardLine, KeptOrders, SentAhead, Trial
from judge.model.turn import Phase
from judge.views import build_view
from judge.views.known import position_from_view

MOST_PLANS = 20
"""How many sets of orders a seat may keep."""

MOST_LINES = 200
"""How many lines are kept of a set."""

_CONDITIONAL = WordPattern(r".*\b(?:%(if)s|%(unless)s|%(else)s|%(otherwise)s)\b")
"""A line by which others may hang on a condition: the same order may stand in two branches."""


def list_lines_of_plan(seat: Seat, name: str) -> tuple[str, ...]:
    """Return the lines of a plan, none if there is no such plan."""
    return next((plan.lines for plan in seat.plans if plan.name == name), ())


def list_numbered_plan_lines(seat: Seat, name: str) -> tuple[Line, ...]:
    """Return the lines of a plan, numbered."""
    return tuple(
        Line(number, text) for number, text in enumerate(list_lines_of_plan(seat, name), 1)
    )


def with_plan(seat: Seat, name: str, lines: Iterable[str]) -> Seat:
    """Return the seat with these lines as its plan of that name; without lines there is none."""
    other_plans = tuple(plan for plan in seat.plans if plan.name != name)
    plan_lines = tuple(lines)
    return replace(
        seat, plans=(*other_plans, Plan(name, plan_lines)) if plan_lines else other_plans
    )


def read_kept_line(game: Play, seat: Seat, line: Line, phases: Iterable[Phase]) -> HeardLine:
    """Say how a line reads that is kept: its words alone are looked at, no board is there yet.

    The text to keep is that of the result. A word that was misspelled is written anew if there is
    one reading.
    """
    readings = [read_seat_line(game, seat, line, phase) for phase in phases]
    statements = next(
        (candidate for candidate in readings if _is_understood(candidate)), readings[0]
    )
    said = map(without_doubt, statements)
    wrong = next((each for each in said if isinstance(each, UnreadStatement)), None)
    if wrong is not None and wrong.why.code == "prose":
        return HeardLine(line.text, "ignored")
    if any(
        isinstance(candidate, CommandStatement) and not may_stand_among_orders(candidate)
        for candidate in map(without_doubt, statements)
    ):
        return HeardLine(line.text, "refused", Reason("only_orders"))
    if doubtful := [each for each in statements if isinstance(each, DoubtfulStatement)]:
        choices = tuple(candidate.line.text for candidate in statements)
        return HeardLine(line.text, "refused", doubtful[0].doubt, choices)
    if wrong is None:
        return HeardLine(line.text, "taken")
    if len(statements) == len(wrong.guesses) == 1:
        text, (why, *more) = line.text, wrong.guesses[0].notes
        for note in (why, *more):
            typed, correction = map(str, note.about)
            text = text.replace(typed, correction, 1)
        return HeardLine(text, "noted", why, more=tuple(more))
    return HeardLine(line.text, "refused", wrong.why, wrong.hints)


def keep_plan_lines(
    game: Play, seat: Seat, name: str, lines: Iterable[Line], before: Sequence[str]
) -> tuple[Play, tuple[HeardLine, ...], bool] | Reason:
    """Keep lines under a name, after those ``before``: all that can be read.

    What became of each is told, and whether any are kept now.
    """
    if not list_lines_of_plan(seat, name) and len(seat.plans) >= MOST_PLANS:
        return Reason("too_many_plans", (str(MOST_PLANS),))
    turn = game.variant.calendar.parse_turn(name)
    phases = [turn.phase] if turn else sorted(Phase, key=lambda p: p != game.position.turn.phase)
    transcript, texts = [], list(before)
    for line in lines:
        if fold_text(line.text).strip(" .") == "clear":
            texts = []
            transcript.append(HeardLine(line.text, "taken"))
            continue
        heard_line = read_kept_line(game, seat, line, phases)
        if len(texts) >= MOST_LINES:
            heard_line = HeardLine(line.text, "refused", Reason("plan_full", (str(MOST_LINES),)))
        choices = tuple(f"PHASE {name}: {hint}" for hint in heard_line.choices if turn)
        transcript.append(heard_line._replace(line=line.text, choices=choices))
        if heard_line.verdict not in ("refused", "ignored"):
            if not any(map(_CONDITIONAL.pattern.match, (*texts, heard_line.line))):
                texts = [old for old in texts if old != heard_line.line]
            texts.append(heard_line.line)
    return game.with_seat(with_plan(seat, name, texts)), tuple(transcript), bool(texts)


def list_kept_orders(game: Play, seat: Seat) -> tuple[KeptOrders, ...]:
    """Restate what a seat has sent ahead."""
    calendar = game.variant.calendar
    restated = []
    for plan in seat.plans:
        turn = calendar.parse_turn(plan.name)
        title = f"{calendar.turn_title(turn)}, {turn.phase.name.lower()}" if turn else ""
        lines = list_numbered_plan_lines(seat, plan.name)
        phase = turn.phase if turn else game.position.turn.phase
        bare = replace(game, orders={p: o for p, o in game.orders.items() if p not in seat.powers})
        ahead = None if phase is game.position.turn.phase else phase
        tried = carry_out_lines(bare, seat, lines, ahead=ahead)
        now = tuple(write_order(order, game.variant) for order in tried.given)
        used = not turn and all(
            tried.game.orders.get(power, ()) == game.orders.get(power, ()) for power in seat.powers
        )
        restated.append(KeptOrders(plan.name, title, tried.heard, now, used))
    return tuple(restated)


def give_kept_orders(game: Play) -> tuple[Play, dict[str, SentAhead]]:
    """Give the orders that were kept for the turn that begins; what is to be told, by seats.

    What was kept for turns that did not come is dropped, and that is told.
    """
    calendar, now = game.variant.calendar, game.position.turn
    sent_ahead: dict[str, SentAhead] = {}
    for seat in game.seats:
        due = [plan for plan in seat.plans if (turn := calendar.parse_turn(plan.name))
               and calendar.make_sort_key(turn) <= calendar.make_sort_key(now)]  # fmt: skip
        if seat.role is not Role.PLAYER or not due:
            continue
        passed = tuple(plan.name for plan in due if plan.name != str(now))
        game, transcript, _ = carry_out_lines(game, seat, list_numbered_plan_lines(seat, str(now)))
        plans_left = tuple(plan for plan in seat.plans if plan not in due)
        game = game.with_seat(replace(game.find_seat_named(seat.name) or seat, plans=plans_left))
        cut = (Reason("no_such_turn", passed),) if passed else ()
        sent_ahead[seat.name] = SentAhead(transcript, cut)
    return game, sent_ahead


def _is_understood(statements: Sequence[Statement]) -> bool:
    return not any(isinstance(each, UnreadStatement) for each in map(without_doubt, statements))


class PlanCommand(BlockCommand):
    """PLAN name: the orders below, to END, are kept under that name until USE PLAN name."""

    plan: str = ""

    def compute_effects_of_lines(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Keep the lines that can be read in place of those of an earlier plan of that name."""
        name = self.plan.casefold()
        if game.variant.calendar.parse_turn(name):
            return Reason("plan_like_turn", (self.plan.upper(),))
        result = keep_plan_lines(game, actor, name, lines, ())
        if isinstance(result, Reason):
            return result
        changed, transcript, any_kept = result
        why = Reason("plan_kept" if any_kept else "plan_empty", (name,))
        return Effects((changed,), why, line=LineEffects(heard=transcript))


class UsePlan(PlayerCommand):
    """USE PLAN name [FOR turn]: the orders of that plan in place of all that you have ordered."""

    harms = True

    of_turn = True
    plan: str = ""
    turn: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Give the orders of the plan now, or keep them for a later turn."""
        name = self.plan.casefold()
        lines = list_lines_of_plan(actor, name)
        if not lines:
            return explain_missing_plan(actor, name)
        turn = game.variant.calendar.parse_turn(self.turn) if self.turn else game.position.turn
        if turn is not None and is_turn_ahead(turn, game):
            later = with_plan(actor, str(turn), lines)
            return Effects(
                (game.with_seat(later),), Reason("kept_for", write_turn_words(turn, game))
            )
        if turn != game.position.turn:
            return Reason("other_turn", (str(game.position.turn),))
        before = {power: game.orders.get(power, ()) for power in actor.powers}
        bare = replace(game, orders={**game.orders, **dict.fromkeys(actor.powers, ())})
        result = carry_out_lines(bare, actor, list_numbered_plan_lines(actor, name))
        if not result.given and not any(result.game.orders.get(power) for power in actor.powers):
            return Reason("plan_useless", (name,))
        gone = [
            write_order(order, game.variant)
            for power, orders in before.items()
            for order in orders
            if order not in result.game.orders.get(power, ())
        ]
        why = Reason("plan_used", (name, *gone))
        return Effects((result.game,), why, line=LineEffects(heard=result.heard))


def explain_missing_plan(seat: Seat, name: str) -> Reason:
    """Say that there is no plan of that name, and which there are."""
    return Reason("no_plan", (name, *(plan.name for plan in seat.plans)))


class DropPlan(PlayerCommand):
    """DROP PLAN name: forget a plan, or what is kept for a turn; orders that stand remain."""

    harms = True

    plan: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Forget the plan."""
        turn = game.variant.calendar.parse_turn(self.plan)
        name = str(turn) if turn else self.plan.casefold()
        if not list_lines_of_plan(actor, name):
            return explain_missing_plan(actor, name)
        return Effects((game.with_seat(with_plan(actor, name, ())),), Reason("plan_gone", (name,)))


class ListPlans(PlayerCommand):
    """LIST PLANS: your plans and what is kept for later turns, and what of it would stand now."""

    asks = True

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Say how many there are: every answer shows them all."""
        names = tuple(plan.name for plan in actor.plans)
        return Effects(remark=Reason("plans_are", names) if names else Reason("no_plans"))


class WhatIf(BlockCommand):
    """WHAT IF: what would come of the orders below, to END, for your units and any others that you
    see; nothing is kept."""

    asks = True

    def compute_effects_of_lines(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Adjudicate what the player sees, with these orders and their own that stand.

        The board of the trial is made from their view: there is nothing else on it.
        """
        if not lines:
            return Reason("nothing_to_try")
        view = find_view(game, actor)
        board = position_from_view(view, game.variant)
        there = {unit.power for unit in (*view.units, *(gone.unit for gone in view.dislodged))}
        powers = tuple(p for p in game.variant.map.powers if p in there | {*actor.powers})
        own_orders = {power: game.orders.get(power, ()) for power in actor.powers}
        trial = replace(game, position=board, orders=own_orders)
        tried = carry_out_lines(trial, replace(actor, powers=powers), lines, trial=True)
        record = adjudicate_phase(game.variant, board, collect_orders_to_carry_out(tried.game))
        seen = build_view(actor.powers, record.after, record, game.variant, actor.name)
        sections: tuple[Section, ...] = (Trial(seen),)
        if context.house.drawn(game.variant.map.name):
            sections += (Drawing(seen, f"{game.name}-what-if-{lines[0].number}.png"),)
        transcript = tuple(
            heard_line._replace(choices=())
            if heard_line.why
            else heard_line._replace(why=Reason("tried"))
            for heard_line in tried.heard
        )
        return Effects(
            remark=Reason("tried_below"), sections=sections, line=LineEffects(heard=transcript)
        )


class PhaseCommand(BlockCommand):
    """PHASE turn: the orders below are kept for that turn (PHASE F1902M) and given when it comes;
    CLEAR below it drops them."""

    turn: str = ""
    body: str = ""

    def compute_effects_of_lines(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Keep the lines that can be read, after those that are kept for that turn already."""
        turn = game.variant.calendar.parse_turn(self.turn)
        if turn is None or not is_turn_ahead(turn, game):
            return Reason("other_turn", (str(game.position.turn),))
        below = (*([Line(0, self.body)] if self.body else []), *lines)
        result = keep_plan_lines(
            game, actor, str(turn), below, list_lines_of_plan(actor, str(turn))
        )
        if isinstance(result, Reason):
            return result
        changed, transcript, any_kept = result
        why = Reason("kept_for" if any_kept else "none_kept", write_turn_words(turn, game))
        return Effects((changed,), why, line=LineEffects(heard=transcript))
