"""Every command there is stands in exchanges: given well, misspelled, by whom it is not for, when
it is not its time, and in a hidden game.

What an exchange shows is taken from the lines that are mailed in it and from what their sender
reads below them. The file ``commands/forbidden.txt`` is of who may not, ``untimely.txt`` of when:
what anybody may give, or at any time, may be taken there. Of hidden games those letters count in
which something must not stand, and what masters read, who see all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import judge.variants
from judge.game.command import InGame, InPlay
from judge.game.state import Role, Stage
from judge.language.grammar import build_grammar
from judge.language.spelling import fold_text
from judge.library import load
from tests.road import exchange
from tests.road.office import CIVILIZATIONS, MASTER, POWERS, player

HERE = Path(__file__).parent
OWN = [path.parent.name for path in Path(judge.variants.__path__[0]).glob("*/commands")]
"""The variants that have commands of their own."""

GRAMMARS = [build_grammar(load(code)) for code in ("standard", *OWN)]
COMMANDS = {rule: command for each in GRAMMARS for rule, command in each.commands.items()}
KINDS = ("good", "misspelled", "forbidden", "untimely", "hidden")
ROLES = {MASTER: Role.MASTER} | {player(name): Role.PLAYER for name in (*POWERS, *CIVILIZATIONS)}


class Answer(NamedTuple):
    """A line that was mailed, and what an exchange says that its sender reads below it.

    ``guarded`` says whether something must not stand in the letter.
    """

    file: str
    given: str
    sender: str
    line: str
    said: tuple[str, ...]
    guarded: bool

    @property
    def refused(self) -> bool:
        return any(re.match(r"Not (taken|read)\b|\d+\. ", line) for line in self.said[:1])

    @property
    def explained(self) -> bool:
        """Whether a whole sentence says why the line is not taken."""
        return self.refused and len(self.said[0].split()) > 4

    def shows(self) -> Iterator[tuple[str, str]]:
        """Yield the commands of which something is shown, and what."""
        for line in self.said if self.refused else ():
            offered = re.fullmatch(r"\d+\. (.+)", line)
            if offered and fold_text(offered[1]) != fold_text(self.line):
                yield rule_of(offered[1]), "misspelled"
        rule = rule_of(self.line)
        if not rule:
            return
        if not self.refused:
            yield rule, "good"
        role = ROLES.get(self.sender)
        if self.given.startswith(("fog", "civ")) and (self.guarded or role is Role.MASTER):
            yield rule, "hidden"
        command = COMMANDS[rule]
        bound = issubclass(command, InGame | InPlay)
        who = command.who if bound else None
        if self.file == "forbidden" and (not who or (self.explained and role is not who)):
            yield rule, "forbidden"
        always = not bound or command.stages == frozenset(Stage)
        if self.file == "untimely" and (always or self.explained):
            yield rule, "untimely"


def rule_of(line: str) -> str:
    """Return of which command a line is, "" if of none."""
    trees = (each.command.parse(fold_text(line).rstrip(" .!")) for each in GRAMMARS)
    found = next((str(tree.data) for tree in trees if tree), "")
    return found if found in COMMANDS else ""


def answers(path: Path) -> Iterator[Answer]:
    """Yield the answers in the exchanges of a file."""
    for part in f"\n{path.read_text(encoding='utf-8')}".split("\nexchange  ")[1:]:
        told = exchange.parse(f"exchange  {part}")
        for step in told.steps:
            for letter in step.letters:
                if letter.to != step.head.split()[1]:
                    continue
                lines = letter.lines
                starts = [at for at, line in enumerate(lines) if line.startswith("> ")]
                guarded = any(line.startswith("!") for line in lines)
                for at, end in pairwise([*starts, len(lines)]):
                    said = tuple(line for line in lines[at + 1 : end] if line[0] != "!")
                    yield Answer(path.stem, told.given, letter.to, lines[at][2:], said, guarded)


def test_every_command_is_shown_in_mails() -> None:
    shown = {
        each for path in HERE.rglob("*.txt") for answer in answers(path) for each in answer.shows()
    }
    assert [(kind, rule) for kind in KINDS for rule in COMMANDS if (rule, kind) not in shown] == []
