"""Every command brings all that it must: a sentence for each of its reasons, sentences in which
people say it, and exchanges: given well, misspelled, by whom it is not for, when it is not its
time, and in a hidden game. What is missing is told at once, with what to write where.

What an exchange shows is taken from the lines that are mailed in it and from what their sender
reads below them. The file ``commands/forbidden.txt`` is of who may not, ``untimely.txt`` of when:
what anybody may give, or at any time, may be taken there. Of hidden games those letters count in
which something must not stand, and what masters read, who see all.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

import judge.variants
from judge.game.command import InGame, InPlay
from judge.game.state import Role, Stage
from judge.language.grammar import build_grammar
from judge.language.spelling import fold_text
from judge.letters.reasons import collect_common_wordings
from judge.library import load
from judge.library.modules import find_reason_codes
from judge.model.command import Command
from tests.game.test_every_command import WORDS, example, misspelled
from tests.language.test_said_as import SOON, sentences_by_rule
from tests.letters.conftest import office_for
from tests.road import exchange
from tests.road.office import CIVILIZATIONS, MASTER, POWERS, player

HERE = Path(__file__).parent
OWN = [path.parent.name for path in Path(judge.variants.__path__[0]).glob("*/commands")]
"""The variants that have commands of their own."""

VARIANTS = [load(code) for code in ("standard", *OWN)]
GRAMMARS = [build_grammar(variant) for variant in VARIANTS]
COMMANDS = {rule: command for each in GRAMMARS for rule, command in each.commands.items()}
EXCHANGES = {
    "good": "tests/letters/*.txt, where it does what it is for:",
    "misspelled": "tests/letters/commands/misspelled.txt, where it is offered by its number:",
    "forbidden": "tests/letters/commands/forbidden.txt, from somebody who may not:",
    "untimely": "tests/letters/commands/untimely.txt, before the game begins or after its end:",
    "hidden": "tests/letters/commands/hidden.txt, where what must not be told stands after !:",
}
"""What must be shown of each command, and in which exchanges."""
ROLES = {MASTER: Role.MASTER} | {player(name): Role.PLAYER for name in (*POWERS, *CIVILIZATIONS)}


SLOTS = {word: f"{{{word}}}" for word in WORDS}
"""What stands for the same words where people say a line in sentences."""


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


def what_is_missing(rule: str, shown: set[tuple[str, str]], sentences: int) -> Iterator[str]:
    """Yield what a command lacks: where it is to be written, and how it begins."""
    command = COMMANDS[rule]
    wordings = {*collect_common_wordings(), *(code for each in VARIANTS for code in each.reasons)}
    module = inspect.getsource(inspect.getmodule(command))
    if unworded := sorted({code for _, code in find_reason_codes(module) if code} - wordings):
        rows = "\n".join(f'{code} = "..."' for code in unworded)
        yield f"templates/reasons.toml, sentences, in which {{1}} is the first subject:\n{rows}"
    if sentences < (least := SOON.get(rule, 6)):
        yield (
            f"grammar/said_as/*.toml, by subject, {least} ways of saying it ({sentences} there):"
            f'\n[[phrases]]\nline = "{example(command, **SLOTS)}"\nsaid = ["...", "..."]'
        )
    for kind, where in EXCHANGES.items():
        if (rule, kind) not in shown:
            yield f"{where}\n{draft_exchange(command, kind)}"


def draft_exchange(command: type[Command], kind: str) -> str:
    """Return an exchange as far as it follows from what a command declares; the rest is dots."""
    typed = line = example(command)
    bound = issubclass(command, InGame | InPlay)
    who = command.who if bound else None
    own, other = player("England"), MASTER
    if who is Role.MASTER:
        own, other = other, own
    sender, given, said = own, "a running game", "..."
    if kind == "misspelled":
        typed = next(misspelled(line), line)
        said = f"Not taken.\n1. {line}"
    elif kind == "forbidden" and who is not None:
        sender, role = other, "the master" if who is Role.MASTER else "players"
        said = f"Not taken. Only {role} of the game may do that"
    elif kind == "untimely" and issubclass(command, InPlay):
        given, said = "an open game", "Not taken. The game ruhr has not begun yet"
    elif kind == "hidden":
        given, said = (
            "fog: turn Fall 1901 moves; units France A PAR; units Turkey A ARM",
            "...\n! ...",
        )
    return (
        f"exchange  {command.__name__}, {kind}\ngiven     {given}\n\n<= {sender} answering\n\n"
        f"{typed}\n=> {sender}: Re: hello\n> {typed}\n{said}"
    )


def list_lacks(sentences: dict[str, int], shown: set[tuple[str, str]]) -> list[str]:
    """Return for each command that lacks something all that it lacks, and where that belongs."""
    lacks = {rule: [*what_is_missing(rule, shown, sentences.get(rule, 0))] for rule in COMMANDS}
    return ["\n\n".join([f"{rule} lacks in", *lacks[rule]]) for rule in lacks if lacks[rule]]


def test_every_command_brings_all_that_it_must() -> None:
    shown = {
        each for path in HERE.rglob("*.txt") for answer in answers(path) for each in answer.shows()
    }
    if lacks := list_lacks(sentences_by_rule(), shown):
        pytest.fail("\n\n".join(lacks), pytrace=False)


def test_all_that_a_command_lacks_is_told_together() -> None:
    everything = {(rule, kind) for rule in COMMANDS for kind in EXCHANGES}
    enough = dict.fromkeys(COMMANDS, 20)
    without_misspelled = everything - {("prefer", "misspelled")}
    assert [*what_is_missing("prefer", everything, 6)] == []
    (lack,) = (
        lack
        for lack in list_lacks(enough | {"prefer": 5}, without_misspelled)
        if lack.startswith("prefer")
    )
    assert lack == (
        "prefer lacks in\n\n"
        "grammar/said_as/*.toml, by subject, 6 ways of saying it (5 there):\n"
        '[[phrases]]\nline = "PREFER France"\nsaid = ["...", "..."]\n\n'
        "tests/letters/commands/misspelled.txt, where it is offered by its number:\n"
        "exchange  Prefer, misspelled\ngiven     a running game\n\n<= england@example.org answering"
        "\n\nPERFER France\n=> england@example.org: Re: hello\n> PERFER France\n"
        "Not taken.\n1. PREFER France"
    )


@pytest.mark.parametrize("kind", ["misspelled", "forbidden", "untimely"])
def test_what_is_drafted_of_a_command_is_what_the_judge_answers(kind: str, tmp_path: Path) -> None:
    for rule in ("wait", "pause"):
        told = exchange.parse(draft_exchange(COMMANDS[rule], kind))
        for _ in exchange.run(told, office_for(told.given, tmp_path / rule)):
            pass
