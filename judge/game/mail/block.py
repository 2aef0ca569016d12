"""Lines that belong to the one above them: a command, or an IF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.game.command import BlockCommand, EnterCommand, LineContext
from judge.game.effects import Effects
from judge.game.state import Play, Seat
from judge.language.script import Item, is_block_end
from judge.language.statement import (
    CommandStatement,
    ConditionStatement,
    DoubtfulStatement,
    Line,
    Statement,
    without_doubt,
)
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Block:
    """A line and those below it that belong to it so far; ``depth`` counts the open IFs among
    them."""

    said: CommandStatement | ConditionStatement | DoubtfulStatement
    lines: tuple[Line, ...] = ()
    depth: int = 0

    def with_item(self, item: Item, statements: Sequence[Statement]) -> Block | None:
        """Return the block with one line more, None where the lines of this one are over."""
        commands = [
            statement.command
            for statement in map(without_doubt, statements)
            if isinstance(statement, CommandStatement)
        ]
        over = any(isinstance(command, BlockCommand | EnterCommand) for command in commands)
        if item.body is not None or over or (self.depth == 0 and is_end_line(item)):
            return None
        depth = self.depth + count_open_ifs(statements)
        return replace(self, lines=(*self.lines, item.line), depth=depth)

    def decide_outcome(
        self, here: tuple[Play, Seat] | Reason, context: LineContext
    ) -> Effects | Reason:
        """Return what the command above the lines does with them, for whoever may play."""
        assert isinstance(self.said, CommandStatement)
        command = self.said.command
        assert isinstance(command, BlockCommand)
        return (
            here
            if isinstance(here, Reason)
            else command.decide_on_lines(*here, context, self.lines)
        )


def count_open_ifs(statements: Sequence[Statement]) -> int:
    """Return how many more IFs are open below a line."""
    steps = [
        step.what
        for statement in map(without_doubt, statements)
        if isinstance(statement, ConditionStatement)
        for step in statement.steps
    ]
    return steps.count("if") - steps.count("end")


def is_end_line(item: Item) -> bool:
    """Say whether a line is the END of those that belong to another."""
    return item.body is None and is_block_end(item.line.text)
