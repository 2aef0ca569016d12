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


def page_of_all_commands(variant: Variant) -> Page:
    """Return the lines of all commands, by who may say them."""
    return Page("All commands", _commands_by_role(variant.commands.values()))


def page_of_current_commands(variant: Variant, game: Game | None, seat: Seat | None) -> Page:
    """Return how a game stands for a seat, and the commands that it may give at present.

    Without a seat or a game these are the commands of strangers.
    """
    may = [
        command for command in variant.commands.values() if _may_give_command(command, game, seat)
    ]
    lead = (
        _describe_seat_and_turn(game, seat) if game is not None and seat is not None else _STRANGER
    )
    return Page("What you can do now", f"{lead}\n\n{_commands_by_role(may)}")


_STRANGER = (
    "You are in no game here, or did not say in which: answer one of its letters to hear what you "
    "can do there. `LIST` names the games that can be joined."
)


def _describe_seat_and_turn(game: Game, seat: Seat) -> str:
    who = f"the {seat.role.value}" if not seat.powers else " and ".join(seat.powers)
    here = f"You are {who} in {game.name}"
    if game.stage is Stage.ENDED:
        return f"{here}, which is over."
    if not isinstance(game, Play):
        return f"{here}, which has not begun yet."
    turn = game.position.turn
    title, phase = game.variant.calendar.turn_title(turn), turn.phase.display_name.lower()
    now = f"{here}, and it is {title}, {phase}"
    if seat.role is not Role.PLAYER:
        return f"{now}."
    due = set(seat.powers) & set(orders_due(game))
    return (
        f"{now}: {'orders are due from you, `HELP ORDERS`' if due else 'you have no orders due'}."
    )


def _may_give_command(command: type[Command], game: Game | None, seat: Seat | None) -> bool:
    if not issubclass(command, InGame | InPlay):
        return True
    if game is None or seat is None or command.who not in (None, seat.role):
        return False
    return game.stage in command.stages


def _commands_by_role(commands: Iterable[type[Command]]) -> str:
    lines: dict[str, list[str]] = {who: [] for who in (*_SAID_BY.values(), _ANYBODY)}
    for command in commands:
        who = _SAID_BY[command.who] if issubclass(command, InGame | InPlay) else _ANYBODY
        lines[who].append(command.help_text())
    topics = (
        f"## {who}\n\n{render_bullet_list(sorted(command_lines))}"
        for who, command_lines in lines.items()
        if command_lines
    )
    return "\n\n".join(topics)


def render_bullet_list(lines: Iterable[str]) -> str:
    """Return lines as a list."""
    return "\n".join(f"- {line}" for line in lines)
