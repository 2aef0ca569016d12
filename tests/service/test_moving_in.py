"""Games that were begun elsewhere go on here, and go out again."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import judge
from judge.cli import main
from judge.model.picture import make_picture_mark
from judge.records.formats import formats
from judge.service.opening import open_upgraded_judge
from judge.service.settings import load_settings
from judge.store import schema

Run = Callable[..., Result]

FIRST = {"France": "A PAR - BUR\nA MAR S A PAR - BUR", "Germany": "A MUN - BUR\nF KIE - DEN"}
SECOND = {"France": "A BUR - MUN\nA MAR - BUR\nF BRE - MAO", "Germany": "A MUN H\nF DEN - SWE"}


@pytest.fixture(scope="module")
def game() -> judge.Game:
    return judge.new_game().play(FIRST).play(SECOND)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a judge is at home."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def run(home: Path) -> Run:
    """Runs a command for that judge."""
    config = home / "judge.toml"

    def run(command: str, *words: str | Path) -> Result:
        return CliRunner().invoke(main, [command, "--config", str(config), *map(str, words)])

    made = CliRunner().invoke(main, ["init", "--data", str(home / "data"), str(config)])
    assert made.exit_code == 0, made.output
    return run


def file_of(game: judge.Game, form: str, folder: Path) -> Path:
    text = formats.write_game(form, "ruhr", game.variant, game.played, game.position)
    (folder / f"ruhr.{form}").write_text(text, encoding="utf-8")
    return folder / f"ruhr.{form}"


def letters(home: Path, game: str, form: str = "plain") -> dict[str, str]:
    stored = open_upgraded_judge(load_settings(home / "judge.toml"))
    with stored.database.read_transaction() as tx:
        rows = tx.execute(schema.outbox.select().where(schema.outbox.c.game == game)).all()
    stored.database.close()
    parsed = [email.message_from_bytes(row.raw, policy=email.policy.default) for row in rows]
    return {mail["To"]: mail.get_body((form,)).get_content() for mail in parsed}  # type: ignore[union-attr]  # every letter has a text


def test_a_game_goes_on_with_its_turns(
    run: Run, home: Path, game: judge.Game, tmp_path: Path
) -> None:
    told = run("import-game", "--master", "gm@example.org", "--player", "France=f@example.org",
               file_of(game, "jdip", tmp_path))  # fmt: skip
    assert told.exit_code == 0, told.output
    assert "2 turns; next is F1901B" in told.output
    assert "ruhr is stored, paused; seats without a player: 6" in told.output
    sent = letters(home, "ruhr")
    assert sorted(sent) == ["f@example.org", "gm@example.org"]
    master, player = sent["gm@example.org"], sent["f@example.org"]
    assert "was begun elsewhere and goes on here" in " ".join(master.split())
    assert "RESUME starts the clock" in " ".join(master.split())
    assert "You play France." in player and "RESUME" not in player
    assert "France: Army Paris -> Burgundy." in player
    assert make_picture_mark(0) in letters(home, "ruhr", "html")["f@example.org"]
    out = run("export", "--format", "webdip-json", "ruhr")
    first = formats.read_game(out.output.encode(), "", game.variant)
    assert out.exit_code == 0 and len(first.phases) == 3
    assert judge.read_game(run("export", "ruhr").output).position == game.position


def test_a_game_with_all_its_players_is_under_way(
    run: Run, home: Path, game: judge.Game, tmp_path: Path
) -> None:
    players = [
        word for power in game.powers for word in ("--player", f"{power}={power}@example.org")
    ]
    told = run("import-game", "--master", "gm@example.org", "--name", "all7", *players,
               file_of(game, "record", tmp_path))  # fmt: skip
    assert "all7 is stored, active; seats without a player: 0" in told.output
    assert "Deadline: " in letters(home, "all7")["France@example.org"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("France: Army Paris -> Burgundy.", "France: Army Paris -> Burgundy. (*bounce*)"),
         ["S1901M", "Army Paris -> Burgundy", "moves", "not as expected"]),
        (("France: Army Marseilles -> Burgundy", "France: Army Spain -> Burgundy"),
         ["S1901M", "after: France A MAR should not be there"]),
        (("Germany: Fleet Denmark -> Sweden.", "Germany: Fleet Denmark jumps."),
         ["line ", "Germany: Fleet Denmark jumps.: not an order"]),
    ],
)  # fmt: skip
def test_what_differs_is_shown_and_nothing_is_stored(
    change: tuple[str, str], said: list[str], run: Run, home: Path, game: judge.Game, tmp_path: Path
) -> None:
    file = file_of(game, "listing", tmp_path)
    text = file.read_text("utf-8")
    assert change[0] in text
    file.write_text(text.replace(*change), "utf-8")
    told = run("import-game", "--master", "gm@example.org", "--name", "none", file)
    assert told.exit_code == 2
    for words in said:
        assert words in told.output
    assert letters(home, "none") == {}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--master", "nobody"], "nobody is no address"),
        (["--master", "gm@example.org", "--name", "x"], "choose another by --name"),
        (
            ["--master", "gm@example.org", "--player", "Frogs=f@example.org"],
            "no power Frogs; there are: Austria, England",
        ),
        ([], "--master says who"),
        (["--master", "gm@example.org", "--format", "diplomacy"], "this is no JSON"),
    ],
)
def test_a_bad_word_on_the_line_stores_nothing(
    words: list[str], said: str, run: Run, home: Path, game: judge.Game, tmp_path: Path
) -> None:
    told = run("import-game", "--name", "none", *words, file_of(game, "record", tmp_path))
    assert told.exit_code == 2 and said in told.output
    assert letters(home, "none") == {}


def test_a_game_that_is_not_there_cannot_go_out(run: Run) -> None:
    assert "there is no game none that has begun" in run("export", "none").output


def test_no_turn_of_a_hidden_game_ends_when_all_have_ordered(
    run: Run, home: Path, tmp_path: Path
) -> None:
    """It would tell who had to order; CREATE sets it so, too."""
    (tmp_path / "civ.game").write_text(judge.new_game("civ").write(), "utf-8")
    words = ["--master", "gm@example.org", "--name", "tribes", tmp_path / "civ.game"]
    assert run("import-game", *words).exit_code == 0
    stored = open_upgraded_judge(load_settings(home / "judge.toml"))
    with stored.database.read_transaction() as tx:
        tribes = stored.games.load_game(tx, "tribes")
    stored.database.close()
    assert tribes is not None and not tribes.settings.early


def test_a_second_game_of_a_name_is_refused(run: Run, game: judge.Game, tmp_path: Path) -> None:
    words = ["--master", "gm@example.org", "--name", "twice"]
    file = file_of(game, "diplomacy", tmp_path)
    assert run("import-game", *words, file).exit_code == 0
    again = run("import-game", *words, file)
    assert again.exit_code == 2 and "there is a game twice already" in again.output
