"""RESULTS, HALL, RATING, RATINGS, STATISTICS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.game.clock.dates import write_duration
from judge.game.club.results import PastResult, RatingLine, StatisticsLine, arrange_statistics
from judge.game.command import LineContext, ReadCommand
from judge.game.effects import Effects
from judge.game.mail.circumstances import House
from judge.game.state import Game, Play, Seat, Stage
from judge.hooks import Variant
from judge.model.letter import News
from judge.model.reason import Reason

_OUTCOMES: Mapping[str, Reason] = {
    "solo": Reason("result_solo"),
    "draw": Reason("result_draw"),
    "survived": Reason("result_survived"),
    "eliminated": Reason("result_eliminated"),
}
GUNBOAT = " gunboat"


class ResultsCommand(ReadCommand):
    """RESULTS [game]: what became of your games, or of all who played one; RESULTS OF name."""

    person: str = ""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return the newest results first, those of a game by place."""
        memory = context.memory
        if self.person:
            rows = memory.list_results_of_name(" ".join(self.person.split()).strip(" ."))
            return (
                _show_results(rows)
                if rows
                else _tell_lines([Reason("no_results_of", (self.person,))])
            )
        if self.game and game is not None:
            if actor is None and not game.settings.listed:
                return Reason("no_game", (game.name,))
            if not isinstance(game, Play) or game.stage is not Stage.ENDED:
                return _tell_lines([Reason("no_result_yet", (game.name,))])
            rows = memory.list_results_in_game(game.name)
            return _show_results(rows) if rows else _tell_lines([Reason("no_result", (game.name,))])
        rows = memory.list_results_of_sender()
        return _show_results(rows) if rows else _tell_lines([Reason("no_results_yet")])


class Hall(ReadCommand):
    """HALL [variant]: who won most often, of those who show their results."""

    kind_of_game: str = ""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return the winners, the first first."""
        variant = _find_variant(self.kind_of_game, context.house)
        if isinstance(variant, Reason):
            return variant
        rows = context.memory.list_hall(variant.code if variant else "")
        lines = [
            Reason("hall_line", (str(place), row.name, *map(str, row[1:])))
            for place, row in enumerate(rows, 1)
        ]
        return _tell_lines(lines) if lines else _tell_lines([Reason("hall_empty")])


class Ratings(ReadCommand):
    """RATING: yours; RATINGS variant [GUNBOAT]: the best, of those who show their results."""

    kind_of_game: str = ""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return ratings, the best first."""
        kind = " ".join(self.kind_of_game.casefold().split())
        if not kind:
            own = [_write_rating_line(row) for row in context.memory.list_ratings_of_sender()]
            return _tell_lines(own) if own else _tell_lines([Reason("no_rating_yet")])
        variant = _find_variant(kind.removesuffix(GUNBOAT), context.house)
        if isinstance(variant, Reason):
            return variant
        code = variant.code if variant else ""
        rows = context.memory.list_ratings(f"{code}{GUNBOAT * kind.endswith(GUNBOAT)}")
        lines = [
            Reason("ratings_line", (str(place), row.name, *_write_rating_figures(row)))
            for place, row in enumerate(rows, 1)
        ]
        return _tell_lines(lines) if lines else _tell_lines([Reason("ratings_empty", (kind,))])


def _tell_lines(lines: Sequence[Reason]) -> Effects:
    return Effects(sections=tuple(map(News, lines)))


class StatisticsCommand(ReadCommand):
    """STATISTICS [variant]: how powers fare and open, how long turns take, who is reliable."""

    kind_of_game: str = ""

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return what all listed games come to that have ended; without a variant how long their
        turns took, and how reliable those are who show their results."""
        variant = _find_variant(self.kind_of_game, context.house)
        if isinstance(variant, Reason):
            return variant
        rows = context.memory.list_statistics(variant.code if variant else "")
        lines = list(_describe_statistics(rows))
        if variant is None:
            lines += [
                Reason("reliable_line", (each.name, *map(str, each.conduct),
                                         str(each.conduct.percentage)))
                for each in context.memory.list_reliable_persons()
            ]  # fmt: skip
        return _tell_lines(lines) if lines else _tell_lines([Reason("no_statistics")])


def _describe_statistics(rows: Sequence[StatisticsLine]) -> Iterator[Reason]:
    arranged = arrange_statistics(rows)
    for key, tally in arranged.powers:
        figures = (tally.number, tally.solos, tally.draws, tally.eliminated)
        yield Reason(
            "power_line", (key.power, *map(str, figures), f"{tally.centers / tally.number:.1f}")
        )
    for key, tally in arranged.openings:
        figures = (tally.number, tally.solos, tally.draws, tally.eliminated)
        yield Reason("opening_line", (key.power, key.label, *map(str, figures)))
    for row in sorted(arranged.paces, key=lambda row: row.key):
        told = (row.key.variant, str(row.tally.number), write_duration(row.pace))
        yield _PHASES[row.key.label].with_subjects(told)


_PHASES: Mapping[str, Reason] = {
    "M": Reason("pace_moves"),
    "R": Reason("pace_retreats"),
    "B": Reason("pace_builds"),
}


def _show_results(rows: Sequence[PastResult]) -> Effects:
    lines = [
        Reason(
            "result_line",
            (
                row.name or " and ".join(row.powers) or row.game,
                row.game,
                row.variant,
                row.turn,
                " and ".join(row.powers),
                str(row.centers),
                f"{row.points:.4g}",
                str(row.place),
                f"{100 * row.share:.0f}",
                _OUTCOMES[row.outcome].code,
            ),
        )
        for row in rows
    ]
    return _tell_lines(lines)


def _write_rating_line(row: RatingLine) -> Reason:
    return Reason("rating_line", (row.kind, *_write_rating_figures(row)))


def _write_rating_figures(row: RatingLine) -> tuple[str, ...]:
    return str(row.rating), str(row.deviation), str(row.games)


def _find_variant(typed: str, house: House) -> Variant | Reason | None:
    """Return the variant that was named, None where none was."""
    if not typed.strip():
        return None
    wanted = typed.strip(" .").casefold()
    known = house.variants
    found = next((v for v in known.values() if wanted in (v.code, v.name.casefold())), None)
    return found or Reason("no_variant", (typed.strip(), ", ".join(known)))
