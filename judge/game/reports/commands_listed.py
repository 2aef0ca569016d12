"""HELP COMMANDS and HELP NOW: the commands there are, and those that somebody may give now."""

from __future__ import annotations

from collections.abc import Iterable

from judge.game.command import InGame, InPlay, may_give_command
from judge.game.orders.accepting import find_orders_due
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.model.command import Command
from judge.model.pages import AllCommandsPage, CommandGroup, CurrentCommandsPage, SeatAtPresent

_LATER = 99
"""Where a command stands that is no first step."""


def build_page_of_all_commands(variant: Variant) -> AllCommandsPage:
    """Return the lines of all commands, by who may say them."""
    return AllCommandsPage(_list_commands_by_role(variant.commands.values()))


def build_page_of_current_commands(
    variant: Variant, game: Game | None, seat: Seat | None
) -> CurrentCommandsPage:
    """Return how a game stands for a seat, and the commands that it may give at present.

    Without a seat or a game these are the commands of strangers.
    """
    may = [
        command for command in variant.commands.values() if may_give_command(command, game, seat)
    ]
    here = _describe_seat_at_present(game, seat) if game is not None and seat is not None else None
    return CurrentCommandsPage(here, _list_commands_by_role(may, first_steps=here is None))


def _describe_seat_at_present(game: Game, seat: Seat) -> SeatAtPresent:
    here = SeatAtPresent(game.name, seat.role.value, seat.powers, game.stage is Stage.ENDED)
    if here.is_over or not isinstance(game, Play):
        return here
    turn = game.position.turn
    return here._replace(
        turn=game.variant.calendar.turn_title(turn),
        phase=turn.phase.display_name.lower(),
        has_orders_due=not set(seat.powers).isdisjoint(find_orders_due(game)),
    )


def _list_commands_by_role(
    commands: Iterable[type[Command]], *, first_steps: bool = False
) -> tuple[CommandGroup, ...]:
    """Return the lines of commands by who may say them, by the alphabet but for the ``first_steps``
    of whoever is in no game."""
    lines: dict[str, list[tuple[int, str]]]
    lines = {Role.PLAYER: [], Role.MASTER: [], "member": [], "anybody": []}
    for command in commands:
        who: str = "anybody"
        if issubclass(command, InGame | InPlay):
            who = command.who or "member"
        step = (command.first_step or _LATER) if first_steps else _LATER
        lines[who].append((step, command.write_help_text()))
    return tuple(
        CommandGroup(str(who), tuple(text for _, text in sorted(texts)))
        for who, texts in lines.items()
        if texts
    )
