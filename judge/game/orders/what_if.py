"""WHAT IF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.engine.adjudicate import adjudicate_phase
from judge.game.command import BlockCommand, LineContext
from judge.game.effects import Effects, LineEffects
from judge.game.notices import find_view
from judge.game.orders.accepting import collect_orders_to_carry_out
from judge.game.orders.carrying import carry_out_lines
from judge.game.state import Play, Seat
from judge.language.statement import Line
from judge.model.letter import Drawing, Section
from judge.model.reason import Reason
from judge.model.sections import Trial
from judge.views import build_view
from judge.views.known import position_from_view


class WhatIf(BlockCommand):
    """WHAT IF: what would come of the orders below, to END, for your units and any others that you
    see; nothing is kept."""

    asks = True

    def decide_on_lines(
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
