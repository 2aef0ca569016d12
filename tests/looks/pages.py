"""All pages of a judge: of games, of a tournament, of its people, and those to order on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from judge.service.publishing import Publisher
from tests.club.tournament import DIRECTOR, holders, say, say_in_game
from tests.road.office import Office

URL = "https://club.example/board/"


def write_pages(folder: Path) -> None:
    """Write the site of a judge with a tournament, one board won and one in its second turn."""
    office = Office(folder / "office", pages=URL)
    office.judge = replace(office.judge, pages=URL, dice=Random(1).getrandbits)
    say(office, DIRECTOR, "TOURNAMENT CREATE autumn WITH rounds=2, rated=on, confirm=off")
    for number in range(1, 15):
        office.write(f"person{number}@example.org", "TOURNAMENT JOIN autumn")
    office.run()
    say(office, DIRECTOR, "TOURNAMENT START autumn")
    publisher = Publisher(office.judge, folder / "site", URL)
    for power, address in holders(office, "autumn1b1").items():
        say_in_game(office, address, "autumn1b1", f"SET MY NAME {power} Player\nSET HALL ON")
    office.run()
    publisher.publish_changes(office.now)
    office.now = office.game("autumn1b1").due_at
    office.run()
    publisher.publish_changes(office.now)
    for power, address in holders(office, "autumn1b1").items():
        if power != "France":
            say_in_game(office, address, "autumn1b1", "CONCEDE TO FRANCE")
    office.run()
    publisher.publish_changes(office.now)
