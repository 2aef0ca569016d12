"""HELP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from judge.game.command import LineContext, ReadCommand
from judge.game.decision import CommandResult
from judge.game.reports import reports
from judge.game.state import Game, Seat
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Help(ReadCommand):
    """Explains."""

    help: ClassVar[str] = "HELP [topic]: how to play; HELP COMMANDS lists all commands"
    among_orders: ClassVar[bool] = True
    topic: str = ""

    def decide(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> CommandResult | Reason:
        """Return the page on a topic, the first page where none is named."""
        variant = game.variant if game else None
        page = reports.help_page(context.judge.help, self.topic, variant)
        if page is None:
            return Reason("no_topic", (self.topic, ", ".join(context.judge.help)))
        return CommandResult(sections=(page,))
