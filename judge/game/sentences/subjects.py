"""What can be said about the subject of a sentence that is not understood."""

from __future__ import annotations

from functools import cache

from judge import resources
from judge.game.command import LineContext, may_give_command
from judge.game.mail.place import find_variant_here
from judge.game.mail.state import MailState
from judge.game.orders.alternatives import MOST
from judge.language.grammar import build_grammar
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text
from judge.language.talk import is_worded
from judge.model.reason import Reason
from judge.tables import Table, read_table


class Subject(Table):
    """A subject by its name: the words by which it is known, and lines that are about it."""

    name: str
    words: tuple[str, ...]
    lines: tuple[str, ...]


class _SubjectFile(Table):
    subjects: tuple[Subject, ...]


@cache
def load_subjects() -> tuple[Subject, ...]:
    """Return all subjects. Raises ValueError with the path of the file if it is wrong."""
    return read_table(_SubjectFile, resources.find_file("grammar", "subjects.toml")).subjects


def explain_subject(state: MailState, text: str, context: LineContext) -> Reason | None:
    """Say what the writer of a sentence can say about its subject, if they expect something and it
    has one."""
    said = load_phrases()
    expects = said.looks_for_something(text) or said.has_wish(text) or said.bids(text)
    if not expects or not is_worded(text):
        return None
    folded = f" {' '.join(said.split_words(text))} "
    subjects = load_subjects()
    about = [each for each in subjects if any(f" {word} " in folded for word in each.words)]
    if not about:
        return None
    game, grammar = (
        state.find_current_game(context),
        build_grammar(find_variant_here(state, context)),
    )
    seats = (state.find_acting_seat(context), state.find_own_seat(context))
    lines = []
    for line in about[0].lines:
        tree = grammar.command.parse(fold_text(line))
        command = grammar.commands[str(tree.data)] if tree is not None else None
        if command and any(may_give_command(command, game, seat) for seat in seats):
            lines.append(line)
    return Reason("about_subject", (about[0].name, *lines[:MOST])) if lines else None
