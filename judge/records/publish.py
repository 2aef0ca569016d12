"""Game records as pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from judge.library import load_geometry
from judge.model.letter import Heading
from judge.model.view import View
from judge.pictures.film import KINDS, film
from judge.records.draw import PictureError
from judge.records.model import Record
from judge.records.run import PlayedPhase, run
from judge.site.folder import write
from judge.site.game import GameOnShow, Moment
from judge.site.pages import Site, common, front, pages
from judge.views.project import project


def show(record: Record, title: str) -> GameOnShow:
    """Return a record's game as pages show it, seen whole."""
    variant = record.variant
    bare = Heading(title, variant.name, "ended", "UTC", number=1)
    played = tuple(run(record))
    moments = []
    if played:
        start = played[0].record.before
        view = project(None, start, None, variant, "observer")
        moments.append(Moment(replace(bare, turn=start.turn), view))
    for number, phase in enumerate(played, start=2):
        turn = phase.end.turn
        heading = replace(bare, turn=turn, number=number, title=variant.calendar.title(turn))
        moments.append(Moment(heading, _seen(record, phase)))
    last = moments[-1].heading if moments else bare
    return GameOnShow.of(title, variant, last, moments, load_geometry(variant.map.name))


def free_name(title: str, taken: Iterable[str]) -> str:
    """Return a name for a game's pages, made of its title, that no other has."""
    name = re.sub(r"[^\w-]+", "-", title).strip("-") or "game"
    used = {other.lower() for other in taken}
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(each for each in names if each.lower() not in used)


def _seen(record: Record, phase: PlayedPhase) -> View:
    return project(None, phase.end, phase.record, record.variant, "observer")


def write_film(game: GameOnShow, path: Path) -> None:
    """Write a game as one animated picture. Raises PictureError for what cannot be one, OSError."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise PictureError(f"{path}: a film is {', '.join(KINDS)}")
    if game.geometry is None:
        raise PictureError(f"the map of {game.variant.name} has not been drawn")
    path.write_bytes(film([turn.picture() for turn in game.turns], kind))


def publish(games: Sequence[GameOnShow], folder: Path) -> None:
    """Write the site of some games. Raises OSError."""
    site = Site("Games")
    for game in games:
        write(folder, pages(site, game), anew=True)
    write(folder, (*common(site), *front(site, [game.line for game in games])))
