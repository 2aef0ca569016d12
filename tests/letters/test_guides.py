"""The guides: every page is in them, their links lead somewhere, their commands are real."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.language.reader import read_line
from judge.language.said_as import load_phrases
from judge.language.statement import Line, UnreadStatement
from judge.library import codes, load
from judge.model.turn import Phase
from judge.resources import find_file
from tests.road import scenes
from tests.road.office import player

HOUSE = find_file("templates", "README.md").parent.parent
GUIDE = HOUSE / "templates" / "README.md"
PAGES = [*HOUSE.glob("templates/help/*.md"), *HOUSE.glob("maps/*/help/*.md")]


def linked() -> list[Path]:
    links = re.findall(r"\]\(([^)#]+)", GUIDE.read_text(encoding="utf-8"))
    return [(GUIDE.parent / link).resolve() for link in links]


def test_every_page_is_in_a_guide_and_every_link_leads_somewhere() -> None:
    assert {page.resolve() for page in PAGES} <= set(linked())
    assert all(page.exists() for page in linked())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_is_understood(page: Path) -> None:
    shown = re.findall(r"^    (\S.*?)(?:   .*)?$", page.read_text(encoding="utf-8"), re.M)
    games = [load(code) for code in codes() if len(load(code).map.powers) < 40]
    lost = [
        line
        for line in shown
        if not line.startswith(("END", "To everybody in the game"))  # words of press
        and all(
            isinstance(said, UnreadStatement)
            and said.why.code in ("unknown_command", "unknown_line")
            for game in games
            for phase in Phase
            for said in read_line(Line(1, line), game, phase)
        )
    ]
    assert lost == []


def test_help_on_each_topic_that_is_named_is_there() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    texts += [line for each in load_phrases().phrases for line in (each.line, *each.otherwise)]
    topics = {topic for text in texts for topic in re.findall(r"HELP ([A-Z]{3,})", text)}
    assert {"DEFAULTS", "COALITIONS", "NMR"} <= topics
    known = set[str]()
    for scene, power in (("spring", "France"), ("ww4", "Cuba"), ("gd", "US")):
        office = scenes.twin(scene)
        try:
            for topic in sorted(topics - known):
                office.write(player(power), f"HELP {topic}", answering=player(power))
                (letter,) = office.run()
                known |= {topic} if "There is no help on" not in letter.text else set()
        finally:
            office.remove()
    assert topics - known == {"ADMIN"}, "the keeper's alone"
