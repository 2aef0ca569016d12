"""What is said to the lines of a mail: taken, noted, refused, offered."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from judge.game.command import LineContext
from judge.game.effects import Effects, Question
from judge.game.mail.place import find_variant_here, raise_alarm
from judge.game.mail.state import MailState
from judge.game.proof import access
from judge.game.proof.confirming import build_confirmation_letters
from judge.game.respelling import respell_line
from judge.game.state import Game
from judge.language import suggestions
from judge.language.spelling import normalize_line
from judge.language.statement import CommandStatement, Statement
from judge.model.reason import Reason
from judge.model.sections import HeardLine

SAID_ONCE = frozenset(
    {"which_game", "which_of_games", "not_running", "game_over", "turn_over"}
    | {"master_only", "player_only", "too_many_questions", "too_many_games", "too_many_letters"}
    | {"letters_too_long"}
)
"""Reasons that lie in the sender or the game, not in the line."""

AS_ABOVE = Reason("as_above")
_BELOW_REFUSED = Reason("below_refused")
_PASSWORD = re.compile(r"(\bpassword:?\s+)\S+", re.IGNORECASE)
"""A password in a line that was not understood."""


def mask_passwords(statement: Statement, game: Game | None) -> str:
    """Return a line as it may be quoted: passwords do not go back over the wire.

    ``game`` is the one that the line is about; it knows its powers.
    """
    text = statement.line.text
    if not isinstance(statement, CommandStatement):
        return _PASSWORD.sub(r"\1****", text)
    password = statement.command.find_typed_password(game.variant.map if game else None)
    if not password:
        return text
    head, hidden, tail = (text if password in text else normalize_line(text)).rpartition(password)
    return f"{head}****{tail if hidden else ''}"


def note_line(
    state: MailState,
    statement: Statement,
    context: LineContext,
    verdict: Literal["taken", "noted", "refused", "ignored"],
    why: Reason | None = None,
    choices: tuple[str, ...] = (),
) -> MailState:
    """Write a line of the transcript; nothing is offered that would tell a password."""
    line = mask_passwords(statement, state.find_game_named(statement, context))
    choices = tuple(choice for choice in choices if not _PASSWORD.search(choice))
    return state.with_transcript(HeardLine(line, verdict, why, choices, body=state.body))


def refuse_line(
    state: MailState, statement: Statement, why: Reason, context: LineContext, instead: str = ""
) -> MailState:
    """Note a refusal, and what may be said ``instead``; a reason that bars all lines alike is
    given once."""
    barred = state.place.barred
    if barred is not None and barred.asks:
        return ask_confirmation(state, statement, barred.asks, barred.why, context)
    if barred is not None:
        state = raise_alarm(state, barred, context)
    choices: tuple[str, ...] = (instead,) if instead else ()
    above = [heard_line.why for heard_line in state.part.heard if heard_line.verdict == "refused"]
    said_last = next((reason for reason in reversed(above) if reason != AS_ABOVE), None)
    if barred is not None and why in above:
        return note_unread_line(state, statement, context)
    if why == said_last and why.code in SAID_ONCE:
        return note_line(state, statement, context, "refused", AS_ABOVE, choices)
    if not choices and state.count <= suggestions.RESPELLED:
        choices = respell_line(
            why, statement.line.text, find_variant_here(state, context), context.memory
        )
    return note_line(state, statement, context, "refused", why, choices)


def note_unread_line(state: MailState, statement: Statement, context: LineContext) -> MailState:
    """Note a line that is not read, for the reason above it; the next below it say no more.

    Where what is above can be answered by its number, so can this.
    """
    transcript, barred = state.part.heard, state.place.barred
    is_explained = any(line.why == _BELOW_REFUSED for line in transcript)
    waits = any(barred and line.why == barred.why and line.choices for line in transcript)
    choices = (statement.line.text,) if waits else ()
    return note_line(
        state, statement, context, "ignored", None if is_explained else _BELOW_REFUSED, choices
    )


def note_outdated_line(state: MailState, heard_line: HeardLine, over: Reason) -> MailState:
    """Note what would have been done in the turn that a line was meant for.

    What is the matter is said once; what cannot be done now is not offered.
    """
    is_explained = any(line.why == over for line in state.part.heard)
    if heard_line.verdict != "refused":
        heard_line = HeardLine(
            heard_line.line, "refused", None if is_explained else over, (heard_line.line,)
        )
    elif not is_explained:
        heard_line = heard_line._replace(
            why=over, more=(*filter(None, [heard_line.why]), *heard_line.more)
        )
    return state.with_transcript(heard_line)


def ask_confirmation(
    state: MailState, statement: Statement, address: str, why: Reason, context: LineContext
) -> MailState:
    """Do nothing of the mail before it is confirmed at an address."""
    question = Question(
        access.derive_secret(context.seed, context.key, address), address, context.mail
    )
    held_line = HeardLine(
        mask_passwords(statement, state.find_game_named(statement, context)), "held", why
    )
    letters = tuple(build_confirmation_letters(question, held_line, context.key))
    effects = Effects(notices=letters, questions=(question,))
    return replace(state, effects=effects, pending=question)
