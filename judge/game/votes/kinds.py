"""What players may put to a vote about the game: its deadline, and whether its clock runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from judge.game.clock import dates, pause
from judge.game.clock.schedule import extended
from judge.game.state import Play, Stage
from judge.hooks import Motions
from judge.model.motion import Motion
from judge.model.reason import Reason
from judge.rules.motions import MotionRules

_CARRIED = ("carried", "over")


class Moment(NamedTuple):
    """When something is moved or counted, and when the turn began, if that is known."""

    now: datetime
    began: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class GameMotion(MotionRules):
    """Something about the game and not its board.

    ``refused`` says why it cannot be moved, or carried out, as things are; ``change`` carries it
    out at a moment.
    """

    share: Fraction | None = Fraction(1, 2)
    public: bool = True
    named: bool = True
    refused: Callable[[Play, Motion, Moment], Reason | None]
    change: Callable[[Play, Motion, Moment], Play]


def rules_of(game: Play, kind: str) -> Motions:
    """Return how motions of a kind are voted on."""
    return KINDS.get(kind) or game.variant.rules.motions[kind]


def refused(game: Play, motion: Motion, moment: Moment) -> Reason | None:
    """Say why a motion cannot be moved, or carried out, as things are."""
    rules = rules_of(game, motion.kind)
    own = rules.refused(game, motion, moment) if isinstance(rules, GameMotion) else None
    return own or rules.admit(motion, game)


def _no_extension(game: Play, motion: Motion, moment: Moment) -> Reason | None:
    before = [m for m in game.motions if m.kind == motion.kind and m.result in _CARRIED]
    left = game.settings.extension - sum(map(_length, before), timedelta())
    due = _put_off(game, motion, moment) if game.stage is Stage.ACTIVE else Reason("no_deadline")
    if isinstance(due, Reason):
        return due
    if left <= timedelta():
        return Reason("extension_spent")
    return Reason("extension_most", (dates.words(left),)) if _length(motion) > left else None


def _extended(game: Play, motion: Motion, moment: Moment) -> Play:
    due = _put_off(game, motion, moment)
    assert isinstance(due, datetime), "what is not refused can be done"
    return replace(game, due_at=due, reminded_at=None, late=False)


def _put_off(game: Play, motion: Motion, moment: Moment) -> datetime | Reason:
    """Return the deadline as the motion would have it; one that is past is put off from now."""
    if game.due_at is not None:
        game = replace(game, due_at=max(game.due_at, moment.now))
    return extended(game, _length(motion), moment.began)


def _length(motion: Motion) -> timedelta:
    length = dates.parse_duration(motion.terms[0])
    assert length, "it was written by us"
    return length


def _no_pause(game: Play, motion: Motion, moment: Moment) -> Reason | None:
    if game.stage is not Stage.ACTIVE:
        return Reason("paused")
    before = [m for m in game.motions if m.kind == motion.kind and m.result in _CARRIED]
    return Reason("pauses_spent") if len(before) >= game.settings.pauses else None


def _paused(game: Play, motion: Motion, moment: Moment) -> Play:
    return pause.paused(game, moment.now)


def _no_resumption(game: Play, motion: Motion, moment: Moment) -> Reason | None:
    if game.stage is not Stage.PAUSED:
        return Reason("not_paused")
    voted = any(m.kind == "pause" and m.result == "carried" for m in game.motions)
    return None if voted else Reason("paused_by_master")


def _resumed(game: Play, motion: Motion, moment: Moment) -> Play:
    return replace(pause.resumed(game, moment.now), motions=_over(game.motions))


def lasting(motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    """Return what is kept of motions when a turn ends: the pauses, for they are counted."""
    return tuple(m for m in _over(motions) if m.kind == "pause" and m.result == "over")


def _over(motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    return tuple(replace(m, result="over") if m.result == "carried" else m for m in motions)


KINDS: Mapping[str, GameMotion] = {
    "extension": GameMotion(refused=_no_extension, change=_extended),
    "pause": GameMotion(refused=_no_pause, change=_paused),
    "resumption": GameMotion(refused=_no_resumption, change=_resumed),
}
