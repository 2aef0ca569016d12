"""What a line of a mail can turn out to be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from judge.model.command import Command
from judge.model.condition import Condition
from judge.model.order import Order
from judge.model.reason import Reason


class Line(NamedTuple):
    """A line of a mail as typed, or what was read of one, and where it stood (counted from 1).

    ``doubt`` says why nothing of it is to be obeyed, though it can be read: something that governs
    it was not understood, or something beside it in its sentence.
    """

    number: int
    text: str
    doubt: Reason | None = None


@dataclass(frozen=True, slots=True)
class OrderStatement:
    """An order as typed: what was left out is blank (``unit.power``, ``unit.kind``, coasts).

    ``power`` is the owner if the line named it (``England: F Edi - Nwg``). ``notes`` are remarks
    to make in the receipt (a word was read as another).
    """

    line: Line
    order: Order
    power: str = ""
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandStatement:
    """A line that is a command."""

    line: Line
    command: Command


@dataclass(frozen=True, slots=True)
class UnreadStatement:
    """A line that means nothing as it stands.

    ``why`` says what was expected where. ``guesses`` are orders that it might have meant, likeliest
    first, one word of the line being read as another (``notes`` of each): none is acted on
    unless exactly one of them is legal. ``hints`` are complete lines for a misspelled command.
    """

    line: Line
    why: Reason
    guesses: tuple[OrderStatement, ...] = ()
    hints: tuple[str, ...] = ()


class Step(NamedTuple):
    """What a line says of conditions, or ``say``: orders that hang on one."""

    what: Literal["if", "elif", "else", "end", "say"]
    text: str
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class ConditionStatement:
    """A line by which orders hang on a condition."""

    line: Line
    steps: tuple[Step, ...]

    @property
    def is_complete(self) -> bool:
        """Whether no line below it belongs to it."""
        return self.steps[0].what == "if" and self.steps[-1].what == "end"


SureStatement = OrderStatement | CommandStatement | ConditionStatement | UnreadStatement
"""What a line says that is in no doubt, or that says nothing."""


@dataclass(frozen=True, slots=True)
class DoubtfulStatement:
    """What a line says, and why it is not to be obeyed, but offered at most.

    It is none of the other kinds: nothing can carry it out by mistake.
    """

    said: SureStatement
    doubt: Reason

    @property
    def line(self) -> Line:
        """The line that says it."""
        return self.said.line


Statement = SureStatement | DoubtfulStatement


def set_apart(statement: SureStatement) -> Statement:
    """Return a statement, as a doubtful one if its line is in doubt."""
    if statement.line.doubt is None:
        return statement
    sure = replace(statement, line=statement.line._replace(doubt=None))
    return DoubtfulStatement(sure, statement.line.doubt)


def without_doubt(statement: Statement) -> SureStatement:
    """Return what a statement says, whether it is in doubt or not."""
    return statement.said if isinstance(statement, DoubtfulStatement) else statement
