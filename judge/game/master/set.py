"""SET; SET DUMMY, SET VASSAL: powers that have no player of their own."""

from __future__ import annotations

from dataclasses import replace
from zoneinfo import ZoneInfo

from judge.game import notices
from judge.game.clock.absence import Absence, NoAbsence
from judge.game.clock.schedule import schedule_turn
from judge.game.command import UNENDED, InGame, LineContext, MasterCommand, MisspelledWord, Outcome
from judge.game.effects import Effects
from judge.game.enter.starting import count_open_seats, find_free_seat_names
from judge.game.game_settings import (
    SETTINGS,
    canonize_setting_name,
    describe_settings,
    find_press_switch,
    parse_starting_units,
    with_setting,
)
from judge.game.mail.circumstances import House
from judge.game.person.commands import SetMy
from judge.game.proof import access
from judge.game.robots.seats import fill_empty_seats
from judge.game.setting_values import read_switch
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.language import suggestions
from judge.language.grammar import build_grammar
from judge.model.map import Map
from judge.model.reason import Reason

PICTURES = ("png", "svg")
"""In which forms boards are shown, the usual one first."""


OWN = ("password", "pictures", "reminders")
"""What everybody sets for their own seat."""


class Set(InGame):
    """SET name value: change a setting; SET PASSWORD, PICTURES, REMINDERS are everybody's."""

    ledger = "open"
    name: str = ""
    value: str = ""

    def find_typed_password(self, game_map: Map | None) -> str:
        """Return the password that is set."""
        return self.value if self.name == "password" else ""

    @property
    def _folded_value(self) -> str:
        """The value as it is compared."""
        return self.value.strip().casefold()

    def find_role_needed(self, game: Game) -> Role | None:
        """Return the master where a setting of the game is meant that nobody has of their own."""
        name = find_press_switch(self.name, self.value) or canonize_setting_name(self.name)
        personal = SETTINGS[name].personal if name in SETTINGS else name not in game.variant.options
        return None if personal else Role.MASTER

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Change it; settings of the game are the master's and everybody is told.

        A running game gets a deadline if it has none and now asks for one.
        """
        if (switch := find_press_switch(self.name, self.value)) is not None:
            return replace(self, name=switch, value="on").compute_effects(game, actor, context)
        name = canonize_setting_name(self.name)
        if name == "password":
            return self._set_password(game, actor, context)
        if name == "pictures":
            return self._set_pictures(game, actor)
        if name not in SETTINGS and name not in game.variant.options:
            return self._explain_unknown_setting(game, context.house)
        if actor.role is not Role.MASTER:
            return self._set_personal(name, game, actor, context)
        changed = self._with_setting(game, name, context)
        if isinstance(changed, Reason):
            return changed
        new_settings = changed.settings
        if refused := game.disclosure.check_settings(new_settings):
            return refused
        if isinstance(changed, Play) and changed.stage is Stage.ACTIVE and not new_settings.manual:
            due = changed.due_at or schedule_turn(changed, context.now)
            changed = replace(changed, due_at=due)
        changed = fill_empty_seats(changed)
        if name in game.variant.hidden_options:
            return Effects((changed,), Reason("option_hushed", (name.upper(),)))
        news = Reason(
            "setting_changed", (name.upper(), dict(describe_settings(new_settings))[name])
        )
        if name == "masterpress":
            read = new_settings.masterpress
            news = Reason("masters_begin_to_read") if read else Reason("masters_stop_to_read")
        return notices.announce_change(changed, actor, "Settings Changed", news, context.key)

    def _with_setting(self, game: Game, name: str, context: LineContext) -> Game | Reason:
        """Return the game with the setting changed; of its options only lists of units can be."""
        if name in SETTINGS:
            today = context.now.astimezone(ZoneInfo(game.settings.zone)).date()
            new_settings = with_setting(game.settings, name, self.value, today)
            if isinstance(new_settings, Reason):
                return new_settings
            row = SETTINGS[name]
            is_switched_off = row.read_setting(game.settings) and not row.read_setting(new_settings)
            if row.stays and is_switched_off and game.players:
                return Reason("anonymous_stays")
            return replace(game, settings=new_settings)
        if game.stage is not Stage.FORMING:
            return Reason("already_started")
        if name not in game.variant.unit_list_options and game.players:
            return Reason("option_stays", (name.upper(),))
        unit_list = parse_starting_units(self.value, game.variant)
        if isinstance(unit_list, Reason):
            return unit_list
        options = {**game.settings.options, name: unit_list}
        variant = context.house.load(game.variant.code, options)
        if isinstance(variant, Reason):
            return variant
        return replace(game, variant=variant, settings=replace(game.settings, options=options))

    def _explain_unknown_setting(self, game: Game, house: House) -> MisspelledWord | Reason:
        """Say that there is no such setting, and which are called alike, here or elsewhere; what
        stays as it is once a game has begun is not among them then."""
        options = game.variant.options if game.stage is Stage.FORMING else ()
        command_words = build_grammar(game.variant).list_words_after("set")
        near = suggestions.list_similar_names(
            self.name, {*SETTINGS, *OWN, *command_words, *options}
        )
        for other_variant in () if near else house.variants.values():
            same = suggestions.list_similar_names(self.name, other_variant.options)
            same = (self.name,) if self.name in other_variant.options else same
            if same and other_variant.code != game.variant.code:
                return Reason("setting_elsewhere", (same[0].upper(), other_variant.name))
        near = tuple(name for name in near if f"{name}s" not in near)
        why = Reason("no_setting", (self.name.upper(),))
        return MisspelledWord(why, self.name, tuple(name.upper() for name in near))

    def _set_personal(self, name: str, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Do what somebody means who is not the master and has one of their own by that name."""
        if name == "absence":
            off = self._folded_value in {"none", "off", "no"}
            command = NoAbsence() if off else Absence(period=self.value)
            return command.compute_effects(game, actor, context)
        if name == "reminder" and self._folded_value in ("on", "off"):
            return self._set_reminders(game, actor)
        if name == "reminder":
            return Reason("master_only_mine", (f"SET {name.upper()}",))
        return SetMy(name=name, value=self.value).compute_effects(game, actor, context)

    def _set_password(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        if access.is_password_weak(self.value):
            return Reason("bad_password")
        salt = access.derive_secret(context.seed, context.key, game.name, actor.name, "salt")
        changed = replace(actor, password=access.hash_password(self.value, salt))
        return Effects((game.with_seat(changed),), Reason("password_set"))

    def _set_pictures(self, game: Game, actor: Seat) -> Effects | Reason:
        """Change how the actor's letters show boards; every seat has its own."""
        form = _read_picture_form(self._folded_value)
        if form is None:
            return Reason("bad_value", ("pictures", self.value or "nothing", "PNG, SVG or OFF"))
        changed = replace(actor, pictures=form)
        remark = Reason("pictures_on", (form.upper(),)) if form != "off" else Reason("pictures_off")
        return Effects((game.with_seat(changed),), remark)

    def _set_reminders(self, game: Game, actor: Seat) -> Effects | Reason:
        """Change whether the actor is reminded of orders; every seat has its own."""
        changed = replace(actor, reminders=self._folded_value == "on")
        remark = Reason("reminders_on" if changed.reminders else "reminders_off")
        return Effects((game.with_seat(changed),), remark)


def _read_picture_form(word: str) -> str | None:
    """Return the form of pictures that a word means, "off" for none; None if it means nothing."""
    if word in PICTURES:
        return word
    is_on = read_switch(word) if word else None
    return None if is_on is None else PICTURES[0] if is_on else "off"


class SetDummy(MasterCommand):
    """SET DUMMY power, power: nobody plays them, no seat is open there; NONE: all are played."""

    harms = True

    stages = UNENDED
    members: tuple[str, ...] = ()

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Change the list; in a running game a power of which is played stays out of it."""
        if not game.disclosure.public_power_names:
            return Reason("dummy_hidden")
        powers = tuple(dict.fromkeys(self.members))
        held = (
            (game.find_seat_of_power(power) for power in powers) if isinstance(game, Play) else ()
        )
        for seat in held:
            if seat is not None and seat.is_played:
                return Reason("dummy_played", (*seat.powers,))
        vassals = game.settings.vassals
        if bound := next((p for p in powers if p in {*vassals, *vassals.values()}), ""):
            return Reason("dummy_vassal", (bound,))
        game = replace(game, settings=replace(game.settings, dummies=powers))
        if count_open_seats(game) < 0:
            return Reason("too_few_seats")
        news = Reason("dummies" if powers else "no_dummies", powers)
        return notices.announce_change(game, actor, "Settings Changed", news, context.key)


class SetVassal(MasterCommand):
    """SET VASSAL Italy OF Austria: Austria's player plays both; OF NOBODY: the seat is its own."""

    harms = True

    stages = UNENDED
    members: tuple[str, ...] = ()

    def compute_effects(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        """Put a power that nobody plays under another's player, or take it from there."""
        if not game.disclosure.public_power_names:
            return Reason("dummy_hidden")
        vassal, lord = self.members
        settings = game.settings
        vassals = {power: of for power, of in settings.vassals.items() if power != vassal}
        bound = {*vassals, *vassals.values()} - {lord if lord not in vassals else ""}
        if lord and (lord == vassal or {vassal, lord} & {*bound, *settings.dummies}):
            return Reason("vassal_bound", (vassal, lord))
        if not lord and vassals == settings.vassals:
            return Reason("vassal_not", (vassal,))
        if isinstance(game, Play):
            moved = _move_vassal(game, vassal, lord)
            if isinstance(moved, Reason):
                return moved
            game = moved
        vassals |= {vassal: lord} if lord else {}
        game = replace(game, settings=replace(game.settings, vassals=vassals))
        if count_open_seats(game) < 0:
            return Reason("too_few_seats")
        news = Reason("vassal", (vassal, lord)) if lord else Reason("vassal_free", (vassal,))
        return notices.announce_change(game, actor, "Settings Changed", news, context.key)


def _move_vassal(game: Play, vassal: str, lord: str) -> Play | Reason:
    """Return a running game with a power at another's seat, or at a vacant one of its own."""
    seat, holder = game.find_seat_of_power(vassal), game.find_seat_of_power(lord)
    assert seat is not None, "every power has a seat"
    if lord and (holder is None or not holder.address):
        return Reason("press_vacant", (lord,))
    if seat.is_played and len(seat.powers) == 1:
        return Reason("dummy_played", (vassal,))
    rest = tuple(power for power in seat.powers if power != vassal)
    seats = tuple(replace(s, powers=rest) if s.name == seat.name else s for s in game.seats)
    game = replace(game, seats=tuple(s for s in seats if s.powers or s.role is not Role.PLAYER))
    if holder is not None and lord:
        return game.with_seat(replace(holder, powers=(*holder.powers, vassal)))
    (name,) = find_free_seat_names(game, 1)
    return replace(game, seats=(*game.seats, Seat(name, Role.PLAYER, "", "", powers=(vassal,))))
