"""A game of nine civilizations by mail: they find each other, deal with each other, and one wins.

Each turn's letters are checked against what their readers could see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from pathlib import Path

from judge.demo.audit import letter_faults, visible_spaces
from judge.demo.mailboxes import plain_text
from judge.demo.play import GAME
from judge.demo.robots import RobotGame
from judge.demo.scout_robot import ScoutRobot, seen_by
from judge.engine.advance import wanted
from judge.game.state import Play
from judge.hooks import Variant
from judge.letters.phrasing import counted
from judge.model.facts import CONTACT, contacts
from judge.model.position import Position
from judge.model.turn import Phase

OPTIONS = {"civs": "9"}
NAMES = ("Tonga", "Camelot", "Sparta", "Saba", "Ophir", "Thule", "Zhou", "Mali", "Lemuria")
"""What the civilizations name themselves."""

CONQUEROR = "Lemuria"

ZEAL = 0.1
"""How often the others' units do more than hold."""


class CivGame(RobotGame):
    """A game of civilizations, to the victory of one. Players are called by their civilizations."""

    names = NAMES
    seed = 5
    checked = "letter and every position"

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        super().__init__(variant, folder, report)
        self.powers: dict[str, str] = {}
        self.robots: dict[str, ScoutRobot] = {}
        self.unanswered: tuple[str, ...] = ()
        self.read = dict.fromkeys(self.players, 0)
        self.heard_of: dict[str, set[str]] = {name: {name} for name in self.players}
        self.deals: list[Callable[[], str]] = [
            self.exchange_maps, self.give_contact, self.give_unit, self.let_offer_lapse,
        ]  # fmt: skip

    def gather(self) -> None:
        """Create the game, and let all join it; the last one to join starts it."""
        self.send(self.master, "a new game", f"CREATE {GAME} CIV ON standard WITH civs=9")
        self.wait_until_idle()
        self.send(self.master, "settings", "SET REMINDER 0")
        for player in self.players.values():
            self.send(player, "hello", f"JOIN {GAME}")
            self.wait_until_idle()
        seats = {seat.address: seat for seat in self.game().players}
        for name, player in self.players.items():
            self.powers[name] = seats[player.address].powers[0]
            self.send(player, "Re: our name", f"NAME {name}")
            zeal = 1.0 if name == CONQUEROR else ZEAL
            self.robots[name] = ScoutRobot(self.variant, self.dice, zeal)
        self.wait_until_idle()
        count = len(self.players)
        self.report(f"{count} players and a master have mailed; nobody knows of the others")

    def play_turn(self, game: Play, position: Position) -> None:
        """Let all write their orders and ask what they see, deal, and let the deadline pass."""
        for name in self.unanswered:
            self.expect(self.got(name, "has lapsed") == 1, f"{name} was told of the lapse")
        self.unanswered = ()
        wants = wanted(self.variant, position)
        for name, power in self.powers.items():
            seen, player = seen_by(power, position, self.variant), self.players[name]
            orders = self.robots[name].orders(power, seen, wants.get(power))
            text = player.style(orders, self.variant) if orders else ""
            if position.turn.phase is Phase.MOVEMENT:
                text = f"{text}\nLIST".strip()
            if text:
                self.send(player, "Re: orders", text)
        self.wait_until_idle()
        self.audit(position)
        deals = self.deal(position)
        dealt_in = self.position()
        self.audit(dealt_in)
        self.pass_deadline()
        new = (len(_pairs(self.position())) - len(_pairs(dealt_in))) // 2
        self.events["contact"] += new
        contacts_found = [counted(new, "new contact")] if new else []
        news = "; ".join([counted(len(position.units), "unit"), *contacts_found, *deals])
        title = self.variant.calendar.title(position.turn)
        self.report(f"{title}, {position.turn.phase.word}: {news}")

    # -- deals

    def deal(self, position: Position) -> list[str]:
        """Try the next deal in store; return in words what was done."""
        if position.turn.phase is not Phase.MOVEMENT:
            return []
        for make in self.deals:
            if done := make():
                self.deals.remove(make)
                self.events["deal"] += 1
                return [done]
        return []

    def exchange_maps(self) -> str:
        """Three who have all met exchange their maps."""
        met = _pairs(self.position())
        for trio in combinations(self.powers, 3):
            if all((self.powers[a], self.powers[b]) in met for a, b in combinations(trio, 2)):
                first, second, third = trio
                self.propose(first, f"EXCHANGE MAPS WITH {second}, {third}")
                self.propose(second, "ACCEPT")
                self.propose(third, "ACCEPT")
                shown = [self.got(name, "sees now") for name in trio]
                self.expect(shown == [2, 2, 2], f"maps of {', '.join(trio)}: {shown}")
                return f"{first}, {second} and {third} exchange maps"
        return ""

    def give_contact(self) -> str:
        """Somebody makes two known to each other who have not met."""
        met = _pairs(self.position())
        for giver, taker, other in permutations(self.powers, 3):
            powers = self.powers[giver], self.powers[taker], self.powers[other]
            if {powers[:2], powers[::2]} <= met and powers[1:] not in met:
                self.propose(giver, f"GIVE CONTACT {other} TO {taker}")
                self.propose(taker, "ACCEPT")
                self.expect(powers[1:] in _pairs(self.position()), f"{taker} met {other}")
                self.propose(taker, f"PRESS TO {other}\n{giver} told us of you.\nENDPRESS")
                self.expect(self.got(other, "told us of you") == 1, f"press to {other}")
                return f"{giver} gives {taker} the contact of {other}"
        return ""

    def give_unit(self) -> str:
        """Somebody gives another, the conqueror before all, a unit that is on no center."""
        position, game_map = self.position(), self.variant.map
        pairs = sorted(permutations(self.powers, 2), key=lambda pair: pair[1] != CONQUEROR)
        for giver, taker in pairs:
            units = position.units_of(self.powers[giver])
            free = [unit.at.province for unit in units if unit.at.province not in game_map.centers]
            if free and (self.powers[giver], self.powers[taker]) in _pairs(position):
                place = game_map.provinces[free[0]].name
                self.propose(giver, f"GIVE UNIT {place} TO {taker}")
                self.propose(taker, "ACCEPT")
                given = self.position().units[free[0]]
                obeys = given.power == self.powers[taker]
                self.expect(obeys, f"the unit in {free[0]} obeys {taker}")
                return f"{giver} gives {taker} its unit in {place}"
        return ""

    def let_offer_lapse(self) -> str:
        """Somebody offers their map, and has no answer before the deadline."""
        met = _pairs(self.position())
        for name, other in permutations(self.powers, 2):
            if (self.powers[name], self.powers[other]) in met:
                self.propose(name, f"OFFER MAP TO {other}")
                self.unanswered = (name, other)
                return f"{name} offers {other} its map, and hears nothing"
        return ""

    def propose(self, name: str, text: str) -> None:
        """Let somebody write, and wait for all that comes of it."""
        self.send(self.players[name], "Re: a proposal", text)
        self.wait_until_idle()

    def got(self, name: str, words: str) -> int:
        """Return how many of somebody's letters of this turn hold these words."""
        new = self.players[name].letters[self.read[name] :]
        return sum(words in " ".join(plain_text(letter).split()) for letter in new)

    def expect(self, kept: bool, what: str) -> None:
        """Note what did not come about."""
        if not kept:
            self.faults.append(f"not so: {what}")

    # -- what was shown

    def audit(self, position: Position) -> None:
        """Check the letters that came while the position stood so.

        What their readers were shown must be what they see, and nobody reads a stranger's name.
        """
        called = {power: name for name, power in self.powers.items()}
        winners = position.ended.winners if position.ended else ()
        for name, power in self.powers.items():
            spaces, centers = visible_spaces(power, position, self.variant.map)
            seen = {unit.power for code, unit in position.units.items() if code in spaces}
            seen |= {owner for code, owner in position.owners.items() if code in centers}
            seen |= contacts(position.facts, [power]) | {*winners}
            self.heard_of[name] |= {called[other] for other in seen}
            letters = self.players[name].letters[self.read[name] :]
            self.read[name] += len(letters)
            for letter in letters:
                text = plain_text(letter)
                whose = re.search(r"what (\w+) sees now", text)
                if whose:
                    self.heard_of[name] |= self.heard_of[whose[1]]
                strangers = sorted(self.powers.keys() - self.heard_of[name])
                read = [other for other in strangers if re.search(rf"\b{other}\b", text)]
                self.expect(not read, f"{name} knows nothing of {read}")
                reader = self.powers[whose[1]] if whose else power
                faults = letter_faults(text, reader, position, self.variant.map, called)
                self.faults += [f"{name} {fault}" for fault in faults]

    def check(self, position: Position) -> Iterator[str]:
        """Yield what is wrong with a position; look through the last letters, too."""
        yield from super().check(position)
        if position.ended:
            yield from (f"nothing came of {deal.__name__}" for deal in self.deals)
            self.audit(position)


def _pairs(position: Position) -> set[tuple[str, str]]:
    """Return all who have met, both ways."""
    return {(fact.about, fact.value) for fact in position.facts if fact.rule == CONTACT}
