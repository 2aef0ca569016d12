"""What the master can SET about a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta

from judge.hooks import GameSettings


@dataclass(frozen=True, slots=True)
class Settings(GameSettings):
    """Every setting with its default. Lengths are by Phase value (M, R, B).

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
    other; ``fake``: it may show another writer and other readers. ``latepress``: who is late may
    write, ``gracepress``: all may after the deadline, ``minorpress``: all may in other phases than
    that of movement. ``confirm``: what others lose by, the masters are shown before it is done.
    """

    zone: str = "UTC"
    lengths: Mapping[str, timedelta] = field(
        default_factory=lambda: {
            "M": timedelta(days=3),
            "R": timedelta(days=1),
            "B": timedelta(days=1),
        }
    )
    shortest: Mapping[str, timedelta] = field(default_factory=dict)
    longest: Mapping[str, timedelta] = field(default_factory=dict)
    absence: timedelta = timedelta(days=14)
    away: str = "move"
    graces: Mapping[str, timedelta] = field(default_factory=dict)
    at: time | None = None
    days: frozenset[int] = frozenset(range(7))
    skip: tuple[tuple[date, date], ...] = ()
    reminders: tuple[timedelta, ...] = (timedelta(hours=12),)
    handover: timedelta = timedelta(days=1)
    delay: timedelta = timedelta(0)
    strictwait: bool = True
    masterpress: bool = False
    dummies: tuple[str, ...] = ()
    vassals: Mapping[str, str] = field(default_factory=dict)
    approval: bool = False
    reliability: int = 0
    press: str = "white"
    manual: bool = False
    listed: bool = True
    confirm: bool = True
    anonymous: bool = False
    policy: str = "lenient"
    extension: timedelta = timedelta(days=3)
    pauses: int = 2
    postal: bool = False
    touch: bool = False
    fake: bool = False
    latepress: bool = True
    gracepress: bool = True
    minorpress: bool = True
    options: Mapping[str, str] = field(default_factory=dict)
    """The variant's own options, ``rome = fleet``; fixed at the start."""
