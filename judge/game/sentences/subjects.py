"""What can be said about the subject of a sentence that is not understood."""

from __future__ import annotations

from judge.game.command import LineContext, may_give_command
from judge.game.mail.place import find_variant_here
from judge.game.mail.state import MailState
from judge.game.orders.alternatives import MOST
from judge.language.grammar import build_grammar
from judge.language.spelling import fold_text
from judge.language.subjects import find_subject
from judge.language.talk import is_worded
from judge.model.reason import Reason


def explain_subject(state: MailState, text: str, context: LineContext) -> Reason | None:
    """Say what the writer of a sentence can say about its subject, None if it has none."""
    about = find_subject(text) if is_worded(text) else None
    if about is None:
        return None
    game = state.find_current_game(context)
    stage = game.stage if game else None
    grammar = build_grammar(find_variant_here(state, context))
    seats = (state.find_acting_seat(context), state.find_own_seat(context))
    roles = [seat.role if seat else None for seat in seats]
    lines = []
    for line in about.lines:
        tree = grammar.command.parse(fold_text(line))
        command = grammar.commands[str(tree.data)] if tree is not None else None
        if command and any(may_give_command(command, stage, role) for role in roles):
            lines.append(line)
    return Reason("about_subject", (about.name, *lines[:MOST])) if lines else None
