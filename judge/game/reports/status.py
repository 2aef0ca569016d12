"""STATUS of a game, LIST of all, and SHOW SETTINGS."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace

from judge.game.atlas.atlas import list_option_rows
from judge.game.clock.absence import list_known_absences
from judge.game.command import LineContext, ReadCommand
from judge.game.effects import Effects
from judge.game.enter.guests import list_addresses_with_standing
from judge.game.enter.starting import divide_powers_of_game
from judge.game.game_settings import Settings, describe_settings
from judge.game.notices import find_view, knows_of_seat, warn_of_masterpress
from judge.game.orders.accepting import find_missing_orders, find_orders_due
from judge.game.orders.proxies import describe_proxies
from judge.game.procedure import find_procedure
from judge.game.proof.reaching import list_contact_addresses
from judge.game.reports.game_filters import read_filters
from judge.game.reports.report import Report
from judge.game.state import ASKS, BARRED, INVITED, STANDBY, Game, Play, Role, Seat, Stage
from judge.game.votes.public import describe_open_votes, describe_own_ballots
from judge.hooks import Variant
from judge.model.command import Command
from judge.model.letter import PositionSection, SeatLine, Section, StandingSection
from judge.model.pages import SettingsPage
from judge.model.reason import Reason
from judge.model.view import View

PACE = ("moves", "retreats", "builds")
"""The settings that STATUS always has: how fast a game is."""

_STANDINGS = {
    ASKS: Reason("who_asks"),
    INVITED: Reason("who_invited"),
    STANDBY: Reason("who_standby"),
    BARRED: Reason("who_barred"),
}


class Status(Report):
    """STATUS [game]: its seats, what is set otherwise than usual, who is away, your own votes."""

    among_orders = True

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...]:
        """Return how the game stands."""
        away = list_known_absences(game, actor, context.now) if actor is not None else ()
        lent = (
            describe_proxies(game, actor, context.now)
            if isinstance(game, Play) and actor is not None
            else ()
        )
        return (
            build_standing_section(game, actor),
            *list_contact_addresses(game, actor),
            *away,
            *lent,
        )


def build_standing_section(game: Game, reader: Seat | None) -> StandingSection:
    """Return the STATUS of a game as a seat (None: a stranger) may know it.

    The master is shown who has ordered; players see whether their own sets are complete. Once
    the deadline is past, everybody sees who is late. To whom mail does not arrive is told no
    stranger, and where seats are hidden to the master alone. Players stand by the names of their
    powers, whatever order they were dealt in.
    """
    seen = find_view(game, reader)
    seats = [seat for seat in game.seats if reader is None or knows_of_seat(game, reader, seat)]
    ranks = (Role.MASTER, Role.PLAYER)
    seats.sort(
        key=lambda seat: (
            [seat.role is not role for role in ranks],
            _name_powers_of_seat(seat, seen),
        )
    )
    master = reader is not None and reader.role is Role.MASTER
    hidden: list[Seat] = []
    if not game.disclosure.public_seat_states and not master:
        own_name = reader.name if reader is not None else ""
        hidden = [seat for seat in seats if seat.role is Role.PLAYER and seat.name != own_name]
    lines = [_build_seat_line(game, seat, reader, seen) for seat in seats if seat not in hidden]
    if reader is not None:
        lines += [SeatLine("", seat.role.value, seat.powers) for seat in hidden]
    motions = _list_motions(game, reader)
    if master:
        motions += tuple(
            why.with_subjects(who)
            for standing, why in _STANDINGS.items()
            if (who := list_addresses_with_standing(game, standing))
        )
    places = len(divide_powers_of_game(game)) if master or game.disclosure.public_seat_count else 0
    return StandingSection(tuple(lines), _list_telling_settings(game, reader), motions, places)


def _list_motions(game: Game, reader: Seat | None) -> tuple[Reason, ...]:
    """Return what is open in a game besides orders, as a seat may know it."""
    votes = (
        describe_open_votes(game, reader) if isinstance(game, Play) and reader is not None else ()
    )
    return (
        *warn_of_masterpress(game),
        *find_procedure(game).describe_status(game),
        *votes,
        *describe_own_ballots(game, reader),
    )


def _list_telling_settings(game: Game, reader: Seat | None) -> tuple[tuple[str, str], ...]:
    """Return how long phases last, and the settings that are not as in any new game."""
    usual = find_usual_values(game.variant)
    return tuple(
        (name, value)
        for name, value in list_visible_settings(game, reader)
        if name in PACE or usual.get(name) != value
    )


def find_usual_values(variant: Variant) -> dict[str, str]:
    """Return how settings and options are where nobody has chosen them; those are not among them
    that are drawn by lot."""
    options = {n: one.choices[0] for n, one in variant.options.items() if not one.drawn}
    return {**dict(describe_settings(Settings())), **options}


def list_visible_settings(game: Game, reader: Seat | None) -> tuple[tuple[str, str], ...]:
    """Return the names and values of the settings that a seat (None: a stranger) may know."""
    settings = game.settings
    if game.variant.press == "never":
        settings = replace(settings, press="none")
    if reader is not None and reader.role is Role.MASTER:
        return (*describe_settings(settings), ("seed", str(game.seed)))
    return tuple(
        row for row in describe_settings(settings) if row[0] not in game.variant.hidden_options
    )


def _name_powers_of_seat(seat: Seat, seen: View | None) -> str:
    return " ".join(seen.names.get(power, power) for power in seat.powers) if seen else ""


def _build_seat_line(game: Game, seat: Seat, reader: Seat | None, seen: View | None) -> SeatLine:
    if seat.role is not Role.PLAYER:
        return SeatLine(
            seat.name, seat.role.value, (), () if reader is None else _list_unreached(seat)
        )
    centers = units = votes = None
    if seen is not None and _can_see_all_of_seat(game, seat, seen):
        centers = sum(len(seen.centers_of(power)) for power in seat.powers)
        units = sum(len(seen.units_of(power)) for power in seat.powers)
        if seen.votes:
            votes = sum(seen.votes.get(power, 0) for power in seat.powers)
    may_see_orders = reader is not None and (reader.role is Role.MASTER or reader.name == seat.name)
    state = _describe_seat_state(game, seat, may_see_orders=may_see_orders)
    if centers == units == 0:
        state = ("out",)
    if may_see_orders or (reader is not None and game.disclosure.public_seat_states):
        state += _list_unreached(seat)
    return SeatLine(seat.name, seat.role.value, seat.powers, state, centers, units, votes)


def _list_unreached(seat: Seat) -> tuple[str, ...]:
    return ("unreached",) if seat.address and seat.is_unreached else ()


def _can_see_all_of_seat(game: Game, seat: Seat, seen: View) -> bool:
    """Say whether the reader sees all that a seat has."""
    return set(seat.powers) <= set(seen.powers) or seen.seen >= set(game.variant.map.provinces)


def _describe_seat_state(game: Game, seat: Seat, *, may_see_orders: bool) -> tuple[str, ...]:
    if not seat.address:
        return () if game.stage is Stage.ENDED else (("robot",) if seat.robot else ("open",))
    if not isinstance(game, Play):
        return ()
    wants = find_orders_due(game)
    due = [power for power in seat.powers if power in wants]
    lacks = [find_missing_orders(game, power, wants[power]) for power in due]
    late = ("late",) if (may_see_orders or game.shows_duties) and game.late and any(lacks) else ()
    stands_in = ("stands in",) if seat.robot else ()
    if not may_see_orders or not due:
        return (*late, *stands_in) if may_see_orders or game.disclosure.public_vacancies else late
    ordered = any(game.orders.get(power) for power in due)
    word = "ordered" if not any(lacks) else "partly" if ordered else "missing"
    absent = (f"{seat.missed} turns missed",) if seat.missed > 1 else ()
    return (word, *late, *(("wait",) if seat.wait else ()), *absent, *stands_in)


class List(Report):
    """LIST: all games; LIST game: its position; LIST OPEN, LIST variant PRESS white, LIST ENDED
    2026, WON BY power, WANTED, ABOUT words, FROM game: some games."""

    first_step = 2
    among_orders = True
    beginning: str = ""
    sought: str = ""

    def without_game(self) -> Command | None:
        """Look for games of a variant, where no game is called so."""
        return replace(self, game="", sought=self.game)

    def report_without_game(self, context: LineContext) -> Effects | Reason:
        """Return the list of games, from that name on if one is named."""
        if not self.sought:
            return Effects(sections=(context.memory.find_listed_games(self.beginning),))
        filters = read_filters(self.sought, context.house.variants)
        if isinstance(filters, Reason):
            return filters if " " in self.sought.strip() else Reason("no_game", (self.sought,))
        found = context.memory.find_games(filters)
        words = re.sub(r"\s*\bfrom \S+", "", " ".join(self.sought.split()), flags=re.IGNORECASE)
        return Effects(sections=(replace(found, sought=words),))

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Return the list of games, or the position of one."""
        if self.beginning or self.sought:
            return self.report_without_game(context)
        return super().compute_effects(game, actor, context)

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...]:
        """Return the board as the reader sees it, the seats before there is one."""
        return (
            (PositionSection(),)
            if isinstance(game, Play)
            else (build_standing_section(game, actor),)
        )


class More(ReadCommand):
    """MORE: the rest of an answer that was too long for one letter."""

    among_orders = True

    def compute_effects(
        self, game: Game | None, actor: Seat | None, context: LineContext
    ) -> Effects | Reason:
        """Say that no letter of late left anything out."""
        return Reason("no_more")


class ShowSettings(Report):
    """SHOW SETTINGS [CHANGED] [game]: how a game is set, and what each setting means; or what is
    otherwise than usual alone."""

    changed_settings: str = ""

    def is_about_known_game(self, names: Container[str]) -> bool:
        """Say yes where a game is named: "Settings" above a mail is talk."""
        return bool(self.game) and super().is_about_known_game(names)

    def report_on_game(
        self, game: Game, actor: Seat | None, context: LineContext
    ) -> tuple[Section, ...]:
        """Return the values of the settings, as the reader may know them, and of the options."""
        values = list_visible_settings(game, actor)
        if actor is not None:
            values += list_settings_of_seat(actor)
        master = actor is not None and actor.role is Role.MASTER
        options = {
            name: game.variant.settings[name]
            for name in game.variant.options
            if master or name not in game.variant.hidden_options
        }
        if not self.changed_settings:
            return (SettingsPage(game.name, values, list_option_rows(game.variant, options)),)
        usual = {
            **find_usual_values(game.variant),
            **dict(list_settings_of_seat(Seat("", Role.PLAYER, "", ""))),
        }
        changed = tuple(row for row in values if usual.get(row[0], row[1]) != row[1])
        chosen = {name: value for name, value in options.items() if usual.get(name) != value}
        rows = list_option_rows(game.variant, chosen)
        return (SettingsPage(game.name, changed, rows, usual),)


def list_settings_of_seat(seat: Seat) -> tuple[tuple[str, str], ...]:
    """Return what the holder of a seat has set for themselves, named as SET names it."""
    return (("pictures", seat.pictures), ("reminders", "on" if seat.reminders else "off"))
