"""PLAN, USE PLAN, DROP PLAN, LIST PLANS: sets of orders that are kept until they are wanted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from judge.game.command import BlockCommand, LineContext, PlayerCommand
from judge.game.effects import Effects, LineEffects
from judge.game.orders.carrying import carry_out, may_stand_among, read
from judge.game.orders.turn_meant import comes_later, words_of
from judge.game.state import Plan, Play, Role, Seat
from judge.language.spelling import fold
from judge.language.statement import Commanded, Line, Statement, Unread
from judge.language.writer import write
from judge.model.not_given import KeptOrders
from judge.model.reason import Reason
from judge.model.transcript import Heard, SentAhead
from judge.model.turn import Phase

MOST_PLANS = 20
"""How many sets of orders a seat may keep."""

MOST_LINES = 200
"""How many lines are kept of a set."""

_CONDITIONAL = re.compile(r".*\b(?:if|unless|else|otherwise)\b", re.IGNORECASE)
"""A line by which others may hang on a condition: the same order may stand in two branches."""


def plan_of(seat: Seat, name: str) -> tuple[str, ...]:
    """Return the lines of a plan, none if there is no such plan."""
    return next((plan.lines for plan in seat.plans if plan.name == name), ())


def lines_of(seat: Seat, name: str) -> tuple[Line, ...]:
    """Return the lines of a plan, numbered."""
    return tuple(Line(number, text) for number, text in enumerate(plan_of(seat, name), 1))


def with_plan(seat: Seat, name: str, lines: Iterable[str]) -> Seat:
    """Return the seat with these lines as its plan of that name; without lines there is none."""
    others = tuple(plan for plan in seat.plans if plan.name != name)
    kept = tuple(lines)
    return replace(seat, plans=(*others, Plan(name, kept)) if kept else others)


def read_ahead(game: Play, seat: Seat, line: Line, phases: Iterable[Phase]) -> Heard:
    """Say how a line reads that is kept: its words alone are looked at, no board is there yet.

    The text to keep is that of the result. A word that was misspelled is written anew if there is
    one reading.
    """
    readings = [read(game, seat, line, phase) for phase in phases]
    said = next((each for each in readings if _is_read(each)), readings[0])
    wrong = next((each for each in said if isinstance(each, Unread)), None)
    if wrong is not None and wrong.why.code == "prose":
        return Heard(line.text, "ignored")
    if any(isinstance(each, Commanded) and not may_stand_among(each) for each in said):
        return Heard(line.text, "refused", Reason("only_orders"))
    if wrong is None:
        return Heard(line.text, "taken")
    if len(said) == len(wrong.guesses) == 1:
        text, (why, *more) = line.text, wrong.guesses[0].notes
        for note in (why, *more):
            typed, meant = map(str, note.about)
            text = text.replace(typed, meant, 1)
        return Heard(text, "noted", why, more=tuple(more))
    return Heard(line.text, "refused", wrong.why, wrong.hints)


def keep(
    game: Play, seat: Seat, name: str, lines: Iterable[Line], before: Sequence[str]
) -> tuple[Play, tuple[Heard, ...], bool] | Reason:
    """Keep lines under a name, after those ``before``: all that can be read.

    What became of each is told, and whether any are kept now.
    """
    if not plan_of(seat, name) and len(seat.plans) >= MOST_PLANS:
        return Reason("too_many_plans", (str(MOST_PLANS),))
    turn = game.variant.calendar.parse(name)
    phases = [turn.phase] if turn else sorted(Phase, key=lambda p: p != game.position.turn.phase)
    heard, texts = [], list(before)
    for line in lines:
        if fold(line.text).strip(" .") == "clear":
            texts = []
            heard.append(Heard(line.text, "taken"))
            continue
        one = read_ahead(game, seat, line, phases)
        if len(texts) >= MOST_LINES:
            one = Heard(line.text, "refused", Reason("plan_full", (str(MOST_LINES),)))
        meant = tuple(f"PHASE {name}: {hint}" for hint in one.choices if turn)
        heard.append(one._replace(line=line.text, choices=meant))
        if one.verdict not in ("refused", "ignored"):
            if not any(map(_CONDITIONAL.match, (*texts, one.line))):
                texts = [old for old in texts if old != one.line]
            texts.append(one.line)
    return game.with_seat(with_plan(seat, name, texts)), tuple(heard), bool(texts)


def kept(game: Play, seat: Seat) -> tuple[KeptOrders, ...]:
    """Restate what a seat has sent ahead."""
    calendar = game.variant.calendar
    told = []
    for plan in seat.plans:
        turn = calendar.parse(plan.name)
        title = f"{calendar.title(turn)}, {turn.phase.name.lower()}" if turn else ""
        lines = lines_of(seat, plan.name)
        phase = turn.phase if turn else game.position.turn.phase
        bare = replace(game, orders={p: o for p, o in game.orders.items() if p not in seat.powers})
        ahead = None if phase is game.position.turn.phase else phase
        tried = carry_out(bare, seat, lines, ahead=ahead)
        now = tuple(write(order, game.variant) for order in tried.given)
        used = not turn and all(
            tried.game.orders.get(power, ()) == game.orders.get(power, ()) for power in seat.powers
        )
        told.append(KeptOrders(plan.name, title, tried.heard, now, used))
    return tuple(told)


def begin(game: Play) -> tuple[Play, dict[str, SentAhead]]:
    """Give the orders that were kept for the turn that begins; what is to be told, by seats.

    What was kept for turns that did not come is dropped, and that is told.
    """
    calendar, now = game.variant.calendar, game.position.turn
    told: dict[str, SentAhead] = {}
    for seat in game.seats:
        due = [plan for plan in seat.plans if (turn := calendar.parse(plan.name))
               and calendar.place(turn) <= calendar.place(now)]  # fmt: skip
        if seat.role is not Role.PLAYER or not due:
            continue
        passed = tuple(plan.name for plan in due if plan.name != str(now))
        game, heard, _ = carry_out(game, seat, lines_of(seat, str(now)))
        left = tuple(plan for plan in seat.plans if plan not in due)
        game = game.with_seat(replace(game.seat(seat.name) or seat, plans=left))
        cut = (Reason("no_such_turn", passed),) if passed else ()
        told[seat.name] = SentAhead(heard, cut)
    return game, told


def _is_read(said: Sequence[Statement]) -> bool:
    return not any(isinstance(each, Unread) for each in said)


class PlanCommand(BlockCommand):
    """PLAN name: the orders below, to END, are kept under that name until USE PLAN name."""

    plan: str = ""

    def take(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Keep the lines that can be read in place of those of an earlier plan of that name."""
        name = self.plan.casefold()
        if game.variant.calendar.parse(name):
            return Reason("plan_like_turn", (self.plan.upper(),))
        done = keep(game, actor, name, lines, ())
        if isinstance(done, Reason):
            return done
        changed, heard, kept = done
        why = Reason("plan_kept" if kept else "plan_empty", (name,))
        return Effects((changed,), why, line=LineEffects(heard=heard))


class UsePlan(PlayerCommand):
    """USE PLAN name [FOR turn]: the orders of that plan in place of all that you have ordered."""

    of_turn = True
    plan: str = ""
    turn: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Give the orders of the plan now, or keep them for a later turn."""
        name = self.plan.casefold()
        lines = plan_of(actor, name)
        if not lines:
            return no_plan(actor, name)
        turn = game.variant.calendar.parse(self.turn) if self.turn else game.position.turn
        if turn is not None and comes_later(turn, game):
            later = with_plan(actor, str(turn), lines)
            return Effects((game.with_seat(later),), Reason("kept_for", words_of(turn, game)))
        if turn != game.position.turn:
            return Reason("other_turn", (str(game.position.turn),))
        before = {power: game.orders.get(power, ()) for power in actor.powers}
        bare = replace(game, orders={**game.orders, **dict.fromkeys(actor.powers, ())})
        done = carry_out(bare, actor, lines_of(actor, name))
        if not done.given and not any(done.game.orders.get(power) for power in actor.powers):
            return Reason("plan_useless", (name,))
        gone = [
            write(order, game.variant)
            for power, orders in before.items()
            for order in orders
            if order not in done.game.orders.get(power, ())
        ]
        why = Reason("plan_used", (name, *gone))
        return Effects((done.game,), why, line=LineEffects(heard=done.heard))


def no_plan(seat: Seat, name: str) -> Reason:
    """Say that there is no plan of that name, and which there are."""
    return Reason("no_plan", (name, *(plan.name for plan in seat.plans)))


class DropPlan(PlayerCommand):
    """DROP PLAN name: forget a plan, or what is kept for a turn; orders that stand remain."""

    plan: str = ""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Forget the plan."""
        turn = game.variant.calendar.parse(self.plan)
        name = str(turn) if turn else self.plan.casefold()
        if not plan_of(actor, name):
            return no_plan(actor, name)
        return Effects((game.with_seat(with_plan(actor, name, ())),), Reason("plan_gone", (name,)))


class ListPlans(PlayerCommand):
    """LIST PLANS: your plans and what is kept for later turns, and what of it would stand now."""

    def decide(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Say how many there are: every answer shows them all."""
        names = tuple(plan.name for plan in actor.plans)
        return Effects(remark=Reason("plans_are", names) if names else Reason("no_plans"))
