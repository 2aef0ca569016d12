"""What the master can SET, as people type it and as STATUS shows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, time, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from judge.game.clock import dates
from judge.game.clock.spans import parse_spans, span_words
from judge.game.game_settings import Settings
from judge.game.proof.standing import POLICIES
from judge.hooks import Variant
from judge.language.reader import read_line
from judge.language.statement import Line, Ordered
from judge.language.writer import write_unit
from judge.model.order import Build
from judge.model.reason import Reason
from judge.model.turn import Phase

_ON = {"on", "yes", "true", ""}
_OFF = {"off", "no", "none", "false"}

_UNITS = re.compile(r"\s*(?:[,;+&]|\band\b)\s*", re.I)
"""What stands between the units of a list."""

MOST_REMINDERS = 5

PRESS_SWITCHES = ("postal", "touch", "fake", "latepress", "gracepress", "minorpress")
"""What is on or off about press."""

_Reader = Callable[[str], Any]
"""Reads a value; None is returned for one that cannot be."""


def set_option(settings: Settings, name: str, value: str, today: date) -> Settings | Reason:
    """Return the settings with one of them changed, or why it cannot be; there is that setting."""
    name = canonical_name(name)
    reader, choices = SETTINGS[name]
    read = _skip(value.strip(), today) if name == "skip" else reader(value.strip())
    if read is None:
        return Reason("bad_value", (name, value or "nothing", choices))
    changed: dict[str, Any] = {FIELDS.get(name, name): None if read == "off" else read}
    return replace(settings, **changed)


def is_setting(name: str) -> bool:
    """Say whether there is a setting of that name."""
    return canonical_name(name) in SETTINGS


def canonical_name(name: str) -> str:
    """Return the name of a setting as STATUS shows it, whatever people call it."""
    return {"time": "at", "timezone": "zone", "reminders": "reminder", "public": "listed",
            "garrison": "garrisons", "minimum": "min", "maximum": "max", "cooling": "delay",
            "holiday": "absence", "vacation": "absence",
            }.get(name, name)  # fmt: skip


def press_switch(name: str, value: str) -> str | None:
    """Return the setting that SET PRESS POSTAL or SET LATE PRESS switches on, if it is one."""
    words = {name.casefold(), value.casefold().removesuffix("press").strip()}
    said = words - {"press", ""}
    found = [one for one in PRESS_SWITCHES if one.removesuffix("press") in said or one in said]
    return found[0] if "press" in (name.casefold(), value.casefold()) and len(found) == 1 else None


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
        order = first.order if isinstance(first, Ordered) else None
        if not isinstance(order, Build) or not order.unit.kind:
            return Reason("no_garrison", (item,))
        units.append(order.unit)
    units.sort(key=lambda unit: rank[unit.at.province])
    return ", ".join(write_unit(unit, variant.map) for unit in units)


def as_rows(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Return every setting with its value in words, named as SET names it."""
    lengths = settings.lengths
    rows: tuple[tuple[str, str], ...] = (
        ("moves", dates.words(lengths["M"])),
        ("retreats", dates.words(lengths["R"])),
        ("builds", dates.words(lengths["B"])),
        ("at", settings.at.strftime("%H:%M") if settings.at else "any time"),
        ("days", _days_text(settings.days)),
        ("skip", "; ".join(map(span_words, settings.skip)) or "none"),
        ("zone", settings.zone),
        ("min", by_phase(settings.shortest, "the usual length")),
        ("max", by_phase(settings.longest, "none")),
        ("reminder", ", ".join(map(dates.words, settings.reminders)) or "0"),
        ("grace", by_phase(settings.graces, "0")),
        ("absence", dates.words(settings.absence)),
        ("away", settings.away),
        ("handover", dates.words(settings.handover)),
        ("delay", dates.words(settings.delay)),
        ("masterpress", "on" if settings.masterpress else "off"),
        ("approval", "on" if settings.approval else "off"),
        ("reliability", f"{settings.reliability} %" if settings.reliability else "any"),
        ("nmr", settings.nmr),
        ("press", {"both": "white/grey"}.get(settings.press, settings.press)),
        *((name, "on" if getattr(settings, name) else "off") for name in PRESS_SWITCHES),
        ("anonymous", "yes" if settings.anonymous else "no"),
        ("policy", {"lenient": "the judge's own"}.get(settings.policy, settings.policy)),
        ("extension", dates.words(settings.extension)),
        ("pauses", str(settings.pauses)),
        ("dias", "on" if settings.dias else "off"),
        ("early", "on" if settings.early else "off"),
        ("strictwait", "on" if settings.strictwait else "off"),
        ("manual", "on" if settings.manual else "off"),
        ("listed", "on" if settings.listed else "off"),
        ("confirm", "on" if settings.confirm else "off"),
    )
    if settings.dummies:
        rows += (("dummy", ", ".join(settings.dummies)),)
    if settings.vassals:
        vassals = (f"{vassal} of {lord}" for vassal, lord in settings.vassals.items())
        rows += (("vassal", ", ".join(vassals)),)
    return rows + tuple(sorted(settings.options.items()))


def by_phase(lengths: Mapping[str, timedelta], otherwise: str) -> str:
    """Return lengths of time by the kinds of phases, of which some may have none, in words."""
    told = {p: dates.words(lengths[p.value]) if p.value in lengths else otherwise for p in Phase}
    if len(set(told.values())) == 1:
        return told[Phase.MOVEMENT]
    return ", ".join(f"{phase.word.lower()} {length}" for phase, length in told.items())


def read_zone(value: str) -> str | None:
    """Return the zone of a name; that of a city may leave out its part of the world."""
    name, zones = value.replace(" ", "_").casefold(), _zones()
    cities = [zone for key, zone in zones.items() if key.partition("/")[2] == name]
    return zones.get(name) or (cities[0] if len(cities) == 1 else None)


@lru_cache(maxsize=1)
def _zones() -> Mapping[str, str]:
    return {zone.casefold(): zone for zone in available_timezones()}


def _clock(value: str) -> time | str | None:
    if value.casefold() in {"off", "none", "any", "any time"}:
        return "off"
    return dates.parse_time(value)


def _length(value: str) -> timedelta | None:
    return timedelta(0) if value.casefold() in _OFF else dates.parse_duration(value)


def _lengths(value: str) -> Mapping[str, timedelta] | None:
    """Return one length of time for all kinds of phases."""
    length = _length(value)
    return length if length is None else {phase.value: length for phase in Phase if length}


def read_reminders(value: str) -> tuple[timedelta, ...] | None:
    """Return how long before the deadline each reminder goes, the first one first."""
    parts = ["0"] if value.casefold() in _OFF else re.split(r"\s*[,;&]\s*", value.strip(" ,;"))
    read = {dates.parse_duration(part) for part in parts}
    lengths = sorted((length for length in read if length), reverse=True)
    return None if None in read or len(lengths) > MOST_REMINDERS else tuple(lengths)


def _skip(value: str, today: date) -> tuple[tuple[date, date], ...] | None:
    return () if value.casefold() in {"0", *_OFF} else parse_spans(value, today)


def _count(value: str) -> int | None:
    word = "0" if value.casefold() in _OFF else value
    return int(word) if re.fullmatch(r"[0-9]{1,3}", word) else None


def _days(value: str) -> frozenset[int] | None:
    """Return the weekdays of ``Mon-Fri``, ``mon, wed, fri``, ``weekdays`` or ``all``."""
    text = re.sub(r"\s*-\s*", "-", value.casefold()).replace("except", "but")
    kept, _, left_out = text.partition("but")
    days = _day_list(kept.strip() or "all")
    without = _day_list(left_out) if left_out else frozenset()
    if days is None or without is None:
        return None
    return (days - without) or None


def _day_list(text: str) -> frozenset[int] | None:
    days: set[int] = set()
    for word in re.split(r"[\s,;]+|\band\b", text.strip()):
        if word in {"all", "any", "daily"}:
            days |= set(range(7))
        elif word in {"weekdays", "workdays"}:
            days |= set(range(5))
        elif word in {"weekends", "weekend"}:
            days |= {5, 6}
        elif word:
            ends = [_day(part) for part in word.split("-")]
            first, last = ends[0], ends[-1]
            if first is None or last is None or len(ends) > 2:
                return None
            days |= {(first + n) % 7 for n in range((last - first) % 7 + 1)}
    return frozenset(days)


def _day(word: str) -> int | None:
    stem = word.rstrip(".")
    if len(stem) < 2:
        return None
    return next(
        (i for i, n in enumerate(dates.DAYS) if n.startswith(stem) or n + "s" == stem), None
    )


def _days_text(days: frozenset[int]) -> str:
    if len(days) == 7:
        return "all"
    listed = sorted(days)
    names = [dates.DAYS[day].capitalize() for day in listed]
    if len(days) > 2 and listed[-1] - listed[0] == len(days) - 1:
        return f"{names[0]}-{names[-1]}"
    return ", ".join(names)


def _switch(value: str) -> bool | None:
    word = value.casefold()
    return True if word in _ON else False if word in _OFF else None


def _percentage(value: str) -> int | None:
    word = "0" if value.casefold() in _OFF | {"any"} else value.rstrip(" %")
    return int(word) if word.isdecimal() and len(word) < 4 and int(word) <= 100 else None


def _one_of(words: Mapping[str, str]) -> _Reader:
    return lambda value: words.get(value.casefold())


SETTINGS: Mapping[str, tuple[_Reader, str]] = {
    "at": (_clock, "18:00, 6pm, off"),
    "days": (_days, "Mon-Fri, all, all but Sun"),
    "skip": (lambda value: None, "Dec 24 to Jan 2; May 1 2027; or none"),
    "zone": (read_zone, "Europe/Berlin, America/New_York, UTC"),
    "min": (_lengths, "20 hours, 0"),
    "max": (_lengths, "7 days, 0"),
    "reminder": (read_reminders, "12 hours; or 24h, 6h; or 0"),
    "grace": (_lengths, "6 hours, 0"),
    "absence": (_length, "14 days, 0"),
    "away": (_one_of({"move": "move", "wait": "wait"}), "move, wait"),
    "handover": (_length, "1 day, 0"),
    "delay": (_length, "30 minutes, 0"),
    "masterpress": (_switch, "on, off"),
    "approval": (_switch, "on, off"),
    "reliability": (_percentage, "90, 0"),
    "nmr": (
        _one_of({"disorder": "disorder", "cd": "disorder", "civil disorder": "disorder",
                 "wait": "wait"}),
        "disorder, wait",
    ),
    "press": (
        _one_of({"white": "white", "on": "white", "partial": "white", "grey": "grey",
                 "gray": "grey", "both": "both", "white/grey": "both", "grey/white": "both",
                 "white and grey": "both", "public": "public", "broadcast": "public",
                 "none": "none", "no": "none", "off": "none"}),
        "white, grey, white/grey, public, none",
    ),
    **dict.fromkeys(PRESS_SWITCHES, (_switch, "on, off")),
    "anonymous": (_switch, "yes, no"),
    "policy": (_one_of({policy: policy for policy in POLICIES}), ", ".join(POLICIES)),
    "extension": (_length, "3 days, 0"),
    "pauses": (_count, "2, 0"),
    "dias": (_switch, "on, off"),
    "early": (_switch, "on, off"),
    "strictwait": (_switch, "on, off"),
    "manual": (_switch, "on, off"),
    "listed": (_switch, "on, off"),
    "confirm": (_switch, "on, off"),
}  # fmt: skip
"""Each setting: how its value is read, and examples of values."""

FIELDS = {"min": "shortest", "max": "longest", "reminder": "reminders", "grace": "graces"}
"""The fields of settings that are not called as they are SET."""
