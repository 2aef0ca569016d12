"""PREFER: which powers players would like, and who gets which."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from judge.game.command import InGame, LineContext
from judge.game.effects import Effects
from judge.game.state import ANY, Game, Play, Preferences, Role, Seat, Stage
from judge.language.lexicon import find_power
from judge.language.word_lists import WordPattern
from judge.model.map import Map
from judge.model.reason import Reason

_GROUP = re.compile(r"[\[(][^\])]*[\])]|\*|[^\s,;>\[(*][^,;>\[(*]*")
_WITHIN = WordPattern(r"[,;/&=|]| %(between_choices)s ")


def parse_preferences(typed: str, game_map: Map) -> Preferences | Reason:
    """Return the preferences in ``France, [Germany, Italy], *``, or in ``F[GI]*``.

    Brackets hold powers that are equally dear, a star stands for all others; what is not named
    comes last.
    """
    groups: list[tuple[str, ...]] = []
    for part in _GROUP.findall(typed.replace(" then ", ", ")):
        if part.casefold().strip(" .") in (ANY, "any", "none"):
            groups.append((ANY,))
            continue
        words = [word.strip(" .[]()") for word in _WITHIN.pattern.split(part)]
        together = part[0] in "[("
        for word in filter(None, words):
            named = _parse_powers(word, game_map)
            if not named:
                return Reason("unknown_power", (word,))
            groups += () if together else ((power,) for power in named)
        if together:
            groups.append(tuple(p for word in words if word for p in _parse_powers(word, game_map)))
    return tuple(dict.fromkeys(groups)) if groups != [(ANY,)] else ()


def _parse_powers(word: str, game_map: Map) -> tuple[str, ...]:
    """Return the power of a name, or the powers of letters as in ``FGI``."""
    power_of_word = find_power(game_map, word)
    letters = [find_power(game_map, letter) for letter in word] if word.isupper() else []
    powers = [power_of_word] if power_of_word else letters
    return tuple(power for power in powers if power) if None not in powers else ()


def describe_preferences(prefers: Preferences) -> tuple[str, ...]:
    """Return preferences one after the other."""
    return tuple("any other" if ANY in group else " or ".join(group) for group in prefers)


def deal_by_preference(
    seats: Sequence[Seat], sides: Sequence[tuple[str, ...]], seed: int
) -> dict[str, tuple[str, ...]]:
    """Return which of the sides each seat gets: so that all together come as near as can be to
    what they prefer, and by lot where that leaves a choice."""
    chance = random.Random(seed)
    sides = list(sides)
    chance.shuffle(sides)
    sides.reverse()
    seats = list(seats)
    if any(seat.prefers for seat in seats):
        chance.shuffle(seats)
    costs = [[_rank_preference(seat.prefers, side) for side in sides] for seat in seats]
    return {
        seat.name: sides[column]
        for seat, column in zip(seats, _find_cheapest_assignment(costs), strict=True)
    }


def _rank_preference(prefers: Preferences, side: tuple[str, ...]) -> int:
    """Return in which place of the preferences a side comes."""
    fits = [n for n, group in enumerate(prefers) if not {*group}.isdisjoint(side)]
    return min(fits or [n for n, group in enumerate(prefers) if ANY in group] or [len(prefers)])


def _find_cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return for each row a column of its own such that the costs are least in all.

    There are as many columns as rows or more (the Hungarian method, by shortest paths).
    """
    width = len(costs[0]) if costs else 0
    column_potentials, row_potentials = [0] * (width + 1), [0] * (len(costs) + 1)
    holder = [0] * (width + 1)  # the row, from 1, that has a column, from 1
    for row in range(1, len(costs) + 1):
        holder[0], column = row, 0
        least, back, seen = [10**9] * (width + 1), [0] * (width + 1), [False] * (width + 1)
        while holder[column]:
            seen[column], current, step, following = True, holder[column], 10**9, 0
            for candidate in range(1, width + 1):
                if seen[candidate]:
                    continue
                price = (
                    costs[current - 1][candidate - 1]
                    - row_potentials[current]
                    - column_potentials[candidate]
                )
                if price < least[candidate]:
                    least[candidate], back[candidate] = price, column
                if least[candidate] < step:
                    step, following = least[candidate], candidate
            for candidate in range(width + 1):
                if seen[candidate]:
                    row_potentials[holder[candidate]] += step
                    column_potentials[candidate] -= step
                else:
                    least[candidate] -= step
            column = following
        while column:
            holder[column] = holder[back[column]]
            column = back[column]
    column_of_row = {row: column for column, row in enumerate(holder[1:]) if row}
    return [column_of_row[row] for row in range(1, len(costs) + 1)]


class Prefer(InGame):
    """PREFER France, [Germany, Italy], *: which powers you would like, before the game begins."""

    who = Role.PLAYER
    stages = frozenset({Stage.FORMING})
    liked: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Note it in place of what was asked for before."""
        if isinstance(game, Play):
            return Reason("already_started")
        if not game.disclosure.public_power_names:
            return Reason("prefers_hidden")
        prefers = parse_preferences(self.liked, game.variant.map)
        if isinstance(prefers, Reason):
            return prefers
        game = game.with_seat(replace(actor, wish="", prefers=prefers))
        if not prefers:
            return Effects((game,), Reason("prefers_any"))
        return Effects((game,), Reason("prefers", describe_preferences(prefers)))
