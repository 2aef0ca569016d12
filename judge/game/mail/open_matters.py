"""What a line may mean about what is open in a game: a ballot, nominations, an offer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.game.command import LineContext
from judge.game.mail.answer import OTHER_WORDS
from judge.game.mail.place import identify_sender, read_text_again
from judge.game.mail.state import MailState
from judge.game.mail.whole_sentences import hold_back
from judge.game.procedure import GameProcedure, OpenMatter, find_procedure
from judge.game.sentences.candidates import build_matcher
from judge.game.state import Play, Role
from judge.language.conditions import find_condition
from judge.language.parting import split_into_sentences
from judge.language.script import Item
from judge.language.spelling import fold_text
from judge.language.statement import CommandStatement, Line, OrderStatement, without_doubt
from judge.language.word_lists import list_words
from judge.model.reason import Reason
from judge.model.sections import HeardLine

_CONDITION = Reason("condition")
_NOTHING_DONE = frozenset({"read_as_line", "not_ordered"})
"""Why a line is noted that was taken for a question, or for orders that there are not."""
_STRANGER = "unknown_power"
"""Why a line is refused that names nobody in the game."""
_NOTHING_OPEN = frozenset({"no_ballot", "vote_none", "vote_unknown"})
"""Why a command is refused that answers something, where nothing of the kind is open."""


def offer_what_is_open(
    before: MailState, done: MailState, item: Item, context: LineContext
) -> MailState:
    """Return what came of a line, or offer what it means about what is open, if that was not done:
    then nothing of its sentence is."""
    known = identify_sender(before, context)
    game, seat = known.find_current_game(context), known.find_acting_seat(context)
    if not isinstance(game, Play) or seat is None or seat.role is not Role.PLAYER:
        return done
    is_same = (done.here, done.place) == (known.here, known.place)
    heard = done.part.heard[len(before.part.heard) :] if is_same else ()
    if type(find_procedure(game)) is GameProcedure or all(map(_is_done, heard)):
        return done
    orders = [_list_orders(known, each, context) for each in heard]
    matters = [_find_matter(known, each, context) for each in heard]
    whole = HeardLine(item.line.text, "refused", heard[-1].why)
    is_sentence = len(split_into_sentences(item.line.text)) == 1 and not any(orders)
    if is_sentence and not any(map(_is_done, heard)):
        is_one = len(heard) == 1 and heard[0].line == whole.line
        matter = matters[0] if is_one else _find_matter(known, whole, context)
        if matter and not _is_said_by_part(matter, matters, heard):
            return _note_instead(known, [_refuse(whole, matter)])
    if not any(matters):
        return done
    return _note_instead(known, [
        _refuse(each, matter, own) if matter else hold_back(each)
        for each, matter, own in zip(heard, matters, orders, strict=True)
    ])  # fmt: skip


def _is_said_by_part(
    whole: OpenMatter, matters: Sequence[OpenMatter | None], heard: Sequence[HeardLine]
) -> bool:
    """Say whether a part of a sentence alone says all that it means about what is open, and
    another part says something else."""
    others = [each for each, matter in zip(heard, matters, strict=True) if matter is None]
    idle = {*list_words("beside_matters")}
    return whole in matters and any(
        each.verdict == "refused" and not idle.issuperset(re.findall(r"\w+", fold_text(each.line)))
        for each in others
    )


def _note_instead(known: MailState, heard: list[HeardLine]) -> MailState:
    state = replace(known, understood=True)
    return state.with_transcript(*heard)


def _is_done(heard: HeardLine) -> bool:
    """Say whether a line was taken, and not for a question."""
    is_idle = heard.why is not None and heard.why.code in _NOTHING_DONE
    return heard.verdict == "taken" or (heard.verdict == "noted" and not is_idle)


def _list_orders(state: MailState, heard: HeardLine, context: LineContext) -> tuple[str, ...]:
    """Return those of the lines offered for one that are orders."""
    return tuple(
        line
        for line in heard.choices
        if any(
            isinstance(each, OrderStatement)
            for each in map(without_doubt, read_text_again(state, Line(0, line), context)[1])
        )
    )


def _find_matter(state: MailState, heard: HeardLine, context: LineContext) -> OpenMatter | None:
    """Return what a line that was not done means about what is open; None for a whole command of
    any other kind."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if _is_done(heard) or not isinstance(game, Play) or seat is None:
        return None
    if _is_command(state, heard, context) or _names_stranger(heard.why):
        return None
    hanging = find_condition(heard.line)
    text = heard.line[: hanging.start()] if hanging else heard.line
    marked = build_matcher(state, context).mark_sentence(text)
    whole = next((each for each in marked if not each.is_part), None)
    matter = find_procedure(game).find_lines_meant(game, seat, whole) if whole else None
    return matter._replace(why=_CONDITION) if matter and hanging else matter


def _names_stranger(why: Reason | None) -> bool:
    """Say whether a line is refused for a name that nobody has, and not for a word among names."""
    if why is None or why.code != _STRANGER:
        return False
    among = (
        "shared_by_many",
        "opens_names",
        "leaves_name_out",
        "joins_names",
        "oneself_among_names",
    )
    word = fold_text(str(why.about[0])).strip(" .")
    return not any(word in list_words(name) for name in among)


def _is_command(state: MailState, heard: HeardLine, context: LineContext) -> bool:
    """Say whether a line is a whole command or order, and not one that was refused because it
    answers nothing."""
    said = [*map(without_doubt, read_text_again(state, Line(0, heard.line), context)[1])]
    answers_nothing = heard.why is not None and heard.why.code in _NOTHING_OPEN | _NOTHING_DONE
    return not answers_nothing and all(
        isinstance(each, CommandStatement | OrderStatement) for each in said
    )


def _refuse(heard: HeardLine, matter: OpenMatter, orders: tuple[str, ...] = ()) -> HeardLine:
    lines = tuple(dict.fromkeys((*matter.lines, *orders)))
    return HeardLine(heard.line, "refused", matter.why or OTHER_WORDS, lines)
