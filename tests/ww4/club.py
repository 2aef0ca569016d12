"""A game of World War IV with 36 players, without mail or store."""

from dataclasses import replace
from datetime import timedelta
from functools import cache

from judge.library import load
from judge.model.turn import Phase, Turn
from tests.game.conftest import Club


@cache
def begun():
    """Let everybody join the game, and return it as it begins."""
    war = War()
    war.mail("master@example.org", "CREATE ruhr ww4 WITH confirm=off")
    war.say("m1", "SET EARLY OFF")
    for power in war.game.variant.map.powers:
        war.mail(address(power), f"JOIN ruhr AS {power}")
    return war.game


def address(power):
    return f"{power.lower().replace(' ', '.')}@example.org"


class War(Club):
    """The game ``ruhr``, begun in the Spring of some year with the units of the start."""

    def variants(self):
        return {**super().variants(), "ww4": load("ww4")}

    def begin(self, year=1, season="spring", phase=Phase.MOVEMENT):
        self.games["ruhr"] = begun()
        self.count = 100  # mails have been read
        self.move_on(Turn(year, season, phase))
        return self

    def move_on(self, turn, **changes):
        """Put the game into another turn, with a deadline in three days."""
        game = self.game
        position = replace(game.position, turn=turn, **changes)
        due = self.now + timedelta(days=3)
        self.games["ruhr"] = replace(game, position=position, due_at=due, number=game.number + 1)

    def owns(self, **owners):
        """Give centers to powers."""
        position = self.game.position
        self.games["ruhr"] = replace(
            self.game, position=replace(position, owners={**position.owners, **owners})
        )

    def pass_time(self):
        """Let the deadline pass."""
        self.now = self.game.due_at
        return self.tick()

    def told_codes(self, decision):
        return [
            [section.what.code for section in notice.sections if hasattr(section, "what")]
            for notice in decision.notices
        ]
