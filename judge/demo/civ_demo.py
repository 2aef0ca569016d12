"""A game of nine civilizations by mail: they find each other, deal with each other, and one wins.

The robots know of the world what their letters show them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations
from pathlib import Path

from judge.demo.office import GAME
from judge.demo.robots import RobotGame
from judge.game.state import Play
from judge.hooks import Variant
from judge.letters.phrasing import count_with_noun
from judge.model.facts import CONTACT
from judge.model.position import Position
from judge.model.turn import Phase

OPTIONS = {"civs": "9"}
NAMES = ("Tonga", "Camelot", "Lyonesse", "Saba", "Ophir", "Thule", "Zhou", "Mali", "Lemuria")
"""What the civilizations name themselves."""

CONQUEROR = "Lemuria"


class CivGame(RobotGame):
    """A game of civilizations, to the victory of one. Players are called by their civilizations."""

    names = NAMES
    seed = 5

    def __init__(self, variant: Variant, folder: Path, report: Callable[[str], None]) -> None:
        super().__init__(variant, folder, report)
        self.powers: dict[str, str] = {}
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
        seats = {seat.address: seat for seat in office.find_current_game().players}
        for name, player in self.players.items():
            self.powers[name] = seats[player.address].powers[0]
            office.send_to_judge(player, "Re: our name", f"NAME {name}")
        office.wait_until_idle()
        count = len(self.players)
        self.report(f"{count} players and a master have mailed; nobody knows of the others")

    def play_turn(self, game: Play, position: Position) -> None:
        """Let all write their orders and ask what they see, deal, and let the deadline pass."""
        for name, power in self.powers.items():
            player, orders = self.players[name], self.choose_orders(power, game)
            text = player.style(orders, self.variant) if orders else ""
            if position.turn.phase is Phase.MOVEMENT:
                text = f"{text}\nLIST".strip()
            if text:
                self.office.send_to_judge(player, "Re: orders", text)
        self.office.wait_until_idle()
        deals = self.make_next_deal(position)
        dealt_in = self.office.find_current_position()
        self.office.pass_deadline()
        new = (
            len(collect_pairs_met(self.office.find_current_position()))
            - len(collect_pairs_met(dealt_in))
        ) // 2
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
        met = collect_pairs_met(self.office.find_current_position())
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
        met = collect_pairs_met(self.office.find_current_position())
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
        position, game_map = self.office.find_current_position(), self.variant.map
        pairs = sorted(permutations(self.powers, 2), key=lambda pair: pair[1] != CONQUEROR)
        for giver, taker in pairs:
            units = position.units_of(self.powers[giver])
            free = [unit.at.province for unit in units if unit.at.province not in game_map.centers]
            more = len(units) > 1  # nobody gives away all that it has
            if (
                free
                and more
                and (self.powers[giver], self.powers[taker]) in collect_pairs_met(position)
            ):
                place = game_map.provinces[free[0]].name
                self.send_and_wait(giver, f"GIVE UNIT {place} TO {taker}")
                self.send_and_wait(taker, "ACCEPT")
                return f"{giver} gives {taker} its unit in {place}"
        return ""

    def let_offer_lapse(self) -> str:
        """Somebody offers their map, and has no answer before the deadline."""
        met = collect_pairs_met(self.office.find_current_position())
        for name, other in permutations(self.powers, 2):
            if (self.powers[name], self.powers[other]) in met:
                self.send_and_wait(name, f"OFFER MAP TO {other}")
                return f"{name} offers {other} its map, and hears nothing"
        return ""

    def send_and_wait(self, name: str, text: str) -> None:
        """Let somebody write, and wait for all that comes of it."""
        self.office.send_to_judge(self.players[name], "Re: a proposal", text)
        self.office.wait_until_idle()


def collect_pairs_met(position: Position) -> set[tuple[str, str]]:
    """Return all who have met, both ways."""
    return {(fact.about, fact.value) for fact in position.facts if fact.rule == CONTACT}
