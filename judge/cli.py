"""The ``judge`` command. What takes long to import is imported by the command that needs it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from judge import exchange
from judge.admin import admin
from judge.console import (
    CONFIG,
    FILE,
    FOLDER,
    OPTION,
    VARIANT,
    print_lines,
    stop_on_errors,
    stop_program,
)
from judge.manual import completion, manual

if TYPE_CHECKING:
    from judge.records.model import Record
    from judge.site.game import GameOnShow


class Commands(click.Group):
    """The commands; one that lacks a package says what to install."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was given."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as missing:
            if missing.name is None or missing.name.partition(".")[0] == "judge":
                raise
            stop_program(
                f"this needs the package {missing.name}, which the library alone does not bring; "
                "install it with: pip install 'diplomacy-judge[server]'"
            )


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="diplomacy-judge")
def main() -> None:
    """A judge for Diplomacy by e-mail.

    Orders come in by mail and are kept; at the deadline the turn is adjudicated, and every
    player is mailed what became of their units.
    """
    # What is imported stays: to look for garbage in it again and again is an eighth of a start.
    gc.set_threshold(10_000)


for command in (exchange.import_board, exchange.new_variant, exchange.import_game, exchange.export):
    main.add_command(command)
main.add_command(completion)
main.add_command(manual)


@main.command(short_help="Write a settings file and an empty database.")
@click.option(
    "--mode",
    type=click.Choice(["smtp", "lmtp", "imap"]),
    default="smtp",
    show_default=True,
    help="How mail comes in.",
)
@click.option(
    "--address", default="judge@example.org", show_default=True, help="Where players write to."
)
@click.option("--code", default="JUDGE", show_default=True, help="The name in subjects; letters.")
@click.option("--data", default="data", show_default=True, help="The folder of the database.")
@click.option(
    "--database",
    metavar="URL",
    default="",
    help="PostgreSQL's database, there and empty [default: a SQLite file in the data folder].",
)
@click.option("--force", is_flag=True, help="Write over a settings file that is there.")
@click.option(
    "--only-database", is_flag=True, help="Make the database of a settings file that is there."
)
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path), default=Path("judge.toml"))
def init(
    mode: str,
    address: str,
    code: str,
    data: str,
    database: str,
    force: bool,
    only_database: bool,
    path: Path,
) -> None:
    """Write a commented settings file to PATH, and an empty database."""
    from judge.service.settings import load_settings
    from judge.service.setup import (
        create_judge,
        hide_password,
        prepare_database,
        write_sample_settings,
    )

    if only_database:
        with stop_on_errors():
            config = load_settings(path)
            prepare_database(config)
        click.echo(f"Games in {click.style(hide_password(config.database_url), bold=True)}")
        return
    if path.exists() and not force:
        stop_program(f"{path} is there already; --force writes over it")
    with stop_on_errors():
        config = create_judge(path, write_sample_settings(mode, address, code, data, database))
    click.echo(f"Settings in {click.style(str(path), bold=True)}: read them through.")
    click.echo(f"Games in {click.style(hide_password(config.database_url), bold=True)}")
    if mode == "imap":
        click.echo("Mail that is in the mailbox already is left there, and answered by nobody.")
    click.echo("Then: " + click.style(f"judge serve --config {path}", bold=True))


@main.command("check-map", short_help="Check the maps of variants.")
@click.argument("codes", nargs=-1)
def check_map(codes: tuple[str, ...]) -> None:
    """Check the maps of the variants CODES, or of all.

    Borders must be symmetric, coasts and home centers right, names unique, and the numbers of
    provinces, centers, powers and units as the variant declares them.
    """
    from judge import library

    sound = True
    for code in codes or library.codes():
        try:
            problems = library.check_map(code)
            game_map = library.load(code).map
        except KeyError:
            problems = (f"no such variant; there are: {', '.join(library.codes())}",)
        except ValueError as trouble:
            problems = (str(trouble),)
        if problems:
            sound = False
            click.echo(f"{code}: {click.style('not sound', fg='red')}")
            for problem in problems:
                click.echo(f"  {problem}")
        else:
            counts = f"{len(game_map.provinces)} provinces, {len(game_map.centers)} centers"
            click.echo(f"{code}: {click.style('sound', fg='green')}, {counts}")
    sys.exit(not sound)


@main.command(short_help="Judge a game record, or thousands of phases.")
@click.option("--jsonl", is_flag=True, help="FILE has a phase in neutral JSON form on each line.")
@VARIANT
@OPTION
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
def adjudicate(jsonl: bool, variant: str, options: Mapping[str, str], file: str) -> None:
    """Judge the phases in FILE, and compare them with what is expected there.

    FILE is a game record, or with --jsonl a file of phases (packed if it ends in .gz, - for the
    standard input); then each is written out with its units and the result of every order, and
    those that do not come out as expected are listed at the end. The exit code is 1 if there
    are any.
    """
    import json

    from judge.library import load
    from judge.records import terminal
    from judge.records.batch import Batch
    from judge.records.run import run_record

    if not jsonl:
        if options:
            stop_program("a game record has a line for its options: options via=land")
        record = _read_record(file)
        phases = list(run_record(record))
        print_lines(terminal.write_record_lines(record, phases))
        sys.exit(any(played.misses for played in phases))
    with stop_on_errors():
        batch = Batch(load(variant, options), options)
    for case in _read_cases(file, "judging"):
        outcome = batch.judge_phase(case)
        click.echo(json.dumps(outcome, ensure_ascii=False, separators=(",", ":")))
    for line in batch.tally.write_summary_lines():
        click.echo(line, err=True)
    sys.exit(bool(batch.tally.wrong))


def _read_record(file: str) -> Record:
    from judge.library import load
    from judge.records.reader import parse_record

    with stop_on_errors(file), click.open_file(file, encoding="utf-8") as stream:
        return parse_record(stream.read(), load)


@main.command(short_help="Play recorded games again and compare.")
@VARIANT
@OPTION
@click.option("--verbose", "-v", is_flag=True, help="Name every game, not only those that differ.")
@click.option("--site", type=FOLDER, help="Write the games as pages into that folder.")
@click.option(
    "--film",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Make one animated picture of a game: .svg, .webp, .png or .gif.",
)
@click.argument("files", nargs=-1, required=True, type=FILE)
def replay(
    variant: str,
    options: Mapping[str, str],
    verbose: bool,
    site: Path | None,
    film: Path | None,
    files: tuple[Path, ...],
) -> None:
    """Play whole recorded games again from their orders, and compare every turn.

    FILES are game records (.game), or hold phases in neutral JSON form, one a line, each game's
    together (packed if the name ends in .gz).
    """
    from dataclasses import replace

    from judge.library import load
    from judge.records import batch, publish, terminal

    games: list[tuple[str, batch.Tally]] = []
    shown: list[GameOnShow] = []
    with stop_on_errors():
        for file in files:
            if file.suffix == ".game":
                records = iter([_read_record(str(file))])
            else:
                cases = _read_cases(str(file), "replaying")
                records = batch.read_games(load(variant, options), options, cases)
            for record in records:
                name = file.stem if file.suffix == ".game" else record.title
                games.append((name, batch.replay_record(replace(record, title=name))))
                if site or film:
                    folder = publish.find_free_name(record.title or name, (g.name for g in shown))
                    shown.append(publish.make_recorded_game(record, folder))
        if site:
            publish.publish_games(shown, site)
        if film:
            if len(shown) != 1:
                stop_program("a film shows one game")
            publish.write_film(shown[0], film)
    print_lines(terminal.replay_lines(games, verbose))
    if site:
        click.echo(f"Written: {site / 'index.html'}")
    if film:
        click.echo(f"Written: {film}")
    sys.exit(any(tally.wrong for _, tally in games))


@main.command(short_help="Draw a turn of a game record.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the picture goes: .svg, or .png [default: FILE's name with .svg, here].",
)
@click.option("--turn", metavar="CODE", help="Which turn, such as F1901M [default: the last].")
@click.option("--eyes", metavar="POWER", multiple=True, help="Draw what that player sees of it.")
@click.option("--around", metavar="POWER", multiple=True, help="Draw the part where that power is.")
@click.option(
    "--page", type=FOLDER, help="Write a page there instead: orders by touching the board."
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE|VARIANT")
def draw(
    output: Path | None,
    turn: str | None,
    eyes: tuple[str, ...],
    around: tuple[str, ...],
    page: Path | None,
    file: Path,
) -> None:
    """Draw the board after a turn of a game record, and the orders of the turn.

    For a VARIANT, such as standard, the board at its start is drawn. With --page the board after
    the last turn becomes a page to open in a browser, on which orders are made by touching it:
    those of all powers, or of the one whose --eyes see it.

    An arrow is a move, broken and crossed where it failed; dotted lines lead from those who
    support and convoy to what they help.
    """
    from judge.api import new_game, read_game
    from judge.library import codes, load
    from judge.library.files import suggest_name
    from judge.records.draw import draw_turn, write_order_page, write_picture
    from judge.records.reader import parse_record

    if not file.is_file() and str(file) not in codes():
        stop_program(
            f"there is no file {file}, and no such variant{suggest_name(str(file), codes())}"
        )
    with stop_on_errors():
        start = "" if file.is_file() else new_game(str(file)).write()
    if page is not None:
        with stop_on_errors():
            game = read_game(start or file.read_text(encoding="utf-8"))
            write_order_page(game.page(*eyes[:1]), page)
        click.echo(f"Written: {page / 'index.html'}")
        return
    record = parse_record(start, load) if start else _read_record(str(file))
    output = output or Path(f"{file.stem}.svg")
    with stop_on_errors():
        write_picture(draw_turn(record, turn, eyes, around), output)
    click.echo(f"Drawn: {output}")


@main.command(short_help="Run the judge.")
@CONFIG
@click.option(
    "--role",
    "roles",
    type=click.Choice(["receive", "work", "send", "clock", "all"]),
    multiple=True,
    default=["all"],
    help="What this process does of it [default: all]. May be given again.",
)
def serve(config_file: Path | None, roles: tuple[str, ...]) -> None:
    """Run the judge: take mail in, process games when they are due, send letters.

    Ends on an interrupt or a termination signal, when what is in hand is done.

    On PostgreSQL several processes can share the work, on any number of machines: those that
    receive take mail in, those that work read it and run turns, those that send hand letters over;
    one at least has to be the clock.
    """
    from judge.service.daemon import ROLES
    from judge.service.run import run_daemon
    from judge.service.settings import find_settings_file, load_settings
    from judge.service.setup import refuse_missing_database, refuse_unready_settings

    with stop_on_errors():
        file = find_settings_file(config_file)
        config = load_settings(file)
        refuse_unready_settings(config, file.read_text(encoding="utf-8"))
        refuse_missing_database(config)
        run_daemon(config, roles=ROLES if "all" in roles else roles)


@main.command(short_help="Look at everything that a judge needs.")
@CONFIG
@click.option("--offline", is_flag=True, help="Look nothing up in the DNS.")
@click.option(
    "--round-trip", is_flag=True, help="Mail the judge, too, and wait a minute for that mail."
)
def doctor(config_file: Path | None, offline: bool, round_trip: bool) -> None:
    """Look at settings, database, clock, maps, templates, file modes and DNS.

    Each is a line: ok, or what is wrong and what to do; or a note of what you can see better
    yourself. Ends with 1 if anything is wrong.
    """
    from judge.service.clock import read_utc_now
    from judge.service.operate.doctor import ask_dns, examine_judge
    from judge.service.settings import find_settings_file, load_settings

    with stop_on_errors():
        file = find_settings_file(config_file)
        config = load_settings(file)
    sound = True
    resolve, patience = None if offline else ask_dns, 60 if round_trip else 0
    for finding in examine_judge(config, file, read_utc_now(), resolve, patience):
        sound = sound and not finding.wrong
        state, color = "ok", "green"
        if remark := finding.wrong or finding.note:
            state, color = ("wrong", "red") if finding.wrong else ("note", "yellow")
        gap = " " * (7 - len(state))
        click.echo(
            f"{click.style(state, fg=color)}{gap}{finding.what}{': ' * bool(remark)}{remark}"
        )
    sys.exit(not sound)


@main.command(short_help="Write the pages for those who look on.")
@CONFIG
def site(config_file: Path | None) -> None:
    """Write the site anew: the listed games of the database, as a stranger sees them.

    Its folder stands in the settings, in the table [site]. The judge writes it by itself after each
    turn; this is for a folder that was lost, or templates that have changed.
    """
    from judge.service.opening import open_existing_judge
    from judge.service.publishing import Publisher
    from judge.service.settings import find_settings_file, load_settings

    with stop_on_errors():
        config = load_settings(find_settings_file(config_file))
        if config.site.folder is None:
            stop_program("the settings name no folder in [site]")
        games = Publisher(
            open_existing_judge(config), config.site.folder, config.site.url
        ).write_site(anew=True)
    click.echo(f"Written: {config.site.folder / 'index.html'}, games: {games}")


@main.command(short_help="Show the answer to a mail; store nothing.")
@CONFIG
@click.option("--from", "sender", metavar="ADDRESS", help="Who sends it [default: as it says].")
@click.argument("file", type=click.File("rb"))
def mail(config_file: Path | None, sender: str | None, file: IO[bytes]) -> None:
    """Show what the judge would answer to the mail in FILE (.eml, - for the standard input).

    Nothing is stored and nothing is sent. Where there are no settings a judge without games
    answers.
    """
    from judge.service.operate.preview import preview_answers
    from judge.service.settings import PLACES, find_settings_file, load_settings

    with stop_on_errors():
        named = config_file is not None or "JUDGE_CONFIG" in os.environ
        there = named or any(place.is_file() for place in PLACES)
        config = load_settings(find_settings_file(config_file)) if there else None
        answer = preview_answers(file.read(), config, sender)
    if isinstance(answer, str):
        click.secho(f"No answer: {answer}", fg="yellow")
        return
    for letter in answer:
        click.secho(f"To: {letter.to}\nSubject: {letter.subject}", bold=True)
        click.echo(f"\n{letter.text.rstrip()}\n")


@main.command(short_help="Play a whole game by mail on this machine.")
@VARIANT
@OPTION
@click.option(
    "--folder",
    type=FOLDER,
    default=Path("demo-mail"),
    show_default=True,
    help="Where letters and database go; an earlier demo's are removed.",
)
def demo(variant: str, options: Mapping[str, str], folder: Path) -> None:
    """Play a whole game by mail on this machine, recorded or by robots, and show what came of it.

    Where options are chosen robots play, as they do where no recorded game is at hand: in fog
    with --option sight=near, civilizations on another map with --variant civ --option map=ancmed.

    The players and a master send real mails by SMTP on loopback; only the clock is put forward.
    """
    from judge.demo.recorded import play_demo

    with stop_on_errors():
        game = play_demo(variant, folder, click.echo, options)
    click.echo(f"\n{game.last_result_letter}\n{game.summary}")
    succeeded, verdict = game.outcome
    if not succeeded:
        stop_program(f"the demonstration went wrong: {verdict}")
    click.secho(verdict, fg="green", bold=True)


@main.command("try", short_help="Play a game against robots, here and now.")
@VARIANT
@OPTION
@click.option("--as", "power", metavar="POWER", default="", help="Whom you play [default: any].")
@click.option(
    "--robots",
    "level",
    type=click.Choice(["easy", "fair", "hard"]),
    default="hard",
    show_default=True,
    help="How well the others play.",
)
@click.option("--fog", is_flag=True, help="See what is near your own alone: --option sight=near.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the game in this record, and go on with the one that is there.",
)
@click.option("--mail", "mail_folder", type=FOLDER, help="Write your letters there, as .eml.")
@click.option(
    "--folder", type=FOLDER, default=Path("judge-try"), show_default=True, help="For pictures."
)
def try_game(
    variant: str,
    options: Mapping[str, str],
    power: str,
    level: str,
    fog: bool,
    save: Path | None,
    mail_folder: Path | None,
    folder: Path,
) -> None:
    """Play a game in this terminal; robots play all other powers.

    It is the whole judge, in a database of its own that is gone afterwards: its letters are shown
    here, and what you type is a mail to it.
    """
    from tempfile import TemporaryDirectory

    from judge.demo.table import RobotTable, TableWish
    from judge.demo.terminal import Terminal

    if save is not None and not save.parent.is_dir():
        raise click.BadParameter(f"there is no folder {save.parent}", param_hint="--save")
    choices = {**options, **({"sight": "near"} if fog else {})}
    wish = TableWish(variant, choices, power, level)
    with stop_on_errors(), TemporaryDirectory(prefix="judge-try-") as hidden:
        table = RobotTable(Path(hidden))
        try:
            if save is not None and save.exists():
                table.resume_game(save.read_bytes(), wish)
            else:
                table.begin_game(wish)
            Terminal(table, folder, mail_folder, save).play()
        finally:
            table.close()


def _read_cases(file: str, doing: str) -> Iterator[dict[str, Any]]:
    """Yield the phases of a file, with a bar on a terminal that shows how far it is."""
    from judge.records import jsonl_phases

    with stop_on_errors(file):
        if file == "-":
            yield from jsonl_phases.parse_json_lines(sys.stdin)
            return
        path = Path(file)
        size = path.stat().st_size
        hidden = not sys.stderr.isatty()
        with click.progressbar(length=size, label=doing, file=sys.stderr, hidden=hidden) as bar:
            yield from jsonl_phases.read_json_lines(path, bar.update)


main.add_command(admin)

if __name__ == "__main__":
    main()
