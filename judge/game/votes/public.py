"""The machine behind every vote: propose, vote, withdraw, count.

What a motion of some kind needs, and what it does when carried, is for the rules of that kind to
say: the variant's own, else the stock ones. They last until withdrawn, and at most to the end of
the phase. Some are told to nobody before they are carried. Of others all are told: these are put
under a number, answered by YES and NO, and counted as ``MotionRules`` tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.command import LineContext
from judge.game.effects import Effects
from judge.game.notices import announce_news, build_notice_to, list_other_held_seats, name_seat
from judge.game.procedure import Step, find_procedure
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.game.votes.kinds import (
    KINDS,
    GameMotion,
    Moment,
    explain_refused_motion,
    find_rules_of_motion,
)
from judge.model.letter import News, Notice
from judge.model.letter_kind import NEWS, OVER
from judge.model.motion import Motion
from judge.model.position import Ended, apply_effects
from judge.model.reason import Reason, explain_ending
from judge.model.when import describe_moment


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


MOST = 5
"""How many votes are open at a time."""


def put_to_vote(
    game: Play, seat: Seat, kind: str, terms: tuple[str, ...], context: LineContext
) -> Effects | Reason:
    """Put something to a vote of all players, and tell everybody.

    A player who moves it is for it, unless it only asks; to move what is moved already is a vote
    for it. Where nobody may know who is there nothing is: an answer would tell of somebody.
    """
    if not game.disclosure.public_votes:
        return Reason("vote_hidden")
    motion = Motion(kind, seat.name, terms)
    moment = _find_present_moment(game, context)
    if why := explain_refused_motion(game, motion, moment) or _explain_no_vote(game, seat, motion):
        return why
    votes = open_votes(game)
    same = [vote for vote in votes if (vote.kind, vote.terms) == (kind, terms)]
    if same:
        return answer_vote(game, seat, same[0].number, "yes", context)
    if len(votes) == MOST:
        return Reason("vote_most", (str(MOST),))
    rules = find_rules_of_motion(game, kind)
    own_ballot = {seat.name: "yes"} if rules.share is not None else {}
    number = max((other.number for other in game.motions), default=0) + 1
    motion = replace(motion, number=number, ballots=own_ballot)
    game = replace(game, motions=(*game.motions, motion))
    if _is_decided(game, motion):
        return settle_vote(game, motion, moment, context.key)
    due = tuple(map(News, _describe_deadline_then(game, motion, moment)))
    notices = []
    for other in list_other_held_seats(game, seat):
        notice = _build_vote_notice(game, other, motion, context.key)
        description, *rest = notice.sections
        notices.append(replace(notice, sections=(description, *due, *rest)))
    remark = Reason("vote_put", (str(number),))
    return Effects((game,), remark, sections=due, notices=tuple(notices))


def answer_vote(
    game: Play, seat: Seat, number: int, ballot: str, context: LineContext
) -> Effects | Reason:
    """Cast a ballot (``yes``, ``no``, ``abstain``) in place of an earlier one on the vote of that
    number, 0: on the only one that is open.
    """
    votes = {vote.number: vote for vote in open_votes(game)}
    if number and number not in votes:
        over = any(number == motion.number for motion in game.motions)
        return Reason("vote_over" if over else "vote_unknown", (str(number),))
    if not votes:
        return Reason("vote_none")
    if not number and len(votes) > 1:
        return Reason("vote_which", tuple(map(str, votes)))
    motion = votes[number or next(iter(votes))]
    if why := _explain_no_vote(game, seat, motion):
        return why
    cast = motion.with_ballot(seat.name, ballot)
    game = replace(game, motions=tuple(cast if m is motion else m for m in game.motions))
    if _is_decided(game, cast):
        return settle_vote(game, cast, _find_present_moment(game, context), context.key)
    return Effects((game,), Reason("ballot_taken", (str(motion.number), ballot.upper())))


def open_votes(game: Play) -> tuple[Motion, ...]:
    """Return what is put to all players now."""
    return tuple(motion for motion in game.motions if motion.number and not motion.result)


def has_had_votes(game: Game | None) -> bool:
    """Say whether something is or was put to all players in this turn."""
    return isinstance(game, Play) and any(motion.number for motion in game.motions)


def number_open_votes(game: Game | None) -> Mapping[str, int]:
    """Return the numbers of the votes on the clock by their kinds, where one of a kind is open."""
    votes = open_votes(game) if isinstance(game, Play) else ()
    kinds = [vote.kind for vote in votes]
    return {vote.kind: vote.number for vote in votes
            if vote.kind in KINDS and kinds.count(vote.kind) == 1}  # fmt: skip


def describe_open_votes(game: Play, seat: Seat) -> tuple[Reason, ...]:
    """Return what is put to all players in sentences, with the ballots of a seat."""
    lines = []
    for motion in open_votes(game):
        lines.append(_describe_motion(game, motion))
        if ballot := motion.ballots.get(seat.name):
            lines.append(Reason("ballot_taken", (str(motion.number), ballot.upper())))
    return tuple(lines)


def close_votes(game: Play, now: datetime) -> Step:
    """Count what is open when a turn ends; the game may end with it."""

    def settle_one_vote(game: Play, motion: Motion) -> Effects:
        return settle_vote(game, motion, Moment(now), f"{game.position.turn}.vote{motion.number}")

    return settle_motions(game, open_votes(game), settle_one_vote)


def settle_vote(game: Play, motion: Motion, moment: Moment, key: str) -> Effects:
    """Count a vote, do what it asks if it is carried, and tell everybody."""
    rules = find_rules_of_motion(game, motion.kind)
    carried = (
        rules.is_carried(motion, game) and explain_refused_motion(game, motion, moment) is None
    )
    settled_motion = replace(motion, result="carried" if carried else "lost")
    counted = (_describe_motion(game, motion), *_describe_count(game, motion))
    game = replace(game, motions=tuple(settled_motion if m is motion else m for m in game.motions))
    effects = rules.list_effects_if_carried(motion, game) if carried else ()
    game = replace(game, position=apply_effects(game.position, effects))
    ended = next((effect for effect in effects if isinstance(effect, Ended)), None)
    if ended is not None:
        game, notices = end_game(game, ended, key)
        return Effects((game,), sections=(News(explain_ending(ended)),), notices=notices)
    if isinstance(rules, GameMotion) and carried:
        game = rules.change_game(game, settled_motion, moment)
    news = counted
    if rules.share is not None:
        verdict = (
            rules.news_of_success.with_subjects(motion.terms) if carried else Reason("vote_lost")
        )
        news = (counted[0], verdict, *counted[1:])
    event = f"Vote {motion.number} Counted"
    return Effects(
        (game,),
        Reason("vote_settled", (str(motion.number),)),
        notices=announce_news(game, event, key, *news),
    )


def _find_present_moment(game: Play, context: LineContext) -> Moment:
    return Moment(context.now, context.memory.find_turn_started_at(game.name))


def _explain_no_vote(game: Play, seat: Seat, motion: Motion) -> Reason | None:
    """Say why a player has no vote: they are out of the game. The master may ask all the same."""
    if seat.role is not Role.PLAYER or seat.name in find_rules_of_motion(
        game, motion.kind
    ).collect_votes_by_seat(motion, game):
        return None
    return Reason("not_surviving", (name_seat(seat),))


def _is_decided(game: Play, motion: Motion) -> bool:
    """Say whether a vote is counted now: all have voted, or who voted how is told anyway and no
    more ballots can change what comes of it."""
    rules = find_rules_of_motion(game, motion.kind)
    missing_voters = rules.collect_votes_by_seat(motion, game).keys() - motion.ballots.keys()
    if not missing_voters or not rules.named:
        return not missing_voters
    hopeful = replace(motion, ballots={**motion.ballots, **dict.fromkeys(missing_voters, "yes")})
    return rules.is_carried(motion, game) or not rules.is_carried(hopeful, game)


def _describe_motion(game: Play, motion: Motion) -> Reason:
    """Return what is put to a vote, by whom; a question is without a name where press is."""
    seat = game.find_seat_named(motion.mover)
    unsigned = motion.kind == "poll" and game.settings.press == "grey"
    known = seat is not None and not (unsigned and seat.role is Role.PLAYER)
    mover = (name_seat(seat),) if seat is not None and known else ()
    moved = find_rules_of_motion(game, motion.kind).news_of_move
    return moved.with_subjects((str(motion.number), *motion.terms, *mover))


def _describe_deadline_then(game: Play, motion: Motion, moment: Moment) -> tuple[Reason, ...]:
    """Return when a deadline would be that a motion moves: some days may be skipped."""
    rules = find_rules_of_motion(game, motion.kind)
    if not isinstance(rules, GameMotion) or game.due_at is None:
        return ()
    due = rules.change_game(game, motion, moment).due_at
    return (Reason("vote_due", (describe_moment(due, game.settings.zone),)),) if due else ()


def _build_vote_notice(game: Play, seat: Seat, motion: Motion, key: str) -> Notice:
    """Return what a seat is told of something put to a vote; who may vote, how that is done."""
    rules, number = find_rules_of_motion(game, motion.kind), (str(motion.number),)
    news = [_describe_motion(game, motion)]
    if seat.name in rules.collect_votes_by_seat(motion, game):
        news.append(Reason("vote_how", number))
    code = "vote_named" if rules.named else "vote_secret"
    news.append(Reason("vote_asks" if rules.share is None else code))
    return build_notice_to(game, seat, NEWS, f"Vote {motion.number}", key, map(News, news))


def _describe_count(game: Play, motion: Motion) -> tuple[Reason, ...]:
    """Return how the votes were, with names where all may know who voted how."""
    rules = find_rules_of_motion(game, motion.kind)
    if not rules.named:
        yes, no = (rules.count_votes(motion, game, ballot) for ballot in ("yes", "no"))
        every = sum(rules.collect_votes_by_seat(motion, game).values())
        return (Reason("votes_counted", (str(yes), str(no), str(every - yes - no))),)
    voters: dict[str, list[str]] = {"yes": [], "no": [], "": []}
    for seat in game.players:
        if seat.name in rules.collect_votes_by_seat(motion, game):
            ballot = motion.ballots.get(seat.name, "")
            voters.get(ballot, voters[""]).append(name_seat(seat))
    counted = (
        Reason("votes_yes", tuple(voters["yes"])),
        Reason("votes_no", tuple(voters["no"])),
        Reason("votes_missing", tuple(voters[""])),
    )
    return tuple(why for why in counted if why.about)
