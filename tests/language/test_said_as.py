"""Every line that a phrase says can be read, and the nearest of the phrases is found."""

from __future__ import annotations

import re

import pytest

from judge.game.sentences.phrases import collect_commands_of_lines
from judge.language.grammar import build_grammar
from judge.language.reader import read_line
from judge.language.said_as import SaidAs, SaidPhrase, compare_with, load_phrases
from judge.language.statement import Line, OrderStatement
from judge.library import load
from judge.model.turn import Phase

VARIANTS = [load(code) for code in ("standard", "gd", "ww4", "civ")]
SOON = {"more": 6, "status": 15, "press": 15, "propose": 15, "draw": 10, "wait": 10, "join": 10}
"""How many sentences some commands have at least; the others have six."""
NUMBERS = range(len(load_phrases().phrases))


def filled(line: str) -> str:
    return re.sub("{unit.?}|{dislodged}", "A Paris", line.replace("{place}", "Gascony"))


def sentences_by_rule() -> dict[str, int]:
    """How many sentences each command has."""
    counts: dict[str, int] = {}
    for variant in VARIANTS:
        rules = {command: rule for rule, command in build_grammar(variant).commands.items()}
        found: dict[str, int] = {}
        commands = collect_commands_of_lines(variant)
        for phrase in load_phrases().phrases:
            for command in {commands[line] for line in (phrase.line, *phrase.otherwise)} - {None}:
                found[rules[command]] = found.get(rules[command], 0) + len(phrase.said)
        counts |= found
    return counts


def test_every_line_of_a_phrase_is_a_command_or_an_order_somewhere() -> None:
    known = [collect_commands_of_lines(variant) for variant in VARIANTS]
    lost = [
        line
        for phrase in load_phrases().phrases
        for line in (phrase.line, *phrase.otherwise)
        if line and phrase.role not in ("keeper", "asked")
        and not any(commands[line] for commands in known)
        and not any(
            isinstance(said, OrderStatement)
            for phase in Phase
            for said in read_line(Line(1, filled(line)), VARIANTS[0], phase)
        )
    ]  # fmt: skip
    assert lost == []


def test_no_sentence_is_said_of_two_lines_that_the_same_people_say() -> None:
    """One that is a player's vote may be a master's command."""
    seen: dict[tuple[str, object], str] = {}
    commands = collect_commands_of_lines(VARIANTS[0])
    twice = []
    for phrase in load_phrases().phrases:
        command = commands[phrase.line]
        if command is None and phrase.line:
            continue
        who = (getattr(command, "who", None), phrase.role)
        for sentence in phrase.said:
            other = seen.setdefault((sentence, who), phrase.line)
            if other != phrase.line:
                twice.append((sentence, other, phrase.line))
    assert twice == []


FILLED_OTHERWISE = (
    "here", "vote", "guest", "kept", "plan", "player", "unit", "own", "dislodged", "count",
    "season",
)  # fmt: skip


def test_slots_of_a_line_are_those_of_its_sentences_or_known() -> None:
    strange = {
        (phrase.line, slot)
        for phrase in load_phrases().phrases
        for slot in re.findall(r"{(\w+?)\d?[:}]", phrase.line)
        if slot not in FILLED_OTHERWISE
        and not any(f"{{{slot.removesuffix('es' if slot == 'addresses' else 's')}" in sentence
                    for sentence in phrase.said)
    }  # fmt: skip
    assert strange == set()


def nearest(text: str, phrases: SaidAs | None = None) -> str:
    known = phrases or load_phrases()
    return known.phrases[known.find_nearest(text.split(), NUMBERS)[0].number].line


def test_the_nearest_is_what_has_the_rare_words_in_common() -> None:
    assert nearest("could you please mail me the ledger") == "LEDGER"
    few = compare_with(
        (
            SaidPhrase(line="A", said=("please send the map", "the map")),
            SaidPhrase(line="B", said=("please send the rules", "the rules")),
        ),
        load_phrases().words,
    )
    assert nearest("please send please send the rules", few) == "B"


def test_words_that_nobody_says_make_a_sentence_less_like_anything() -> None:
    plain = load_phrases().find_nearest(["show", "me", "the", "map"], NUMBERS)[0].score
    more = (
        load_phrases()
        .find_nearest(["show", "me", "the", "quixotic", "wombats", "of", "the", "map"], NUMBERS)[0]
        .score
    )
    assert more < plain


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("deadlin", "deadline"), ("extention", "extension"), ("xyzzyx", "xyzzyx"), ("hans", "hans")],
)
def test_a_slip_is_read_as_the_word_that_it_is_like(typed: str, meant: str) -> None:
    assert load_phrases().mend_word(typed) == meant


@pytest.mark.parametrize("word", ["useless", "conclude", "respect", "presence", "worker"])
def test_a_word_that_is_like_another_is_no_slip(word: str) -> None:
    assert load_phrases().mend_word(word) == word
