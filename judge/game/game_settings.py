"""What the master can SET about a game, as people type it and as STATUS shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, time, timedelta
from typing import Annotated, Any, Literal, get_args, get_type_hints

from judge.game.clock import dates
from judge.game.clock.dates import write_duration
from judge.game.club.scoring import read_scoring
from judge.game.proof.standing import POLICIES
from judge.game.setting_values import (
    SettingRow,
    make_choice_row,
    make_phase_lengths_row,
    make_switch_row,
    read_clock,
    read_count,
    read_days,
    read_length,
    read_masters_words,
    read_missing_orders,
    read_percentage,
    read_reminders,
    read_spans,
    read_switch,
    read_zone,
    write_clock,
    write_days,
    write_masters_words,
    write_percentage,
    write_reminders,
    write_spans,
)
from judge.hooks import GameSettings, Variant
from judge.language.reader import read_line
from judge.language.statement import Line, OrderStatement
from judge.language.writer import write_unit
from judge.model.order import Build
from judge.model.reason import Reason
from judge.model.turn import Phase
from judge.robots import Level

LEVELS: tuple[str, ...] = get_args(Level)
"""How well robots play, the best last."""

_EMPTY = {"disorder": "disorder", "cd": "disorder", "none": "disorder", "off": "disorder",
          "robot": "robot", "robots": "robot", "on": "robot"}  # fmt: skip
_LEVELS = {level: level for level in LEVELS}
_PRESS = {"white": "white", "on": "white", "partial": "white", "grey": "grey", "gray": "grey",
          "both": "both", "white/grey": "both", "grey/white": "both", "white and grey": "both",
          "public": "public", "broadcast": "public",
          "none": "none", "no": "none", "off": "none"}  # fmt: skip

_PAGES = SettingRow(
    lambda text: "public" if text.casefold() == "public" else read_switch(text),
    lambda value: "public" if value == "public" else "on" if value else "off",
    "on, public, off",
)

_Switch = Annotated[bool, make_switch_row()]
_PressSwitch = Annotated[bool, make_switch_row()._replace(of_press=True)]


@dataclass(frozen=True, slots=True)
class Settings(GameSettings):
    """Every setting with its row and its default, in the order in which they are shown.

    Lengths are by Phase value (M, R, B).

    ``at`` is the local time of day on which deadlines fall, or None; ``days`` the weekdays on
    which they may fall (Monday is 0), ``skip`` the dates, first and last of each span, on which
    they do not. A phase may be as short as ``shortest`` if it ends at that time of day so; its
    deadline is not put off beyond ``longest``. Each player may be away for so long in a game as
    ``absence`` says, and ``away`` what that does: ``move`` deadlines, or ``wait`` for them.
    ``reminders`` are how long before the deadline
    those without orders are reminded; ``delay`` is how long a turn is kept once all orders are
    in. ``strictwait``: WAIT counts also from players who have nothing to order. ``handover`` is how
    long a turn lasts at least when a seat has come open. ``press`` is ``white`` (named), ``grey``
    (unnamed), ``both``, ``public`` (to everybody or nobody) or ``none``. ``manual`` games are
    processed by the master's word alone. ``anonymous``: players are not told each other's
    addresses. ``policy``: how much a mail has to prove, if it is more than the judge asks for
    anyway. ``extension`` is how much later votes may make a deadline, and ``pauses`` how often they
    may pause the game. ``approval``: the master lets players in, ``reliability`` is how reliable
    they have to be, as a percentage. ``masterpress``: the masters read all press. ``dummies`` are
    powers that nobody plays, ``vassals`` powers that are played by whoever plays another. Press
    that is ``postal`` waits for the result; where it is of ``touch`` only neighbors write to each
    other; ``fake``: it may show another writer and other readers. ``proxy``: players may let others
    order a unit of theirs for a turn. ``latepress``: who is late may
    write, ``gracepress``: all may after the deadline, ``minorpress``: all may in other phases than
    that of movement. ``confirm``: what others lose by is shown to who says it before it is done.
    ``seats`` is how many players' seats one person may have.
    ``pages``: players may have a page each on which their orders are made, and where that is
    ``public``, whoever looks on has one to try orders. ``scoring`` is how the
    game is scored at its end, ``rated``: it counts for ratings. ``about``
    is what its master says of it, ``wanted`` whom they look for.
    ``nmr`` is what follows on missing orders, ``empty`` what becomes of a seat whose player has
    left, ``robots`` how well those play that are given a seat.
    """

    lengths: Mapping[str, timedelta] = field(
        default_factory=lambda: {
            "M": timedelta(days=3),
            "R": timedelta(days=1),
            "B": timedelta(days=1),
        }
    )
    at: Annotated[
        time | None,
        SettingRow(read_clock, write_clock, "18:00, 6pm, off", aliases=("time",)),
    ] = None
    days: Annotated[
        frozenset[int], SettingRow(read_days, write_days, "Mon-Fri, all, all but Sun")
    ] = frozenset(range(7))
    skip: Annotated[
        tuple[tuple[date, date], ...],
        SettingRow(
            read_spans, write_spans, "Dec 24 to Jan 2; May 1 2027; or none", needs_today=True
        ),
    ] = ()
    zone: Annotated[
        str,
        SettingRow(
            read_zone,
            str,
            "Europe/Berlin, America/New_York, UTC",
            aliases=("timezone",),
            personal=True,
        ),
    ] = "UTC"
    shortest: Annotated[
        Mapping[str, timedelta],
        make_phase_lengths_row("min", "20 hours, 0", "the usual length")._replace(
            aliases=("minimum",)
        ),
    ] = field(default_factory=dict)
    longest: Annotated[
        Mapping[str, timedelta],
        make_phase_lengths_row("max", "7 days, 0", "none")._replace(aliases=("maximum",)),
    ] = field(default_factory=dict)
    reminders: Annotated[
        tuple[timedelta, ...],
        SettingRow(
            read_reminders,
            write_reminders,
            "12 hours; or 24h, 6h; or 0",
            name="reminder",
            aliases=("reminders",),
            personal=True,
        ),
    ] = (timedelta(hours=12),)
    graces: Annotated[Mapping[str, timedelta], make_phase_lengths_row("grace", "6 hours, 0")] = (
        field(default_factory=dict)
    )
    absence: Annotated[
        timedelta,
        SettingRow(
            read_length,
            write_duration,
            "14 days, 0",
            aliases=("holiday", "vacation"),
            personal=True,
        ),
    ] = timedelta(days=14)
    away: Annotated[str, make_choice_row({"move": "move", "wait": "wait"}, "move, wait")] = "move"
    handover: Annotated[timedelta, SettingRow(read_length, write_duration, "1 day, 0")] = timedelta(
        days=1
    )
    delay: Annotated[
        timedelta, SettingRow(read_length, write_duration, "30 minutes, 0", aliases=("cooling",))
    ] = timedelta(0)
    masterpress: _Switch = False
    approval: _Switch = False
    seats: Annotated[int, SettingRow(read_count, str, "1, 2")] = 1
    reliability: Annotated[int, SettingRow(read_percentage, write_percentage, "90, 0")] = 0
    nmr: Annotated[
        str, SettingRow(read_missing_orders, str, "disorder, wait, robot, robot after 2")
    ] = "disorder"
    empty: Annotated[str, make_choice_row(_EMPTY, "disorder, robot")] = "disorder"
    robots: Annotated[str, make_choice_row(_LEVELS, ", ".join(LEVELS))] = LEVELS[-1]
    press: Annotated[
        str,
        make_choice_row(_PRESS, "white, grey, white/grey, public, none", {"both": "white/grey"}),
    ] = "white"
    postal: _PressSwitch = False
    touch: _PressSwitch = False
    fake: _PressSwitch = False
    proxy: _Switch = False
    latepress: _PressSwitch = True
    gracepress: _PressSwitch = True
    minorpress: _PressSwitch = True
    anonymous: Annotated[bool, make_switch_row("yes, no")._replace(stays=True)] = False
    policy: Annotated[
        str,
        make_choice_row(
            {policy: policy for policy in POLICIES},
            ", ".join(POLICIES),
            {"lenient": "the judge's own"},
        ),
    ] = "lenient"
    extension: Annotated[timedelta, SettingRow(read_length, write_duration, "3 days, 0")] = (
        timedelta(days=3)
    )
    pauses: Annotated[int, SettingRow(read_count, str, "2, 0")] = 2
    dias: _Switch = True
    early: _Switch = True
    strictwait: _Switch = True
    manual: _Switch = False
    listed: Annotated[bool, make_switch_row()._replace(aliases=("public",))] = True
    confirm: _Switch = True
    pages: Annotated[bool | Literal["public"], _PAGES] = True
    scoring: Annotated[
        str,
        SettingRow(
            read_scoring,
            str,
            "draw-size, sum-of-squares, c-diplo, center-count, solo = 100, each = 1",
        ),
    ] = "draw-size"
    rated: _Switch = False
    about: Annotated[
        str,
        SettingRow(
            read_masters_words,
            write_masters_words,
            "Slow game for friends; or off",
            aliases=("description",),
        ),
    ] = ""
    wanted: Annotated[
        str, SettingRow(read_masters_words, write_masters_words, "Somebody for Turkey; or off")
    ] = ""
    dummies: tuple[str, ...] = ()
    vassals: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    """The variant's own options, ``rome = fleet``; fixed at the start."""


def _list_setting_rows() -> Iterator[SettingRow]:
    hints = get_type_hints(Settings, include_extras=True)
    for field_name in Settings.__annotations__:
        for row in getattr(hints[field_name], "__metadata__", ()):
            yield row._replace(field=field_name, name=row.name or field_name)


SETTINGS: Mapping[str, SettingRow] = {row.name: row for row in _list_setting_rows()}
"""The row of each setting by the name by which it is SET."""


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
