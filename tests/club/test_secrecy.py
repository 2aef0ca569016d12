"""Pairs of worlds in which only what is hidden of the club differs: what strangers are told, and
the pages, are the same to the byte."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

import judge.service.publishing
from judge.service.publishing import Publisher
from tests.road.office import MASTER, POWERS, Office, gather, player

STRANGER = "stranger@example.net"
QUESTIONS = (
    "LIST", "LIST OPEN", "LIST ENDED", "LIST ENDED WON BY Turkey", "LIST WANTED", "LIST ABOUT gold",
    "LIST RUNNING PRESS none", "RESULTS ruhr", "RESULTS", "RESULTS OF Ada", "HALL", "HALL standard",
    "RATINGS standard", "RATING", "STATISTICS", "STATISTICS standard", "TOURNAMENTS",
    "TOURNAMENT autumn", "LIST ruhr", "STATUS ruhr", "TAKEOVER ruhr",
)  # fmt: skip
Change = Callable[[Office], None]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Office:
    return gather_hidden(tmp_path_factory.mktemp("base"))


def gather_hidden(folder: Path) -> Office:
    """Begin a rated game that is not listed, with two who show their results of games before it,
    and a tournament whose anonymous board is played."""
    office = Office(folder)
    for name, end in (("saar", draw), ("elbe", concede)):
        office.write(MASTER, f"CREATE {name} WITH confirm=off, rated=on", subject="a game")
        for power in POWERS:
            office.write(player(power), f"JOIN {name} AS {power}", subject="hello")
        office.run()
        end(office)
    gather(office)
    office.answer(MASTER, "SET LISTED OFF\nSET RATED ON")
    office.answer(player("Turkey"), "SET MY NAME Ada")
    office.answer(player("France"), "SET MY NAME Bob")
    options = "rounds=2, moves=1 day, anonymous=yes, confirm=off"
    office.write("director@example.org", f"TOURNAMENT CREATE autumn WITH {options}")
    for number in range(8):
        office.write(f"p{number}@example.org", "TOURNAMENT JOIN autumn")
    office.write("director@example.org", "TOURNAMENT START autumn")
    office.run()
    return office


def seen(base: Office, folder: Path, change: Change) -> tuple[Sequence[bytes], dict[str, bytes]]:
    """All letters to a stranger who asks everything, and all pages, in a world with a change."""
    office = base.twin(folder)
    change(office)
    office.count = 1000
    office.judge = replace(office.judge, dice=Random(5).getrandbits)
    for first in range(0, len(QUESTIONS), 7):
        office.write(STRANGER, "\n".join(QUESTIONS[first : first + 7]), subject="hello")
        office.run()
    site = folder / "site"
    with patch.object(judge.service.publishing, "codes", lambda: ("standard",)):
        Publisher(office.judge, site).publish_changes(office.now)
    pages = {str(p.relative_to(site)): p.read_bytes() for p in site.rglob("*") if p.is_file()}
    told = [letter.raw for letter in office.sent if letter.to == STRANGER]
    assert len(told) == 3
    office.remove()
    return told, pages


def draw(office: Office) -> None:
    for power in POWERS:
        office.answer(player(power), "DRAW")


def draw_unrated(office: Office) -> None:
    office.answer(MASTER, "SET RATED OFF")
    draw(office)


def concede(office: Office) -> None:
    for power in POWERS[:-1]:
        office.answer(player(power), "CONCEDE TO Turkey")
    office.answer(player("Turkey"), "WAIT")


def say(*lines: str) -> Change:
    return lambda office: [office.answer(MASTER, line) for line in lines] and None


def exchange_two(office: Office) -> None:
    """Let two who play an anonymous game have each other's seats."""
    game = office.game("autumn1b1")
    one, other = game.players[:2]
    game = game.with_seat(replace(one, address=other.address))
    game = game.with_seat(replace(other, address=one.address))
    with office.judge.database.write_transaction() as tx:
        office.judge.games.save_game(tx, game, office.now)


def nothing(office: Office) -> None:
    """Change nothing, in as many commits."""
    game = office.game("autumn1b1")
    with office.judge.database.write_transaction() as tx:
        office.judge.games.save_game(tx, replace(game, late=game.late), office.now)


PAIRS: dict[str, tuple[Change, Change]] = {
    "a result, and the ratings that it makes": (draw, concede),
    "whether a hidden game is rated": (draw, draw_unrated),
    "what a master says of a game": (
        say("SET ABOUT A game for gold", "SET WANTED gold", "SET SCORING c-diplo"),
        say("SET ABOUT A game for fun", "SET WANTED silver", "SET SCORING draw-size"),
    ),
    "who sits where in an anonymous game": (exchange_two, nothing),
}  # fmt: skip


@pytest.mark.parametrize("what", PAIRS)
def test_what_is_hidden_changes_no_byte(what: str, base: Office, tmp_path: Path) -> None:
    (told, pages), (other_told, other_pages) = (
        seen(base, tmp_path / str(number), change) for number, change in enumerate(PAIRS[what])
    )
    assert told == other_told
    assert pages == other_pages


def test_a_listed_game_tells_its_result(base: Office, tmp_path: Path) -> None:
    """The same worlds differ where the game is listed: what is compared would show it."""
    worlds = []
    for number, change in enumerate((draw, concede)):

        def then_list(office: Office, change: Change = change) -> None:
            office.answer(MASTER, "SET LISTED ON")
            change(office)

        worlds.append(seen(base, tmp_path / str(number), then_list))
    (told, pages), (other_told, other_pages) = worlds
    assert told != other_told and pages != other_pages
