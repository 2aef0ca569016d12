"""Lines that belong to the command above them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.game.command import BlockCommand, CommandResult, EnterCommand, LineContext
from judge.game.state import Play, Seat
from judge.language.script import Item, ends_block
from judge.language.statement import Commanded, Line, Statement
from judge.model.reason import Reason


@dataclass
class Block:
    """A command and the lines below it so far."""

    said: Commanded
    command: BlockCommand
    lines: list[Line] = field(default_factory=list)

    def takes(self, item: Item, statements: Sequence[Statement]) -> bool:
        """Take a line in, or say that the lines of the command are over."""
        commands = [each.command for each in statements if isinstance(each, Commanded)]
        over = any(isinstance(command, BlockCommand | EnterCommand) for command in commands)
        if item.body is not None or over or ends(item):
            return False
        self.lines.append(item.line)
        return True

    def done(
        self, play: tuple[Play, Seat] | Reason, context: LineContext
    ) -> CommandResult | Reason:
        """Return what the command does with its lines, for whoever may play if they may."""
        return play if isinstance(play, Reason) else self.command.take(*play, context, self.lines)


def ends(item: Item) -> bool:
    """Say whether a line is the END of those that belong to a command."""
    return item.body is None and ends_block(item.line.text)
