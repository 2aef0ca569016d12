"""The commands with which boards and games come from other programs, and go to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from judge.console import (
    CONFIG,
    FILE,
    FOLDER,
    OPTION,
    VARIANT,
    parse_name_values,
    print_lines,
    stop_on_errors,
    stop_program,
)
from judge.model.errors import JudgeError
from judge.resources import OVERLAY, find_folder_for_new_files, list_folders

if TYPE_CHECKING:
    from judge.boards.draft import Draft


def _choose_maps_folder(_: click.Context, __: click.Parameter, chosen_folder: Path | None) -> Path:
    folder = chosen_folder or find_folder_for_new_files("maps")
    if folder is None:
        stop_program(
            "name a folder of your own, by --maps /etc/judge/own/maps or by"
            f" {OVERLAY}=/etc/judge/own: an installation is made anew with each upgrade"
        )
    return folder


MAPS = click.option(
    "--maps",
    type=FOLDER,
    callback=_choose_maps_folder,
    help=f"Where its folder goes [default: the maps under {OVERLAY}, or of the checkout].",
)


@click.command("import", short_help="Make a variant's folder from a board of another program.")
@click.option("--code", help="What the variant is called here [default: by its title].")
@click.option("--board", help="Which board, where a source has several.")
@click.option("--without", is_flag=True, help="Leave out what the judge cannot play.")
@MAPS
@click.argument("source", type=click.Path(exists=True, path_type=Path))
def import_board(
    code: str | None, board: str | None, without: bool, maps: Path, source: Path
) -> None:
    """Make a variant's folder from SOURCE, a board as another program keeps it.

    SOURCE is a map of the DPjudge or of the package diplomacy (.map), or a variant pack of jDip
    (a zip, its folder, or its variants.xml). What the judge cannot play is listed line by line, and
    nothing is written unless --without leaves it out. The folder is checked as check-map does.
    """
    from judge.boards import importing

    with stop_on_errors():
        draft = importing.choose_board(importing.read_boards(source), board)
        for problem in draft.unplayable:
            click.echo(f"{click.style('cannot be played', fg='yellow')}  {problem}")
        if draft.unplayable and not without:
            stop_program("nothing is written; --without leaves out what is listed above")
        folder = importing.create_variant_folder(
            draft, code or importing.find_code_for_board(draft), maps
        )
    for note in draft.notes:
        click.echo(f"left out: {note}")
    _report_written_folder(draft, folder)


def _report_written_folder(draft: Draft, folder: Path) -> None:
    """Say what was written, and what can be done with it."""
    from judge.boards.folder import count_parts_of_board

    numbers = ", ".join(
        f"{number} {counted}" for counted, number in count_parts_of_board(draft).items()
    )
    click.echo(f"{folder}: {click.style('sound', fg='green')}, {numbers}")
    command = f"judge draw {folder.name}"
    if folder.parent not in list_folders("maps"):
        maps = folder.parent.resolve()
        if maps.name == "maps":
            overlay = f"{OVERLAY}={maps.parent}"
            click.echo(f"A judge finds {maps / folder.name} with {overlay}.")
        else:
            overlay = f"{OVERLAY}={maps}"
            moved = f"move {maps / folder.name} to {maps / 'maps' / folder.name}, with {overlay}"
            click.echo(f"A judge finds boards in a folder that is called maps: {moved}.")
        command = f"{overlay} {command}"
    if draft.geometry:
        click.echo(f"The board at the start: {command}")
    else:
        click.echo("It has no picture, nor have its letters; maps/README.md tells how to draw one.")
    click.echo(f"A game of it begins with the mail: CREATE name {folder.name}")


QUESTIONS = (
    ("name", "What is the variant called?"),
    ("year", "In which year does it begin?"),
    ("wins", "How many centers win (0: more than half)?"),
    ("power", "A power and its units, like North: A ABB, F COV (empty: no more)"),
    ("space", "A space and its neighbors, like ABB Abbey, center: COV MID (empty: no more)"),
)
"""What new-variant asks; the last two again and again."""


@click.command("new-variant", short_help="Make the folder of a new variant, by asking.")
@click.option("--answers", type=click.File(), help="Where the answers stand, one a line.")
@MAPS
@click.argument("code")
def new_variant(answers: IO[str] | None, maps: Path, code: str) -> None:
    """Make a first folder for the variant CODE, of Standard's rules on a board of your own.

    It asks for the name, the powers with their units, and the spaces with their neighbors; seas are
    marked so: MID Middle Sea, sea: ABB COV. The folder is written if check-map finds it sound;
    maps/README.md tells what can be changed in it.
    """
    from judge.boards import importing
    from judge.boards.answers import read_answers

    if answers:
        with stop_on_errors(answers.name):
            text, source = answers.read(), answers.name
    else:
        text, source = "\n".join(_ask_for_variant()), "your answers"
    try:
        draft = read_answers(text, source)
        folder = importing.create_variant_folder(draft, code, maps)
    except JudgeError as error:
        if not answers:
            click.echo(f"\nFor a file of --answers, to mend and go on with:\n\n{text}\n")
        stop_program(str(error))
    _report_written_folder(draft, folder)


def _ask_for_variant() -> Iterator[str]:
    """Ask for a variant, and yield the answers as lines."""
    from judge.boards.answers import explain_bad_line

    for word, question in QUESTIONS:
        default = {"name": None, "year": "1901", "wins": "0"}.get(word, "")
        while answer := click.prompt(question, default=default, show_default=bool(default)):
            line = f"{word} {answer}"
            if wrong := explain_bad_line(line):
                click.echo(f"{line}: {wrong}")
                continue
            yield line
            if word not in ("power", "space"):
                break


FORMATS = ("record", "jsonl", "listing", "jdip", "dpjudge", "diplomacy", "webdip-json")


@click.command(short_help="Write a game in the form of another program.")
@CONFIG
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="record",
    show_default=True,
    help="The form; jdip and dpjudge are the listing that these programs read and write.",
)
@click.option("-o", "--output", type=click.File("w", encoding="utf-8"), default="-", help="Where.")
@click.argument("game")
def export(config_file: Path | None, form: str, output: IO[str], game: str) -> None:
    """Write GAME, a stored one or a file in any of the forms, with all its turns.

    It is the whole truth, whatever its players may see of it.
    """
    from judge.library import load
    from judge.records.formats import formats
    from judge.records.run import run_record_to_now

    with stop_on_errors():
        if Path(game).is_file():
            record = formats.read_game(Path(game).read_bytes(), "", load("standard"))
            title = record.title or Path(game).stem
            text = formats.write_game(form, title, record.variant, *run_record_to_now(record))
        else:
            from judge.service.compose.files import load_stored_game
            from judge.service.opening import open_existing_judge
            from judge.service.settings import find_settings_file
            from judge.service.settings import load_settings as settings

            judge = open_existing_judge(settings(find_settings_file(config_file)))
            with judge.database.read_transaction() as tx:
                stored_game = load_stored_game(judge.games, tx, game)
            text = formats.write_game(
                form, *(stored_game or stop_program(f"there is no game {game} that has begun"))
            )
        output.write(text)


@click.command("import-game", short_help="Let a game go on here that was begun elsewhere.")
@CONFIG
@click.option("--format", "form", type=click.Choice(FORMATS), help="The form [default: as it is].")
@VARIANT
@OPTION
@click.option("--name", help="What the game is called here [default: as there].")
@click.option("--master", metavar="ADDRESS", help="Who is its game master.")
@click.option(
    "--player",
    "players",
    multiple=True,
    callback=parse_name_values,
    metavar="POWER=ADDRESS",
    help="Who plays a power. May be given again; the seats of the others are open.",
)
@click.option("--check", is_flag=True, help="Only compare; store nothing.")
@click.option("--anyway", is_flag=True, help="Go on from what the file says where it differs.")
@click.argument("file", type=FILE)
def import_game(
    config_file: Path | None,
    form: str | None,
    variant: str,
    options: Mapping[str, str],
    name: str | None,
    master: str | None,
    players: Mapping[str, str],
    check: bool,
    anyway: bool,
    file: Path,
) -> None:
    """Take in the game in FILE: its turns are played again, and it goes on from there.

    FILE is a game record, a listing (the answer to HISTORY, of this judge or of an old one), a
    saved game of the package diplomacy, or the history.json of webDiplomacy. The first turn that
    does not come out as the file says is shown with the reasons, and then nothing is stored.
    """
    from judge.language.lexicon import find_power
    from judge.library import load
    from judge.records import terminal
    from judge.records.formats import formats
    from judge.records.run import run_record_to_now

    if not check and not master:
        stop_program("--master says who is the game master; --check only compares")
    with stop_on_errors(str(file)):
        record = formats.read_game(file.read_bytes(), form or "", load(variant, options))
        played, now = run_record_to_now(record, carry=True)
    differences = list(terminal.list_first_difference_lines(record, played))
    print_lines(differences)
    if differences and not anyway:
        stop_program(
            "nothing is stored; --variant, --option change the rules, --anyway trusts the file"
        )
    click.echo(f"{len(played)} turns; next is {now.turn}" if not now.ended else "The game is over.")
    if check:
        return
    from judge.game.enter.create import ForeignGame
    from judge.service.clock import read_utc_now
    from judge.service.opening import open_existing_judge
    from judge.service.operate import moving as transfer
    from judge.service.settings import find_settings_file
    from judge.service.settings import load_settings as settings

    with stop_on_errors():
        powers = ", ".join(record.variant.map.powers)
        named = {find_power(record.variant.map, power)
                 or stop_program(f"there is no power {power}; there are: {powers}"):
                 address for power, address in players.items()}  # fmt: skip
        judge = open_existing_judge(settings(find_settings_file(config_file)))
        called = (name or record.title).lower()
        moment = read_utc_now()
        turns = [(turn.record.before, turn.phase.collect_orders_by_power()) for turn in played]
        foreign_game = ForeignGame(record.variant, turns, now)
        game = transfer.store_played_game(judge, called, foreign_game, str(master), named, moment)
    vacant = sum(not seat.address for seat in game.players)
    click.echo(f"{called} is stored, {game.stage}; seats without a player: {vacant}")
