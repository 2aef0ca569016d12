"""The pages of a game, as a stranger finds them, and mine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.game.clock.run_turns import process_turn
from judge.game.past import PastTurn, PastTurns
from judge.game.person.person import Person
from judge.game.state import Stage
from judge.service.order_pages import OrderPages
from judge.service.publishing import make_game_on_show
from judge.site.pages import Site, build_files_of_game, build_front_page_files
from tests.secrecy.worlds import DUE, World

SITE = Site("Club", "", "example.org")


def pages(one: World, over: bool = False) -> dict[str, str]:
    """The site after the turn of a world."""
    game = process_turn(one.game, DUE, "deadline")[0]
    assert game.played is not None
    if over:
        game = replace(game, stage=Stage.ENDED)
    turn = PastTurn(game.parent, 0, DUE, game.played)
    shown = make_game_on_show(game, PastTurns(one.game.position, (turn,)))
    made = (*build_files_of_game(SITE, shown), *build_front_page_files(SITE, [shown.listed_game]))
    return {file.path: file.made() for file in made}


def order_pages(one: World) -> dict[str, str]:
    """All that there is on the site after the turn of a world, and before it, if I alone want a
    page for my orders."""
    found = {}
    with TemporaryDirectory() as folder:
        written = OrderPages(Path(folder))
        for game in (one.game, process_turn(one.game, DUE, "deadline")[0]):
            written.write_pages_of_game(game, {"me@example.org": Person(page=True)})
            written.remove_others()
            files = [path for path in Path(folder).rglob("*") if path.is_file()]
            found |= {f"{game.number} {path.relative_to(folder)}": path.read_text("utf-8")
                      for path in files}  # fmt: skip
    assert any(path.startswith(f"{one.game.number} order/") for path in found), "I have a page"
    return found
