"""HELP."""

from __future__ import annotations

from collections.abc import Iterable

from judge.game.command import CommandResult, InGame, InPlay, LineContext, ReadCommand, Who
from judge.game.reports import reports
from judge.game.state import Game, Seat
from judge.hooks import Variant
from judge.language.grammar import grammar_of
from judge.model.letter import Page
from judge.model.reason import Reason

_ANYBODY = "Anybody"
_SAID_BY = {Who.SEAT: "Whoever is in a game", Who.PLAYER: "Players", Who.MASTER: "The master"}


class Help(ReadCommand):
    """HELP [topic]: how to play; HELP COMMANDS lists all commands."""

    among_orders = True
    topic: str = ""

    def decide(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> CommandResult | Reason:
        """Return the page on a topic, the first page where none is named."""
        judge = context.judge
        variant = game.variant if game else judge.variants[judge.default]
        if self.topic.casefold() == "commands":
            return CommandResult(sections=(_all_commands(variant),))
        page = reports.help_page(judge.help, self.topic, game.variant if game else None)
        page = page or _commands(self.topic.casefold(), variant)
        if page is None:
            return Reason("no_topic", (self.topic, ", ".join(sorted(judge.help))))
        return CommandResult(sections=(page,))


def _all_commands(variant: Variant) -> Page:
    """Return the lines of all commands, by who may say them."""
    lines: dict[str, list[str]] = {who: [] for who in (_ANYBODY, *_SAID_BY.values())}
    for command in variant.commands.values():
        who = _SAID_BY[command.who] if issubclass(command, InGame | InPlay) else _ANYBODY
        lines[who].append(command.help())
    texts = (f"## {who}\n\n{_listed(sorted(lines[who]))}" for who in lines)
    return Page("All commands", "\n\n".join(texts))


def _commands(word: str, variant: Variant) -> Page | None:
    """Return the lines of the commands that begin with a word, None if none does."""
    words = grammar_of(variant)
    rules = dict.fromkeys(
        rule
        for opener, beginning in words.openers.items()
        if word in (opener, opener.partition(" ")[0])
        for rule in beginning
    )
    if not rules:
        return None
    return Page(word.upper(), _listed(words.commands[rule].help() for rule in rules))


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
