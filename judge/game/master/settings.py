"""What the master can SET, as people type it and as STATUS shows it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Any

from judge.game.clock import dates
from judge.game.game_settings import SETTINGS, Settings
from judge.hooks import Variant
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement
from judge.language.writer import write_unit
from judge.model.order import Build
from judge.model.reason import Reason
from judge.model.turn import Phase

_UNITS = re.compile(r"\s*(?:[,;+&]|\band\b)\s*", re.I)
"""What stands between the units of a list."""

_ALIASES = {alias: name for name, row in SETTINGS.items() for alias in row.aliases}
_ALIASES["garrison"] = "garrisons"


def with_setting(settings: Settings, name: str, value: str, today: date) -> Settings | Reason:
    """Return the settings with one of them changed, or why it cannot be; there is that setting."""
    row = SETTINGS[canonize_setting_name(name)]
    read = row.read_value(value.strip(), today)
    if read is None:
        return Reason("bad_value", (row.name, value or "nothing", row.examples))
    changed: dict[str, Any] = {row.field: None if read == "off" else read}
    return replace(settings, **changed)


def is_setting_name(name: str) -> bool:
    """Say whether there is a setting of that name."""
    return canonize_setting_name(name) in SETTINGS


def canonize_setting_name(name: str) -> str:
    """Return the name of a setting as STATUS shows it, whatever people call it."""
    return _ALIASES.get(name, name)


def find_press_switch(name: str, value: str) -> str | None:
    """Return the setting that SET PRESS POSTAL or SET LATE PRESS switches on, if it is one."""
    words = {name.casefold(), value.casefold().removesuffix("press").strip()}
    named_words = words - {"press", ""}
    switches = [row.name for row in SETTINGS.values() if row.of_press]
    matching = [
        switch
        for switch in switches
        if switch.removesuffix("press") in named_words or switch in named_words
    ]
    return (
        matching[0]
        if "press" in (name.casefold(), value.casefold()) and len(matching) == 1
        else None
    )


def parse_starting_units(value: str, variant: Variant) -> str | Reason:
    """Return a list of units, ``N Bristol and AF Italy``, as files have it, or why it is none.

    However it was ordered, its spaces stand in the order of the map. A single word is left as it
    is: it may be one of the option's choices.
    """
    if " " not in value.strip():
        return value.strip().casefold()
    rank = {code: number for number, code in enumerate(variant.map.provinces)}
    units = []
    for item in filter(None, _UNITS.split(value.strip(" ."))):
        statements = read_line(Line(1, f"build {item}"), variant, Phase.ADJUSTMENTS)
        first = statements[0] if statements else None
        order = first.order if isinstance(first, OrderStatement) else None
        if not isinstance(order, Build) or not order.unit.kind:
            return Reason("no_garrison", (item,))
        units.append(order.unit)
    units.sort(key=lambda unit: rank[unit.at.province])
    return ", ".join(write_unit(unit, variant.map) for unit in units)


def describe_settings(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Return every setting with its value in words, named as SET names it."""
    lengths = settings.lengths
    rows: tuple[tuple[str, str], ...] = (
        ("moves", dates.write_duration(lengths["M"])),
        ("retreats", dates.write_duration(lengths["R"])),
        ("builds", dates.write_duration(lengths["B"])),
        *((name, row.write(row.read_setting(settings))) for name, row in SETTINGS.items()),
    )
    if settings.dummies:
        rows += (("dummy", ", ".join(settings.dummies)),)
    if settings.vassals:
        vassals = (f"{vassal} of {lord}" for vassal, lord in settings.vassals.items())
        rows += (("vassal", ", ".join(vassals)),)
    return rows + tuple(sorted(settings.options.items()))
