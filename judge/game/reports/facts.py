"""SHOW OWNER, SHOW CENTERS and others: one fact of a game, for who asks for no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from judge.game.atlas.topics import find_space_code
from judge.game.command import LineContext, ReadCommand
from judge.game.effects import Effects
from judge.game.enter.starting import divide_powers_of_game
from judge.game.notices import find_view
from judge.game.orders.accepting import find_missing_orders, find_orders_due
from judge.game.orders.turn_meant import write_present_turn_words
from judge.game.reports.history import build_chronicle
from judge.game.state import Game, Play, Seat
from judge.hooks import Variant
from judge.language.lexicon import find_power
from judge.language.writer import write_order, write_unit
from judge.model.map import Location
from judge.model.order import Order, list_spaces_touched
from judge.model.position import Unit
from judge.model.reason import Fate, Reason, Subject, explain_ending
from judge.model.turn import Phase
from judge.model.view import View


class ShowFact(ReadCommand):
    """SHOW OWNER place, UNIT place, UNITS, CENTERS, VOTES, GOAL or MOVES [power], ORDERS [place],
    DUE, DEFAULT, WINNER or PLAYERS: one fact of the game, and no more."""

    among_orders = True
    fact: str = ""
    about: str = ""
    held_by: str = ""
    turn: str = ""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return the fact as the sender may know it, of the rules alone where there is no board."""
        if game is None or (actor is None and not game.settings.listed):
            variant, seats = context.house.variants[context.house.default], None
        else:
            variant = game.variant
            seats = len(divide_powers_of_game(game)) if game.disclosure.public_seat_count else 0
            if isinstance(game, Play) and self.fact in _OF_PLAY:
                asker = _Asker(game, actor, find_view(game, actor), context)
                if self.fact in _OF_SPACES and not self.about:
                    return Reason("fact_of_space")
                told = _OF_PLAY[self.fact](self, asker)
                return told if told.code in _UNASKED else Effects(remark=told)
        if self.fact in _OF_RULES:
            return Effects(remark=_OF_RULES[self.fact](variant, seats))
        return Reason("which_game") if game is None else Reason("not_running", (game.name,))


_UNASKED = frozenset({"fact_of_nobody", "no_such_place", "plays_nobody", "whose_fact"})
"""What is no fact, but says that a line asks for none that there is."""


class _Asker(NamedTuple):
    """Who asks, and what they see."""

    game: Play
    seat: Seat | None
    view: View
    context: LineContext

    def find_powers(self, typed: str) -> tuple[str, ...] | Reason:
        """Return the power that is named, the asker's own where none is; who may not know of it is
        told the same as of one that is not there."""
        if not typed:
            return self.view.powers or Reason("whose_fact")
        power = find_power(self.game.variant.map, typed)
        if power in self.view.powers:
            return self.view.powers
        if power is None or not self.game.disclosure.may_know_powers(self.view, (power,)):
            return Reason("fact_of_nobody")
        return (power,)

    @property
    def sees_board(self) -> bool:
        """Whether the asker sees what all others see."""
        return self.game.disclosure.has_open_board(self.view)

    def sees_all_of(self, powers: tuple[str, ...]) -> bool:
        """Say whether all that some powers have is seen."""
        return self.sees_board or self.is_own(powers)

    def is_own(self, powers: tuple[str, ...]) -> bool:
        """Say whether powers are the asker's."""
        return {*powers} <= {*self.view.powers}

    def list_units(self, powers: tuple[str, ...]) -> tuple[str, ...]:
        """Return the units of some powers that are seen, as orders name them."""
        units = (each for each in self.view.units if each.power in powers)
        return tuple(write_unit(each, self.game.variant.map) for each in units)

    def list_centers(self, powers: tuple[str, ...]) -> tuple[Location, ...]:
        """Return the centers of some powers that are seen."""
        codes = sorted(code for code, owner in self.view.owners.items() if owner in powers)
        return tuple(map(Location, codes))

    def write_orders(self, orders: Iterable[Order]) -> tuple[str, ...]:
        """Return orders as they are written."""
        return tuple(write_order(order, self.game.variant) for order in orders)


def _tell_owner(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell whose a space is and what stands there; with yes or no, if somebody is named."""
    view, variant = asker.view, asker.game.variant
    code = find_space_code(asked.about, variant)
    if not code:
        return Reason("no_such_place", (asked.about,))
    here = Location(code)
    units = tuple(unit for unit in view.units if unit.at.province == code)
    powers = asker.find_powers(asked.held_by) if asked.held_by else ()
    if isinstance(powers, Reason):
        return powers
    if code not in variant.map.centers:
        return Reason("is_no_center", (here, *units))
    if not asker.sees_board and code not in view.watched:
        return Reason("owner_unseen", (here,))
    owner = view.owners.get(code, "")
    told = _describe_owner(here, owner, units, view)
    if not powers:
        return told
    about = (told.code, *told.about)
    return Reason("yes_so", about) if owner in powers else Reason("not_so", about)


def _describe_owner(here: Location, owner: str, units: tuple[Unit, ...], view: View) -> Reason:
    if owner in view.powers:
        return Reason("owner_you", (here, *units))
    if any(unit.power in view.powers for unit in units):
        return Reason("owner_soon", (here, *filter(None, [owner])))
    return (
        Reason("owner_is", (here, owner, *units)) if owner else Reason("owner_none", (here, *units))
    )


def _tell_unit(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell what stands in a space."""
    view, code = asker.view, find_space_code(asked.about, asker.game.variant)
    if not code:
        return Reason("no_such_place", (asked.about,))
    units = tuple(unit for unit in view.units if unit.at.province == code)
    if not units and not asker.sees_board and code not in view.seen:
        return Reason("unit_unseen", (Location(code),))
    return Reason("unit_there", units) if units else Reason("unit_none", (Location(code),))


def _tell_units(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell which units somebody has, or which of them are seen."""
    powers = asker.find_powers(asked.about)
    if isinstance(powers, Reason):
        return powers
    units = asker.list_units(powers)
    if asker.is_own(powers):
        return Reason("units_yours", units)
    about = (powers[0], *units)
    return Reason("units_are", about) if asker.sees_board else Reason("units_seen", about)


def _tell_centers(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell how many centers somebody has, and which, or which of them are seen."""
    powers = asker.find_powers(asked.about)
    if isinstance(powers, Reason):
        return powers
    centers = asker.list_centers(powers)
    number = str(len(centers))
    if asker.is_own(powers):
        return Reason("centers_yours", (number, *centers))
    about: tuple[Subject, ...] = (powers[0], number, *centers)
    return Reason("centers_are", about) if asker.sees_board else Reason("centers_seen", about)


def _tell_goal(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell what wins, and how far somebody is from it."""
    goal = asker.game.variant.rules.goal
    powers = asker.find_powers(asked.about)
    if isinstance(powers, Reason):
        return powers if asked.about else goal
    if not goal.about or not asker.sees_all_of(powers):
        return goal
    votes = asker.view.votes
    has = sum(votes.get(p, 0) for p in powers) if votes else len(asker.list_centers(powers))
    who = () if asker.is_own(powers) else powers[:1]
    lacks = max(0, int(str(goal.about[0])) - has)
    return goal.with_subjects((*goal.about, str(has), str(lacks), *who))


def _tell_votes(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell how many votes somebody has where votes win, and how many win."""
    return _tell_goal(asked, asker) if asker.view.votes else Reason("no_council")


def _tell_duties(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell what the asker has to build, to remove or to retreat now, and where."""
    game, view = asker.game, asker.view
    if not view.powers:
        return Reason("plays_nobody")
    phase = game.position.turn.phase
    wants = [want for power, want in find_orders_due(game).items() if power in view.powers]
    units = asker.list_units(view.powers)
    if phase is Phase.RETREATS:
        beaten = (write_unit(unit, game.variant.map) for want in wants for unit in want.units)
        return Reason("duty_retreats", tuple(beaten))
    if phase is Phase.MOVEMENT:
        return _foretell_adjustments(len(asker.list_centers(view.powers)) - len(units))
    if builds := sum(want.builds for want in wants):
        sites = (code for power in view.powers for code in view.sites.get(power, ()))
        return Reason("duty_builds", (str(builds), *map(Location, sites)))
    if removals := sum(want.removals for want in wants):
        return Reason("duty_removals", (str(removals), *units))
    return Reason("no_duty")


def _foretell_adjustments(more: int) -> Reason:
    """Tell what somebody could build, or would have to remove, who kept what they have, with so
    many more centers than units."""
    if more > 0:
        return Reason("later_builds", (str(more),))
    return Reason("later_removals", (str(-more),)) if more < 0 else Reason("later_nothing")


def _tell_orders(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell which orders of the asker's stand, those for one space if one is named, and what is
    still without."""
    game, powers = asker.game, asker.view.powers
    if not powers:
        return Reason("plays_nobody")
    kept = [order for power in powers for order in game.orders.get(power, ())]
    if asked.about:
        code = find_space_code(asked.about, game.variant)
        if not code:
            return Reason("no_such_place", (asked.about,))
        there = [o for o in kept if code in (o.unit.at.province, *list_spaces_touched(o))]
        texts = asker.write_orders(there)
        return Reason("orders_there", texts) if texts else Reason("no_order_there", (asked.about,))
    wants = find_orders_due(game)
    lacking = [each for p in powers for each in find_missing_orders(game, p, wants.get(p))]
    if not kept and not lacking:
        return Reason("nothing_due", write_present_turn_words(game))
    if lacking and game.position.turn.phase is Phase.ADJUSTMENTS:
        more = (str(len(lacking)), *asker.write_orders(kept))
        return Reason("orders_due", more)
    if not kept:
        return Reason("orders_none", tuple(lacking))
    stand = ", ".join(asker.write_orders(kept))
    return Reason("orders_lack", (stand, *lacking)) if lacking else Reason("orders_whole", (stand,))


def _tell_moves(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell what somebody ordered in a turn that was played, the last one if none is named, as far
    as it was seen, and what of it came to nothing."""
    powers = asker.find_powers(asked.about)
    if isinstance(powers, Reason):
        return powers
    game, view = asker.game, asker.view
    turn = asked.turn.upper() or str(view.played or "")
    if not turn:
        return Reason("none_yet")
    if turn == str(game.position.turn):
        own = asker.is_own(powers)
        return _tell_orders(replace(asked, about=""), asker) if own else Reason("orders_are_secret")
    turns = build_chronicle(game, asker.seat, asker.context.find_past_turns(game), turn, turn)
    if isinstance(turns, Reason):
        return turns
    results = [each for each in turns.turns[-1].view.results if each.order.unit.power in powers]
    done = asker.write_orders(each.order for each in results if each.fate is Fate.STANDS)
    vain = asker.write_orders(each.order for each in results if each.fate is not Fate.STANDS)
    if not results:
        return Reason("moves_unseen", (turn, powers[0]))
    if not done:
        return Reason("moves_in_vain", (turn, powers[0], *vain))
    return Reason("moves_were", (turn, powers[0], ", ".join(done), *vain))


def _tell_winner(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell how the game ended, if it has."""
    ended = asker.view.ended
    return explain_ending(ended) if ended is not None else Reason("goes_on")


def _tell_defaults(asked: ShowFact, asker: _Asker) -> Reason:
    """Tell what becomes of who orders nothing in the present phase."""
    return asker.game.variant.rules.unordered[asker.game.position.turn.phase]


def _tell_seats(variant: Variant, seats: int | None) -> Reason:
    """Tell for how many players a game is, or one of the usual variant."""
    if seats is None:
        return Reason("players_of", (variant.name, str(len(variant.map.powers))))
    return Reason("players_here", (str(seats),)) if seats else Reason("names_are_secret")


_OF_PLAY: Mapping[str, Callable[[ShowFact, _Asker], Reason]] = {
    "owner": _tell_owner,
    "unit": _tell_unit,
    "units": _tell_units,
    "centers": _tell_centers,
    "goal": _tell_goal,
    "votes": _tell_votes,
    "due": _tell_duties,
    "orders": _tell_orders,
    "moves": _tell_moves,
    "winner": _tell_winner,
    "default": _tell_defaults,
}
"""What is told of a game that has begun."""
_OF_SPACES = ("owner", "unit")
"""What is told of one space alone."""
_OF_RULES: Mapping[str, Callable[[Variant, int | None], Reason]] = {
    "goal": lambda variant, seats: variant.rules.goal,
    "default": lambda variant, seats: variant.rules.unordered[Phase.MOVEMENT],
    "players": _tell_seats,
}
"""What is told of the rules, and of a game that has not begun."""
