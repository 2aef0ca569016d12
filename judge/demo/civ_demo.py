"""A game of nine civilizations by mail: they find each other, deal with each other, and one wins.

Each turn's letters are checked against what their readers could see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from judge.demo.audit import letter_faults, visible_spaces
from judge.demo.mailboxes import plain_text
from judge.demo.play import GAME, DemoParties
from judge.demo.robots import RobotGame
from judge.demo.scout_robot import Explorer, seen_by
from judge.engine.advance import wanted
from judge.game.state import Game, Seat
from judge.letters.phrasing import counted
from judge.model.facts import CONTACT, contacts
from judge.model.order import Order
from judge.model.position import Position
from judge.model.turn import Phase

OPTIONS = {"civs": "9"}
CALLED = ("Tonga", "Camelot", "Sparta", "Saba", "Ophir", "Thule", "Zhou", "Mali", "Lemuria")
"""What the civilizations name themselves."""

CONQUEROR = "Lemuria"

ZEAL = 0.1
"""How often the others' units do more than hold."""


class Voyage(RobotGame):
    """A game of civilizations, to the victory of one."""

    seed = 5
    sound = "letter and every position"

    def __init__(self, company: DemoParties) -> None:
        super().__init__(company)
        self.minds: dict[str, Explorer] = {}
        self.unanswered: tuple[str, ...] = ()
        self.read = dict.fromkeys(self.players, 0)
        self.known: dict[str, set[str]] = {name: {name} for name in self.players}
        self.deals: list[Callable[[dict[str, str], Game], str]] = [
            self.exchange, self.give_contact, self.give_unit, self.let_lapse,
        ]  # fmt: skip

    def gather(self) -> None:
        """Create the game, and let all join it; the last one to join starts it."""
        self.say(self.master, "a new game", f"CREATE {GAME} CIV ON standard WITH civs=9")
        self.rest()
        self.say(self.master, "settings", "SET REMINDER 0")
        for player in self.players.values():
            self.say(player, "hello", f"JOIN {GAME}")
            self.rest()
        powers = self.powers(self.game())
        for name, power in powers.items():
            self.say(self.players[name], "Re: our name", f"NAME {name}")
            zeal = 1.0 if name == CONQUEROR else ZEAL
            self.minds[power] = Explorer(self.variant, self.dice, zeal)
        self.rest()
        self.tell(f"{len(powers)} players and a master have mailed; nobody knows of the others")

    def powers(self, game: Game) -> dict[str, str]:
        """Return which power each player has, by the name of his civilization."""
        seats: dict[str, Seat] = {seat.address: seat for seat in game.players}
        return {name: seats[who.address].powers[0] for name, who in self.players.items()}

    def turn(self, game: Game) -> None:
        """Let everybody write his orders and ask what he sees, deal, and let the deadline pass."""
        position, powers = self._now(game), self.powers(game)
        for name in self.unanswered:
            self.expect(self.got(name, "has lapsed") == 1, f"{name} was told of the lapse")
        self.unanswered = ()
        wants = wanted(self.variant, position)
        for name, power in powers.items():
            mine = seen_by(power, position, self.variant)
            orders: list[Order] = self.minds[power].orders(power, mine, wants.get(power))
            text = self.players[name].hand(orders, self.variant.map) if orders else ""
            if position.turn.phase is Phase.MOVEMENT:
                text = f"{text}\nLIST".strip()
            if text:
                self.say(self.players[name], "Re: orders", text)
        self.rest()
        self.audit(position, powers)
        dealt = self.deal(powers, game)
        dealt_in = self._now(self.game())
        self.audit(dealt_in, powers)
        met = len(_pairs(dealt_in))
        self.pass_deadline()
        after = self._now(self.game())
        found = (len(_pairs(after)) - met) // 2
        self.seen["contact"] += found
        news = [f"{counted(found, 'new contact')}"] if found else []
        title = self.variant.calendar.title(position.turn)
        told = "; ".join([counted(len(position.units), "unit"), *news, *dealt])
        self.tell(f"{title}, {position.turn.phase.word}: {told}")

    # -- deals

    def deal(self, powers: dict[str, str], game: Game) -> list[str]:
        """Try the next deal in store; return in words what was done."""
        if self._now(game).turn.phase is not Phase.MOVEMENT:
            return []
        for make in self.deals:
            if done := make(powers, game):
                self.deals.remove(make)
                self.seen["deal"] += 1
                return [done]
        return []

    def exchange(self, powers: dict[str, str], game: Game) -> str:
        """Three who have all met exchange their maps."""
        met = _pairs(self._now(game))
        for trio in combinations(powers, 3):
            if all((powers[a], powers[b]) in met for a, b in combinations(trio, 2)):
                one, other, third = trio
                self.speak(one, f"EXCHANGE MAPS WITH {other}, {third}")
                self.speak(other, "ACCEPT")
                self.speak(third, "ACCEPT")
                shown = [self.got(name, "sees now") for name in trio]
                self.expect(shown == [2, 2, 2], f"maps of {', '.join(trio)}: {shown}")
                return f"{one}, {other} and {third} exchange maps"
        return ""

    def give_contact(self, powers: dict[str, str], game: Game) -> str:
        """Somebody makes two known to each other who have not met."""
        met = _pairs(self._now(game))
        for giver, one, other in permutations(powers, 3):
            three = powers[giver], powers[one], powers[other]
            if {three[:2], three[::2]} <= met and three[1:] not in met:
                self.speak(giver, f"GIVE CONTACT {other} TO {one}")
                self.speak(one, "ACCEPT")
                self.expect(three[1:] in _pairs(self._now(self.game())), f"{one} met {other}")
                self.speak(one, f"PRESS TO {other}\n{giver} told us of you.\nENDPRESS")
                self.expect(self.got(other, "told us of you") == 1, f"press to {other}")
                return f"{giver} gives {one} the contact of {other}"
        return ""

    def give_unit(self, powers: dict[str, str], game: Game) -> str:
        """Somebody gives another, the conqueror before all, a unit that is on no center."""
        position, game_map = self._now(game), self.variant.map
        met = _pairs(position)
        pairs = sorted(permutations(powers, 2), key=lambda pair: pair[1] != CONQUEROR)
        for name, to in pairs:
            free = [
                u for u in position.units_of(powers[name]) if u.at.province not in game_map.centers
            ]
            if free and (powers[name], powers[to]) in met:
                at = free[0].at.province
                self.speak(name, f"GIVE UNIT {game_map.provinces[at].name} TO {to}")
                self.speak(to, "ACCEPT")
                now = self._now(self.game()).units[at]
                self.expect(now.power == powers[to], f"the unit in {at} obeys {to}")
                return f"{name} gives {to} its unit in {game_map.provinces[at].name}"
        return ""

    def let_lapse(self, powers: dict[str, str], game: Game) -> str:
        """Somebody offers his map, and has no answer before the deadline."""
        met = _pairs(self._now(game))
        for one, other in permutations(powers, 2):
            if (powers[one], powers[other]) in met:
                self.speak(one, f"OFFER MAP TO {other}")
                self.unanswered = (one, other)
                return f"{one} offers {other} its map, and hears nothing"
        return ""

    def speak(self, name: str, text: str) -> None:
        """Let somebody write, and wait for all that comes of it."""
        self.say(self.players[name], "Re: a proposal", text)
        self.rest()

    def got(self, name: str, words: str) -> int:
        """Return how many of somebody's letters of this turn hold these words."""
        new = self.players[name].letters[self.read[name] :]
        return sum(words in " ".join(plain_text(letter).split()) for letter in new)

    def expect(self, kept: bool, what: str) -> None:
        """Note what did not come about."""
        if not kept:
            self.wrong.append(f"not so: {what}")

    # -- what was shown

    def audit(self, position: Position, powers: dict[str, str]) -> None:
        """Check the letters that came while the position stood so.

        What their readers were shown must be what they see, and nobody reads a stranger's name.
        """
        called = {power: name for name, power in powers.items()}
        ended = position.ended.winners if position.ended else ()
        for name, power in powers.items():
            spaces, centers = visible_spaces(power, position, self.variant.map)
            seen = {unit.power for code, unit in position.units.items() if code in spaces}
            seen |= {owner for code, owner in position.owners.items() if code in centers}
            seen |= contacts(position.facts, [power]) | {*ended}
            self.known[name] |= {called[other] for other in seen}
            letters = self.players[name].letters[self.read[name] :]
            self.read[name] += len(letters)
            for letter in letters:
                text = plain_text(letter)
                whose = re.search(r"what (\w+) sees now", text)
                if whose:
                    self.known[name] |= self.known[whose[1]]
                strangers = sorted(set(powers) - self.known[name])
                read = [other for other in strangers if re.search(rf"\b{other}\b", text)]
                self.expect(not read, f"{name} knows nothing of {read}")
                reader = powers[whose[1]] if whose else power
                odd = letter_faults(text, reader, position, self.variant.map, called)
                self.wrong += [f"{name} {slip}" for slip in odd]

    def check(self, position: Position) -> Iterator[str]:
        """Yield what is wrong with a position; look through the last letters, too."""
        yield from super().check(position)
        if position.ended:
            yield from (f"nothing came of {deal.__name__}" for deal in self.deals)
            self.audit(position, self.powers(self.game()))


def _pairs(position: Position) -> set[tuple[str, str]]:
    """Return all who have met, both ways."""
    return {(fact.about, fact.value) for fact in position.facts if fact.rule == CONTACT}
