"""What LIST asks of games, in rows that are quickly gone through: as games are saved."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from judge.game.reports.game_filters import GameFilters
from judge.game.state import Game, Play, Stage
from judge.store import schema as t
from judge.store.database import insert_row

_WORDS_SHOWN = 90


class FoundGame(NamedTuple):
    """A game that LIST shows: its name, whom its master looks for and what they say of it, and who
    won alone."""

    name: str
    wanted: str
    about: str
    winner: str


def save_listing(tx: Connection, row: int, old: Game | None, game: Game, now: datetime) -> None:
    """Write what LIST asks of a game, if that has changed."""
    values = _collect_values_of_game(game)
    before = _collect_values_of_game(old) if old is not None else None
    if values == before:
        return
    own = t.listings.c.game_id == row
    if values is None:
        tx.execute(delete(t.listings).where(own))
        return
    ended = values["stage"] == Stage.ENDED.value
    values["year"] = now.year if ended else 0
    if not tx.execute(update(t.listings).where(own).values(values)).rowcount:
        insert_row(tx, t.listings, {"game_id": row, **values})


def _collect_values_of_game(game: Game) -> dict[str, Any] | None:
    """Return the row of a game, None for one that is not listed."""
    settings = game.settings
    if not settings.listed:
        return None
    ended = game.position.ended if isinstance(game, Play) else None
    alone = (
        ended is not None and game.disclosure.opens_at_end and _has_one_winner(game, ended.winners)
    )
    return {
        "key": game.name.lower(),
        "stage": game.stage.value,
        "variant": game.variant.code,
        "press": settings.press,
        "wanted": settings.wanted,
        "about": settings.about,
        "winner": ", ".join(ended.winners) if ended is not None and alone else "",
    }


def _has_one_winner(game: Game, winners: tuple[str, ...]) -> bool:
    """Say whether all who have won are of one seat."""
    return bool(winners) and any({*winners} <= {*seat.powers} for seat in game.players)


def find_listed(tx: Connection, filters: GameFilters, most: int) -> Mapping[str, FoundGame]:
    """Return the listed games that are sought, by name, the first of them."""
    c = t.listings.c
    wanted: list[Any] = [c.stage.in_(filters.stages), c.key >= filters.beginning.lower()]
    if filters.is_open:
        vacant = select(t.seats.c.game_id).where(
            t.seats.c.player_id.is_(None), t.seats.c.robot == "", t.seats.c.role == "player"
        )
        wanted.append((c.stage == Stage.FORMING.value) | c.game_id.in_(vacant))
    if filters.variant:
        wanted.append(c.variant == filters.variant)
    if filters.press:
        wanted.append(c.press == filters.press)
    if filters.wanted:
        wanted.append(c.wanted != "")
    if filters.text:
        words = filters.text.split()
        wanted += [func.lower(c.about).contains(word, autoescape=True) for word in words]
    if filters.year:
        wanted.append(c.year == filters.year)
    if filters.winner:
        wanted.append(func.lower(c.winner).contains(filters.winner, autoescape=True))
    query = select(c.key, c.wanted, c.about, c.winner).where(*wanted).order_by(c.key).limit(most)
    return {
        row.key: FoundGame(
            row.key, _shorten_to_line(row.wanted), _shorten_to_line(row.about), row.winner
        )
        for row in tx.execute(query)
    }


def _shorten_to_line(words: str) -> str:
    """Return words as they fit into a line."""
    return words if len(words) <= _WORDS_SHOWN else f"{words[: _WORDS_SHOWN - 4].rstrip()} ..."
