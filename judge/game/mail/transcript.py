"""What is said to the lines of a mail: taken, noted, refused, offered."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from judge.game.command import LineContext
from judge.game.effects import Effects, Question
from judge.game.mail.place import raise_alarm, variant_here
from judge.game.mail.state import MailState
from judge.game.proof import access
from judge.game.proof.confirming import letters_that_ask
from judge.game.respelling import respelled
from judge.game.state import Game
from judge.language import suggestions
from judge.language.spelling import normal
from judge.language.statement import Commanded, Statement
from judge.model.reason import Reason
from judge.model.transcript import Heard

SAID_ONCE = frozenset(
    {"which_game", "which_of_games", "not_running", "game_over", "turn_over"}
    | {"master_only", "player_only", "too_many_questions", "too_many_games", "too_many_letters"}
)
"""Reasons that lie in the sender or the game, not in the line."""

_AS_ABOVE = Reason("as_above")
_BELOW_REFUSED = Reason("below_refused")
_PASSWORD = re.compile(r"(\bpassword:?\s+)\S+", re.IGNORECASE)
"""A password in a line that was not understood."""


def mask_passwords(said: Statement, game: Game | None) -> str:
    """Return a line as it may be quoted: passwords do not go back over the wire.

    ``game`` is the one that the line is about; it knows its powers.
    """
    text = said.line.text
    if not isinstance(said, Commanded):
        return _PASSWORD.sub(r"\1****", text)
    password = said.command.password_typed(game.variant.map if game else None)
    if not password:
        return text
    head, hidden, tail = (text if password in text else normal(text)).rpartition(password)
    return f"{head}****{tail if hidden else ''}"


def note(
    state: MailState,
    said: Statement,
    at: LineContext,
    verdict: Literal["taken", "noted", "refused", "ignored"],
    why: Reason | None = None,
    choices: tuple[str, ...] = (),
) -> MailState:
    """Write a line of the transcript; nothing is offered that would tell a password."""
    line = mask_passwords(said, state.game_named(said, at))
    choices = tuple(choice for choice in choices if not _PASSWORD.search(choice))
    return state.with_heard(Heard(line, verdict, why, choices, body=state.body))


def refuse(
    state: MailState, said: Statement, why: Reason, at: LineContext, instead: str = ""
) -> MailState:
    """Note a refusal, and what may be said ``instead``; a reason that bars all lines alike is
    given once."""
    barred = state.place.barred
    if barred is not None and barred.asks:
        return ask_first(state, said, barred.asks, barred.why, at)
    if barred is not None:
        state = raise_alarm(state, barred, at)
    choices: tuple[str, ...] = (instead,) if instead else ()
    above = [heard.why for heard in state.part.heard if heard.verdict == "refused"]
    said_last = next((each for each in reversed(above) if each != _AS_ABOVE), None)
    if barred is not None and why in above:
        return leave_unread(state, said, at)
    if why == said_last and why.code in SAID_ONCE:
        return note(state, said, at, "refused", _AS_ABOVE, choices)
    if not choices and state.count <= suggestions.RESPELLED:
        choices = respelled(why, said.line.text, variant_here(state, at), at)
    return note(state, said, at, "refused", why, choices)


def leave_unread(state: MailState, said: Statement, at: LineContext) -> MailState:
    """Note a line that is not read, for the reason above it; the next below it say no more.

    Where what is above can be answered by its number, so can this.
    """
    heard, barred = state.part.heard, state.place.barred
    told = any(line.why == _BELOW_REFUSED for line in heard)
    waits = any(barred and line.why == barred.why and line.choices for line in heard)
    choices = (said.line.text,) if waits else ()
    return note(state, said, at, "ignored", None if told else _BELOW_REFUSED, choices)


def offer_later(state: MailState, heard: Heard, over: Reason) -> MailState:
    """Note what would have been done in the turn that a line was meant for.

    What is the matter is said once; what cannot be done now is not offered.
    """
    told = any(line.why == over for line in state.part.heard)
    if heard.verdict != "refused":
        heard = Heard(heard.line, "refused", None if told else over, (heard.line,))
    elif not told:
        heard = heard._replace(why=over, more=(*filter(None, [heard.why]), *heard.more))
    return state.with_heard(heard)


def ask_first(
    state: MailState, said: Statement, address: str, why: Reason, at: LineContext
) -> MailState:
    """Do nothing of the mail before it is confirmed at an address."""
    question = Question(access.secret(at.seed, at.key, address), address, at.mail)
    heard = Heard(mask_passwords(said, state.game_named(said, at)), "held", why)
    letters = tuple(letters_that_ask(question, heard, at.key))
    effects = Effects(notices=letters, questions=(question,))
    return replace(state, effects=effects, pending=question)
