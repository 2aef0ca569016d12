"""WHY."""

from __future__ import annotations

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.notices import view_of
from judge.game.state import Game, Play, Seat
from judge.language.reader import find_place
from judge.model.letter import News, Section
from judge.model.map import Location
from judge.model.not_given import Explained
from judge.model.reason import Reason
from judge.model.view import View


class Why(InGame):
    """WHY unit: what became of a unit in the last turn and why, and why you see where it is (WHY A
    PAR)."""

    subject: str = ""

    def decide_outcome(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Tell what the reader's view of the last turn says of a space."""
        if not isinstance(game, Play):
            return Reason("not_running", (game.name,))
        place = find_place(self.subject, game.variant)
        if not place:
            return Reason("why_what", (self.subject,))
        view = view_of(game, actor)
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
