"""A sentence is obeyed as a whole or not at all: what was done of one of which another part was
understood only as something to be asked about is offered instead."""

from __future__ import annotations

from dataclasses import replace

from judge.game.command import LineContext
from judge.game.mail.answer import OTHER_WORDS
from judge.game.mail.place import identify_sender, read_text_again
from judge.game.mail.state import MailState
from judge.language.parting import split_into_sentences
from judge.language.script import Item
from judge.language.statement import CommandStatement, Line, OrderStatement, without_doubt
from judge.model.command import Command
from judge.model.reason import Reason
from judge.model.sections import HeardLine

BESIDE_OPEN = Reason("beside_open")
"""Why nothing is done of a sentence of which a part was not."""


def hold_back_half(
    before: MailState, done: MailState, item: Item, context: LineContext
) -> MailState:
    """Return what came of a line, or offer all of it if it is one sentence of which a part is only
    offered: ``A PAR - BUR, and give it to Babylon``."""
    known = identify_sender(before, context)
    if (done.here, done.place) != (known.here, known.place):
        return done
    heard = done.part.heard[len(before.part.heard) :]
    if not any(each.verdict == "taken" for each in heard):
        return done
    if len(split_into_sentences(item.line.text)) > 1:
        return done
    if not any(_is_open_deed(known, each, context) for each in heard):
        return done
    state = replace(known, understood=True)
    return state.with_transcript(*map(hold_back, heard))


def hold_back(heard: HeardLine) -> HeardLine:
    """Return a line as it is offered, if it was done."""
    if heard.verdict != "taken":
        return heard
    return HeardLine(heard.line, "refused", BESIDE_OPEN, (heard.line,))


def _is_open_deed(state: MailState, heard: HeardLine, context: LineContext) -> bool:
    """Say whether something is offered for a line in other words that does something; words for
    others govern nothing."""
    if heard.verdict != "refused" or heard.why != OTHER_WORDS:
        return False
    said = (
        without_doubt(each)
        for line in heard.choices
        for each in read_text_again(state, Line(0, line), context)[1]
    )
    return any(
        isinstance(each, OrderStatement)
        or (isinstance(each, CommandStatement) and _does_something(each.command))
        for each in said
    )


def _does_something(command: Command) -> bool:
    return not (command.asks or command.tells_others)
