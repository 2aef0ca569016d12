"""The common stuff of notices: who is told, under what heading, with whose eyes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from judge.game.ballots import closes_at
from judge.game.state import Game, Role, Seat
from judge.model.letter import Heading, News, Notice, Recipient, Section
from judge.model.reason import Reason
from judge.model.view import View
from judge.views import project


def heading(game: Game) -> Heading:
    """Return the state of a game as everyone in it may know it."""
    position = game.position
    return Heading(
        game=game.name,
        variant=game.variant.name,
        stage=game.stage.value,
        zone=game.settings.zone,
        turn=position.turn if position else None,
        title=game.variant.calendar.title(position.turn) if position else "",
        due=game.due_at,
        closes=closes_at(game),
        number=game.number,
        early=game.settings.early and not game.settings.manual,
        late=game.late,
    )


def recipient(seat: Seat) -> Recipient:
    """Return the address of a seat's holder, with the secret that makes his reply address."""
    return Recipient(seat.address, seat.name, seat.secret)


def view(game: Game, seat: Seat | None) -> View | None:
    """Return what a seat sees (None: what a stranger sees); nothing before the start.

    The master sees everything, observers and strangers what an observer sees.
    """
    if game.position is None:
        return None
    if seat is not None and seat.role is Role.MASTER:
        return project(None, game.position, game.played, game.variant, reader="master")
    if seat is not None and seat.role is Role.PLAYER:
        return project(
            seat.powers, game.position, game.played, game.variant, reader=spoken(game, seat)
        )
    return project((), game.position, game.played, game.variant, reader="observer")


def spoken(game: Game, seat: Seat) -> str:
    """Return by which name a seat is known to the others: its powers, Master, Observer."""
    if seat.role is Role.MASTER:
        return "Master"
    if seat.role is Role.OBSERVER:
        return "Observer"
    return " and ".join(seat.powers) or "Player"


def living(game: Game) -> tuple[Seat, ...]:
    """Return the seats that somebody holds."""
    return tuple(seat for seat in game.seats if seat.address)


def notice(
    game: Game, seat: Seat, kind: str, event: str, key: str, sections: Iterable[Section] = ()
) -> Notice:
    """Return a notice to the holder of a seat, with that seat's view of the game."""
    return Notice(
        kind=kind,
        to=recipient(seat),
        event=event,
        key=f"{key}.{seat.name}",
        heading=heading(game),
        view=view(game, seat),
        sections=tuple(sections),
    )


def merged(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Return the notices with all news for one seat in one of them, where its first stood.

    A notice that shows more than news, a map of somebody else's, stays by itself.
    """
    found: dict[tuple[object, ...], Notice] = {}
    for one in notices:
        game = one.heading.game if one.heading else ""
        words = one.kind == "news" and all(isinstance(s, News) for s in one.sections)
        who: tuple[object, ...] = (game, one.to) if words else (game, one.to, one.key)
        before = found.get(who)
        if before is not None:
            event = one.event if one.event == before.event else "News"
            more = tuple(section for section in one.sections if section not in before.sections)
            one = replace(one, event=event, key=before.key, sections=before.sections + more)
        found[who] = one
    return tuple(found.values())


def announce(
    game: Game,
    event: str,
    key: str,
    *news: Reason,
    kind: str = "news",
    to: Iterable[Seat] | None = None,
) -> tuple[Notice, ...]:
    """Return the same news for everybody in the game, or for the seats given."""
    sections = tuple(News(what) for what in news)
    return tuple(
        notice(game, seat, kind, event, key, sections)
        for seat in (living(game) if to is None else to)
        if seat.address
    )
