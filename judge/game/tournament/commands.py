"""TOURNAMENT: what anybody says about one, to look at it or to take part."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from judge.game.command import LineContext, PersonCommand, ReadCommand
from judge.game.effects import Effects
from judge.game.enter.create import draw_options, find_variant_code, take_settings_from_options
from judge.game.game_settings import Settings
from judge.game.proof import access
from judge.game.state import Game, Seat, Stage
from judge.game.tournament.state import (
    NAME,
    BoardModel,
    Entrant,
    Round,
    Tournament,
    count_possible_boards,
)
from judge.game.tournament.telling import (
    MOST_TOLD,
    build_score_table,
    describe_tournament,
    rank_entrants,
    read_rules,
)
from judge.model.letter import News, Section
from judge.model.reason import Reason


def find_entrant(tournament: Tournament, context: LineContext) -> Entrant | None:
    """Return as whom the sender takes part; who directs it and nothing else takes no part."""
    return next(
        (
            each
            for each in tournament.entrants
            if each.number > 0 and each.address
            and access.is_among_addresses(each.address, context.addresses)
        ),
        None,
    )  # fmt: skip


def is_director(tournament: Tournament, context: LineContext) -> bool:
    """Say whether the sender directs a tournament."""
    return any(
        access.is_among_addresses(each.address, context.addresses)
        for each in tournament.list_entrants_in_role("director")
    )


def explain_no_tournament(name: str, context: LineContext) -> Reason:
    """Say that there is no such tournament, and which there are."""
    names = tuple(line.name for line in context.list_tournaments())
    return Reason("no_tournament", (name, *names))


class TournamentStatus(ReadCommand):
    """TOURNAMENT STATUS name: its rules, its rounds and the standings; TOURNAMENTS: all."""

    tournament: str = ""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return how a tournament stands, or the list of them."""
        if not self.tournament:
            lines = [
                Reason("tournament_line", tuple(map(str, line)))
                for line in context.list_tournaments()
            ]
            return Effects(sections=tuple(map(News, lines or [Reason("no_tournaments")])))
        found = context.tournaments.get(self.tournament.casefold())
        if found is None:
            return explain_no_tournament(self.tournament, context)
        scores = context.memory.list_scores_in_tournament(found.name) if found.rounds else ()
        standings = rank_entrants(found, scores)
        sections: tuple[Section, ...] = tuple(
            map(News, describe_tournament(found, find_entrant(found, context)))
        )
        if standings:
            sections += (build_score_table(found, standings, MOST_TOLD),)
        return Effects(sections=sections)


class TournamentCreate(PersonCommand):
    """TOURNAMENT CREATE name [variant] [LIKE preset] [WITH rounds=3, best=2, moves=2 days, ...]:
    hold one."""

    tournament: str = ""
    variant: str = ""
    model: str = ""
    options: tuple[tuple[str, str], ...] = ()

    def compute_effects(self, context: LineContext) -> Effects | Reason:
        """Open a tournament for people to sign on to."""
        name = self.tournament.casefold()
        if not NAME.fullmatch(name):
            return Reason("bad_tournament_name", (name,))
        if name in context.tournaments:
            return Reason("tournament_taken", (name,))
        if context.memory.is_sender_blocked() or not context.sender.creates:
            return Reason("creates_not")
        preset = context.house.presets.get(self.model.casefold(), {}) if self.model else {}
        if self.model and not preset:
            return Reason("no_model", (self.model, ", ".join(context.house.presets)))
        variants = context.house.variants
        code = find_variant_code(self.variant or context.house.default, variants)
        if not code:
            return Reason("no_variant", (self.variant, ", ".join(variants)))
        for option, choice in self.options:
            if not choice:
                return Reason("bad_option", (option,))
        options = {key: value for key, value in preset.items() if key != "means"}
        options |= dict(self.options)
        rules = read_rules(options)
        if isinstance(rules, Reason):
            return rules
        model = read_board_model(code, options, context)
        if isinstance(model, Reason):
            return model
        tournament = Tournament(
            name=name,
            model=model,
            seed=access.derive_number(context.seed, context.key, name, "tournament"),
            rules=rules,
            entrants=(Entrant(-1, context.sender.address, "director"),),
        )
        remark = Reason("tournament_created", (name, variants[code].name, str(rules.rounds)))
        if rules.boards > count_possible_boards(name):
            return Reason("too_many_boards", (name, str(count_possible_boards(name))))
        return Effects(tournaments=(tournament,), remark=remark)


def read_board_model(
    code: str, options: dict[str, str], context: LineContext, settings: Settings | None = None
) -> BoardModel | Reason:
    """Return what the boards of a tournament are, from options of a variant and settings."""
    begin = settings or Settings()
    plain = context.house.variants[code]
    taken = take_settings_from_options(begin, options, plain, context.now.date())
    if isinstance(taken, Reason):
        return taken
    variant = context.house.load(code, options)
    if isinstance(variant, Reason):
        return variant
    if drawn := draw_options(variant, options, 1):
        variant = context.house.load(code, {**options, **drawn})
    if isinstance(variant, Reason):
        return variant
    return BoardModel(code, replace(taken, options=options))


class TournamentCommand(PersonCommand):
    """What somebody says about a tournament that there is."""

    tournament: str = ""

    def compute_effects(self, context: LineContext) -> Effects | Reason:
        """Find the tournament, and do it there."""
        found = context.tournaments.get(self.tournament.casefold())
        if found is None:
            return explain_no_tournament(self.tournament, context)
        return self.decide_in_tournament(found, context)

    @abstractmethod
    def decide_in_tournament(
        self, tournament: Tournament, context: LineContext
    ) -> Effects | Reason:
        """Return what the command does in the tournament, or why it is not done."""


class TournamentJoin(TournamentCommand):
    """TOURNAMENT JOIN name [AS SUBSTITUTE]: take part from the next round on."""

    substitute: str = ""

    def decide_in_tournament(
        self, tournament: Tournament, context: LineContext
    ) -> Effects | Reason:
        """Note who takes part; who was out comes back, and a substitute may become a player."""
        if tournament.stage == "ended":
            return Reason("tournament_over", (tournament.name,))
        if context.memory.is_sender_blocked():
            return Reason("blocked")
        role = "substitute" if self.substitute else "player"
        there = find_entrant(tournament, context)
        if there is not None and there.role == role:
            return Reason("already_entered", (tournament.name, role))
        number = (
            there.number
            if there
            else max((each.number for each in tournament.entrants if each.number > 0), default=0)
            + 1
        )
        entrant = there or Entrant(number, context.sender.address)
        changed = tournament.with_entrant(entrant._replace(role=role))
        count = sum(each.role == "player" for each in changed.entrants)
        what = Reason("entered_as_substitute") if self.substitute else Reason("entered")
        remark = what.with_subjects((tournament.name, str(entrant.number), str(count)))
        return Effects(tournaments=(changed,), remark=remark)


class TournamentLeave(TournamentCommand):
    """TOURNAMENT LEAVE name: take no part in the rounds to come."""

    def decide_in_tournament(
        self, tournament: Tournament, context: LineContext
    ) -> Effects | Reason:
        """Note that the sender is out; their seat in a game that is played stays theirs."""
        there = find_entrant(tournament, context)
        if there is None or there.role == "out":
            return Reason("not_entered", (tournament.name,))
        changed = tournament.with_entrant(there._replace(role="out"))
        games = find_boards_of_entrant(tournament, there, context)
        remark = Reason("tournament_left", (tournament.name, *games))
        return Effects(tournaments=(changed,), remark=remark)


def find_boards_of_entrant(
    tournament: Tournament, entrant: Entrant, context: LineContext
) -> tuple[str, ...]:
    """Return the games of the last round in which somebody has a seat and that are not over."""
    last = tournament.rounds[-1] if tournament.rounds else Round(())
    games = (context.games.get(board.game) for board in last.boards[: last.begun])
    return tuple(
        game.name
        for game in games
        if game is not None
        and game.stage is not Stage.ENDED
        and any(access.is_same_address(seat.address, entrant.address) for seat in game.players)
    )
