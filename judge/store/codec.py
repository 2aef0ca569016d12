"""Values as JSON and back, exactly. Every value is a list that begins with its kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import time, timedelta
from typing import Any

from judge.game.state import Settings
from judge.model.map import Location
from judge.model.position import (
    Began,
    Captured,
    CenterLost,
    Dislodged,
    Effect,
    Ended,
    Fact,
    Forgotten,
    Moved,
    Noted,
    Placed,
    Removed,
    Settled,
    Transferred,
    Unit,
    Unsettled,
)
from judge.model.reason import Reason, Subject
from judge.model.turn import Phase, Turn

Json = Any
"""Whatever ``json`` reads and writes."""


def write_effect(effect: Effect) -> Json:
    """Return an effect as JSON."""
    tag, pack, _ = _KINDS[type(effect)]
    return [tag, *pack(effect)]


def read_effect(value: Json) -> Effect:
    """Return the effect that ``write_effect`` wrote."""
    tag, *rest = value
    _, _, unpack = _KINDS[_TAGS[tag]]
    return unpack(*rest)


def dump(value: Json) -> str:
    """Return JSON as one line of text; equal values give equal lines."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def write_effects(effects: Iterable[Effect]) -> str:
    """Return effects as a line of text."""
    return dump([write_effect(each) for each in effects])


def read_effects(text: str) -> tuple[Effect, ...]:
    """Return the effects that ``write_effects`` wrote."""
    return tuple(read_effect(value) for value in json.loads(text))


def _unit(unit: Unit) -> Json:
    return [unit.power, unit.kind, str(unit.at)]


def _read_unit(value: Json) -> Unit:
    power, kind, at = value
    return Unit(power, kind, Location.of(at))


def _turn(turn: Turn) -> Json:
    return [turn.year, turn.season, turn.phase.value]


def _read_turn(value: Json) -> Turn:
    year, season, phase = value
    return Turn(year, season, Phase(phase))


_Pack = tuple[str, Callable[[Any], Sequence[Json]], Callable[..., Effect]]

_KINDS: Mapping[type[Effect], _Pack] = {
    Moved: (
        "moved",
        lambda e: (_unit(e.unit), str(e.to)),
        lambda unit, to: Moved(_read_unit(unit), Location.of(to)),
    ),
    Dislodged: (
        "dislodged",
        lambda e: (_unit(e.unit), _unit(e.by), [str(at) for at in e.options]),
        lambda unit, by, options: Dislodged(
            _read_unit(unit), _read_unit(by), tuple(Location.of(at) for at in options)
        ),
    ),
    Placed: ("placed", lambda e: (_unit(e.unit),), lambda unit: Placed(_read_unit(unit))),
    Removed: ("removed", lambda e: (_unit(e.unit),), lambda unit: Removed(_read_unit(unit))),
    Captured: ("captured", lambda e: (e.province, e.power), Captured),
    CenterLost: ("center_lost", lambda e: (e.province,), CenterLost),
    Settled: ("settled", lambda e: (e.province, e.power), Settled),
    Unsettled: ("unsettled", lambda e: (e.province, e.power), Unsettled),
    Transferred: (
        "transferred",
        lambda e: (_unit(e.unit), e.power),
        lambda unit, power: Transferred(_read_unit(unit), power),
    ),
    Noted: ("noted", lambda e: (list(e.fact),), lambda fact: Noted(Fact(*fact))),
    Forgotten: ("forgotten", lambda e: (list(e.fact),), lambda fact: Forgotten(Fact(*fact))),
    Began: ("began", lambda e: (_turn(e.turn),), lambda turn: Began(_read_turn(turn))),
    Ended: (
        "ended",
        lambda e: (e.how, list(e.winners)),
        lambda how, winners: Ended(how, tuple(winners)),
    ),
}
_TAGS = {tag: kind for kind, (tag, _, _) in _KINDS.items()}


def write_reason(reason: Reason) -> Json:
    """Return a reason as JSON: a unit is a list of three, a place a list of one."""
    return [reason.code, *(_subject(about) for about in reason.about)]


def read_reason(value: Json) -> Reason:
    """Return the reason that ``write_reason`` wrote."""
    code, *about = value
    return Reason(code, tuple(_read_subject(each) for each in about))


def _subject(subject: Subject) -> Json:
    if isinstance(subject, Unit):
        return _unit(subject)
    return [str(subject)] if isinstance(subject, Location) else subject


def _read_subject(value: Json) -> Subject:
    if isinstance(value, str):
        return value
    return _read_unit(value) if len(value) == 3 else Location.of(value[0])


def write_settings(settings: Settings) -> Json:
    """Return a game's settings as JSON."""
    return {
        "zone": settings.zone,
        "lengths": {phase: micros(length) for phase, length in settings.lengths.items()},
        "at": settings.at.isoformat() if settings.at else None,
        "days": sorted(settings.days),
        "reminder": micros(settings.reminder),
        "grace": micros(settings.grace),
        "nmr": settings.nmr,
        "press": settings.press,
        "dias": settings.dias,
        "manual": settings.manual,
        "early": settings.early,
        "listed": settings.listed,
        "anonymous": settings.anonymous,
        "options": dict(settings.options),
    }


def read_settings(value: Json) -> Settings:
    """Return the settings that ``write_settings`` wrote; what it did not know yet is default."""
    given = dict(value)
    known: Mapping[str, Callable[[Any], Any]] = {
        "lengths": lambda lengths: {phase: span(length) for phase, length in lengths.items()},
        "at": lambda at: time.fromisoformat(at) if at else None,
        "days": frozenset,
        "reminder": span,
        "grace": span,
    }
    return Settings(**{name: known.get(name, _same)(each) for name, each in given.items()})


def _same(value: Any) -> Any:
    return value


def micros(length: timedelta) -> int:
    """Return a length of time in microseconds."""
    return length // timedelta(microseconds=1)


def span(count: int) -> timedelta:
    """Return so many microseconds as a length of time."""
    return timedelta(microseconds=count)
