"""A council's vote: nominations in secret, the ballot, the votes, the roll call.

What may be nominated and what wins is for the variant's council to say. A nomination and a line of
the ballot are motions; who nominated what is forgotten when the ballot is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.decision import CommandResult
from judge.game.notices import announce, display_name
from judge.game.state import Motion, Play, Seat
from judge.game.votes.ballots import COALITION, NOMINATION, ballot, closes_at, printed
from judge.game.votes.motions import end_game
from judge.hooks import Council
from judge.model.letter import News, Notice
from judge.model.position import apply
from judge.model.reason import Reason


def invitation(game: Play, seat: Seat) -> tuple[News, ...]:
    """Return what to tell a player when nominations are taken: how to make one."""
    council = _council(game, seat) if seat.powers else None
    if council is None or isinstance(council, Reason):
        return ()
    return (News(council.asks(game.position)),) if council.gathers(game.position.turn) else ()


def nominate(game: Play, seat: Seat, members: Sequence[str]) -> CommandResult | Reason:
    """Keep a seat's nomination in place of its earlier one; no members: take that back."""
    council, position = _council(game, seat), game.position
    if isinstance(council, Reason):
        return council
    if not council.gathers(position.turn):
        return Reason("no_nominations_now")
    others = tuple(m for m in game.motions if m.kind != NOMINATION or m.mover != seat.name)
    if not members:
        taken_back = len(others) < len(game.motions)
        game = replace(game, motions=others)
        return (
            CommandResult(game, Reason("nomination_withdrawn"))
            if taken_back
            else Reason("no_ballot")
        )
    refused = council.refuses(members, position)
    if refused is not None:
        return refused
    terms = tuple(power for power in game.variant.map.powers if power in members)
    mine = Motion(NOMINATION, seat.name, terms, (), {seat.name: "yes"}, str(position.turn))
    return CommandResult(replace(game, motions=(*others, mine)), Reason("nomination_noted", terms))


def vote(
    game: Play, seat: Seat, numbers: Sequence[int] | None, now: datetime
) -> CommandResult | Reason:
    """Vote for these lines of the ballot and for no others; None: for all."""
    council = _council(game, seat)
    if isinstance(council, Reason):
        return council
    lines = ballot(game)
    end = closes_at(game)
    if not lines or (end is not None and now >= end):
        soon = council.gathers(game.position.turn)
        return Reason("vote_later" if soon else "vote_closed")
    chosen = range(1, len(lines) + 1) if numbers is None else numbers
    for number in chosen:
        if not 1 <= number <= len(lines):
            return Reason("not_on_ballot", (str(number), str(len(lines))))
    voted = []
    for number, line in enumerate(lines, 1):
        votes = {name: vote for name, vote in line.ballots.items() if name != seat.name}
        if number in chosen:
            votes[seat.name] = "yes"
        voted.append(replace(line, ballots=votes))
    rest = tuple(motion for motion in game.motions if motion.kind != COALITION)
    game = replace(game, motions=(*rest, *voted))
    told = ", ".join(
        f"{number} ({' and '.join(line.terms)})"
        for number, line in enumerate(lines, 1)
        if number in chosen
    )
    remark = Reason("votes_noted", (told,)) if told else Reason("votes_none")
    return CommandResult(game, remark)


def open_ballot(game: Play, done: Play) -> tuple[tuple[Motion, ...], tuple[Notice, ...]]:
    """Return the ballot that the nominations of the turn just processed make, and its letters.

    ``game`` is the game before, ``done`` after. Equal nominations are one line; the lines are in
    the order of the map's powers, so that they do not tell when they came.
    """
    council = game.variant.rules.council
    if council is None or not council.gathers(game.position.turn) or done.position.ended:
        return (), ()
    rank = {power: at for at, power in enumerate(game.variant.map.powers)}
    terms = {motion.terms for motion in game.motions if motion.kind == NOMINATION}
    order = sorted(terms, key=lambda powers: [rank[power] for power in powers])
    turn = str(done.position.turn)
    lines = tuple(Motion(COALITION, "", powers, turn=turn) for powers in order)
    asked = replace(done, motions=lines)
    how = Reason("ballot_open", (str(council.needed),)) if lines else Reason("ballot_empty")
    news = (*printed(asked), how)
    key = f"{game.position.turn}.ballot"
    return lines, announce(asked, "Ballot", key, *news, kind="news")


def close(game: Play) -> tuple[Play, tuple[Notice, ...]]:
    """Count the votes and publish the roll call; the game may end with it."""
    council, position, lines = game.variant.rules.council, game.position, ballot(game)
    assert council is not None, "who has a ballot has a council"
    weights, pool = council.weights(position), council.pool(position)
    tallies = {line.terms: pool + _total(game, line, weights) for line in lines}
    news = [
        Reason("tally_line", (str(number), str(tallies[line.terms]), *line.terms))
        for number, line in enumerate(lines, 1)
    ]
    if pool:
        news.append(Reason("dead_pool", (str(pool),)))
    news += _roll_call(game, lines, weights)
    ended = council.elected(tallies)
    if ended is None:
        news.append(Reason("no_coalition", (str(council.needed),)))
    left = tuple(motion for motion in game.motions if motion.kind != COALITION)
    game = replace(game, motions=left)
    key = f"{position.turn}.rollcall"
    told = announce(game, "Roll Call", key, *news, kind="news")
    if ended is None:
        return game, told
    game = replace(game, position=apply(position, (ended,)))
    over, notices = end_game(game, ended, f"{position.turn}.coalition")
    return over, (*told, *notices)


def _council(game: Play, seat: Seat) -> Council | Reason:
    council, position = game.variant.rules.council, game.position
    if council is None:
        return Reason("no_council")
    mine = [power for power in seat.powers if power in position.owners.values()]
    return council if mine else Reason("not_surviving", (" and ".join(seat.powers),))


def _total(game: Play, line: Motion, weights: Mapping[str, int]) -> int:
    return sum(
        weights.get(power, 0)
        for seat in game.players
        if seat.name in line.ballots
        for power in seat.powers
    )


def _roll_call(
    game: Play, lines: Sequence[Motion], weights: Mapping[str, int]
) -> tuple[Reason, ...]:
    told: dict[tuple[int, ...], list[str]] = {}
    for seat in game.players:
        votes = sum(weights.get(power, 0) for power in seat.powers)
        chosen = tuple(n for n, line in enumerate(lines, 1) if seat.name in line.ballots)
        if votes:
            told.setdefault(chosen, []).append(f"{display_name(game, seat)} ({votes})")
    none = told.pop((), [])
    found = [
        Reason("voted_for", (", ".join(map(str, chosen)), *told[chosen])) for chosen in sorted(told)
    ]
    return (*found, *([Reason("voted_for_none", tuple(none))] if none else []))
