"""A game of nine civilizations by mail: they find each other, deal with each other, and one wins.

The robots know of the world what their letters show them; one of them is bent on conquest.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

from judge.demo.office import GAME
from judge.demo.robots import Robot, RobotGame
from judge.engine.advance import wanted_orders
from judge.engine.context import compile_board
from judge.game.notices import view_of
from judge.game.state import Play
from judge.hooks import Variant
from judge.letters.phrasing import count_with_noun
from judge.model.facts import CONTACT
from judge.model.map import Location
from judge.model.order import Hold, Move, Order, Support
from judge.model.position import Position, Unit
from judge.model.turn import Phase

OPTIONS = {"civs": "9"}
NAMES = ("Tonga", "Camelot", "Lyonesse", "Saba", "Ophir", "Thule", "Zhou", "Mali", "Lemuria")
"""What the civilizations name themselves."""

CONQUEROR = "Lemuria"

ZEAL = 0.1
"""How often the others' units do more than hold."""

Reach = Callable[[str, Location], tuple[Location, ...]]


class ScoutRobot(Robot):
    """Goes for the nearest center that is not its own, as far as it sees; some only hold."""

    def __init__(self, variant: Variant, dice: random.Random, zeal: float) -> None:
        super().__init__(variant, dice)
        self.zeal = zeal

    def movement_orders(self, units: tuple[Unit, ...], position: Position) -> Iterator[Order]:
        """Order each unit: to the nearest prey that no other goes for, or in support of one."""
        board = compile_board(self.variant, position)
        moves: list[Move] = []
        aims: set[str] = set()
        for unit in units:
            near = {place.province for place in board.open_steps(unit.kind, unit.at)}
            if self.dice.random() > self.zeal or not near:
                yield Hold(unit)
                continue
            attacks = [move for move in moves if move.to.province in position.units]
            helped = next((move for move in attacks if move.to.province in near), None)
            if helped is not None:
                yield Support(unit, helped.unit, helped.to)
                continue
            destinations = {move.to.province for move in moves}
            way = self._first_step_to_center(unit, position, destinations, aims, board.open_steps)
            if way is None:
                yield Hold(unit)
                continue
            step, aim = way
            if aim not in position.units:
                aims.add(aim)
            moves.append(Move(unit, step))
            yield moves[-1]

    def _first_step_to_center(
        self, unit: Unit, position: Position, destinations: set[str], aims: set[str], reach: Reach
    ) -> tuple[Location, str] | None:
        """Return the first step to the nearest center of others or of nobody, and that center."""
        own_provinces = {
            code for code, other in position.units.items() if other.power == unit.power
        }
        waiting = deque(
            (place, place)
            for place in reach(unit.kind, unit.at)
            if place.province not in destinations
        )
        visited = {unit.at}
        while waiting:
            place, first = waiting.popleft()
            if place in visited or (place == first and place.province in own_provinces):
                continue
            visited.add(place)
            code = place.province
            if (
                self.variant.map.provinces[code].center
                and position.owners.get(code) != unit.power
                and code not in aims
            ):
                return first, code
            waiting.extend((to, first) for to in reach(unit.kind, place))
        return None


class CivGame(RobotGame):
    """A game of civilizations, to the victory of one. Players are called by their civilizations."""

    names = NAMES
    seed = 5

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        super().__init__(variant, folder, report)
        self.powers: dict[str, str] = {}
        self.robots: dict[str, ScoutRobot] = {}
        self.deals: list[Callable[[], str]] = [
            self.exchange_maps, self.give_contact, self.give_unit, self.let_offer_lapse,
        ]  # fmt: skip

    def create_and_join_game(self) -> None:
        """Create the game, and let all join it; the last one to join starts it."""
        office, board = self.office, self.variant.settings["map"]
        office.send_to_judge(
            office.master, "a new game", f"CREATE {GAME} CIV ON {board} WITH civs=9"
        )
        office.wait_until_idle()
        office.send_to_judge(office.master, "settings", "SET REMINDER 0\nSET PICTURES OFF")
        for player in self.players.values():
            self.join_player(player, f"JOIN {GAME}")
            office.wait_until_idle()
        seats = {seat.address: seat for seat in office.current_game().players}
        for name, player in self.players.items():
            self.powers[name] = seats[player.address].powers[0]
            office.send_to_judge(player, "Re: our name", f"NAME {name}")
            zeal = 1.0 if name == CONQUEROR else ZEAL
            self.robots[name] = ScoutRobot(self.variant, self.robot.dice, zeal)
        office.wait_until_idle()
        count = len(self.players)
        self.report(f"{count} players and a master have mailed; nobody knows of the others")

    def play_turn(self, game: Play, position: Position) -> None:
        """Let all write their orders and ask what they see, deal, and let the deadline pass."""
        wants = wanted_orders(self.variant, position)
        for name, power in self.powers.items():
            seen, player = position_seen_by(power, game), self.players[name]
            orders = self.robots[name].choose_orders(power, seen, wants.get(power))
            text = player.style(orders, self.variant) if orders else ""
            if position.turn.phase is Phase.MOVEMENT:
                text = f"{text}\nLIST".strip()
            if text:
                self.office.send_to_judge(player, "Re: orders", text)
        self.office.wait_until_idle()
        deals = self.make_next_deal(position)
        dealt_in = self.office.current_position()
        self.office.pass_deadline()
        new = (len(pairs_met(self.office.current_position())) - len(pairs_met(dealt_in))) // 2
        self.events["contact"] += new
        contacts_found = [count_with_noun(new, "new contact")] if new else []
        news = "; ".join([count_with_noun(len(position.units), "unit"), *contacts_found, *deals])
        title = self.variant.calendar.turn_title(position.turn)
        self.report(f"{title}, {position.turn.phase.display_name}: {news}")

    def make_next_deal(self, position: Position) -> list[str]:
        """Try the next deal in store; return in words what was done."""
        if position.turn.phase is not Phase.MOVEMENT:
            return []
        for make in self.deals:
            if description := make():
                self.deals.remove(make)
                self.events["deal"] += 1
                return [description]
        return []

    def exchange_maps(self) -> str:
        """Three who have all met exchange their maps."""
        met = pairs_met(self.office.current_position())
        for trio in combinations(self.powers, 3):
            if all((self.powers[a], self.powers[b]) in met for a, b in combinations(trio, 2)):
                first, second, third = trio
                self.send_and_wait(first, f"EXCHANGE MAPS WITH {second}, {third}")
                self.send_and_wait(second, "ACCEPT")
                self.send_and_wait(third, "ACCEPT")
                return f"{first}, {second} and {third} exchange maps"
        return ""

    def give_contact(self) -> str:
        """Somebody makes two known to each other who have not met."""
        met = pairs_met(self.office.current_position())
        for giver, taker, other in permutations(self.powers, 3):
            powers = self.powers[giver], self.powers[taker], self.powers[other]
            if {powers[:2], powers[::2]} <= met and powers[1:] not in met:
                self.send_and_wait(giver, f"GIVE CONTACT {other} TO {taker}")
                self.send_and_wait(taker, "ACCEPT")
                self.send_and_wait(taker, f"PRESS TO {other}\n{giver} told us of you.\nENDPRESS")
                return f"{giver} gives {taker} the contact of {other}"
        return ""

    def give_unit(self) -> str:
        """Somebody gives another, the conqueror before all, a unit that is on no center."""
        position, game_map = self.office.current_position(), self.variant.map
        pairs = sorted(permutations(self.powers, 2), key=lambda pair: pair[1] != CONQUEROR)
        for giver, taker in pairs:
            units = position.units_of(self.powers[giver])
            free = [unit.at.province for unit in units if unit.at.province not in game_map.centers]
            if free and (self.powers[giver], self.powers[taker]) in pairs_met(position):
                place = game_map.provinces[free[0]].name
                self.send_and_wait(giver, f"GIVE UNIT {place} TO {taker}")
                self.send_and_wait(taker, "ACCEPT")
                return f"{giver} gives {taker} its unit in {place}"
        return ""

    def let_offer_lapse(self) -> str:
        """Somebody offers their map, and has no answer before the deadline."""
        met = pairs_met(self.office.current_position())
        for name, other in permutations(self.powers, 2):
            if (self.powers[name], self.powers[other]) in met:
                self.send_and_wait(name, f"OFFER MAP TO {other}")
                return f"{name} offers {other} its map, and hears nothing"
        return ""

    def send_and_wait(self, name: str, text: str) -> None:
        """Let somebody write, and wait for all that comes of it."""
        self.office.send_to_judge(self.players[name], "Re: a proposal", text)
        self.office.wait_until_idle()


def position_seen_by(power: str, game: Play) -> Position:
    """Return the position as its player knows it: what they see now and nothing else."""
    view, position = view_of(game, game.seat_of_power(power)), game.position
    return replace(
        position,
        units={code: unit for code, unit in position.units.items() if code in view.seen},
        owners={code: owner for code, owner in position.owners.items() if code in view.owners},
    )


def pairs_met(position: Position) -> set[tuple[str, str]]:
    """Return all who have met, both ways."""
    return {(fact.about, fact.value) for fact in position.facts if fact.rule == CONTACT}
