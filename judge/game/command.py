"""Who may give a command, what it is given to decide on, and what it comes to."""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib import import_module
from pkgutil import walk_packages
from typing import ClassVar, Self

from judge.game.effects import Effects, LedgerEntry
from judge.game.mail.circumstances import House, Memory, Sender
from judge.game.past import PastTurn, PastTurns
from judge.game.proof.access import Actor, Credentials, RefusedClaim
from judge.game.request import Request
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.game.tournament.state import Tournament, TournamentLine
from judge.language.statement import Line
from judge.model.command import Command
from judge.model.letter import PressText
from judge.model.map import Map
from judge.model.reason import Reason


@dataclass(frozen=True, slots=True)
class LineContext:
    """The circumstances of one line: when, by whom, in which mail.

    ``key`` is unique to the line and the same when the mail is read again: the keys of notices
    come from it. ``seed`` is the chance of the mail. ``games`` are the games as they are by now,
    with what the mail has changed; ``noted`` is what it has added to ledgers, ``changed`` are
    tournaments that it has changed.
    """

    now: datetime
    seed: int
    key: str
    mail: Request
    sender: Sender
    memory: Memory
    house: House
    games: Mapping[str, Game]
    noted: tuple[LedgerEntry, ...] = ()
    changed: tuple[Tournament, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses of the sender."""
        return self.sender.addresses

    def for_sender(self, address: str) -> Self:
        """Return the same circumstances as if somebody else wrote."""
        return replace(self, sender=replace(self.sender, address=address))

    def for_mail(self, mail: Request) -> Self:
        """Return the same circumstances for another mail of the sender's."""
        return replace(self, mail=mail, key=mail.key)

    @property
    def tournaments(self) -> Mapping[str, Tournament]:
        """The tournaments by name as they are by now."""
        changed = {each.name: each for each in self.changed}
        return ChainMap(changed, self.memory.tournaments)  # type: ignore[arg-type]  # only read

    def list_tournaments(self) -> tuple[TournamentLine, ...]:
        """Return the newest tournaments as they are by now, those that are not over first."""
        changed = {each.name: each.line for each in self.changed}
        kept = {line.name: changed.get(line.name, line) for line in self.memory.list_tournaments()}
        return (*(changed[name] for name in changed if name not in kept), *kept.values())

    def list_ledger_of_game(self, name: str) -> tuple[LedgerEntry, ...]:
        """Return the ledger of a game, with what the mail has added to it."""
        return (
            *self.memory.list_ledger_of_game(name),
            *(entry for entry in self.noted if entry.game == name),
        )

    def find_turn_before(self, game: Game) -> int:
        """Return the number of a game's turn when the mail came, 0 before the first."""
        before = self.memory.games.get(game.name)
        return before.number if isinstance(before, Play) else 0

    def find_past_turns(self, game: Play) -> PastTurns:
        """Return all turns of a game that have been run, the one included that this mail ran."""
        past, closed = self.memory.find_past_turns(game.name), game.closed
        if closed is None:
            return past
        before = game.number - 1
        past = replace(past, due={**past.due, before: closed.due_at})
        if game.played is None or game.parent < before:
            return replace(past, left={**past.left, before: closed.parent})
        ran = PastTurn(before, closed.parent, self.now, game.played)
        return replace(past, turns=(*past.turns, ran))


@dataclass(frozen=True, slots=True)
class MisspelledWord:
    """Why a command is not done: a ``word`` of it, as typed, is unknown; ``names`` are like it."""

    why: Reason
    word: str
    names: tuple[str, ...]

    def list_corrected_lines(self, line: str) -> tuple[str, ...]:
        """Return the line with each of the names in place of the word."""
        start = line.casefold().rfind(self.word.casefold())
        head, tail = line[:start], line[start + len(self.word) :]
        return tuple(f"{head}{name}{tail}" for name in self.names) if start >= 0 else ()


@dataclass(frozen=True, slots=True)
class WithheldPress(MisspelledWord):
    """Why words are not passed on as they stand; with those of ``instead`` the line is offered."""

    instead: PressText

    def list_corrected_lines(self, line: str) -> tuple[str, ...]:
        """Return the line, below which other words stand then."""
        return (line,)


Outcome = Effects | MisspelledWord | Reason
"""What comes of a command: what it did, or why it is not done."""


UNENDED = frozenset(Stage) - {Stage.ENDED}
"""All the life of a game."""


class InGame(Command, ABC):
    """A command within a game, by somebody known there: a seat of the role ``who``, or any."""

    who: ClassVar[Role | None] = None
    stages: ClassVar[frozenset[Stage]] = frozenset(Stage)
    """When it makes sense; where it cannot when the game is over, it is not tried then."""

    def find_role_needed(self, game: Game) -> Role | None:
        """Return the role that may say this of the game, None if any may."""
        return self.who

    def write_vote_instead(self, game: Game, now: datetime) -> str:
        """Return the line with which players put it to the vote, "" if they cannot."""
        return self.by_vote

    @abstractmethod
    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Return what the command does, or why it is not done."""


class InPlay(Command, ABC):
    """A command within a game that has started and not ended, by a seat of the role ``who``, or
    of any."""

    who: ClassVar[Role | None]
    stages: ClassVar[frozenset[Stage]] = UNENDED - {Stage.FORMING}

    @abstractmethod
    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Outcome:
        """Return what the command does, or why it is not done."""


class PlayerCommand(InPlay):
    """What a player says in a running game."""

    who = Role.PLAYER


class BlockCommand(PlayerCommand):
    """A command whose own the lines below it are, up to END, another such command or press.

    ``asks``: it only looks, and counts as a question.
    """

    asks: ClassVar[bool] = False

    @abstractmethod
    def compute_effects_of_lines(
        self, game: Play, actor: Seat, context: LineContext, lines: Sequence[Line]
    ) -> Effects | Reason:
        """Return what the command does with the lines below it."""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Do what the command does without lines."""
        return self.compute_effects_of_lines(game, actor, context, ())


class MasterCommand(InGame):
    """What the master alone may say."""

    who = Role.MASTER
    ledger = "open"


class RunningMasterCommand(InPlay):
    """What the master alone may say, in a running game."""

    who = Role.MASTER
    ledger = "open"


class ReadCommand(Command, ABC):
    """A command that only looks; strangers, too, may give it, with or without a game."""

    asks = True

    @abstractmethod
    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Outcome:
        """Return what there is to see (a stranger sees what an observer sees), or why nothing."""


class PersonCommand(Command, ABC):
    """What anybody says about themselves, in a game or not; who is new has to confirm it."""

    @abstractmethod
    def compute_effects(self, context: LineContext) -> Effects | Reason:
        """Return what the command does, or why it is not done."""


@dataclass(frozen=True, slots=True)
class EnteredGame:
    """What an EnterCommand comes to: the game as it is now, and who the sender is in it."""

    game: Game
    actor: Actor
    result: Effects = field(default_factory=Effects)


Entry = EnteredGame | RefusedClaim | Reason
"""What comes of going into a game: who the sender is in it, or why they are not let in."""


class EnterCommand(Command, ABC):
    """A command that leads into a game: what follows in the mail is about that game."""

    password: str = ""

    def find_typed_password(self, game_map: Map | None) -> str:
        """Return the password given."""
        return self.password

    @abstractmethod
    def decide_entry(self, here: Game | None, claim: Credentials, context: LineContext) -> Entry:
        """Return the game entered, or why not.

        ``here`` is the game the mail was about so far, ``claim`` what the mail says of its writer.
        """


def may_give_command(command: type[Command], stage: Stage | None, role: Role | None) -> bool:
    """Say whether a command makes sense from a seat of that role in a game at that stage; both are
    None for somebody without one."""
    if not issubclass(command, InGame | InPlay):
        return True
    return role is not None and command.who in (None, role) and stage in command.stages


def collect_commands_in(package: str) -> dict[str, type[Command]]:
    """Return the commands of all modules of a package, by their rules.

    Every Command that is no mere base is one. Raises TypeError if two have the same rule.
    """
    top = import_module(package)
    commands: dict[str, type[Command]] = {}
    for module in walk_packages(getattr(top, "__path__", ()), f"{package}."):
        for value in vars(import_module(module.name)).values():
            if (
                isinstance(value, type)
                and issubclass(value, Command)
                and value.__module__ == module.name
                and not inspect.isabstract(value)
            ):
                rule = name_rule_of(value)
                if rule in commands:
                    raise TypeError(f"two commands of the rule {rule}: {commands[rule]}, {value}")
                commands[rule] = value
    return commands


def name_rule_of(command: type[Command]) -> str:
    """Return the name of the rule of a command: ``set_dummy`` of ``SetDummy``, and ``draw`` of
    ``DrawCommand``, which has the longer name because something else is called ``Draw``."""
    name = command.__name__.removesuffix("Command")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
