"""The vote of the United Nations: nominations in secret, the ballot, the votes, the roll call.

A nomination and a line of the ballot are motions; who nominated what is forgotten when the ballot
is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import ClassVar

from judge.game.command import LineContext, PlayerCommand
from judge.game.effects import Effects
from judge.game.notices import announce_news, find_view, make_turn_key, name_seat
from judge.game.procedure import GameProcedure, OpenMatter, Step, find_procedure
from judge.game.sentences.marks import MarkedSentence
from judge.game.state import Game, Play, Seat
from judge.game.votes.public import end_game
from judge.language.spelling import fold_text
from judge.model.letter import News
from judge.model.motion import Motion
from judge.model.position import Position, apply_effects
from judge.model.reason import Reason
from judge.variants.ww4.council import COALITION, UnitedNations, owns_a_center
from judge.variants.ww4.spoken import find_nominations_meant, find_votes_meant

_PATIENCE = 2
"""For so many years of votes robots vote for themselves alone."""

NOMINATION = "nomination"
"""The kind of motion that is proposed in secret; the lines of the ballot come of these."""


def list_ballot_lines(game: Game) -> tuple[Motion, ...]:
    """Return the lines of the ballot that is voted on now; a line's number is its place, from 1."""
    return tuple(motion for motion in game.motions if motion.kind == COALITION)


@dataclass(frozen=True)
class CoalitionVote(GameProcedure):
    """Nominations are taken in one turn, and voted on in the next one that has a vote.

    What players have told the council stands, as their orders do, when they leave (WW4 V.8).
    """

    council: UnitedNations

    kinds: ClassVar[Mapping[str, Reason]] = {
        NOMINATION: Reason("nomination_noted"),
        COALITION: Reason("coalition_noted"),
    }

    def collect_votes_by_power(self, position: Position) -> Mapping[str, int]:
        """Return the votes of each power."""
        return self.council.collect_votes_by_power(position)

    def holds_turn(self, game: Play) -> bool:
        """Say whether nominations or votes are taken."""
        return self.council.can_nominate(game.position.turn) or bool(list_ballot_lines(game))

    def find_closing_time(self, game: Play) -> datetime | None:
        """Return when the vote closes; at least half of a phase's usual length is for voting."""
        ahead = self.council.find_time_closed_early(game.position.turn)
        if ahead is None or game.due_at is None or not list_ballot_lines(game):
            return None
        usual = game.settings.lengths[game.position.turn.phase.value]
        return game.due_at - min(ahead, usual / 2)

    def build_results_sections(self, before: Play, game: Play, seat: Seat) -> tuple[News, ...]:
        """Tell a player when nominations are taken how to make one."""
        nominating = (
            self.council.can_nominate(game.position.turn)
            and self._explain_no_voice(game, seat) is None
        )
        return (
            (News(self.council.describe_nominations(game.position)),)
            if nominating and seat.powers
            else ()
        )

    def describe_status(self, game: Game) -> tuple[Reason, ...]:
        """Return the lines of the ballot in words, each with its number."""
        lines = enumerate(list_ballot_lines(game), 1)
        return tuple(Reason("ballot_line", (str(number), *line.terms)) for number, line in lines)

    def find_lines_meant(self, game: Play, seat: Seat, said: MarkedSentence) -> OpenMatter | None:
        """Return the votes or nominations that a sentence may mean, while they are taken."""
        if self._explain_no_voice(game, seat) is not None or said.asks:
            return None
        if lines := list_ballot_lines(game):
            return find_votes_meant(said, lines, seat.name, seat.powers)
        if not self.council.can_nominate(game.position.turn):
            return None
        own = (m.terms for m in game.motions if m.kind == NOMINATION and m.mover == seat.name)
        size = self.council.count_coalition_size(game.position.turn)
        return find_nominations_meant(said, next(own, ()), size, seat.powers)

    def take_nomination(self, game: Play, seat: Seat, members: Sequence[str]) -> Effects | Reason:
        """Keep a seat's nomination in place of its earlier one; no members: take that back."""
        position = game.position
        if refused := self._explain_no_voice(game, seat):
            return refused
        if not self.council.can_nominate(position.turn):
            return Reason("no_nominations_now")
        remaining_motions = tuple(
            m for m in game.motions if m.kind != NOMINATION or m.mover != seat.name
        )
        if not members:
            if len(remaining_motions) == len(game.motions):
                return Reason("no_nomination")
            return Effects(
                (replace(game, motions=remaining_motions),), Reason("nomination_withdrawn")
            )
        if refused := self.council.explain_refusal(members, position):
            return refused
        terms = tuple(power for power in game.variant.map.powers if power in members)
        nomination = Motion(NOMINATION, seat.name, terms, ballots={seat.name: "yes"})
        game = replace(game, motions=(*remaining_motions, nomination))
        return Effects((game,), Reason("nomination_noted", terms))

    def take_votes(
        self, game: Play, seat: Seat, numbers: Sequence[int] | None, now: datetime
    ) -> Effects | Reason:
        """Vote for these lines of the ballot and for no others; None: for all."""
        if refused := self._explain_no_voice(game, seat):
            return refused
        lines, end = list_ballot_lines(game), self.find_closing_time(game)
        if not lines or (end is not None and now >= end):
            soon = self.council.can_nominate(game.position.turn)
            return Reason("vote_later" if soon else "vote_closed")
        chosen = range(1, len(lines) + 1) if numbers is None else numbers
        for number in chosen:
            if not 1 <= number <= len(lines):
                return Reason("not_on_ballot", (str(number), str(len(lines))))
        voted, noted = [], []
        for number, line in enumerate(lines, 1):
            voted.append(line.with_ballot(seat.name, "yes" if number in chosen else ""))
            if number in chosen:
                noted.append(f"{number} ({' and '.join(line.terms)})")
        rest = tuple(motion for motion in game.motions if motion.kind != COALITION)
        remark = Reason("votes_noted", (", ".join(noted),)) if noted else Reason("votes_none")
        return Effects((replace(game, motions=(*rest, *voted)),), remark)

    def begin_turn(self, before: Play, game: Play) -> Step:
        """Make the ballot of the nominations of the turn just processed, and send it to all.

        Equal nominations are one line; the lines are in the order of the map's powers, so that
        they do not tell when they came.
        """
        if not self.council.can_nominate(before.position.turn) or game.position.ended:
            return game, ()
        powers = list(game.variant.map.powers)
        terms = {motion.terms for motion in before.motions if motion.kind == NOMINATION}
        order = sorted(terms, key=lambda members: [*map(powers.index, members)])
        lines = tuple(Motion(COALITION, "", members) for members in order)
        game = replace(game, motions=(*game.motions, *lines))
        needed = str(self.council.table.votes)
        how = Reason("ballot_open", (needed,)) if lines else Reason("ballot_empty")
        key = f"{make_turn_key(before)}.ballot"
        return game, announce_news(game, "Ballot", key, *self.describe_status(game), how)

    def close_proceedings(self, game: Play) -> Step:
        """Count the votes and publish the roll call, what came of it first; the game may end."""
        position, lines = game.position, list_ballot_lines(game)
        if not lines:
            return game, ()
        rules, pool = (
            game.variant.rules.motions[COALITION],
            self.council.count_votes_of_eliminated(position),
        )
        tallies = {line.terms: rules.count_votes(line, game) for line in lines}
        ended = self.council.elect_coalition(tallies)
        needed = (str(self.council.table.votes),)
        news = [
            Reason("ended_coalition", ended.winners) if ended else Reason("no_coalition", needed)
        ]
        ranking = sorted(enumerate(lines, 1), key=lambda numbered: -tallies[numbered[1].terms])
        news += (
            Reason("tally_line", (str(number), str(tallies[line.terms]), *line.terms))
            for number, line in ranking
        )
        if pool:
            news.append(Reason("dead_pool", (str(pool),)))
        news += _roll_call_reasons(game, lines, rules.collect_votes_by_seat(lines[0], game))
        remaining_motions = tuple(motion for motion in game.motions if motion.kind != COALITION)
        game = replace(game, motions=remaining_motions)
        roll_call = announce_news(game, "Roll Call", f"{make_turn_key(game)}.rollcall", *news)
        if ended is None:
            return game, roll_call
        game = replace(game, position=apply_effects(position, (ended,)))
        over, notices = end_game(game, ended, f"{make_turn_key(game)}.coalition")
        return over, (*roll_call, *notices)

    def act_for_robot(self, game: Play, seat: Seat, dice: Random) -> Step:
        """Nominate itself with the strongest, and vote for the lines in which it stands.

        From the third year of votes on it also votes for the strongest line there is: a game that
        nobody wins alone is to end.
        """
        votes, own = find_view(game, seat).votes, [*seat.powers]
        if self._explain_no_voice(game, seat) is not None:
            return game, ()
        done: Effects | Reason = Effects((game,))
        if self.council.can_nominate(game.position.turn):
            done = self.take_nomination(game, seat, self._find_own_coalition(game, own, votes))
        elif lines := list_ballot_lines(game):
            strongest = max(lines, key=lambda line: sum(votes.get(p, 0) for p in line.terms))
            years = self.council.count_years_of_votes(game.position.turn)
            numbers = [
                number
                for number, line in enumerate(lines, 1)
                if {*own} & {*line.terms} or (line is strongest and years > _PATIENCE)
            ]
            done = self.take_votes(game, seat, numbers, datetime.min.replace(tzinfo=UTC))
        there = done.game if isinstance(done, Effects) else None
        return (there, ()) if isinstance(there, Play) else (game, ())

    def _find_own_coalition(
        self, game: Play, own: Sequence[str], votes: Mapping[str, int]
    ) -> tuple[str, ...]:
        """Return a power with those who have most votes, one who leads among them."""
        powers, lead = [*game.variant.map.powers], self.council.list_leading_powers(game.position)
        alive = [power for power in powers if owns_a_center(power, game.position)]
        ranking = sorted(alive, key=lambda power: (power not in lead, -votes.get(power, 0)))
        chosen = dict.fromkeys((*[power for power in own if power in alive][:1], *ranking))
        return tuple(chosen)[: self.council.count_coalition_size(game.position.turn)]

    def _explain_no_voice(self, game: Play, seat: Seat) -> Reason | None:
        """Say why a seat has no voice in the council: it has no center left."""
        if any(owns_a_center(power, game.position) for power in seat.powers):
            return None
        return Reason("not_surviving", (" and ".join(seat.powers),))


def _roll_call_reasons(
    game: Play, lines: Sequence[Motion], votes: Mapping[str, int]
) -> Iterator[Reason]:
    """Yield who voted for what, those together who voted alike."""
    voters: dict[tuple[int, ...], list[str]] = {}
    for seat in game.players:
        chosen = tuple(n for n, line in enumerate(lines, 1) if seat.name in line.ballots)
        if votes[seat.name]:
            voter = f"{name_seat(seat)} ({votes[seat.name]})"
            voters.setdefault(chosen, []).append(voter)
    none = voters.pop((), [])
    for chosen in sorted(voters):
        yield Reason("voted_for", (_write_numbers(chosen), *voters[chosen]))
    if none:
        yield Reason("voted_for_none", tuple(none))


def _write_numbers(numbers: Sequence[int]) -> str:
    """Return ascending numbers as people write them: three and more in a row by both ends."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )


class Nominate(PlayerCommand):
    """NOMINATE power, power: propose a coalition to the council; NOMINATE NONE takes it back."""

    ledger = "ballot"
    members: tuple[str, ...] = ()

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Keep the nomination; nobody is told of it."""
        return _find_council_vote(game).take_nomination(game, actor, self.members)


class Vote(PlayerCommand):
    """VOTE 1 3, VOTE ALL, VOTE NONE: vote for lines of the council's ballot."""

    ledger = "ballot"
    lines: str = ""
    """The numbers of lines, ``all`` or ``none``."""

    def compute_effects(self, game: Play, actor: Seat, context: LineContext) -> Effects | Reason:
        """Cast the votes in place of earlier ones."""
        return _find_council_vote(game).take_votes(
            game, actor, _parse_line_numbers(self.lines), context.now
        )


def _find_council_vote(game: Game) -> CoalitionVote:
    procedure = find_procedure(game)
    assert isinstance(procedure, CoalitionVote), "the rules that bring the commands bring the vote"
    return procedure


def _parse_line_numbers(typed: str) -> Sequence[int] | None:
    """Return the numbers of lines, none of them for ``none``, and None for ``all``."""
    word = fold_text(typed)
    if word.startswith(("all", "every")):
        return None
    return tuple(map(int, re.findall(r"\d+", word)))
