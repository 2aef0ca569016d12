"""What the directors of a tournament alone may say."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from judge.game.club.results import name_kind_of_model
from judge.game.command import LineContext
from judge.game.effects import Effects
from judge.game.enter.starting import divide_powers
from judge.game.game_settings import canonize_setting_name, describe_settings
from judge.game.mail.circumstances import Memory
from judge.game.proof import access
from judge.game.tournament.commands import (
    TournamentCommand,
    find_boards_of_entrant,
    is_director,
    read_board_model,
)
from judge.game.tournament.draw import (
    LotsCompared,
    Past,
    Pots,
    compare_with_lots,
    draw_round,
    rate_draw,
    sum_up_tables,
)
from judge.game.tournament.state import (
    Board,
    Correction,
    DirectorsAct,
    Entrant,
    Rewind,
    Round,
    Tournament,
    count_possible_boards,
    name_board,
)
from judge.game.tournament.telling import (
    RULE_NAMES,
    describe_rules,
    format_points,
    is_round_over,
    name_entrant,
    rank_entrants,
    with_rule,
)
from judge.language.lexicon import find_power
from judge.model.letter import News, Notice, Recipient
from judge.model.letter_kind import STANDINGS
from judge.model.reason import Reason


class DirectorCommand(TournamentCommand):
    """What a director alone may say about a tournament."""

    def decide_in_tournament(
        self, tournament: Tournament, context: LineContext
    ) -> Effects | Reason:
        """Do it if a director says it."""
        if not is_director(tournament, context):
            return Reason("director_only", (tournament.name,))
        return self.change_tournament(tournament, context)

    @abstractmethod
    def change_tournament(self, tournament: Tournament, context: LineContext) -> Effects | Reason:
        """Return what the command does, or why it is not done."""


class TournamentSet(DirectorCommand):
    """TOURNAMENT SET name setting value: change a rule, or a setting of the boards to come."""

    name: str = ""
    value: str = ""

    def change_tournament(self, tournament: Tournament, context: LineContext) -> Effects | Reason:
        """Change it."""
        if self.name in RULE_NAMES:
            rules = with_rule(tournament.rules, self.name, self.value)
            if isinstance(rules, Reason):
                return rules
            if rules.rounds < len(tournament.rounds):
                return Reason("rounds_played", (str(len(tournament.rounds)),))
            if rules.boards > (most := count_possible_boards(tournament.name)):
                return Reason("too_many_boards", (tournament.name, str(most)))
            changed = replace(tournament, rules=rules)
            before, value = Rewind(rules=tournament.rules), dict(describe_rules(rules))[self.name]
            return _build_change_effects(changed, self.name, value, before, context.now)
        model = tournament.model
        options = dict(model.settings.options) | {self.name: self.value.casefold()}
        new = read_board_model(model.variant, options, context, model.settings)
        if isinstance(new, Reason):
            return new
        changed = replace(tournament, model=new)
        name = canonize_setting_name(self.name)
        value = dict(describe_settings(new.settings)).get(name, self.value)
        return _build_change_effects(changed, name, value, Rewind(model=model), context.now)


def _build_change_effects(
    changed: Tournament, name: str, value: str, before: Rewind, now: datetime
) -> Effects:
    """Return a tournament of which a setting is changed."""
    remark = Reason("tournament_set", (name.upper(), value))
    act = DirectorsAct(now, f"SET {name.upper()}", before)
    return Effects(tournaments=(changed.with_act(act),), remark=remark)


class TournamentDirector(DirectorCommand):
    """TOURNAMENT DIRECTOR name address: let somebody direct it, too."""

    address: str = ""

    def change_tournament(self, tournament: Tournament, context: LineContext) -> Effects | Reason:
        """Add a director, and write to them."""
        there = [each for each in tournament.entrants if each.number < 0]
        same = next(
            (each for each in there if access.is_same_address(each.address, self.address)), None
        )
        if same is not None and same.role == "director":
            return Reason("directs_already", (self.address,))
        new = same or Entrant(min((each.number for each in there), default=0) - 1, self.address)
        before = Rewind(roles=((new.number, "out"),))
        act = DirectorsAct(context.now, "DIRECTOR", before)
        changed = tournament.with_entrant(new._replace(role="director")).with_act(act)
        letter = _write_letter(
            tournament, self.address, Reason("you_direct", (tournament.name,)), context.key
        )
        return Effects(
            tournaments=(changed,), remark=Reason("directs_now", (self.address,)), notices=(letter,)
        )


def _write_letter(tournament: Tournament, address: str, why: Reason, key: str) -> Notice:
    key = f"{key}.{address}"
    event = f"{tournament.name}: News"
    return Notice(STANDINGS, Recipient(address), event, key, sections=(News(why),))


class TournamentDrop(DirectorCommand):
    """TOURNAMENT DROP name number or address: somebody takes no part in the rounds to come."""

    entrant: str = ""

    def change_tournament(self, tournament: Tournament, context: LineContext) -> Effects | Reason:
        """Note that they are out, and write to them. The last director stays."""
        found = _find_by_name(tournament, self.entrant)
        if found is None or found.role == "out":
            return Reason("no_entrant", (self.entrant, tournament.name))
        if found.role == "director" and len(tournament.list_entrants_in_role("director")) == 1:
            return Reason("director_stays")
        games = find_boards_of_entrant(tournament, found, context)
        act = DirectorsAct(
            context.now, f"DROP {found.number}", Rewind(roles=((found.number, found.role),))
        )
        changed = tournament.with_entrant(found._replace(role="out")).with_act(act)
        name = name_entrant(found, found.number) if found.number > 0 else found.address
        remark = Reason("entrant_dropped", (name, *games))
        why = Reason("you_are_dropped", (tournament.name, *games))
        letters = (
            (_write_letter(tournament, found.address, why, context.key),) if found.address else ()
        )
        return Effects(tournaments=(changed,), remark=remark, notices=letters)


def _find_by_name(tournament: Tournament, typed: str) -> Entrant | None:
    """Return who is meant by a number, an address or the name that they show."""
    word = " ".join(typed.casefold().split()).removeprefix("player ").strip(" .#")
    for each in tournament.entrants:
        named = {str(each.number), each.name.casefold(), each.address.casefold()} - {""}
        if word in named:
            return each
    return None


class TournamentCorrect(DirectorCommand):
    """TOURNAMENT CORRECT name game power points: what a seat of a board that has ended counts."""

    change: str = ""

    def change_tournament(self, tournament: Tournament, context: LineContext) -> Effects | Reason:
        """Correct it; standings that were told are told anew."""
        words = re.fullmatch(
            r"(\S+)\s+(.+?)\s+(?:to |=\s*)?(\d{1,5}(?:\.\d{1,3})?)", self.change.strip(" .")
        )
        if words is None:
            return Reason("bad_tournament_correction", (tournament.name,))
        name, typed, points = words[1].casefold(), words[2], float(words[3])
        scores = (
            context.memory.list_scores_in_tournament(tournament.name) if tournament.rounds else ()
        )
        own = [score for score in scores if score.game == name]
        game = context.games.get(name)
        if not own or game is None:
            return Reason("board_not_over", (name, tournament.name))
        power = find_power(game.variant.map, typed)
        score = next((score for score in own if score.power == power), None)
        if power is None or score is None:
            return Reason("no_power", (typed, name, *dict.fromkeys(each.power for each in own)))
        correction = Correction(name, power, points)
        before = Rewind(corrections=tournament.corrections)
        act = DirectorsAct(context.now, f"CORRECT {name} {power}", before)
        changed = replace(tournament, corrections=(*tournament.corrections, correction)).with_act(
            act
        )
        old = {(each.game, each.power): each.points for each in tournament.corrections}.get(
            (name, power), score.points
        )
        remark = Reason(
            "tournament_corrected", (power, name, format_points(points), format_points(old))
        )
        return Effects(tournaments=(changed,), remark=remark)


class TournamentUndo(DirectorCommand):
    """TOURNAMENT UNDO name: take back the last thing that a director did, but for a draw."""

    def change_tournament(self, tournament: Tournament, context: LineContext) -> Effects | Reason:
        """Take it back; boards that have begun are games of their own."""
        if not tournament.acts:
            return Reason("no_act_to_undo", (tournament.name,))
        remark = Reason("act_undone", (tournament.acts[-1].what,))
        return Effects(tournaments=(tournament.undo_last_act(),), remark=remark)


_POTS_BY_SEEDING: Mapping[str, Pots] = {"lot": "one", "rating": "spread", "standing": "alike"}


class TournamentStart(DirectorCommand):
    """TOURNAMENT START name: draw the next round, and begin all its boards."""

    def change_tournament(self, tournament: Tournament, context: LineContext) -> Effects | Reason:
        """Draw it; the boards begin as soon as this is written down."""
        if why := _explain_no_next_round(tournament, context):
            return why
        number = len(tournament.rounds) + 1
        sides = divide_powers(context.house.variants[tournament.model.variant])
        draw = _draw_next_round(tournament, len(sides), context)
        if not draw.players:
            have = len(tournament.list_entrants_in_role("player"))
            return Reason("too_few_entrants", (str(have), str(len(sides))))
        names = [name_board(tournament.name, number, n) for n, _ in enumerate(draw.tables, 1)]
        if taken := [name for name in names if name in context.games]:
            return Reason("name_taken", (taken[0],))
        boards = tuple(
            Board(name, tuple(zip(table, (side[0] for side in sides), strict=True)))
            for name, table in zip(names, draw.tables, strict=True)
        )
        rounds = (*tournament.rounds, Round(boards, draw.resting))
        changed = replace(tournament, rounds=rounds, stage="running", acts=())
        rest = Reason("you_rest", (tournament.name, str(number)))
        people = {each.number: each for each in tournament.entrants}
        letters = tuple(
            _write_letter(tournament, people[each].address, rest, context.key)
            for each in draw.resting
        )
        return Effects(
            tournaments=(changed,),
            remark=Reason("round_drawn", (str(number), tournament.name, str(len(boards)))),
            sections=tuple(map(News, _describe_draw(draw))),
            notices=letters,
        )


class _RoundDrawn(NamedTuple):
    """Who sits at which table in a round, drawn by a seed; who met before is in ``past``."""

    tables: Sequence[Sequence[int]]
    players: Sequence[int]
    resting: tuple[int, ...]
    past: Past
    seed: int


def _explain_no_next_round(tournament: Tournament, context: LineContext) -> Reason | None:
    """Say why no round can be drawn now."""
    drawn = len(tournament.rounds)
    if drawn >= tournament.rules.rounds:
        return Reason("all_rounds_drawn", (str(tournament.rules.rounds),))
    if drawn and _has_open_boards(tournament, context.memory):
        return Reason("round_not_over", (str(drawn),))
    return None


def _draw_next_round(tournament: Tournament, size: int, context: LineContext) -> _RoundDrawn:
    """Draw who plays with whom at tables of a size, if there are enough for one."""
    players, resting = _choose_players_of_round(tournament, size, context)
    past = sum_up_tables(
        [[player for player, _ in board.seats] for board in each.boards]
        for each in tournament.rounds
    )
    pots = _POTS_BY_SEEDING[tournament.rules.seeding]
    if pots == "alike" and not tournament.rounds:
        pots = "one"  # nobody stands anywhere yet
    seed = access.derive_number(tournament.seed, "round", str(len(tournament.rounds) + 1))
    tables = draw_round(players, size, past, seed, pots=pots) if players else ()
    return _RoundDrawn(tables, players, resting, past, seed)


def _has_open_boards(tournament: Tournament, memory: Memory) -> bool:
    """Say whether a board of the last round is not over."""
    scores = memory.list_scores_in_tournament(tournament.name)
    return not is_round_over(tournament, scores, memory.count_boards_given_up(tournament.name))


def _choose_players_of_round(
    tournament: Tournament, size: int, context: LineContext
) -> tuple[list[int], tuple[int, ...]]:
    """Return who plays in the next round, the strongest first, and who rests.

    Substitutes play where that fills a board. Who has rested before plays; of the others those
    rest who signed on last.
    """
    rested = [number for each in tournament.rounds for number in each.resting]
    players = [each.number for each in tournament.list_entrants_in_role("player")]
    substitutes = [each.number for each in tournament.list_entrants_in_role("substitute")]
    missing = -len(players) % size
    players += substitutes[:missing] if len(substitutes) >= missing else []
    boards = min(
        len(players) // size,
        tournament.rules.boards or len(players),
        count_possible_boards(tournament.name),
    )
    order = sorted(players, key=lambda number: (-rested.count(number), players.index(number)))
    chosen, resting = order[: boards * size], order[boards * size :]
    ranks = _rank_players(tournament, context.memory)
    chosen.sort(key=lambda number: (ranks[number], number))
    return chosen, tuple(sorted(resting))


def _rank_players(tournament: Tournament, memory: Memory) -> Mapping[int, float]:
    """Return by what entrants are ranked for the next round, the strongest with the least."""
    if tournament.rules.seeding == "standing":
        scores = memory.list_scores_in_tournament(tournament.name)
        last = {each.number: float(len(tournament.entrants)) for each in tournament.entrants}
        standings = rank_entrants(tournament, scores)
        return last | {record.entrant: float(place) for place, record in standings}
    kind = name_kind_of_model(tournament.model.variant, tournament.model.settings)
    ratings = memory.collect_ratings_of_entrants(tournament.name, kind)
    return {each.number: -ratings.get(each.number, 25.0) for each in tournament.entrants}


def _describe_draw(draw: _RoundDrawn) -> tuple[Reason, ...]:
    """Return how good a draw is, beside draws by lot."""
    if not draw.past.met:
        return ()
    quality = rate_draw(draw.tables, draw.past)
    lots: LotsCompared = compare_with_lots(draw.players, len(draw.tables[0]), draw.past, draw.seed)
    figures = (
        *map(str, quality), str(lots.draws), *map(str, lots.best), *map(str, lots.middle),
    )  # fmt: skip
    return (Reason("draw_quality", figures),)
