"""The machine behind every vote: propose, vote, withdraw, count.

What a motion of some kind needs, and what it does when carried, is for the rules of that kind to
say: the variant's own, else the stock ones. They last until withdrawn, and at most to the end of
the phase. Of the motions here nobody is told before they are carried; ``public`` has the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from judge.game.effects import Effects
from judge.game.notices import announce_news
from judge.game.procedure import Step, find_procedure
from judge.game.state import Game, Play, Seat, Stage
from judge.model.letter import News, Notice
from judge.model.letter_kind import OVER
from judge.model.motion import Motion
from judge.model.position import Ended, apply_effects
from judge.model.reason import Reason, explain_ending


def vote_on_motion(
    game: Play, seat: Seat, wanted: Motion, ballot: str, key: str
) -> Effects | Reason:
    """Cast a ballot on a motion as ``cast_ballot`` does; count, and carry it out.

    Where that would tell who is left, it is counted when the turn ends.
    """
    rules = game.variant.rules.motions[wanted.kind]
    if refused := rules.check_motion(wanted, game):
        return refused
    result = cast_ballot(game.motions, seat, wanted, ballot)
    if isinstance(result, Reason):
        return result
    motions, motion = result
    game = replace(game, motions=motions)
    if game.disclosure.counts_at_once and rules.is_carried(motion, game):
        return enact_motion(game, motion, key)
    return Effects((game,), describe_ballot(game, motion, ballot))


def enact_carried_motions(game: Play) -> Step:
    """Carry out what has the ballots it needs when a turn ends; the game may end with it."""

    def enact_if_carried(game: Play, motion: Motion) -> Effects | None:
        rules = game.variant.rules.motions.get(motion.kind)
        if motion.number or rules is None or not rules.is_carried(motion, game):
            return None
        return enact_motion(game, motion, f"{game.position.turn}.{motion.kind}")

    return settle_motions(game, game.motions, enact_if_carried)


def settle_motions(
    game: Play, motions: Iterable[Motion], settle_one: Callable[[Play, Motion], Effects | None]
) -> Step:
    """Return the game after each motion was settled in turn, until one of them ends it."""
    notices: list[Notice] = []
    for motion in motions:
        effects = settle_one(game, motion)
        if effects is None:
            continue
        notices += effects.notices
        assert isinstance(effects.game, Play), "a motion leaves a game behind"
        game = effects.game
        if game.stage is Stage.ENDED:
            break
    return game, tuple(notices)


def cast_ballot(
    motions: Sequence[Motion], seat: Seat, wanted: Motion, ballot: str
) -> tuple[tuple[Motion, ...], Motion] | Reason:
    """Return the open motions with a seat's ballot on one of them, and that one as it then stands.

    ``wanted`` is the motion as the voter words it; an equal one that is open takes the ballot.
    An empty ballot withdraws the voter's own; a motion without ballots is dropped.
    """
    motion = next((m for m in motions if _is_same_motion(m, wanted)), wanted)
    if ballot == "" and seat.name not in motion.ballots:
        return Reason("no_ballot")
    motion = motion.with_ballot(seat.name, ballot)
    other_motions = tuple(m for m in motions if not _is_same_motion(m, wanted))
    return (*other_motions, motion) if motion.ballots else other_motions, motion


def without_ballot(game: Play, seat: Seat, motion: Motion) -> Play:
    """Return the game without the ballot of a seat on a motion."""
    result = cast_ballot(game.motions, seat, motion, "")
    return game if isinstance(result, Reason) else replace(game, motions=result[0])


def drop_ballots(game: Game, seat: Seat) -> tuple[Motion, ...]:
    """Return the open motions without the ballots of a seat whose holder leaves.

    Those of a procedure are its own affair.
    """
    procedure_kinds = find_procedure(game).kinds
    stay_flags = [m.kind in procedure_kinds or bool(m.result) for m in game.motions]
    remaining = [
        m if stays else m.with_ballot(seat.name, "")
        for m, stays in zip(game.motions, stay_flags, strict=True)
    ]
    return tuple(
        m for m, stays in zip(remaining, stay_flags, strict=True) if stays or m.ballots or m.number
    )


def enact_motion(game: Play, motion: Motion, key: str) -> Effects:
    """Do what a motion asks, and tell everybody."""
    rules = game.variant.rules.motions[motion.kind]
    effects = rules.list_effects_if_carried(motion, game)
    other_motions = tuple(m for m in game.motions if not _is_same_motion(m, motion))
    game = replace(game, position=apply_effects(game.position, effects), motions=other_motions)
    ended = next((effect for effect in effects if isinstance(effect, Ended)), None)
    if ended is None:
        news = rules.news_of_success.with_subjects(motion.terms)
        return Effects((game,), notices=announce_news(game, "Motion Carried", key, news))
    game, notices = end_game(game, ended, key)
    return Effects((game,), sections=(News(explain_ending(ended)),), notices=notices)


def end_game(game: Play, ended: Ended, key: str) -> tuple[Play, tuple[Notice, ...]]:
    """Close a game whose position says how it ended, and tell everybody."""
    game = replace(
        game, stage=Stage.ENDED, due_at=None, left=None, motions=(), orders={}, late=False
    )
    return game, announce_news(game, "Game Over", key, explain_ending(ended), kind=OVER)


def describe_own_ballots(game: Game, seat: Seat | None) -> tuple[Reason, ...]:
    """Return the ballots of a seat as sentences; nobody is shown those of others.

    An offer is open to its parties whether they have answered or not.
    """
    if seat is None:
        return ()
    return tuple(
        describe_ballot(game, motion, motion.ballots.get(seat.name, "yes"))
        for motion in game.motions
        if not motion.number and seat.name in (motion.electorate or motion.ballots)
    )


def describe_ballot(game: Game, motion: Motion, ballot: str) -> Reason:
    """Return a ballot as a sentence; the empty one was withdrawn."""
    if not ballot:
        return Reason("ballot_withdrawn", motion.terms)
    remark = find_procedure(game).kinds.get(motion.kind)
    if remark is None:
        rules = game.variant.rules.motions[motion.kind]
        remark = rules.remark_on_yes if ballot == "yes" else rules.remark_on_no
    return remark.with_subjects(motion.terms)


def _is_same_motion(first: Motion, second: Motion) -> bool:
    return (first.kind, first.terms) == (second.kind, second.terms)
