"""The pages of a game, as a stranger finds them after a turn."""

from __future__ import annotations

from dataclasses import replace

from judge.game.clock.run_turns import process_turn
from judge.game.past import PastTurn, PastTurns
from judge.game.state import Stage
from judge.service.publishing import game_on_show
from judge.site.pages import Site, files_of_game, front_page_files
from tests.secrecy.worlds import DUE, World

SITE = Site("Club", "", "example.org")


def pages(one: World, over: bool = False) -> dict[str, str]:
    """The site after the turn of a world."""
    game = process_turn(one.game, DUE, "deadline")[0]
    assert game.played is not None
    if over:
        game = replace(game, stage=Stage.ENDED)
    turn = PastTurn(game.parent, 0, DUE, game.played)
    shown = game_on_show(game, PastTurns(one.game.position, (turn,)))
    made = (*files_of_game(SITE, shown), *front_page_files(SITE, [shown.listed_game]))
    return {file.path: file.made() for file in made}
