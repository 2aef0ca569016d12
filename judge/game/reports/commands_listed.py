"""HELP COMMANDS and HELP NOW: the commands there are, and those that one may give now."""

from __future__ import annotations

from collections.abc import Iterable

from judge.game.command import InGame, InPlay
from judge.game.orders.accepting import orders_due
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.model.command import Command
from judge.model.letter import Page

_ANYBODY = "Anybody"
_SAID_BY = {Role.PLAYER: "Players", Role.MASTER: "The master", None: "Whoever is in a game"}


def all_commands(variant: Variant) -> Page:
    """Return the lines of all commands, by who may say them."""
    return Page("All commands", _by_speaker(variant.commands.values()))


def commands_now(variant: Variant, game: Game | None, seat: Seat | None) -> Page:
    """Return how a game stands for a seat, and the commands that it may give at present.

    Without a seat or a game these are the commands of strangers.
    """
    may = [each for each in variant.commands.values() if _may_give(each, game, seat)]
    lead = _lead(game, seat) if game is not None and seat is not None else _STRANGER
    return Page("What you can do now", f"{lead}\n\n{_by_speaker(may)}")


_STRANGER = (
    "You are in no game here, or did not say in which: answer one of its letters to hear what you "
    "can do there. `LIST` names the games that can be joined."
)


def _lead(game: Game, seat: Seat) -> str:
    who = f"the {seat.role.value}" if not seat.powers else " and ".join(seat.powers)
    here = f"You are {who} in {game.name}"
    if game.stage is Stage.ENDED:
        return f"{here}, which is over."
    if not isinstance(game, Play):
        return f"{here}, which has not begun yet."
    turn = game.position.turn
    now = f"{here}, and it is {game.variant.calendar.title(turn)}, {turn.phase.word.lower()}"
    if seat.role is not Role.PLAYER:
        return f"{now}."
    due = set(seat.powers) & set(orders_due(game))
    return (
        f"{now}: {'orders are due from you, `HELP ORDERS`' if due else 'you have no orders due'}."
    )


def _may_give(command: type[Command], game: Game | None, seat: Seat | None) -> bool:
    if not issubclass(command, InGame | InPlay):
        return True
    if game is None or seat is None or command.who not in (None, seat.role):
        return False
    return game.stage in command.stages


def _by_speaker(commands: Iterable[type[Command]]) -> str:
    lines: dict[str, list[str]] = {who: [] for who in (*_SAID_BY.values(), _ANYBODY)}
    for command in commands:
        who = _SAID_BY[command.who] if issubclass(command, InGame | InPlay) else _ANYBODY
        lines[who].append(command.help())
    topics = (f"## {who}\n\n{listed(sorted(said))}" for who, said in lines.items() if said)
    return "\n\n".join(topics)


def listed(lines: Iterable[str]) -> str:
    """Return lines as a list."""
    return "\n".join(f"- {line}" for line in lines)
