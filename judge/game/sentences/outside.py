"""Sentences with which no game has to do: lines for the desk, and yes or no to a question."""

from __future__ import annotations

from judge.game.command import LineContext
from judge.game.orders.alternatives import MOST
from judge.game.sentences.candidates import (
    AHEAD,
    CLEAR,
    LIKE,
    build_matcher_for,
    find_least_score_beside,
)
from judge.game.sentences.wishes import split_into_wishes
from judge.language.conditions import asks_advice
from judge.language.parting import split_into_sentences
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text, normalize_line
from judge.language.talk import is_worded
from judge.language.word_lists import WordPattern
from judge.language.words import is_neutral
from judge.model.reason import Reason

DESK = "ADMIN "
"""How lines for the desk begin."""
_DECLINES = WordPattern(r"\W*(?:\w+,? ){0,2}%(says_not_to)s\b")
"""Words with which somebody says what they will not do."""
_ASKS_OF_DEED = WordPattern(
    r"\W*(?:%(asks_of_desk)s\b[^?]*|%(asks_meaning)s [\w' ]{2,30} %(means_deed)s)\?"
)
_DELETES_GAME = WordPattern(r"\W*(?:\w+,? ){0,4}%(deletes_things)s (?:\w+ ){0,2}%(called_game)s\b")
_WAVERS = WordPattern(r"\b%(wavers)s\b")
"""Words with which somebody leaves open whether it is to be done."""


def is_keeper(context: LineContext) -> bool:
    """Say whether the keeper writes, who alone can say something to the desk."""
    return bool(context.house.desk(f"{DESK}GAMES"))


def asks_of_desk(text: str) -> bool:
    """Say whether a question is what would come of something at the desk, or whether to do it."""
    return asks_advice(text) or _ASKS_OF_DEED.pattern.match(fold_text(text)) is not None


def explain_undone_at_desk(text: str) -> Reason | None:
    """Say why nobody does at the desk what a sentence of the keeper's wishes, or None."""
    is_deleted = _DELETES_GAME.pattern.match(fold_text(text)) is not None
    return Reason("games_not_deleted") if is_deleted else None


def find_desk_lines(text: str, context: LineContext) -> tuple[tuple[str, ...], bool]:
    """Return the lines for the desk that a sentence of the keeper's may mean, the likeliest first,
    and whether that one is clear; none if it means something else."""
    if asks_of_desk(text) or explain_undone_at_desk(text):
        return (), False
    if not is_worded(text) or _DECLINES.pattern.match(fold_text(text)):
        return (), False
    found = build_matcher_for("keeper", context).list_candidates(text)
    found = [each for each in found if not each.is_talk or each.score >= CLEAR]
    if not found or found[0].score < LIKE or not found[0].line.startswith(DESK):
        return (), False
    first = found[0]
    near = [each for each in found if each.score >= find_least_score_beside(first.score)]
    lines = [each.line for each in near if each.line.startswith(DESK) and not each.missing]
    behind = [each.score for each in near[1:] if each.line.startswith(DESK)]
    ahead = not behind or behind[0] < first.score * (1 - AHEAD)
    wavers = _WAVERS.pattern.search(fold_text(text)) is not None
    is_clear = first.score >= CLEAR and ahead and not (first.missing or wavers)
    return tuple(lines[:MOST]), is_clear


def split_off_desk_lines(text: str, context: LineContext) -> tuple[tuple[str, ...], list[str]]:
    """Return the lines for the desk that a sentence of the keeper's surely means, those of each of
    its wishes if these are several, and those of its wishes that mean no such line."""
    matcher = build_matcher_for("keeper", context)
    wishes = split_into_wishes(normalize_line(text), matcher)[0]
    parts = [part.text for part in wishes]
    found = {part: find_desk_lines(part, context) for part in parts}
    clear = {part: lines[0] for part, (lines, is_clear) in found.items() if is_clear}
    if not clear:
        lines, is_clear = find_desk_lines(text, context)
        return (lines[:1], []) if is_clear else ((), [text])
    rest = [wish.text for wish in wishes if wish.expects_something and wish.text not in clear]
    return tuple(dict.fromkeys(clear.values())), rest


def is_plain_talk(text: str, context: LineContext) -> bool:
    """Say whether each sentence of a line is clearly talk, and nothing that answers a question: it
    negates nothing."""
    matcher, phrases = build_matcher_for("asked", context), load_phrases()
    if phrases.is_negated(phrases.split_words(text)):
        return False
    nearest = map(matcher.find_nearest, split_into_sentences(normalize_line(text)))
    return is_neutral(text) or all(each.is_talk and each.score >= CLEAR for each in nearest)
