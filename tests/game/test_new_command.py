"""A command is a grammar rule and one class: nothing else has to know of it."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pytest

import judge.game.votes
from judge import library, resources
from judge.game.command import collect_commands_in
from judge.game.reports.help import Help
from judge.game.request import Request
from judge.language import command_values, grammar
from judge.language.grammar import build_grammar
from judge.language.script import split_mail
from judge.letters.compose import write_page
from judge.library import variants
from judge.model.letter_kind import REPLY
from judge.model.pages import PageOfValues
from judge.service.compiling import load_help_pages
from tests.game.conftest import Club

MODULE = '''
from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.notices import announce_news
from judge.game.state import Play, Seat
from judge.model.reason import Reason


class Salute(PlayerCommand):
    """SALUTE power, power: let them know that you think of them."""

    members: tuple[str, ...] = ()

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Tell the powers."""
        seats = [seat for seat in game.seats if {*seat.powers} & {*self.members}]
        why = Reason("you_play", actor.powers)
        notices = announce_news(game, "Salute", context.key, why, to=seats)
        return Effects(remark=Reason("press_sent", self.members), notices=notices)
'''

RULE = """
salute: _SALUTE MEMBERS
_SALUTE: "salute" | "greet"
"""


@pytest.fixture
def saluting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A judge in whose room of votes a module stands that is not ours, and a rule for it."""
    (tmp_path / "salute.py").write_text(MODULE, encoding="utf-8")
    texts = tmp_path / "grammar"
    texts.mkdir()
    ours = resources.find_file("grammar", "commands.lark").read_text(encoding="utf-8")
    (texts / "commands.lark").write_text(ours + RULE, encoding="utf-8")
    monkeypatch.setattr(judge.game.votes, "__path__", [*judge.game.votes.__path__, str(tmp_path)])
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
    for name in (
        "_build_variant",
        "_stock_commands",
    ):  # what is loaded for other tests stays as it is
        monkeypatch.setattr(variants, name, cache(getattr(variants, name).__wrapped__))
    club = Club()
    club.gather()
    return club


def test_it_is_obeyed(saluting: Club) -> None:
    done = saluting.say("France", "SALUTE Italy, Turkey")
    assert saluting.codes(done) == ["noted press_sent"]
    told = {notice.to.seat for notice in done.notices if notice.kind != REPLY}
    assert told == {saluting.seat(power).name for power in ("Italy", "Turkey")}


def test_a_wrong_power_in_it_is_answered_kindly(saluting: Club) -> None:
    (line,) = saluting.heard(saluting.say("France", "greet Itlay"))
    assert (line.why and line.why.code, line.choices) == ("unknown_power", ("greet Italy",))


def test_it_is_explained(saluting: Club) -> None:
    text = "SALUTE power, power: let them know that you think of them"
    for asked in ("HELP SALUTE", "HELP greet", "HELP COMMANDS"):
        reply = saluting.reply(saluting.say("France", asked))
        (page,) = [section for section in reply.sections if isinstance(section, PageOfValues)]
        assert text in write_page(page).text


def test_it_is_completed(saluting: Club) -> None:
    (line,) = saluting.heard(saluting.say("France", "SALTUE Italy"))
    assert (line.why and line.why.code, line.choices) == ("unknown_command", ("SALUTE Italy",))


def test_a_rule_without_a_class_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "grammar").mkdir()
    ours = resources.find_file("grammar", "commands.lark").read_text(encoding="utf-8")
    (tmp_path / "grammar" / "commands.lark").write_text(ours + RULE, encoding="utf-8")
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
    plain = library.load("standard")
    monkeypatch.setattr(grammar, "_build_grammar", grammar._build_grammar.__wrapped__)
    with pytest.raises(ValueError, match="salute"):
        build_grammar.__wrapped__(plain)


def test_two_classes_of_one_rule_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("once", "again"):
        (tmp_path / f"{name}.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr(judge.game.votes, "__path__", [*judge.game.votes.__path__, str(tmp_path)])
    with pytest.raises(TypeError, match="salute"):
        collect_commands_in("judge.game")


def said_by(terminal: str) -> set[str]:
    """The fields for which a terminal is read."""
    if terminal == "SEAT":
        return {"power", "game", "password"}
    if terminal == "SEAT_OF_GAME":
        return {"wish", "game"}
    if terminal in command_values._READ:
        return {command_values._READ[terminal][0]}
    return set(command_values._SAID.get(terminal, {terminal.lower(): ""}))


OWN = {tuple(library.load(code).commands.items()): code for code in (*library.codes(), "standard")}
"""A variant for each set of commands that there is."""


@pytest.mark.parametrize("code", OWN.values())
def test_a_command_has_a_field_for_everything_that_its_rule_reads(code: str) -> None:
    variant = library.load(code)
    read = {rule: set[str]() for rule in variant.commands}
    for rule in build_grammar(variant).command.lark.rules:
        if (name := str(rule.origin.name)) in read:
            read[name] |= {
                part.name for part in rule.expansion if not getattr(part, "filter_out", True)
            }
    for rule, terminals in read.items():
        names = {field.name for field in fields(variant.commands[rule])}
        for terminal in terminals:
            assert said_by(terminal) <= names, f"{rule}: {terminal}"


@pytest.mark.parametrize("code", OWN.values())
def test_every_command_is_explained(code: str, club: Club) -> None:
    variant, pages = library.load(code), load_help_pages()
    words = build_grammar(variant)
    for rule, command in variant.commands.items():
        word = re.match(r"[A-Z]+", command.write_help_text())[0]
        openers = [opener for opener in words.openers if opener.split()[0] == word.lower()]
        assert any(rule in words.openers[opener] for opener in openers), rule
        at = club.context(Request("x@example.org", "<1@example.org>", "", split_mail("")))
        house = replace(at.house, default=code, help=pages, variants={code: variant})
        line = replace(at, house=house)
        (section,) = Help(topic=word).compute_effects(None, None, line).sections
        page = write_page(section) if isinstance(section, PageOfValues) else section
        assert word.lower() in f"{page.title} {page.text}".lower(), rule
        (section,) = Help(topic="commands").compute_effects(None, None, line).sections
        assert f"- {command.write_help_text()}\n" in f"{write_page(section).text}\n"
