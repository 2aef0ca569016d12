"""What can be said about the subject of a sentence that is not understood."""

from __future__ import annotations

from collections.abc import Sequence

from judge.game.command import LineContext, may_give_command
from judge.game.mail.place import find_variant_here
from judge.game.mail.state import MailState
from judge.game.orders.alternatives import MOST
from judge.language.grammar import build_grammar
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text
from judge.language.subjects import find_subject
from judge.language.talk import is_worded
from judge.model.reason import Reason

_NOT_READ = Reason("not_read")


def explain_subject(state: MailState, text: str, context: LineContext) -> Reason | None:
    """Say what the writer of a sentence can say about its subject, None if it has none."""
    about = find_subject(text) if is_worded(text) else None
    lines = list_sayable_lines(state, about.lines, context) if about else ()
    return Reason("about_subject", (about.name, *lines)) if about and lines else None


def list_sayable_lines(
    state: MailState, lines: Sequence[str], context: LineContext
) -> tuple[str, ...]:
    """Return the first few of some lines that their writer may say, as things are."""
    game = state.find_current_game(context)
    stage = game.stage if game else None
    grammar = build_grammar(find_variant_here(state, context))
    seats = (state.find_acting_seat(context), state.find_own_seat(context))
    roles = [seat.role if seat else None for seat in seats]
    found = []
    for line in lines:
        tree = grammar.command.parse(fold_text(line))
        command = grammar.commands[str(tree.data)] if tree is not None else None
        if command and any(may_give_command(command, stage, role) for role in roles):
            found.append(line)
    return tuple(found[:MOST])


def explain_unread_wish(state: MailState, text: str) -> Reason | None:
    """Say that a sentence was not understood which asks or bids something, once in a mail."""
    is_said = any(line.why == _NOT_READ for part in state.parts for line in part.heard)
    expects = text.rstrip().endswith("?") or load_phrases().is_request(text)
    return _NOT_READ if expects and not is_said else None
