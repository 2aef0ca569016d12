"""Every command there is, given misspelled, by whom it is not for, and when it is not its time."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from judge.game.command import InGame, InPlay, LineContext
from judge.game.effects import Effects
from judge.game.request import Request
from judge.game.state import Role
from judge.hooks import Variant
from judge.language.grammar import build_grammar
from judge.language.reader import read_line
from judge.language.statement import CommandStatement, Line
from judge.letters.reader_names import with_reader_names
from judge.library import load
from judge.model.command import Command
from judge.model.letter_kind import REPLY
from judge.model.sections import HeardLine
from judge.model.turn import Phase
from judge.resources import OVERLAY
from tests.game.conftest import POWERS, Club
from tests.game.test_offers import CIV, Table
from tests.road.office import read_pages

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
    usage = re.sub(r"\s*\[[^]]*\]|,.*| or .*", "", command.write_help_text().partition(": ")[0])
    return re.sub(r"\b[a-z]+\b", lambda word: (WORDS | words).get(word[0], word[0]), usage)


STANDARD = load("standard")
EXAMPLES = {
    rule: example(command) for rule, command in sorted(build_grammar(STANDARD).commands.items())
}


EXAMPLES["game"] = f"GAME {WORDS['game']}"  # a game of no such name is named to nobody


def meaning(text: str, variant: Variant = STANDARD) -> list[object]:
    """Return the commands in a line; a line that is none means itself."""
    said = read_line(Line(1, text), variant, Phase.MOVEMENT)
    return [each.command if isinstance(each, CommandStatement) else text for each in said]


def slips(word: str) -> Iterator[str]:
    """Yield a word with two letters changed about, and with one left out."""
    yield word[0] + word[2] + word[1] + word[3:]
    if len(word) > 3:
        yield word[:2] + word[3:]


def misspelled(text: str) -> Iterator[str]:
    """Yield a command with each of its own words misspelled, but for those that mean another."""
    words = text.split()
    own = next((n for n, word in enumerate(words) if not word.isupper()), len(words))
    for at, word in enumerate(words[:own]):
        for slip in slips(word) if word.isalpha() and len(word) > 2 else ():
            if slip.casefold() not in build_grammar(STANDARD).openers:
                yield " ".join((*words[:at], slip, *words[at + 1 :]))


COMMANDS = build_grammar(STANDARD).commands


class Guided(Table):
    """A club that has all pages of HELP."""

    def context(self, mail: Request, seed: int = 1) -> LineContext:
        at = super().context(mail, seed)
        return replace(at, house=replace(at.house, help=read_pages(os.environ.get(OVERLAY, ""))))


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


def answered(club: Club, who: str, text: str) -> Effects:
    """Return what comes of a mail that changes nothing for the next."""
    kept = dict(club.games)
    done = club.mail(who, text) if "@" in who else club.say(who, text)
    club.games = kept
    for each in (club.sent, club.past, club.stands):
        each.clear()
    return done


def said_to(club: Club, who: str, text: str) -> list[HeardLine]:
    """Return what is said to a mail that changes nothing for the next."""
    return club.heard(answered(club, who, text))


def speaker(command: type[Command], club: Club) -> str:
    """Return the seat that may give a command."""
    master = issubclass(command, InGame | InPlay) and command.who is Role.MASTER
    return "m1" if master else next(s.name for s in club.game.seats if s.address.startswith("engl"))


@pytest.mark.parametrize("variant", ["standard", "civ"])
def test_what_help_says_of_a_command_is_read_as_that(variant: str) -> None:
    found = load(variant)
    for command in build_grammar(found).commands.values():
        text = example(command)
        known = variant == "standard" or not re.search("England|France|Italy", text)
        assert not known or [type(each) for each in meaning(text, found)] == [command], text


@pytest.mark.parametrize("rule", EXAMPLES)
def test_a_misspelled_command_is_offered_as_it_was_meant(clubs: dict[str, Club], rule: str) -> None:
    text, club = EXAMPLES[rule], clubs["running"]
    slips, meant = [*misspelled(text)], meaning(text)
    heard = said_to(club, speaker(COMMANDS[rule], club), "\nENDPRESS\n".join(slips))
    offered = {each.line: map(meaning, each.choices) for each in heard}
    said = said_to(club, speaker(COMMANDS[rule], club), text)
    undone = {each.why.code for each in said if each.why and each.verdict == "refused"}
    futile = {each.line for each in heard if each.why and each.why.code in undone}
    wrong = [slip for slip in slips if meant not in offered.get(slip, ()) and slip not in futile]
    assert [slip for slip in wrong if meaning(slip) != meant] == []


@pytest.mark.parametrize("rule", EXAMPLES)
def test_who_may_not_give_a_command_is_told_who_may(clubs: dict[str, Club], rule: str) -> None:
    command, club = COMMANDS[rule], clubs["running"]
    if not issubclass(command, InGame | InPlay):
        return
    others = {Role.PLAYER: ["m1", "o1"], Role.MASTER: ["England", "o1"], None: []}[command.who]
    may = {"master_only"} if command.who is Role.MASTER else {"player_only", "player_only_as"}
    for who, told in (
        ("stranger@example.net", {"which_game", "no_letter"}),
        *((who, {*may, "no_offer"}) for who in others),
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


def forming_civ(other: bool) -> Club:
    """A game of civilizations that waits for more; who the others are that have joined it."""
    club = Guided()
    club.mail("master@example.org", "CREATE ruhr CIV ON standard WITH civs=7")
    joining = ["me", "tom", "ann", "joe"] if other else ["me", "kay"]
    for name in joining:
        club.mail(f"{name}@example.org", "JOIN ruhr")
    return club


def running_civ(other: bool) -> Club:
    """A game of civilizations in which nobody that I have met knows what Elam does, or is called;
    there may be none."""
    club = Guided().begin()
    mine, _, _, elam, *_ = CIV.map.powers
    game = club.game.with_seat(replace(club.seat(mine), address="me@example.org"))
    if other:
        position = game.position
        facts = {f._replace(value="Thule") if f.value == "Elam" else f for f in position.facts}
        units = {c: u for c, u in position.units.items() if c != "SEV"}
        position = replace(position, facts=frozenset(facts), units=units)
        seat = replace(game.find_seat_of_power(elam), address="", wait=True)
        game = replace(game.with_seat(seat), position=position)
    club.games["ruhr"] = game
    return club


def running_fog(other: bool) -> Club:
    """A game in fog: what stands in Sevastopol England does not see."""
    club = Guided()
    club.mail("master@example.org", "CREATE ruhr WITH sight=near, confirm=off")
    for power in POWERS:
        name = "me" if power == "England" else power
        club.mail(f"{name}@example.org", f"JOIN ruhr AS {power}")
    if other:
        position = club.game.position
        units = {c: u for c, u in position.units.items() if c != "SEV"}
        club.games["ruhr"] = replace(club.game, position=replace(position, units=units))
    return club


@pytest.mark.parametrize("hidden", [forming_civ, running_civ, running_fog])
def test_no_command_tells_in_a_hidden_game_what_is_not_seen(
    hidden: Callable[[bool], Club],
) -> None:
    """All that a player hears is the same, whatever is so out of their sight; and it is heard."""
    clubs = [hidden(other) for other in (False, True)]
    assert clubs[0].games != clubs[1].games
    form, stranger = clubs[0].game.variant, "Turkey" if hidden is running_fog else "Elam"
    for command in build_grammar(form).commands.values():
        text, told = example(command, power=stranger, place="Sevastopol", unit="A SEV"), []
        for club in clubs:
            club.count = 100
            me = next(s.name for s in club.game.seats if s.address == "me@example.org")
            done = answered(club, me, text)
            mine = [n for n in done.notices if n.to.address == "me@example.org"]
            told.append([with_reader_names(notice, form) for notice in mine])
            for first in club.heard(done)[:1]:
                assert first.verdict == "taken" or first.why is not None, text
            assert any(notice.kind == REPLY and notice.sections for notice in mine), text
        assert told[0] == told[1], text
