"""Demonstrations whose every position, and every letter of civilizations, is checked.

What is wrong is in ``faults``, a sentence each.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from judge.demo.civ_demo import CivGame, collect_pairs_met
from judge.demo.mailboxes import find_plain_text_of
from judge.demo.robots import RobotGame
from judge.game.state import Play
from judge.hooks import Variant
from judge.model.facts import collect_contacts_of_powers
from judge.model.position import Position
from tests.road.audit import letter_faults, position_faults, visible_spaces


class InspectedRobotGame(RobotGame):
    """A game of robots in which each turn's position is checked."""

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        super().__init__(variant, folder, report)
        self.faults: list[str] = []

    def play_turn(self, game: Play, position: Position) -> None:
        """Play a turn, and look at what came of it."""
        super().play_turn(game, position)
        reached = self.office.find_current_position()
        found = position_faults(self.variant.map, reached)
        self.faults += [f"{reached.turn}: {fault}" for fault in found]


class InspectedCivGame(CivGame, InspectedRobotGame):
    """A game of civilizations whose letters are checked against what their readers could see."""

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        super().__init__(variant, folder, report)
        self.unanswered: tuple[str, ...] = ()
        self.read = dict.fromkeys(self.players, 0)
        self.heard_of: dict[str, set[str]] = {name: {name} for name in self.players}

    def play_turn(self, game: Play, position: Position) -> None:
        """Play a turn; look through the last letters of a game that is over."""
        for name in self.unanswered:
            self.expect(self.count(name, "has lapsed") == 1, f"{name} was told of the lapse")
        self.unanswered = ()
        super().play_turn(game, position)
        reached = self.office.find_current_position()
        if reached.ended:
            self.faults += [f"nothing came of {deal.__name__}" for deal in self.deals]
            self.check_letters(reached)

    def make_next_deal(self, position: Position) -> list[str]:
        """Check the letters before and after the turn's deal, and what came of it."""
        self.check_letters(position)
        before = collect_pairs_met(position)
        done = super().make_next_deal(position)
        for sentence in done:
            self.check_deal(sentence, before)
        self.check_letters(self.office.find_current_position())
        return done

    def check_deal(self, sentence: str, met: set[tuple[str, str]]) -> None:
        """Check that those in a deal were told of it, and that it was carried out."""
        names = [word for word in re.findall(r"\w+", sentence) if word in self.powers]
        if "exchange maps" in sentence:
            shown = [self.count(name, "sees now") for name in names]
            self.expect(shown == [2, 2, 2], f"maps of {', '.join(names)}: {shown}")
        elif "the contact of" in sentence:
            _, taker, other = names
            pair = self.powers[taker], self.powers[other]
            self.expect(pair not in met, f"{taker} had not met {other}")
            self.expect(
                pair in collect_pairs_met(self.office.find_current_position()),
                f"{taker} met {other}",
            )
            self.expect(self.count(other, "told us of you") == 1, f"press to {other}")
        elif "its unit in" in sentence:
            place = sentence.partition("its unit in ")[2]
            (code,) = (c for c, p in self.variant.map.provinces.items() if p.name == place)
            given = self.office.find_current_position().units[code]
            self.expect(given.power == self.powers[names[1]], f"the unit in {code} was given")
        else:
            self.expect("hears nothing" in sentence, f"{sentence!r} is a deal")
            self.unanswered = tuple(names)

    def count(self, name: str, words: str) -> int:
        """Return how many of somebody's letters that were not yet checked hold these words."""
        new = self.players[name].letters[self.read[name] :]
        return sum(words in " ".join(find_plain_text_of(letter).split()) for letter in new)

    def expect(self, came_about: bool, what: str) -> None:
        """Note what did not come about."""
        if not came_about:
            self.faults.append(f"not so: {what}")

    def check_letters(self, position: Position) -> None:
        """Check the letters that came while the position stood so.

        What their readers were shown must be what they see, and nobody reads a stranger's name.
        """
        called = {power: name for name, power in self.powers.items()}
        winners = position.ended.winners if position.ended else ()
        for name, power in self.powers.items():
            spaces, centers = visible_spaces(power, position, self.variant.map)
            seen = {unit.power for code, unit in position.units.items() if code in spaces}
            seen |= {owner for code, owner in position.owners.items() if code in centers}
            seen |= collect_contacts_of_powers(position.facts, [power]) | {*winners}
            self.heard_of[name] |= {called[other] for other in seen}
            letters = self.players[name].letters[self.read[name] :]
            self.read[name] += len(letters)
            for letter in letters:
                text = find_plain_text_of(letter)
                whose = re.search(r"what (\w+) sees now", text)
                if whose:
                    self.heard_of[name] |= self.heard_of[whose[1]]
                strangers = sorted(self.powers.keys() - self.heard_of[name])
                read = [other for other in strangers if re.search(rf"\b{other}\b", text)]
                self.expect(not read, f"{name} knows nothing of {read}")
                reader = self.powers[whose[1]] if whose else power
                faults = letter_faults(text, reader, position, self.variant.map, called)
                self.faults += [f"{name} {fault}" for fault in faults]
