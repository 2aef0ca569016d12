"""NOMINATE and VOTE: what players tell the council."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.procedure import procedure_of
from judge.game.state import Game, Play, Seat
from judge.language.spelling import fold_text
from judge.model.reason import Reason
from judge.variants.ww4.ballot import CoalitionVote


class Nominate(PlayerCommand):
    """NOMINATE power, power: propose a coalition to the council; NOMINATE NONE takes it back."""

    ledger = "ballot"
    members: tuple[str, ...] = ()

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Keep the nomination; nobody is told of it."""
        return _find_council_vote(game).take_nomination(game, actor, self.members)


class Vote(PlayerCommand):
    """VOTE 1 3, VOTE ALL, VOTE NONE: vote for lines of the council's ballot."""

    ledger = "ballot"
    lines: str = ""
    """The numbers of lines, ``all`` or ``none``."""

    def decide_outcome(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Cast the votes in place of earlier ones."""
        return _find_council_vote(game).take_votes(
            game, actor, _parse_line_numbers(self.lines), context.now
        )


def _find_council_vote(game: Game) -> CoalitionVote:
    procedure = procedure_of(game)
    assert isinstance(procedure, CoalitionVote), "the rules that bring the commands bring the vote"
    return procedure


def _parse_line_numbers(typed: str) -> Sequence[int] | None:
    """Return the numbers of lines, none of them for ``none``, and None for ``all``."""
    word = fold_text(typed)
    if word.startswith(("all", "every")):
        return None
    return tuple(map(int, re.findall(r"\d+", word)))
