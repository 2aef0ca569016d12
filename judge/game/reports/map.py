"""MAP, and WHY: what became of an order."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import find_view
from judge.game.past import PastTurns
from judge.game.reports.history import build_chronicle
from judge.game.reports.report import Report
from judge.game.state import Game, Play, Seat
from judge.language.reader import find_place
from judge.model.letter import Drawing, News, PositionSection, Section
from judge.model.map import Location
from judge.model.reason import Reason
from judge.model.sections import Explained
from judge.model.view import View

FORMS = ("png", "svg")
"""What a picture is sent as; the first where none is named."""

_FEW = 6


class MapCommand(Report):
    """MAP [game] [turn] [AS SVG|PNG]: the board as a picture, as it is or as a turn went."""

    turn: str = ""
    form: str = ""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return the picture and the same in words; where there is no picture, say so."""
        if self.form and self.form.casefold() not in FORMS:
            return Reason("no_form", (self.form,))
        outcome = Report.compute_effects(self, game, actor, context)
        if (
            game is None
            or isinstance(outcome, Reason)
            or context.house.drawn(game.variant.map.name)
        ):
            return outcome
        return replace(outcome, remark=Reason("no_picture", (game.variant.name,)))

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...] | Reason:
        """Return the board as the reader sees it now, or saw it after a turn, and its picture."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        words_and_view = self._build_words_and_view(game, actor, context.find_past_turns(game))
        if isinstance(words_and_view, Reason):
            return words_and_view
        words, view = words_and_view
        if not context.house.drawn(game.variant.map.name):
            return (words,)
        form = self.form.casefold() or FORMS[0]
        return (words, Drawing(view, f"{game.name}-{view.played or view.turn}.{form}"))

    def _build_words_and_view(
        self, game: Play, actor: Seat | None, past: PastTurns
    ) -> tuple[Section, View] | Reason:
        """Return the words, and what is drawn."""
        calendar = game.variant.calendar
        turn = calendar.parse_turn(self.turn) if self.turn else game.position.turn
        if turn is None:
            return Reason("bad_turn", (self.turn,))
        if turn == game.position.turn:
            view = replace(find_view(game, actor), played=None, results=(), effects=())
            return PositionSection(), view
        played = [
            past_turn.record.before.turn for past_turn in past.list_turns_leading_to(game.parent)
        ]
        if turn not in played:
            few = played if len(played) <= _FEW else [*played[:1], *played[1 - _FEW :]]
            name = self.turn.upper()
            if not few:
                return Reason("none_played", (name, game.name))
            return Reason("not_played", (name, game.name, *map(str, few)))
        turns = build_chronicle(game, actor, past, str(turn), str(turn))
        return turns if isinstance(turns, Reason) else (turns, turns.turns[-1].view)


class Why(InGame):
    """WHY unit: what became of a unit in the last turn and why, and why you see where it is (WHY A
    PAR)."""

    subject: str = ""

    asks = True

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Tell what the reader's view of the last turn says of a space."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        place = find_place(self.subject, game.variant)
        if not place:
            return Reason("why_what", (self.subject,))
        view = find_view(game, actor)
        sections: tuple[Section, ...] = (
            Explained(place),
            *map(News, _explain_sight(place, view, game)),
        )
        return Effects(sections=sections)


def _explain_sight(place: str, view: View, game: Play) -> tuple[Reason, ...]:
    """Say by what the reader sees a space, or that they do not."""
    here = Location(place)
    if view.seen >= game.variant.map.provinces.keys():
        return (Reason("all_seen"),)
    if place not in view.seen:
        return (Reason("out_of_view", (here,)),)
    near = {place, *game.variant.map.contacts[place]}
    units = [unit for unit in view.units if unit.power in view.powers and unit.at.province in near]
    centers = [Location(code) for code in sorted(near) if view.owners.get(code) in view.powers]
    return (Reason("seen_from", (here, *units, *centers)),)
