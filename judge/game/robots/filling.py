"""How a master gives seats to robots: ROBOT, FILL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.game.command import UNENDED, LineContext, MasterCommand
from judge.game.effects import Effects
from judge.game.enter.starting import (
    count_open_seats,
    divide_powers_of_game,
    find_free_seat_names,
    is_ready_to_begin,
    list_vacant_seats,
    start_game,
)
from judge.game.notices import announce_news, list_other_held_seats, may_know_robot, name_seat
from judge.game.robots.seats import explain_who_plays, with_robot
from judge.game.state import Game, Lobby, Play, Role, Seat
from judge.model.letter import Notice
from judge.model.reason import Reason

NONE = "none"
"""Where no robot is to play any more."""

_NOBODY = ("none", "off", "no", "nobody")


def with_new_robots(game: Lobby, count: int, level: str = "", power: str = "") -> Lobby:
    """Return a game that gathers players with so many more, robots that play as the game has it
    set, or so well; a ``power`` is what they ask for."""
    seats = tuple(
        Seat(name, Role.PLAYER, "", "", wish=power, robot=level or game.settings.robots)
        for name in find_free_seat_names(game, count)
    )
    return replace(game, seats=(*game.seats, *seats))


class RobotCommand(MasterCommand):
    """ROBOT power, power [HARD, FAIR, EASY]: a robot plays there; ROBOT power NONE: it leaves."""

    stages = UNENDED
    members: tuple[str, ...] = ()
    level: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Give the seats to robots, or free them again; all who may know are told."""
        there, done = game, list[Seat]()
        level = NONE if self.level in _NOBODY else self.level
        for power in self.members:
            seated = (
                _give_seat(there, power, level)
                if isinstance(there, Play)
                else _reserve_power(there, power, level)
            )
            if isinstance(seated, Reason):
                return seated
            there, seat = seated
            done.append(seat)
        return _announce_robots(there, actor, done, context)


class Fill(MasterCommand):
    """FILL [HARD, FAIR, EASY]: robots play in all seats that are still open."""

    stages = UNENDED
    level: str = ""

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Give all open seats to robots; a game that gathers players begins then."""
        level = "" if self.level in _NOBODY else self.level
        new: tuple[Seat, ...]
        there: Game
        if isinstance(game, Play):
            play, new = game, list_vacant_seats(game)
            for seat in new:
                play = with_robot(play, seat, level or game.settings.robots)
            there = play
        elif not game.players and not game.settings.manual:
            return Reason("too_many_robots", (str(count_open_seats(game)),))
        else:
            there = with_new_robots(game, count_open_seats(game), level)
            new = there.players[len(game.players) :]
        if not new:
            return Reason("game_full", (game.name,))
        robots = [replace(seat, robot=level or game.settings.robots) for seat in new]
        return _announce_robots(there, actor, robots, context)


def _give_seat(game: Play, power: str, level: str) -> tuple[Play, Seat] | Reason:
    """Give a seat that nobody plays to a robot, or free it again for a person."""
    seat = game.find_seat_of_power(power)
    if seat is None or not game.position.has_survived(power):
        return Reason("not_surviving", (power,))
    if not seat.robot and (seat.address or level == NONE):
        return Reason("dummy_played" if seat.address else "robot_not_there", (power,))
    robot = "" if level == NONE else level or game.settings.robots
    there = with_robot(game, seat, robot)
    return there, replace(seat, robot=robot)


def _reserve_power(game: Lobby, power: str, level: str) -> tuple[Lobby, Seat] | Reason:
    """Give a power to a robot before the game begins, or take it back."""
    if not game.disclosure.public_power_names:
        return Reason("robot_hidden")
    seat = next((seat for seat in game.players if seat.wish == power), None)
    if seat is None and level == NONE:
        return Reason("robot_not_there", (power,))
    if seat is None:
        if not any(power in side for side in divide_powers_of_game(game)):
            return Reason("not_dealt", (power,))
        if not count_open_seats(game):
            return Reason("game_full", (game.name,))
        there = with_new_robots(game, 1, level, power)
        return there, there.players[-1]
    if not seat.robot:
        return Reason("wish_kept", (power,))
    if level == NONE:
        others = tuple(other for other in game.seats if other.name != seat.name)
        return replace(game, seats=others), replace(seat, robot="")
    there = with_robot(game, seat, level or game.settings.robots)
    return there, seat


def _announce_robots(
    game: Game, actor: Seat, seats: Sequence[Seat], context: LineContext
) -> Effects:
    """Return a game with what is told of its robots: to all who may know which seats are vacant.

    One that gathers players and is full begins.
    """

    def explain_change(names: tuple[str, ...]) -> Reason:
        return explain_who_plays(names) if seats[0].robot else Reason("robots_gone", names)

    names = tuple(name_seat(seat) if seat.powers else seat.wish for seat in seats)
    named = tuple(filter(None, names))
    remark = explain_change(named) if named else Reason("robots_seated", _count_seats(game))
    notices: tuple[Notice, ...] = ()
    for reader in list_other_held_seats(game, actor) if isinstance(game, Play) else ():
        known = [s for s in seats if may_know_robot(game, reader, s)]
        if known:
            news = explain_change(tuple(name_seat(seat) for seat in known))
            notices += announce_news(game, "Robots", context.key, news, to=[reader])
    if not isinstance(game, Lobby) or not game.held_player_seats or not is_ready_to_begin(game):
        return Effects((game,), remark, notices=notices)
    play, begun = start_game(game, context.now)
    return Effects((play,), Reason("started"), notices=begun)


def _count_seats(game: Game) -> tuple[str, str]:
    robots = sum(bool(seat.robot) for seat in game.players)
    return str(robots), str(count_open_seats(game))
