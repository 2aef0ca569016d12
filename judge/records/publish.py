"""Game records as pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from judge.library import load_geometry
from judge.model.letter import Heading
from judge.pictures.film import KINDS, build_film
from judge.records.draw import PictureError
from judge.records.model import Record
from judge.records.run import run_record
from judge.site.folder import write_site_files
from judge.site.game import BoardAfterTurn, GameOnShow
from judge.site.pages import Site, files_of_game, front_page_files, shared_files
from judge.views.project import view_for_reader


def game_for_pages(record: Record, title: str) -> GameOnShow:
    """Return a record's game as pages show it, seen whole."""
    variant = record.variant
    bare = Heading(title, variant.name, "ended", "UTC", number=1)
    played = tuple(run_record(record))
    moments = []
    if played:
        start = played[0].record.before
        view = view_for_reader(None, start, None, variant, "observer")
        moments.append(BoardAfterTurn(replace(bare, turn=start.turn), view))
    for number, phase in enumerate(played, start=2):
        turn = phase.end.turn
        heading = replace(bare, turn=turn, number=number, title=variant.calendar.turn_title(turn))
        view = view_for_reader(None, phase.end, phase.record, variant, "observer")
        moments.append(BoardAfterTurn(heading, view))
    last = moments[-1].heading if moments else bare
    return GameOnShow.from_moments(title, variant, last, moments, load_geometry(variant.map.name))


def free_name(title: str, used_names: Iterable[str]) -> str:
    """Return a name for a game's pages, made of its title, that no other has."""
    name = re.sub(r"[^\w-]+", "-", title).strip("-") or "game"
    used = {used_name.lower() for used_name in used_names}
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(candidate for candidate in names if candidate.lower() not in used)


def write_film(game: GameOnShow, path: Path) -> None:
    """Write a game as one animated picture. Raises PictureError for what cannot be one, OSError."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise PictureError(f"{path}: a film is {', '.join(KINDS)}")
    if game.geometry is None:
        raise PictureError(f"the map of {game.variant.name} has not been drawn")
    path.write_bytes(build_film([turn.draw_picture() for turn in game.turns], kind))


def publish_games(games: Sequence[GameOnShow], folder: Path) -> None:
    """Write the site of some games. Raises OSError."""
    site = Site("Games")
    for game in games:
        write_site_files(folder, files_of_game(site, game), anew=True)
    write_site_files(
        folder, (*shared_files(site), *front_page_files(site, [game.listed_game for game in games]))
    )
