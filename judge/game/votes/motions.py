"""The machine behind every vote: propose, vote, withdraw, count.

What a motion of some kind needs, and what it does when carried, is for the rules of that kind to
say: the variant's own, else the stock ones. Ballots are secret until a motion is carried. They
last until withdrawn, and at most to the end of the phase.
"""

from __future__ import annotations

from dataclasses import replace

from judge.game.decision import CommandResult
from judge.game.notices import announce
from judge.game.state import Game, Motion, Seat, Stage
from judge.game.votes.ballots import OF_THE_COUNCIL
from judge.hooks import Motions
from judge.model.letter import News
from judge.model.position import Ended, apply
from judge.model.reason import Reason
from judge.rules.motions import STOCK


def rules_of(game: Game, kind: str) -> Motions:
    """Return the rules for motions of a kind in that game."""
    return game.variant.rules.motions.get(kind) or STOCK[kind]


def vote(game: Game, seat: Seat, wanted: Motion, ballot: str, key: str) -> CommandResult | Reason:
    """Cast a ballot on a motion, making it first where nobody has; count, and carry it out.

    ``wanted`` is the motion as the voter words it; an equal one that is open takes the ballot.
    An empty ballot withdraws the voter's own.
    """
    rules = rules_of(game, wanted.kind)
    if refused := rules.admit(wanted, game):
        return refused
    motion = next((m for m in game.motions if _same(m, wanted)), wanted)
    if ballot == "" and seat.name not in motion.ballots:
        return Reason("no_ballot")
    ballots = {name: cast for name, cast in motion.ballots.items() if name != seat.name}
    if ballot:
        ballots[seat.name] = ballot
    motion = replace(motion, ballots=ballots)
    others = tuple(m for m in game.motions if not _same(m, wanted))
    game = replace(game, motions=(*others, motion) if ballots else others)
    if rules.tally(motion, ballots, game) == "carried":
        return enact(game, motion, key)
    remark = _noted(motion, ballot) if ballot else Reason("ballot_withdrawn", wanted.terms)
    return CommandResult(game, remark)


def drop_ballots(game: Game, seat: Seat) -> Game:
    """Return the game without the ballots of a seat whose holder leaves; what nobody wants any
    more is dropped.

    What he told the council stands as his orders do (WW4 V.8); an offer is for ``offers.leave``.
    """
    motions = []
    for motion in game.motions:
        if motion.kind not in OF_THE_COUNCIL and not motion.electorate:
            left = {name: cast for name, cast in motion.ballots.items() if name != seat.name}
            motion = replace(motion, ballots=left)
            if not left:
                continue
        motions.append(motion)
    return replace(game, motions=tuple(motions))


def enact(game: Game, motion: Motion, key: str) -> CommandResult:
    """Do what a motion asks, and tell everybody."""
    assert game.position is not None
    effects = rules_of(game, motion.kind).outcome(motion, game)
    position = apply(game.position, effects)
    others = tuple(m for m in game.motions if not _same(m, motion))
    game = replace(game, position=position, motions=others)
    ended = next((effect for effect in effects if isinstance(effect, Ended)), None)
    if ended is None:
        news = Reason(f"{motion.kind}_carried", motion.terms)
        return CommandResult(game, notices=announce(game, "Motion Carried", key, news))
    return end_game(game, ended, key)


def end_game(game: Game, ended: Ended, key: str) -> CommandResult:
    """Close a game whose position says how it ended, and tell everybody."""
    game = replace(
        game, stage=Stage.ENDED, due_at=None, left=None, motions=(), orders={}, late=False
    )
    news = Reason(f"ended_{ended.how}", ended.winners)
    return CommandResult(
        game, sections=(News(news),), notices=announce(game, "Game Over", key, news)
    )


def own_ballots(game: Game, seat: Seat | None) -> tuple[Reason, ...]:
    """Return the ballots of a seat as sentences; nobody is shown those of others.

    An offer is open to its parties whether they have answered or not.
    """
    if seat is None:
        return ()
    return tuple(
        _noted(motion, motion.ballots.get(seat.name, "yes"))
        for motion in game.motions
        if seat.name in (motion.electorate or motion.ballots)
    )


def _noted(motion: Motion, ballot: str) -> Reason:
    against = "" if ballot == "yes" else "_against"
    return Reason(f"{motion.kind}_noted{against}", motion.terms)


def _same(one: Motion, other: Motion) -> bool:
    return (one.kind, one.terms) == (other.kind, other.terms)
