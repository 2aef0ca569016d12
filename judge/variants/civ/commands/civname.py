"""NAME."""

from __future__ import annotations

import re
from dataclasses import replace

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.language.grammar import build_grammar
from judge.model.facts import collect_chosen_power_names
from judge.model.position import apply_effects
from judge.model.reason import Reason
from judge.variants.civ.names import choose_name

OFFICES = frozenset(
    {"gm", "master", "masters", "gamemaster", "moderator", "judge", "observer", "observers"}
    | {"player", "players", "all", "everybody", "everyone", "world", "nobody", "none", "nothing"}
    | {"unowned", "neutral", "vacant", "stranger"}
)
"""Words that letters and lines of press use for others than civilizations."""


class Civname(PlayerCommand):
    """NAME word: what your civilization is called, in the first phase."""

    called: str = ""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Take the name, be it another's choice or not: nothing tells who has chosen what.

        A name of the judge's own list is refused whether it is in use or not (CIV-2).
        """
        if game.position.turn != game.variant.calendar.find_first_turn():
            return Reason("name_too_late")
        (power,) = actor.powers
        game_map = game.variant.map
        called = collect_chosen_power_names(game.position.facts)[power]
        # The name that it bears already is read as the power itself.
        word = self.called.replace(game_map.powers[power].sign, called).strip().strip("\"'")
        word = word[:1].upper() + word[1:]
        dealt = game.variant.rules.opening.deal_position(
            game_map, tuple(game_map.powers), game.seed
        )
        own_names = {
            collect_chosen_power_names(facts)[power] for facts in (game.position.facts, dealt.facts)
        }
        reserved = {name.casefold() for name in game.disclosure.reserved_names - own_names}
        spoken, keywords = build_grammar(game.variant).spoken, build_grammar(game.variant).keywords
        words = spoken | {w for texts in keywords.values() for w in texts} | OFFICES
        if (
            not re.fullmatch(r"[A-Za-z][a-zA-Z'-]{2,19}", word)
            or word.casefold() in reserved | words
        ):
            return Reason("name_refused")
        effects = choose_name(game.position.facts, power, word)
        position = apply_effects(game.position, effects)
        return Effects((replace(game, position=position),), Reason("name_given", (word,)))
