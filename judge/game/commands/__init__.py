"""The commands, one small type each, found by the name that the grammar gives them."""

from __future__ import annotations

from collections.abc import Mapping

from judge.game.commands import (
    creating,
    joining,
    master,
    offering,
    replacing,
    reports,
    sets,
    talking,
    timing,
    votes,
)
from judge.game.commands.base import Command

COMMANDS: Mapping[str, type[Command]] = {
    kind.verb: kind
    for module in (
        creating,
        joining,
        master,
        offering,
        replacing,
        reports,
        sets,
        talking,
        timing,
        votes,
    )
    for kind in module.COMMANDS
}
"""Every command by the name of its statement."""
