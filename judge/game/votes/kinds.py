"""What players may put to a vote about the game: its deadline, and whether its clock runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from judge.game.clock import dates
from judge.game.clock.deadlines import pause_game, resume_game
from judge.game.clock.schedule import extend_deadline
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
class GameMotion(MotionRules, ABC):
    """Something about the game and not its board."""

    share: Fraction | None = Fraction(1, 2)
    public: bool = True
    named: bool = True

    @abstractmethod
    def explain_refusal(self, game: Play, motion: Motion, moment: Moment) -> Reason | None:
        """Say why it cannot be moved, or carried out, as things are."""

    @abstractmethod
    def change_game(self, game: Play, motion: Motion, moment: Moment) -> Play:
        """Carry it out at a moment."""


def find_rules_of_motion(game: Play, kind: str) -> Motions:
    """Return how motions of a kind are voted on."""
    return KINDS.get(kind) or game.variant.rules.motions[kind]


def explain_refused_motion(game: Play, motion: Motion, moment: Moment) -> Reason | None:
    """Say why a motion cannot be moved, or carried out, as things are."""
    rules = find_rules_of_motion(game, motion.kind)
    own_reason = (
        rules.explain_refusal(game, motion, moment) if isinstance(rules, GameMotion) else None
    )
    return own_reason or rules.check_motion(motion, game)


class ExtensionMotion(GameMotion):
    """A later deadline: ``terms`` are by how much."""

    news_of_move = Reason("extension_moved")
    news_of_success = Reason("extension_carried")

    def explain_refusal(self, game: Play, motion: Motion, moment: Moment) -> Reason | None:
        """All extensions of a turn together are as long as the game allows."""
        before = [m for m in game.motions if m.kind == motion.kind and m.result in _CARRIED]
        time_left = game.settings.extension - sum(map(_find_extension_length, before), timedelta())
        due = (
            _move_deadline(game, motion, moment)
            if game.stage is Stage.ACTIVE
            else Reason("no_deadline")
        )
        if isinstance(due, Reason):
            return due
        if time_left <= timedelta():
            return Reason("extension_spent")
        return (
            Reason("extension_most", (dates.write_duration(time_left),))
            if _find_extension_length(motion) > time_left
            else None
        )

    def change_game(self, game: Play, motion: Motion, moment: Moment) -> Play:
        """Put the deadline off."""
        due = _move_deadline(game, motion, moment)
        assert isinstance(due, datetime), "what is not refused can be done"
        return replace(game, due_at=due, reminded_at=None, late=False)


class PauseMotion(GameMotion):
    """A stop of the clock."""

    news_of_move = Reason("pause_moved")
    news_of_success = Reason("pause_carried")

    def explain_refusal(self, game: Play, motion: Motion, moment: Moment) -> Reason | None:
        """A turn has as many pauses as the game allows."""
        if game.stage is not Stage.ACTIVE:
            return Reason("paused")
        before = [m for m in game.motions if m.kind == motion.kind and m.result in _CARRIED]
        return Reason("pauses_spent") if len(before) >= game.settings.pauses else None

    def change_game(self, game: Play, motion: Motion, moment: Moment) -> Play:
        """Stop the clock."""
        return pause_game(game, moment.now)


class ResumptionMotion(GameMotion):
    """The end of a pause that players have voted for."""

    news_of_move = Reason("resumption_moved")
    news_of_success = Reason("resumption_carried")

    def explain_refusal(self, game: Play, motion: Motion, moment: Moment) -> Reason | None:
        """A master's pause is not the players' to end."""
        if game.stage is not Stage.PAUSED:
            return Reason("not_paused")
        voted = any(m.kind == "pause" and m.result == "carried" for m in game.motions)
        return None if voted else Reason("paused_by_master")

    def change_game(self, game: Play, motion: Motion, moment: Moment) -> Play:
        """Let the clock run."""
        there = resume_game(game, moment.now)
        return replace(there, motions=_end_carried_motions(game.motions))


def keep_motions_after_turn(motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    """Return what is kept of motions when a turn ends: the pauses, for they are counted."""
    return tuple(
        m for m in _end_carried_motions(motions) if m.kind == "pause" and m.result == "over"
    )


def _move_deadline(game: Play, motion: Motion, moment: Moment) -> datetime | Reason:
    """Return the deadline as the motion would have it; one that is past is put off from now."""
    if game.due_at is not None:
        game = replace(game, due_at=max(game.due_at, moment.now))
    return extend_deadline(game, _find_extension_length(motion), moment.began)


def _find_extension_length(motion: Motion) -> timedelta:
    length = dates.parse_duration(motion.terms[0])
    assert length, "it was written by us"
    return length


def _end_carried_motions(motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    return tuple(replace(m, result="over") if m.result == "carried" else m for m in motions)


KINDS: Mapping[str, GameMotion] = {
    "extension": ExtensionMotion(),
    "pause": PauseMotion(),
    "resumption": ResumptionMotion(),
}
