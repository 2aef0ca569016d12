"""Every command there is, given misspelled, by whom it is not for, and when it is not its time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from judge.game.command import Context, InGame, InPlay
from judge.game.state import Role
from judge.hooks import Variant
from judge.language.grammar import grammar_of
from judge.language.reader import read_line
from judge.language.statement import Commanded, Line
from judge.library import load
from judge.model.command import Command
from judge.model.transcript import Heard
from judge.model.turn import Phase
from judge.service.help import help_pages
from tests.game.conftest import Club

WORDS = {
    "address": "new@example.net",
    "date": "tomorrow 18:00",
    "game": "ruhr",
    "name": "elbe",
    "number": "1",
    "password": "geheim",
    "place": "Paris",
    "power": "England",
    "question": "Shall we meet?",
    "text": "Something to remember.",
    "turn": "F1901M",
    "unit": "A PAR",
    "value": "yes",
    "word": "Akkad",
}
"""What stands for the words in small letters in the lines of HELP."""


def example(command: type[Command], **words: str) -> str:
    """Return what the line of HELP of a command says, without what may be left out."""
    usage = re.sub(r"\s*\[[^]]*\]|,.*| or .*", "", command.help().partition(": ")[0])
    return re.sub(r"\b[a-z]+\b", lambda word: (WORDS | words).get(word[0], word[0]), usage)


STANDARD = load("standard")
EXAMPLES = {
    rule: example(command) for rule, command in sorted(grammar_of(STANDARD).commands.items())
}


def meaning(text: str, variant: Variant = STANDARD) -> list[object]:
    """Return the commands in a line; a line that is none means itself."""
    said = read_line(Line(1, text), variant, Phase.MOVEMENT)
    return [each.command if isinstance(each, Commanded) else text for each in said]


def slips(word: str) -> Iterator[str]:
    """Yield a word with letters changed about, one left out, and one doubled."""
    yield word[0] + word[2] + word[1] + word[3:]
    if len(word) > 3:
        yield word[:2] + word[3:]
        yield word[:2] + word[1:]


def misspelled(text: str) -> Iterator[str]:
    """Yield a command with each of its own words misspelled, but for those that mean another."""
    words = text.split()
    own = next((n for n, word in enumerate(words) if not word.isupper()), len(words))
    for at, word in enumerate(words[:own]):
        for slip in slips(word) if word.isalpha() and len(word) > 2 else ():
            if slip.casefold() not in grammar_of(STANDARD).openers:
                yield " ".join((*words[:at], slip, *words[at + 1 :]))


COMMANDS = grammar_of(STANDARD).commands


class Guided(Club):
    """A club that has all pages of HELP."""

    def context(self, sender: str) -> Context:
        return replace(super().context(sender), help=help_pages())


@pytest.fixture(scope="module")
def clubs() -> dict[str, Club]:
    """Clubs whose game has not begun, is running, and is over."""
    made = {stage: Guided() for stage in ("forming", "running", "ended")}
    for club in made.values():
        club.gather()
        club.mail("watcher@example.net", "OBSERVE ruhr")
    forming = made["forming"]
    forming.games.clear()
    forming.mail("master@example.org", "CREATE ruhr")
    forming.mail("england@example.org", "JOIN ruhr AS England")
    forming.mail("watcher@example.net", "OBSERVE ruhr")
    made["ended"].say("m1", "TERMINATE")
    return made


def said_to(club: Club, who: str, text: str) -> list[Heard]:
    """Return what is said to a mail that changes nothing for the next."""
    kept = dict(club.games)
    heard = club.heard(club.mail(who, text) if "@" in who else club.say(who, text))
    club.games = kept
    for each in (club.sent, club.past, club.stands):
        each.clear()
    return heard


def speaker(command: type[Command], club: Club) -> str:
    """Return the seat that may give a command."""
    master = issubclass(command, InGame | InPlay) and command.who is Role.MASTER
    return "m1" if master else next(s.name for s in club.game.seats if s.address.startswith("engl"))


@pytest.mark.parametrize("variant", ["standard", "civ"])
def test_what_help_says_of_a_command_is_read_as_that(variant: str) -> None:
    found = load(variant)
    for command in grammar_of(found).commands.values():
        text = example(command)
        known = variant == "standard" or not re.search("England|France|Italy", text)
        assert not known or [type(each) for each in meaning(text, found)] == [command], text


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_misspelled_command_is_offered_as_it_was_meant(clubs: dict[str, Club], rule: str) -> None:
    text, club = EXAMPLES[rule], clubs["running"]
    slips = [slip for slip in misspelled(text) if meaning(slip) != meaning(text)]
    heard = (
        said_to(club, speaker(COMMANDS[rule], club), "\nENDPRESS\n".join(slips)) if slips else []
    )
    offered = {each.line: [meaning(line) for line in each.choices] for each in heard}
    assert [slip for slip in slips if meaning(text) not in offered[slip]] == []


@pytest.mark.parametrize("rule", EXAMPLES)
def test_who_may_not_give_a_command_is_told_who_may(clubs: dict[str, Club], rule: str) -> None:
    command, club = COMMANDS[rule], clubs["running"]
    if not issubclass(command, InGame | InPlay):
        return
    others = {Role.PLAYER: ["m1", "o1"], Role.MASTER: ["England", "o1"], None: []}[command.who]
    only = "master_only" if command.who is Role.MASTER else "player_only"
    for who, told in (
        ("stranger@example.net", {"which_game", "no_letter"}),
        *((who, {only, "no_offer"}) for who in others),
    ):
        first, *_ = said_to(club, who, EXAMPLES[rule])
        assert first.verdict == "refused" and first.why and first.why.code in told, (who, first)


@pytest.mark.parametrize("stage", ["forming", "running", "ended"])
def test_at_any_time_a_command_is_obeyed_or_told_why_not(
    clubs: dict[str, Club], stage: str
) -> None:
    club = clubs[stage]
    for rule, command in COMMANDS.items():
        first, *_ = said_to(club, speaker(command, club), EXAMPLES[rule])
        assert first.verdict == "taken" or first.why is not None, EXAMPLES[rule]
        assert first.why is None or not first.why.code.startswith("unknown"), first
