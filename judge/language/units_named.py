"""Which units a line of a mail is about, given orders or not."""

from __future__ import annotations

from judge.language.beside import find_names_on_board, list_names_and_moves
from judge.language.mail_lines import Locality, MailLine
from judge.language.referring import blot_out_daily_life
from judge.language.remarks import (
    find_what_points,
    is_idle,
    is_prose,
    list_telling_sentences,
    split_clauses,
)
from judge.language.statement import (
    CommandStatement,
    DoubtfulStatement,
    OrderStatement,
    UnreadStatement,
)
from judge.language.words import find_phrases

_OTHER_CASES = frozenset({"hangs_on", "other_time"})
"""Doubts of an order for another case or turn: the one above it is for this."""


def is_command_of_turn(line: MailLine) -> bool:
    """Say whether a line is a command for the turn in which it is written, as orders are."""
    return any(
        isinstance(each, CommandStatement) and each.command.of_turn for each in line.statements
    )


def find_units_guessed(line: MailLine) -> frozenset[str]:
    """Return the provinces of the units that a misspelt order may be for, if it is nothing else."""
    unread = (each for each in line.statements if isinstance(each, UnreadStatement))
    guesses = [guess for each in unread for guess in each.guesses]
    return frozenset(guess.order.unit.at.province for guess in guesses)


def find_units_given_void(
    line: MailLine, ordered: frozenset[str], here: Locality
) -> frozenset[str]:
    """Return the provinces of units that are ordered above a line, too, and here what cannot be;
    all that a sentence names which tells a unit something that is not there: ``the fleet stays in
    port``."""
    void = [said.order.unit for said in line.orders if here.cannot_be(said)]
    strange = [unit for unit in void if unit.at.province not in here.kinds]
    if strange and is_prose(line, here):
        return list_names_and_moves(line.text, here)
    goals = {f"- {unit.at.province}" for unit in strange if not unit.kind}  # Burgundy -> Picardy
    return ordered.intersection(unit.at.province for unit in void) | goals


def find_units_spoken_of(line: MailLine, here: Locality) -> frozenset[str]:
    """Return what units, and what moves, a line speaks of without being understood."""
    sentences = list_telling_sentences(line, here)
    if line.is_order and not line.orders:
        sentences += [line] if _is_correction(line) else []
    sentences += list_words_beside_orders(line)
    is_command = any(isinstance(each, CommandStatement) for each in line.statements)
    is_command = is_command and not is_command_of_turn(line)
    if is_command and is_prose(line, here) and "altering" in find_what_points(line):
        sentences += [line]  # I prefer Picardy to Burgundy
    names = {name for each in sentences for name in _find_names_spoken_of(each, here)}
    units = find_units_in_doubt(line) | names
    hangs = any(each.why.code == "condition" for each in line.unread)
    if hangs and "word" in find_what_points(line):
        units |= find_names_on_board(line.text, here) & {*here.kinds}  # if that fails, ...
    corrects = bool(line.phrases) and "corrects" in line.phrases[0].kinds
    return units | {""} if units and corrects else units


def list_words_beside_orders(line: MailLine) -> list[MailLine]:
    """Return the words that stand beside orders and leave them in doubt."""
    doubts = (each.doubt for each in line.statements if isinstance(each, DoubtfulStatement))
    rests = {
        str(subject) for doubt in doubts for subject in doubt.about if isinstance(subject, str)
    }
    found = [(text, find_phrases(text)) for text in sorted(rests)]
    return [line._replace(text=text, phrases=words) for text, words in found if words]


def _find_names_spoken_of(line: MailLine, here: Locality) -> frozenset[str]:
    """Return the names in a sentence that is not understood: of provinces, as units and as where
    they go, and of kinds of units. One that is known to say nothing of orders has none, and none
    that hangs on something."""
    if line.phrases and "condition" in line.phrases[0].kinds:
        _, *others = split_clauses(line)
        return find_names_on_board(others[-1].text, here) & {*here.kinds} if others else frozenset()
    named = list_names_and_moves(blot_out_daily_life(line.text), here)
    moves = [name for name in named if name.startswith("-")]
    is_about_orders = _is_correction(line) or len(moves) > 1 or not is_idle(line, here)
    return named if is_about_orders else frozenset()


def _is_correction(line: MailLine) -> bool:
    return any(phrase.kinds & {"corrects", "negation", "takeback"} for phrase in line.phrases)


def find_units_in_doubt(line: MailLine) -> frozenset[str]:
    """Return the provinces of the units that a line orders in doubt, or by a guess, for the present
    case and turn."""
    return frozenset(
        said.order.unit.at.province
        for each in line.statements
        if isinstance(each, DoubtfulStatement) and each.doubt.code not in _OTHER_CASES
        for said in (each.said.guesses if isinstance(each.said, UnreadStatement) else [each.said])
        if isinstance(said, OrderStatement)
    )
