"""Game records as pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path

from judge.library import load_geometry
from judge.model.errors import JudgeError
from judge.model.letter import Heading
from judge.pictures.film import KINDS, build_film
from judge.records.draw import PictureError
from judge.records.model import Record
from judge.records.run import run_record
from judge.site.folder import write_site_files
from judge.site.game import BoardAfterTurn, GameOnShow, ListedGame
from judge.site.pages import (
    Site,
    SiteFile,
    build_files_of_game,
    build_front_page_files,
    build_shared_files,
)
from judge.site.variant import VariantOnShow, build_files_of_variant
from judge.views.project import build_view

LISTED = "listed.json"
"""Stands beside the pages of a game, and says what the list of all says of it."""


def make_recorded_game(record: Record, name: str) -> GameOnShow:
    """Return a record's game as pages show it, seen whole; ``name`` is that of its folder."""
    variant, title = record.variant, record.title or name
    bare = Heading(title, variant.name, "ended", "UTC", number=1)
    played = tuple(run_record(record))
    moments = []
    if played:
        start = played[0].record.before
        view = build_view(None, start, None, variant, "observer")
        moments.append(BoardAfterTurn(replace(bare, turn=start.turn), view))
    for number, phase in enumerate(played, start=2):
        turn = phase.end.turn
        heading = replace(bare, turn=turn, number=number, title=variant.calendar.turn_title(turn))
        view = build_view(None, phase.end, phase.record, variant, "observer")
        moments.append(BoardAfterTurn(heading, view))
    last = moments[-1].heading if moments else bare
    geometry = load_geometry(variant.map.name)
    return replace(GameOnShow.from_moments(title, variant, last, moments, geometry), name=name)


def find_free_name(title: str, used_names: Iterable[str]) -> str:
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
    """Write games into the folder of a site, beside those that were written there before.

    A game takes the place of one of its name. Raises OSError, and JudgeError for the folder of a
    judge, which keeps its own games there and no others.
    """
    site = Site("Games")
    others = _collect_listed_games(folder)
    for game in games:
        replaced = others.pop(game.folder, None)
        listed = json.dumps(game.listed_game._replace(entries=())._asdict())
        listed_file = SiteFile(f"{game.folder}/{LISTED}", partial(str, listed))
        files = (*build_files_of_game(site, game), listed_file)
        write_site_files(folder, files, anew=True)
        if replaced:
            _remove_other_files(folder, game.folder, {file.path for file in files})
    for shown in {g.variant.code: VariantOnShow(g.variant, g.geometry) for g in games}.values():
        write_site_files(folder, build_files_of_variant(site, shown))
    listed_games = [*others.values(), *(game.listed_game for game in games)]
    listed_games.sort(key=lambda game: game.title.casefold())
    write_site_files(folder, (*build_shared_files(), *build_front_page_files(site, listed_games)))


def _remove_other_files(folder: Path, game_folder: str, paths: Set[str]) -> None:
    """Remove what is left of an earlier game in the folder of one that took its place."""
    for path in [*(folder / game_folder).rglob("*")]:
        if path.is_file() and path.relative_to(folder).as_posix() not in paths:
            path.unlink()


def _collect_listed_games(folder: Path) -> dict[str, ListedGame]:
    """Return what is said of the games that stand in a folder, by their own folders."""
    games = {}
    for page in sorted(folder.glob("games/*/index.html")):
        try:
            told = json.loads((page.parent / LISTED).read_text(encoding="utf-8"))
        except FileNotFoundError:
            name = page.parent.name
            raise JudgeError(f"{folder}: its game {name} was not written by replay") from None
        game = ListedGame(**{**told, "entries": ()})
        games[game.folder] = game
    return games
