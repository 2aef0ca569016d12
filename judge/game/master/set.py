"""SET."""

from __future__ import annotations

from dataclasses import replace
from zoneinfo import ZoneInfo

from judge.game import notices
from judge.game.clock.absence import Absence, NoAbsence
from judge.game.clock.schedule import due_of
from judge.game.command import InGame, LineContext, Misspelled, Outcome
from judge.game.effects import Effects
from judge.game.game_settings import SETTINGS
from judge.game.master.settings import (
    as_rows,
    canonical_name,
    is_setting,
    parse_starting_units,
    press_switch,
    set_option,
)
from judge.game.person.set_my import SetMy
from judge.game.proof import access
from judge.game.state import Game, Play, Role, Seat, Stage
from judge.hooks import Variant
from judge.language import suggestions
from judge.language.grammar import grammar_of
from judge.model.map import Map
from judge.model.reason import Reason

PICTURES = {"png": "png", "on": "png", "yes": "png", "svg": "svg",
            "off": "off", "no": "off", "none": "off"}  # fmt: skip
"""How people say in which form they want pictures."""


OWN = ("password", "pictures", "reminders")
"""What everybody sets for their own seat."""


class Set(InGame):
    """SET name value: change a setting; SET PASSWORD, PICTURES, REMINDERS are everybody's."""

    ledger = "open"
    name: str = ""
    value: str = ""

    def password_typed(self, game_map: Map | None) -> str:
        """Return the password that is set."""
        return self.value if self.name == "password" else ""

    @property
    def _wanted(self) -> str:
        """The value as it is compared."""
        return self.value.strip().casefold()

    def decide(self, game: Game, actor: Seat, context: LineContext) -> Outcome:
        """Change it; settings of the game are the master's and everybody is told.

        A running game gets a deadline if it has none and now asks for one.
        """
        if (switch := press_switch(self.name, self.value)) is not None:
            return replace(self, name=switch, value="on").decide(game, actor, context)
        name = canonical_name(self.name)
        if name == "password":
            return self._password(game, actor, context)
        if name == "pictures":
            return self._pictures(game, actor)
        if name == "reminder" and actor.role is not Role.MASTER and self._wanted in ("on", "off"):
            return self._reminders(game, actor)
        if not is_setting(name) and name not in game.variant.options:
            return self._unknown(game.variant, context)
        if actor.role is not Role.MASTER and name == "absence":
            off = self._wanted in {"none", "off", "no"}
            command = NoAbsence() if off else Absence(period=self.value)
            return command.decide(game, actor, context)
        if actor.role is not Role.MASTER and name == "zone":
            return SetMy(name=name, value=self.value).decide(game, actor, context)
        if actor.role is not Role.MASTER:
            mine = Reason("master_only_mine", (f"SET {name.upper()}",))
            return mine if name == "reminder" else access.reserved(Role.MASTER, actor)
        changed = self._changed(game, name, context)
        if isinstance(changed, Reason):
            return changed
        made = changed.settings
        if refused := game.disclosure.setting_refused(made):
            return refused
        if isinstance(changed, Play) and changed.stage is Stage.ACTIVE and not made.manual:
            due = changed.due_at or due_of(changed, context.now)
            changed = replace(changed, due_at=due)
        if name in game.variant.hushed:
            return Effects((changed,), Reason("option_hushed", (name.upper(),)))
        news = Reason("setting_changed", (name.upper(), dict(as_rows(made))[name]))
        return notices.changed(changed, actor, "Settings Changed", news, context.key)

    def _changed(self, game: Game, name: str, context: LineContext) -> Game | Reason:
        """Return the game with the setting changed; of its options only lists of units can be."""
        if is_setting(name):
            today = context.now.astimezone(ZoneInfo(game.settings.zone)).date()
            made = set_option(game.settings, name, self.value, today)
            if isinstance(made, Reason):
                return made
            if not (game.disclosure.addresses or made.anonymous) and game.players:
                return Reason("anonymous_stays")
            return replace(game, settings=made)
        if game.stage is not Stage.FORMING:
            return Reason("already_started")
        if name not in game.variant.unit_lists and game.players:
            return Reason("option_stays", (name.upper(),))
        listed = parse_starting_units(self.value, game.variant)
        if isinstance(listed, Reason):
            return listed
        options = {**game.settings.options, name: listed}
        variant = context.house.load(game.variant.code, options)
        if isinstance(variant, Reason):
            return variant
        return replace(game, variant=variant, settings=replace(game.settings, options=options))

    def _unknown(self, variant: Variant, context: LineContext) -> Misspelled | Reason:
        """Say that there is no such setting, and which are called alike, here or elsewhere."""
        said = grammar_of(variant).after("set")
        near = suggestions.names(self.name, {*SETTINGS, *OWN, *said, *variant.options})
        for other in () if near else context.house.variants.values():
            same = suggestions.names(self.name, other.options)
            same = (self.name,) if self.name in other.options else same
            if same:
                return Reason("setting_elsewhere", (same[0].upper(), other.name))
        near = tuple(name for name in near if f"{name}s" not in near)
        why = Reason("no_setting", (self.name.upper(),))
        return Misspelled(why, self.name, tuple(name.upper() for name in near))

    def _password(self, game: Game, actor: Seat, context: LineContext) -> Effects | Reason:
        if access.too_weak(self.value):
            return Reason("bad_password")
        salt = access.secret(context.seed, context.key, game.name, actor.name, "salt")
        changed = replace(actor, password=access.hashed(self.value, salt))
        return Effects((game.with_seat(changed),), Reason("password_set"))

    def _pictures(self, game: Game, actor: Seat) -> Effects | Reason:
        """Change how the actor's letters show boards; every seat has its own."""
        form = PICTURES.get(self._wanted)
        if form is None:
            return Reason("bad_value", ("pictures", self.value or "nothing", "PNG, SVG or OFF"))
        changed = replace(actor, pictures=form)
        told = Reason("pictures_on", (form.upper(),)) if form != "off" else Reason("pictures_off")
        return Effects((game.with_seat(changed),), told)

    def _reminders(self, game: Game, actor: Seat) -> Effects | Reason:
        """Change whether the actor is reminded of orders; every seat has its own."""
        changed = replace(actor, reminders=self._wanted == "on")
        told = Reason("reminders_on" if changed.reminders else "reminders_off")
        return Effects((game.with_seat(changed),), told)
