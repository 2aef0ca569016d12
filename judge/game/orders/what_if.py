"""WHAT IF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.engine.adjudicate import adjudicate
from judge.game.command import BlockCommand, LineContext
from judge.game.effects import Effects, LineEffects
from judge.game.notices import view_of
from judge.game.orders.carrying import carry_out
from judge.game.state import Play, Seat
from judge.language.statement import Line
from judge.model.letter import Drawing, Section
from judge.model.not_given import Trial
from judge.model.reason import Reason
from judge.views import project
from judge.views.known import position_of


class WhatIf(BlockCommand):
    """WHAT IF: what would come of the orders below, to END, for your units and any others that you
    see; nothing is kept."""

    def take(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Adjudicate what the player sees, with these orders and their own that stand.

        The board of the trial is made from their view: there is nothing else on it.
        """
        if not lines:
            return Reason("nothing_to_try")
        view = view_of(game, actor)
        board = position_of(view, game.variant)
        there = {unit.power for unit in (*view.units, *(gone.unit for gone in view.dislodged))}
        powers = tuple(p for p in game.variant.map.powers if p in there | {*actor.powers})
        own = {power: game.orders.get(power, ()) for power in actor.powers}
        trial = replace(game, position=board, orders=own)
        tried = carry_out(trial, replace(actor, powers=powers), lines, trial=True)
        record = adjudicate(game.variant, board, tried.game.orders)
        seen = project(actor.powers, record.after, record, game.variant, actor.name)
        sections: tuple[Section, ...] = (Trial(seen),)
        if context.house.drawn(game.variant.map.name):
            sections += (Drawing(seen, f"{game.name}-what-if-{lines[0].number}.png"),)
        heard = tuple(
            each._replace(choices=()) if each.why else each._replace(why=Reason("tried"))
            for each in tried.heard
        )
        return Effects(
            remark=Reason("tried_below"), sections=sections, line=LineEffects(heard=heard)
        )
