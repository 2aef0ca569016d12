"""Making games."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from typing import ClassVar

from judge.game.commands.base import EnterCommand, Entered, LineContext
from judge.game.commands.seating import new_seat
from judge.game.decision import CommandResult
from judge.game.master.settings import is_setting, set_option
from judge.game.master.starting_units import parse_starting_units
from judge.game.reports.reports import standing
from judge.game.seats import access
from judge.game.seats.access import Actor, Credentials, Refused
from judge.game.seats.starting import sides
from judge.game.state import Game, Lobby, Role, Settings, Stage
from judge.hooks import Variant
from judge.model.reason import Reason

RESERVED = frozenset(
    {"all", "army", "fleet", "from", "game", "games", "hold", "master", "observer", "orders"}
    | {"unit", "units", "until", "since", "with", "password"}
)
"""Words that no game may be called."""


@dataclass(frozen=True, slots=True)
class Create(EnterCommand):
    """CREATE name [variant] [ON map] [option=choice ...]: the sender becomes the master."""

    verb: ClassVar[str] = "create"
    game: str = ""
    variant: str = ""
    map: str = ""
    options: str = ""
    password: str = ""

    def decide(
        self, here: Game | None, claim: Credentials, scene: LineContext
    ) -> Entered | Refused | Reason:
        """Open a game for players to join."""
        name = self.game.casefold()
        if refused := _bad_name(name, scene):
            return refused
        if access.too_weak(self.password):
            return Reason("bad_password")
        wanted = self.variant.casefold() or scene.book.default
        code = next(
            (c for c, v in scene.book.variants.items() if wanted in {c, v.name.casefold()}), None
        )
        if code is None:
            return Reason("no_variant", (self.variant, ", ".join(scene.book.variants)))
        if self.map and "map" not in scene.book.variants[code].settings:
            return Reason("own_map", (scene.book.variants[code].name,))
        options = _options(self.options)
        if isinstance(options, Reason):
            return options
        if self.map:
            options["map"] = self.map.casefold()
        seed = _seed(options.pop("seed", ""), name, scene)
        if isinstance(seed, Reason):
            return seed
        settings = _settings(options, scene.book.variants[code])
        if isinstance(settings, Reason):
            return settings
        variant = _load(code, options, seed, scene)
        if isinstance(variant, Reason):
            return variant
        game = Lobby(
            name=name,
            variant=variant,
            stage=Stage.FORMING,
            settings=replace(settings, options=options),
            seats=(),
            seed=seed,
            created=scene.now,
        )
        seat = new_seat(game, Role.MASTER, self.password, scene)
        game = replace(game, seats=(seat,))
        remark = Reason("created", (name, variant.name, str(len(sides(variant)))))
        return Entered(
            game, Actor(scene.sender, seat), CommandResult(game, remark, (standing(game, seat),))
        )


COMMANDS = (Create,)


def _settings(options: dict[str, str], variant: Variant) -> Settings | Reason:
    """Take the settings that the master may SET out of the options, and return them."""
    disclosure = variant.rules.disclosure
    settings = Settings()
    settings = replace(settings, early=disclosure.setting_refused(settings) is None)
    for name in [name for name in options if is_setting(name) and name not in variant.settings]:
        made = set_option(settings, name, options.pop(name))
        if isinstance(made, Reason):
            return made
        settings = made
    return disclosure.setting_refused(settings) or settings


def _seed(typed: str, name: str, scene: LineContext) -> int | Reason:
    """Return the chance of all that is drawn by lot: the one asked for, else one of the judge's."""
    if not typed:
        return int(access.secret(scene.seed, scene.key, name, "deal"), 36) % 10**12
    if re.fullmatch(r"[0-9]{1,12}", typed):
        return int(typed)
    return Reason("bad_value", ("seed", typed, "a number of at most 12 digits"))


def _load(code: str, options: dict[str, str], seed: int, scene: LineContext) -> Variant | Reason:
    """Return the variant; options that are drawn by lot are added to those given."""
    plain = scene.book.variants[code]
    for name in plain.unit_lists & options.keys():
        listed = parse_starting_units(options[name], plain)
        if isinstance(listed, Reason):
            return listed
        options[name] = listed
    variant = scene.book.load(code, options)
    if isinstance(variant, Reason):
        return variant
    missing = {name: choices for name, choices in variant.draws.items() if name not in options}
    if not missing:
        return variant
    chance = random.Random(seed)
    options |= {name: chance.choice(choices) for name, choices in sorted(missing.items())}
    return scene.book.load(code, options)


def _bad_name(name: str, scene: LineContext) -> Reason | None:
    if not re.fullmatch(r"(?=.*[a-z])[a-z0-9]{3,12}", name) or name in RESERVED:
        return Reason("bad_name", (name,))
    return Reason("name_taken", (name,)) if name in scene.book.games else None


def _options(text: str) -> dict[str, str] | Reason:
    """Return the game options of ``rome=fleet,via=land``."""
    pairs = [pair.strip() for pair in text.casefold().split(",") if pair.strip()]
    options = dict(pair.partition("=")[::2] for pair in pairs)
    bad = next((pair for pair in pairs if "=" not in pair or pair.endswith("=")), None)
    return Reason("bad_option", (bad,)) if bad else options
