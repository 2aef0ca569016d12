"""A tournament by mail alone: three rounds, and what goes wrong in one.

``python -m tests.club.tournament`` holds one of 35 people on five boards, and prints how good its
draws are; the tests hold a smaller one.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

from judge.game.tournament.state import Tournament
from judge.store import tournament_rows
from tests.road.office import POWERS, Letter, Office

DIRECTOR = "director@example.org"
LATER = "later@example.org"


def say(office: Office, sender: str, text: str) -> str:
    """Mail to the judge, and return what it answers."""
    office.write(sender, text, subject="hello")
    office.run()
    return next(
        one.flat for one in reversed(office.sent)
        if one.to == sender and one.subject.startswith("Re: ")
    )  # fmt: skip


def say_in_game(office: Office, sender: str, game: str, text: str) -> None:
    """Answer the last letter that somebody had about their seat in a game."""
    letters = (one for one in reversed(office.sent) if one.to == sender)
    last = next(one for one in letters if f"+{game}." in one["Reply-To"])
    office.write(sender, text, answering=f"{sender} {last.subject}")


def tournament(office: Office) -> Tournament:
    with office.judge.database.read_transaction() as tx:
        found = tournament_rows.load_tournament(tx, "autumn")
    assert found is not None
    return found


def holders(office: Office, game: str) -> dict[str, str]:
    """Who plays which power."""
    return {seat.powers[0]: seat.address for seat in office.game(game).players}


def play(office: Office, round_number: int, boards: int) -> dict[str, str]:
    """End the boards of a round, all but the last by a concession to somebody, that by a draw;
    return who won which."""
    winners = {}
    for board in range(1, boards + 1):
        game = f"autumn{round_number}b{board}"
        people = holders(office, game)
        if board < boards:
            winner = POWERS[(board + round_number) % 7]
            winners[game] = people[winner]
            for power, address in people.items():
                if power != winner:
                    say_in_game(office, address, game, f"CONCEDE TO {winner}")
        else:
            for address in people.values():
                say_in_game(office, address, game, "DRAW")
    office.run()
    return winners


def points_of(letter: Letter, name: str) -> tuple[str, str]:
    """The place and the points of somebody in a letter with standings."""
    found = re.search(rf"(\d+)\. {name} +([\d.]+) ", letter.text)
    assert found, letter.text
    return found[1], found[2]


def hold(office: Office, boards: int) -> Iterator[str]:
    """Hold a tournament, and yield how good the draws of its later rounds are."""
    office.judge = replace(office.judge, dice=Random(boards).getrandbits)
    people = [f"person{number}@example.org" for number in range(1, 7 * boards + 1)]
    options = "rounds=3, best=2, scoring=draw size, moves=2 days, confirm=off"
    told = say(office, DIRECTOR, f"TOURNAMENT CREATE autumn WITH {options}")
    assert "open for people to sign on" in told
    for person in people:
        office.write(person, "TOURNAMENT JOIN autumn")
    office.write(LATER, "TOURNAMENT JOIN autumn AS SUBSTITUTE")
    office.run()
    sent = len(office.sent)
    told = say(office, DIRECTOR, "TOURNAMENT START autumn")
    assert f"Round 1 of autumn is drawn, and {boards} boards" in told
    begun = [one for one in office.sent[sent:] if "Game Starting" in one.subject]
    assert sorted(one.to for one in begun) == sorted(people)
    assert "Round 1 is not over" in say(office, DIRECTOR, "TOURNAMENT START autumn")

    games = [f"autumn1b{board}" for board in range(1, boards + 1)]
    own = next(game for game in games if people[0] in holders(office, game).values())
    say_in_game(office, people[0], own, "SET MY NAME Ada")

    # Somebody leaves in the middle of a game; the substitute is called, and takes the seat.
    drawn_board = f"autumn1b{boards}"
    left = holders(office, drawn_board)["Turkey"]
    say_in_game(office, left, drawn_board, "RESIGN")
    office.run()
    assert office.last(LATER).subject == f"JUDGE:{drawn_board} - A Seat Is Open"
    office.answer(LATER, "YES")
    assert holders(office, drawn_board)["Turkey"] == LATER
    assert "You take no part in autumn" in say(office, left, "TOURNAMENT LEAVE autumn")

    sent = len(office.sent)
    winners = play(office, 1, boards)
    standings = [one for one in office.sent[sent:] if "Standings" in one.subject]
    assert Counter(one.to for one in standings) == Counter({*people, LATER, DIRECTOR} - {left})
    assert {one.subject for one in standings} == {"JUDGE - autumn: Standings After Round 1"}
    number = {each.address: each.number for each in tournament(office).entrants}
    names = {a: "Ada" if a == people[0] else f"Player {number[a]}" for a in number}
    for winner in winners.values():
        place, points = points_of(standings[0], names[winner])
        assert points == "100" and int(place) <= len(winners)
    # A seventh of a hundred for each; all of it for who took the seat over in the first turn.
    assert points_of(standings[0], names[LATER])[1] == "14.29"

    # The second round is drawn without who left: the substitute fills the board.
    yield draw_next_round(office, DIRECTOR)
    games = [f"autumn2b{board}" for board in range(1, boards + 1)]
    second = {address for game in games for address in holders(office, game).values()}
    assert second == {*people, LATER} - {left}
    play(office, 2, boards)

    # A result is corrected, and taken back; everybody is told the standings anew.
    before = office.last(DIRECTOR, "JUDGE - autumn: Standings After Round 2")
    loser = holders(office, "autumn2b1")["Turkey"]
    line = "TOURNAMENT CORRECT autumn autumn2b1 Turkey 60"
    assert "Only directors of autumn may do that" in say(office, loser, line)
    assert "Turkey has 60 points in autumn2b1, and had 0" in say(office, DIRECTOR, line)
    again = office.last(loser)
    assert again.subject == "JUDGE - autumn: Standings After Round 2"
    assert "Something was corrected" in again.flat
    old, new = (float(points_of(letter, names[loser])[1]) for letter in (before, again))
    assert round(new - old, 2) == 60
    assert "CORRECT autumn2b1 Turkey is taken back" in say(
        office, DIRECTOR, "TOURNAMENT UNDO autumn"
    )
    assert points_of(office.last(loser), names[loser]) == points_of(before, names[loser])

    # Two direct it; after the third round it is over, and the best two rounds count.
    say(office, DIRECTOR, "TOURNAMENT DIRECTOR autumn second@example.org")
    yield draw_next_round(office, "second@example.org")
    play(office, 3, boards)
    final = office.last(DIRECTOR)
    assert final.subject == "JUDGE - autumn: Final Standings"
    assert "autumn (standard) is over" in say(office, LATER, "TOURNAMENT STATUS autumn")
    row = re.search(r"\d+\. Ada +([\d.]+)  (.+)", final.text)
    assert row, final.text
    rounds = sorted(
        (float(points) for points in row[2].partition("(")[0].split() if points != "-"),
        reverse=True,
    )
    assert abs(float(row[1]) - sum(rounds[:2])) < 0.02
    yield describe_meetings(tournament(office))


def draw_next_round(office: Office, director: str) -> str:
    """Have a round drawn, and return what is said of it; it is better than the best by lot."""
    told = say(office, director, "TOURNAMENT START autumn")
    found = re.search(
        r"in this draw people meet again (\d+) times and have a power again (\d+) times; in the "
        r"best of 1000 draws by lot alone it would be (\d+) and (\d+), in the middle one (\d+) and "
        r"(\d+)",
        told, re.IGNORECASE,
    )  # fmt: skip
    assert found, told
    met, powers, best_met, best_powers, *_ = map(int, found.groups())
    assert met + 2 * powers <= best_met + 2 * best_powers, found[0]
    assert powers == 0
    return found[0]


def describe_meetings(drawn: Tournament) -> str:
    """Return how often people met, and how seldom that could be."""
    tables = [[n for n, _ in board.seats] for each in drawn.rounds for board in each.boards]
    powers = Counter(seat for each in drawn.rounds for board in each.boards for seat in board.seats)
    assert max(powers.values()) == 1
    met = Counter(pair for row in tables for pair in combinations(sorted(row), 2))
    boards = len(drawn.rounds[0].boards)
    # Of the seven of a board some were on the same board in an earlier round: at least so many.
    full, more = divmod(7, boards)
    least = boards * (more * (full + 1) * full // 2 + (boards - more) * full * (full - 1) // 2)
    again = sum(count * (count - 1) // 2 for count in met.values())
    return f"{again} meetings again in three rounds; {3 * least} at least if nobody were replaced"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(*hold(Office(Path(folder) / "office"), 5), sep="\n")
