"""CREATE; and how a game that was begun elsewhere goes on here."""

from __future__ import annotations

import random
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple

from judge.game.clock.dates import parse_duration
from judge.game.clock.deadlines import SHORTEST, pause_game
from judge.game.clock.run_turns import process_turn
from judge.game.command import EnterCommand, EnteredGame, Entry, LineContext
from judge.game.effects import Effects
from judge.game.enter import starting
from judge.game.enter.seating import make_seat
from judge.game.enter.starting import divide_powers
from judge.game.game_settings import (
    SETTINGS,
    Settings,
    is_setting_name,
    parse_starting_units,
    with_setting,
)
from judge.game.mail.circumstances import House
from judge.game.notices import build_notice_to, list_held_seats
from judge.game.orders.accepting import restate_orders
from judge.game.past import PastTurns
from judge.game.proof import access
from judge.game.proof.access import Actor, Credentials
from judge.game.proof.reaching import list_contact_addresses
from judge.game.reports.history import build_chronicle
from judge.game.request import is_valid_game_name
from judge.game.robots.filling import with_new_robots
from judge.game.state import Game, Lobby, Play, Role, Seat, Stage
from judge.game.tournament.state import find_tournament_of_game
from judge.hooks import Variant
from judge.language.spelling import squeeze_name
from judge.model.letter import News, Notice, PositionSection, Section
from judge.model.letter_kind import NEWS
from judge.model.order import Orders
from judge.model.position import Position
from judge.model.reason import Reason
from judge.model.turn import Phase

KEY = "moved-in"
"""With this begin the keys of the letters."""


class ForeignGame(NamedTuple):
    """A game played elsewhere: the positions in which its turns began, with all orders, and the
    one in which it stands now."""

    variant: Variant
    turns: Sequence[tuple[Position, Orders]]
    end: Position


def replay_game_versions(
    foreign_game: ForeignGame, name: str, master: str, seed: int, now: datetime
) -> Iterator[Game]:
    """Yield a game as it becomes, to be saved one after the other; its seats are vacant."""
    variant, turns, end = foreign_game
    options = {
        option: choice
        for option, choice in variant.settings.items()
        if choice != variant.options[option].choices[0]
    }
    settings = Settings(options=options)
    if variant.rules.disclosure.check_settings(settings) is not None:
        settings = replace(settings, early=False)
    seat = Seat("m1", Role.MASTER, master, access.derive_secret(seed, KEY, name, "m1"))
    lobby = Lobby(
        name=name,
        variant=variant,
        stage=Stage.FORMING,
        settings=settings,
        seats=(seat,),
        seed=seed,
        created=now,
    )
    yield lobby
    begun, _ = starting.start_game(lobby, now)
    game = replace(begun, position=turns[0][0] if turns else end)
    yield game
    for position, orders in turns:
        stands = replace(game, position=position, orders={p: tuple(o) for p, o in orders.items()})
        if stands != game:
            yield stands
        game, _ = process_turn(stands, now, "master")
        yield game
    if game.position != end:
        yield replace(game, position=end)


def with_seated_players(game: Play, players: Mapping[str, str], now: datetime) -> Play:
    """Return the game with players in the seats of powers; its clock stands while one is vacant."""
    seats = []
    for vacant in game.seats:
        seats.append(vacant)
        for power in vacant.powers:
            if power in players:
                tag = access.derive_secret(game.seed, KEY, game.name, vacant.name)
                seats[-1] = replace(vacant, address=players[power], secret=tag)
    game = replace(game, seats=tuple(seats))
    if game.stage is Stage.ACTIVE and starting.list_vacant_seats(game):
        return pause_game(replace(game, due_at=None), now)
    return game


def build_moving_in_letters(game: Play, past: PastTurns) -> tuple[Notice, ...]:
    """Return what everybody is told: what they play, how it stands, and the turns until now."""
    notices = []
    vacant = tuple(power for seat in starting.list_vacant_seats(game) for power in seat.powers)
    for seat in list_held_seats(game):
        news = [News(Reason("goes_on_here", (game.name,)))]
        if seat.powers:
            news.append(News(Reason("you_play", (" and ".join(seat.powers),))))
        elif vacant and not game.position.ended:
            news.append(News(Reason("seats_to_fill", vacant)))
        turns = build_chronicle(game, seat, past)
        sections: tuple[Section, ...] = (
            *news,
            *restate_orders(game, seat),
            PositionSection(),
            *list_contact_addresses(game, seat),
            *(() if isinstance(turns, Reason) else (turns,)),
        )
        notices.append(build_notice_to(game, seat, NEWS, "Game Goes On", KEY, sections))
    return tuple(notices)


_PHASES = {"moves": Phase.MOVEMENT, "retreats": Phase.RETREATS, "builds": Phase.ADJUSTMENTS}


class _Pattern(NamedTuple):
    """After what a game is made: a variant, perhaps another game, or what a preset says."""

    code: str
    model: Game | None
    preset: Mapping[str, str]


class Create(EnterCommand):
    """CREATE name [variant] [LIKE game or preset] [WITH option=choice, ...]: make a game of your
    own."""

    first_step = 4
    ledger = "open"
    variant: str = ""
    map: str = ""
    model: str = ""
    options: tuple[tuple[str, str], ...] = ()

    def is_about_known_game(self, names: Container[str]) -> bool:
        """Say yes: the game is a new one."""
        return True

    def decide_entry(self, here: Game | None, claim: Credentials, context: LineContext) -> Entry:
        """Open a game for players to join."""
        name = self.game.casefold()
        if refused := _explain_bad_name(name, context) or self._explain_no_creation(context):
            return refused
        pattern = self._find_pattern(context)
        if isinstance(pattern, Reason):
            return pattern
        code, model, _ = pattern
        if refused := self._explain_bad_option(context.house.variants[code]):
            return refused
        options = self._collect_options(pattern)
        seed = _choose_seed(options.pop("seed", ""), name, context)
        if isinstance(seed, Reason):
            return seed
        begin = model.settings if model else Settings()
        robots = _read_robots(options)
        settings = take_settings_from_options(
            begin, options, context.house.variants[code], context.now.date()
        )
        if isinstance(settings, Reason):
            return settings
        variant = _load_variant(code, options, seed, context.house)
        if isinstance(variant, Reason):
            return variant
        game = Lobby(
            name=name,
            variant=variant,
            stage=Stage.FORMING,
            settings=replace(settings, options=options),
            seats=(),
            seed=seed,
            created=context.now,
        )
        return self._enter_as_master(game, robots, context)

    def _enter_as_master(self, game: Lobby, robots: int, context: LineContext) -> Entry:
        """Give a new game its master, and robots their places."""
        seat = make_seat(game, Role.MASTER, self.password, context)
        game, places = replace(game, seats=(seat,)), len(divide_powers(game.variant))
        remark = Reason("created", (game.name, game.variant.name, str(places)))
        if robots >= places:
            return Reason("too_many_robots", (str(places),))
        game = with_new_robots(game, robots)
        news = (News(Reason("robots_seated", (str(robots), str(places - robots)))),)
        return EnteredGame(
            game, Actor(seat), Effects((game,), remark, sections=news if robots else ())
        )

    def _explain_no_creation(self, context: LineContext) -> Reason | None:
        """Say why the sender may make no game now, or not with this password."""
        if context.memory.is_sender_blocked() or not context.sender.creates:
            return Reason("creates_not")
        created_by_mail = sum(game.version == 0 for game in context.games.values())
        most = context.house.limits.games_per_day
        if context.memory.count_games_created() + created_by_mail >= most:
            return Reason("too_many_made", (str(most),))
        return Reason("bad_password") if access.is_password_weak(self.password) else None

    def _find_pattern(self, context: LineContext) -> _Pattern | Reason:
        """Return after what the game is made: a variant, another game, or a preset."""
        variants, model, wanted = context.house.variants, None, self.variant
        preset: Mapping[str, str] = {}
        if self.model:
            model = _find_model_game(self.model.casefold(), context)
            preset = {} if model else context.house.presets.get(self.model.casefold(), {})
            as_variant = not (model or preset)
            if as_variant and (wanted or not find_variant_code(self.model, variants)):
                return Reason("no_model", (self.model, ", ".join(context.house.presets)))
            wanted = wanted or (model.variant.code if model else self.model if as_variant else "")
        code = find_variant_code(wanted or context.house.default, variants)
        if not code:
            names = ", ".join(variant.name for variant in variants.values())
            return Reason("no_variant", (self.variant, ", ".join(variants), names))
        return _Pattern(code, model, preset)

    def _explain_bad_option(self, variant: Variant) -> Reason | None:
        if self.map and "map" not in variant.settings:
            return Reason("own_map", (variant.name,))
        unset = (option for option, choice in self.options if not choice)
        return next((Reason("bad_option", (option,)) for option in unset), None)

    def _collect_options(self, pattern: _Pattern) -> dict[str, str]:
        """Return the options of a model of the same variant, of a preset, and those that are asked
        for, each before those."""
        code, model, preset = pattern
        alike = model is not None and model.variant.code == code
        options = _collect_public_options(model) if model and alike else {}
        options |= {name: value for name, value in preset.items() if name != "means"}
        options |= dict(self.options)
        return options | ({"map": self.map.casefold()} if self.map else {})


def find_variant_code(named: str, variants: Mapping[str, Variant]) -> str:
    """Return the code of the variant that is called so, "" if none is."""
    key = squeeze_name(named)
    return next(
        (c for c, v in variants.items() if key in {squeeze_name(c), squeeze_name(v.name)}), ""
    )


def _find_model_game(name: str, context: LineContext) -> Game | None:
    """Return the game after which another is made, if the sender may know of it."""
    game = context.games.get(name)
    if game is None or not (game.settings.listed or name in context.memory.list_games_of_sender()):
        return None
    return game


def _collect_public_options(game: Game) -> dict[str, str]:
    """Return the options of a game that everybody may know; the others are drawn by lot anew."""
    hidden = {*game.variant.hidden_options, *game.variant.drawn_options}
    return {name: value for name, value in game.settings.options.items() if name not in hidden}


def take_settings_from_options(
    settings: Settings, options: dict[str, str], variant: Variant, today: date
) -> Settings | Reason:
    """Take the settings that the master may SET out of the options, and return them all."""
    disclosure = variant.rules.disclosure
    if disclosure.check_settings(settings) is not None:
        settings = replace(settings, early=False)
    for name in [name for name in _PHASES if name in options]:
        typed = options.pop(name)
        length = parse_duration(typed)
        if length is None or length < SHORTEST:
            return Reason("bad_value", (name, typed, "3 days, 24 hours"))
        lengths = {**settings.lengths, _PHASES[name].value: length}
        settings = replace(settings, lengths=lengths)
    for name in [
        name for name in options if is_setting_name(name) and name not in variant.settings
    ]:
        changed = with_setting(settings, name, options.pop(name), today)
        if isinstance(changed, Reason):
            return changed
        settings = changed
    return disclosure.check_settings(settings) or settings


def _read_robots(options: dict[str, str]) -> int:
    """Take the number of robots out of the options; how well they play stays there."""
    typed = options.pop("robots", "")
    number = re.fullmatch(r"(\d{1,3})\s*(\w*)", typed)
    level = number[2] if number else typed
    if level:
        options["robots"] = level
    return int(number[1]) if number else 0


def _choose_seed(typed: str, name: str, context: LineContext) -> int | Reason:
    """Return the chance of all that is drawn by lot: the one asked for, else one of the judge's."""
    if not typed:
        return access.derive_number(context.seed, context.key, name, "deal")
    if re.fullmatch(r"[0-9]{1,39}", typed):
        return int(typed)
    return Reason("bad_value", ("seed", typed, "a number of at most 39 digits"))


def _load_variant(code: str, options: dict[str, str], seed: int, house: House) -> Variant | Reason:
    """Return the variant; options that are drawn by lot are added to those given."""
    plain = house.variants[code]
    for name in plain.unit_list_options & options.keys():
        unit_list = parse_starting_units(options[name], plain)
        if isinstance(unit_list, Reason):
            return unit_list
        options[name] = unit_list
    variant = house.load(code, options)
    if isinstance(variant, Reason):
        _, *known = map(str, variant.about)
        if known and known[0] in options:
            option, *option_choices = known
            return Reason("no_option", (option, ", ".join(option_choices), ", ".join(SETTINGS)))
        return variant
    drawn = draw_options(variant, options, seed)
    options |= drawn
    return house.load(code, options) if drawn else variant


def draw_options(variant: Variant, options: Mapping[str, str], seed: int) -> Mapping[str, str]:
    """Return the options of a variant that are drawn by lot and not among those given."""
    missing = {
        name: choices for name, choices in variant.drawn_options.items() if name not in options
    }
    chance = random.Random(seed)
    return {name: chance.choice(choices) for name, choices in sorted(missing.items())}


def _explain_bad_name(name: str, context: LineContext) -> Reason | None:
    if not is_valid_game_name(name):
        return Reason("bad_name", (name,))
    is_board = find_tournament_of_game(name) in context.tournaments
    return Reason("name_taken", (name,)) if is_board or name in context.games else None
