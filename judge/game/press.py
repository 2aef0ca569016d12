"""Who may write to whom, and how what they write reaches the others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from judge.game import tell
from judge.game.outcome import Outcome, Spoken
from judge.game.state import Game, Role, Seat, Stage
from judge.model.letter import PressText
from judge.model.map import Power
from judge.model.reason import Reason

_MASTER = {"m", "gm", "master", "moderator", "game master"}
_OBSERVERS = {"observers", "observer", "watchers"}
_ALL = {"all", "everybody", "everyone"}


class Wanted(NamedTuple):
    """Whom a letter is meant for: powers, the master, the observers."""

    powers: tuple[str, ...] = ()
    master: bool = False
    observers: bool = False
    everybody: bool = False


def read_recipients(text: str, powers: Mapping[str, Power]) -> Wanted | Reason:
    """Return whom ``France and Turkey``, ``all but Italy`` or ``GM`` names.

    A single letter names a power where it is that power's own; letters run together name nobody,
    because a misspelt name would then reach the wrong people.
    """
    kept, _, left_out = re.sub(r"\s+", " ", text).strip().partition(" but ")
    found = _names(kept, powers)
    excluded = _names(left_out, powers) if left_out else Wanted()
    if isinstance(found, Reason):
        return found
    if isinstance(excluded, Reason):
        return excluded
    return found._replace(powers=tuple(p for p in found.powers if p not in excluded.powers))


def _names(text: str, powers: Mapping[str, Power]) -> Wanted | Reason:
    by_word = {
        word.casefold(): power.name
        for power in powers.values()
        for word in (power.name, power.adjective, power.letter, *power.aliases)
        if word
    }
    wanted = Wanted()
    for part in re.split(r"\s*(?:[,;&+]|\band\b)\s*", text):
        whole = part.strip(" .:").casefold()
        pieces = [whole] if _known(whole, by_word) else whole.split()
        for word in pieces:
            if word in _ALL:
                wanted = wanted._replace(powers=tuple(powers), everybody=True)
            elif word in _MASTER and word not in by_word:
                wanted = wanted._replace(master=True)
            elif word in _OBSERVERS:
                wanted = wanted._replace(observers=True)
            elif word in by_word:
                wanted = wanted._replace(powers=(*wanted.powers, by_word[word]))
            elif word:
                return Reason("press_unknown", (word,))
    return wanted._replace(powers=tuple(dict.fromkeys(wanted.powers)))


def _known(word: str, by_word: dict[str, str]) -> bool:
    return word in by_word or word in _MASTER | _OBSERVERS | _ALL


def send(game: Game, seat: Seat, to: str, text: str, now: datetime, key: str) -> Outcome | Reason:
    """Carry press to the seats named; who gets it is said in the remark."""
    wanted = read_recipients(to, game.variant.map.powers)
    if isinstance(wanted, Reason):
        return wanted
    if not text.strip():
        return Reason("press_empty")
    powers = tuple(power for power in wanted.powers if power not in seat.powers)
    if refused := _forbidden(game, seat, bool(powers) or wanted.observers):
        return refused
    reached = _reached(game, seat, powers, wanted.everybody)
    if isinstance(reached, Reason):
        return reached
    seats = reached + [other for other in game.masters if wanted.master]
    seats += [o for o in game.seats if o.role is Role.OBSERVER and wanted.observers]
    seats = [s for s in dict.fromkeys(seats) if s.address and s.name != seat.name]
    if not seats:
        return Reason("press_nobody")
    names = tuple(dict.fromkeys(tell.spoken(game, other) for other in seats))
    return _deliver(game, seat, seats, names, text, now, key, public=False)


def broadcast(game: Game, seat: Seat, text: str, now: datetime, key: str) -> Outcome | Reason:
    """Carry press to everybody in the game."""
    if not text.strip():
        return Reason("press_empty")
    if refused := _forbidden(game, seat, True):
        return refused
    seats = [other for other in tell.living(game) if other.name != seat.name]
    if not seats:
        return Reason("press_nobody")
    if seat.role is Role.PLAYER and (seen := tell.view(game, seat)) is not None:
        hidden = set(game.variant.map.powers) - {*seen.contacts, *seen.powers}
        seats = [other for other in seats if not set(other.powers) & hidden]
    return _deliver(game, seat, seats, ("All",), text, now, key, public=True)


def _deliver(
    game: Game,
    seat: Seat,
    seats: list[Seat],
    names: tuple[str, ...],
    text: str,
    now: datetime,
    key: str,
    *,
    public: bool,
) -> Outcome:
    sender = tell.spoken(game, seat)
    section = PressText(sender, names, text)
    event = f"Broadcast from {sender}" if public else f"Press from {sender} to {', '.join(names)}"
    notices = tuple(tell.notice(game, other, "press", event, key, [section]) for other in seats)
    turn = str(game.position.turn) if game.position else ""
    record = Spoken(game.name, now, turn, seat.name, tuple(s.name for s in seats), text, public)
    remark = Reason("press_sent", (", ".join(names),))
    return Outcome(remark=remark, notices=notices, press=(record,))


def _forbidden(game: Game, seat: Seat, beyond_master: bool) -> Reason | None:
    """Say why the holder of a seat may not write to others than the master."""
    if not beyond_master or seat.role is Role.MASTER:
        return None
    if seat.role is Role.OBSERVER:
        return Reason("press_observer")
    if game.settings.press == "none" and game.stage is not Stage.ENDED:
        return Reason("press_none")
    return None


def _reached(
    game: Game, seat: Seat, powers: tuple[str, ...], everybody: bool
) -> list[Seat] | Reason:
    """Return the seats of the powers named, or why one of them cannot be written to.

    Of everybody those are left out who cannot be written to.
    """
    seen = tell.view(game, seat)
    if seen is None:
        if everybody:
            return list(game.players)
        return Reason("press_not_dealt") if powers else []
    found = []
    for power in powers:
        other = game.seat_of(power)
        if seat.role is Role.PLAYER and power not in seen.contacts:
            refused = Reason("press_no_contact", (power,))
        elif other is None or not other.address:
            refused = Reason("press_vacant", (power,))
        else:
            found.append(other)
            continue
        if not everybody:
            return refused
    return found
