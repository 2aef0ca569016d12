"""The judge command as people type it."""

from __future__ import annotations

import fcntl
import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import judge as library
from judge.cli import main
from judge.library.layers import list_codes_with_maps
from judge.service.sections import DatabaseSection
from judge.store.database import Database, has_schema
from tests.databases import Databases

PHASE = {
    "id": "g-S1901M",
    "phase": "movement",
    "year_season": "1901 spring",
    "pre": {"units": [["Austria", "A", "BUD"]]},
    "orders": {"Austria": ["A BUD - SER"]},
    "expect": {"units_after": [["Austria", "A", "SER"]]},
}
OTHER = {**PHASE, "id": "h-S1901M", "expect": {"units_after": []}}


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "phases.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in (PHASE, OTHER)), encoding="utf-8")
    return path


def judge(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], input=typed)


@pytest.mark.parametrize(("name", "command"), list(main.commands.items()))
def test_every_command_and_option_explains_itself(name: str, command: click.Command) -> None:
    told = judge(name, "--help")
    assert told.exit_code == 0
    assert command.help
    for parameter in command.params:
        assert isinstance(parameter, click.Argument) or parameter.help, parameter.name  # type: ignore[attr-defined]  # options have help


def test_help_begins_without_the_rest_of_the_judge() -> None:
    """What every command imports makes every command late."""
    seen = "import sys; bare = {*sys.modules}; from judge.cli import main;"
    seen += (
        "main(['--help'], standalone_mode=False); print(*{*sys.modules} - bare, file=sys.stderr)"
    )
    told = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("Usage")
    known = {*sys.stdlib_module_names, "click"}
    loaded = {name for name in told.stderr.split() if name.partition(".")[0] not in known}
    assert loaded <= {
        *("judge", "judge.admin", "judge.cli", "judge.console", "judge.exchange", "judge.manual"),
        *("judge.model", "judge.model.errors", "judge.resources"),
    }


def test_phases_are_judged_and_differences_listed(lines: Path) -> None:
    told = judge("adjudicate", "--jsonl", lines)
    assert told.exit_code == 1
    out = [json.loads(line) for line in told.stdout.splitlines()]
    assert [line["id"] for line in out] == ["g-S1901M", "h-S1901M"]
    assert out[0]["units_after"] == [["Austria", "A", "SER"]]
    assert told.stderr.splitlines() == [
        "2 phases judged",
        "movement  1 of 2 as expected",
        "1 not as expected:",
        "  h-S1901M: after: Austria A SER should not be there",
    ]


def test_phases_that_were_printed_can_be_read_again(tmp_path: Path) -> None:
    game = library.new_game().play({"France": ["A PAR - BUR"], "Germany": ["A MUN - BUR"]})
    path = tmp_path / "game.jsonl"
    path.write_text(game.write("jsonl"), encoding="utf-8")
    printed = judge("adjudicate", "--jsonl", path).stdout
    results = json.loads(printed.splitlines()[0])["results"]
    assert {line["order"]: line["result"] for line in results["France"]}["A PAR - BUR"] == "fails"
    assert library.read_game(printed) == game == library.read_game(path.read_text("utf-8"))
    assert judge("adjudicate", "--jsonl", "-", typed=printed).stdout == printed


def test_phases_come_from_the_standard_input_too() -> None:
    told = judge("adjudicate", "--jsonl", "-", typed=json.dumps(PHASE))
    assert told.exit_code == 0
    assert json.loads(told.stdout)["results"]["Austria"][0]["result"] == "stands"


def test_a_bad_phase_spoils_only_itself() -> None:
    bad = {**PHASE, "id": "b-S1901M", "pre": {"units": [["Austria", "A", "XXX"]]}}
    told = judge("adjudicate", "--jsonl", "-", typed=f"{json.dumps(bad)}\n{json.dumps(PHASE)}\n")
    assert told.exit_code == 1
    assert [sorted(json.loads(line))[0] for line in told.stdout.splitlines()] == [
        "error",
        "centers_after",
    ]
    assert "b-S1901M: no unit of this variant: Austria A XXX" in told.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("adjudicate", "--jsonl", "--variant", "chess", "-"), "no variant chess; there are:"),
        (("adjudicate", "--jsonl", "--option", "via", "-"), "via is not of the form NAME=CHOICE"),
        (("adjudicate", "--option", "via=land", "-"), "has a line for its options"),
        (("adjudicate", "--jsonl", "--option", "via=air", "-"), "via is one of: convoy, land"),
        (("adjudicate", "--jsonl", "--option", "color=red", "-"), "no option color"),
        (("adjudicate", "--jsonl", "nowhere.jsonl"), "does not exist"),
        (("check-map", "chess"), "no such variant; there are:"),
        (("demo", "--variant", "chess"), "no variant chess; there are:"),
        (("init", "/dev/null/judge.toml"), "judge: judge.data: /dev/null/data: Not a directory"),
    ],
)
def test_a_slip_is_told_in_a_line(words: tuple[str, ...], said: str) -> None:
    told = judge(*words)
    assert told.exit_code in (1, 2)
    assert said in told.output
    assert not isinstance(told.exception, BaseException) or isinstance(told.exception, SystemExit)


def test_what_is_no_json_is_told_with_its_line() -> None:
    told = judge("adjudicate", "--jsonl", "-", typed='{"id"')
    assert told.exit_code == 2
    assert "line 1 is no JSON" in told.stderr


def test_a_packed_file_that_is_broken_off_is_told(tmp_path: Path) -> None:
    path = tmp_path / "phases.gz"
    path.write_bytes(gzip.compress(json.dumps(PHASE).encode())[:-10])
    for command in (("adjudicate", "--jsonl"), ("replay",)):
        told = judge(*command, path)
        assert told.exit_code == 2
        assert "ended before" in told.stderr


def test_a_record_is_drawn(tmp_path: Path) -> None:
    record, out = tmp_path / "a.game", tmp_path / "b.svg"
    record.write_text("turn Spring 1901 moves\nFrance A PAR - BUR\n", encoding="utf-8")
    assert judge("draw", record, "-o", out).output == f"Drawn: {out}\n"
    assert out.read_text(encoding="utf-8").startswith("<svg ")
    refused = judge("draw", record, "--turn", "F1901M", "-o", out)
    assert (refused.exit_code, refused.stderr) == (2, "judge: the record has no turn F1901M\n")


def test_games_are_replayed(lines: Path) -> None:
    told = judge("replay", "--verbose", lines)
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        "g: 1 phases, as recorded",
        "h: 1 phases, differs",
        "h-S1901M: after: Austria A SER should not be there",
        "2 games, 2 phases, 1 as recorded",
    ]


def test_a_map_is_checked() -> None:
    told = judge("check-map", "standard")
    assert told.output == "standard: sound, 75 provinces, 34 centers\n"
    assert told.exit_code == 0


def test_a_map_that_is_no_map_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for code, text in [("one", 'name = "One"'), ("two", 'name = "Two"\nmap = "nowhere"')]:
        (tmp_path / "maps" / code).mkdir(parents=True)
        (tmp_path / "maps" / code / "variant.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
    told = judge("check-map", "one", "two")
    assert told.exit_code == 1
    assert told.output.splitlines() == [
        "one: not sound",
        f"  {tmp_path}/maps/one/variant.toml:1: map: is missing",
        "two: not sound",
        f"  {tmp_path}/maps/two/variant.toml:2: map: there is no map.toml in a folder nowhere;"
        f" there are: {', '.join(list_codes_with_maps())}",
    ]
    config = tmp_path / "judge.toml"
    assert judge("init", "--address", "judge@club.example", config).exit_code == 0
    served = judge("serve", "--config", config)
    assert served.exit_code == 2
    assert served.stderr == f"judge: maps: {tmp_path}/maps/one/variant.toml:1: map: is missing\n"


def test_an_unsound_map_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "maps" / "tiny"
    folder.mkdir(parents=True)
    (folder / "variant.toml").write_text(
        'name = "Tiny"\nmap = "tiny"\n[calendar]\nstart = 1\nsteps = ["spring MR", "fall MRB*"]\n'
        "[start]\n[counts]\nprovinces = 3\n",
        encoding="utf-8",
    )
    (folder / "map.toml").write_text(
        '[provinces.AAA]\nname = "Aland"\nland = "BBB"\n[provinces.BBB]\nname = "Bland"\n',
        encoding="utf-8",
    )
    monkeypatch.setenv("JUDGE_OVERLAY", str(tmp_path))
    told = judge("check-map", "tiny")
    assert told.exit_code == 1
    assert told.output.splitlines() == [
        "tiny: not sound",
        "  provinces: 3 declared, 2 found",
        "  AAA - BBB by land has no way back",
    ]


def test_init_writes_over_nothing(tmp_path: Path) -> None:
    path = tmp_path / "judge.toml"
    path.write_text("precious", encoding="utf-8")
    told = judge("init", path)
    assert told.exit_code == 2
    assert "--force writes over it" in told.output
    assert path.read_text(encoding="utf-8") == "precious"


def test_init_refuses_an_address_that_cannot_be(tmp_path: Path) -> None:
    told = judge("init", "--address", "nobody", tmp_path / "judge.toml")
    assert told.exit_code == 2
    assert "judge.address is no address" in told.output
    assert list(tmp_path.iterdir()) == []


def test_init_that_comes_to_nothing_leaves_no_settings(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    path = tmp_path / "judge.toml"
    told = judge("init", path)
    assert told.exit_code == 2
    assert told.stderr == f"judge: judge.data: {tmp_path}/data: File exists\n"
    assert not path.exists()


MAIL = """\
From: England <england@example.org>
To: judge@example.org
Subject: a game
Message-ID: <1@example.org>

CREATE trial
"""


def test_a_mail_is_answered_on_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "create.eml"
    path.write_text(MAIL, encoding="utf-8")
    for _ in range(2):
        told = judge("mail", path)
        assert told.exit_code == 0, told.output
        assert told.output.startswith("To: england@example.org\nSubject: Re: a game\n")
        assert "The game trial is open" in told.output


def test_nothing_is_stored_of_a_mail_on_the_screen(tmp_path: Path) -> None:
    config = tmp_path / "judge.toml"
    assert judge("init", config).exit_code == 0
    for _ in range(2):
        told = judge("mail", "--config", config, "-", typed=MAIL)
        assert "If you wrote it, just reply to this letter" in told.output


def test_a_mail_on_the_screen_is_read_by_the_settings_that_are_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """judge.toml in the folder, JUDGE_CONFIG before it, --config before both."""
    names = {}
    for name in ("here", "named", "given"):
        names[name] = file = tmp_path / name / "judge.toml"
        assert judge("init", "--address", "judge@club.example", file).exit_code == 0
        text, done = re.subn(r"(?m)^(# )?name = .*", f'name = "The judge {name}"', file.read_text())
        assert done == 1
        file.write_text(text)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.delenv("JUDGE_CONFIG", raising=False)

    def answerer(*words: str | Path) -> str:
        told = judge("mail", *words, "-", typed=MAIL.replace("CREATE trial", "HELP JOINING"))
        assert told.exit_code == 0, told.output
        return "".join(name for name in names if f"The judge {name}" in told.output)

    assert answerer() == "here"
    monkeypatch.setenv("JUDGE_CONFIG", str(names["named"]))
    assert answerer() == "named"
    assert answerer("--config", names["given"]) == "given"
    monkeypatch.setenv("JUDGE_CONFIG", str(tmp_path / "nowhere.toml"))
    told = judge("mail", "-", typed=MAIL)
    assert told.exit_code == 2 and "nowhere.toml" in told.stderr


@pytest.mark.parametrize("sender", ["karl@example.org", " Karl@Example.org "])
def test_whom_a_mail_is_said_to_be_from_is_answered(tmp_path: Path, sender: str) -> None:
    config = tmp_path / "judge.toml"
    assert judge("init", config).exit_code == 0
    told = judge("mail", "--config", config, "--from", sender, "-", typed=MAIL)
    assert told.exit_code == 0
    assert told.output.startswith("To: karl@example.org\n") and "england@" not in told.output


def test_a_machine_gets_no_answer() -> None:
    automatic = MAIL.replace("Subject:", "Auto-Submitted: auto-replied\nSubject:")
    told = judge("mail", "-", typed=automatic)
    assert told.exit_code == 0
    assert told.output.startswith("No answer: ")
    assert judge("mail", "--from", "", "-", typed=MAIL).output.startswith("No answer: ")


def test_init_makes_a_judge_ready(tmp_path: Path) -> None:
    told = judge("init", "--address", "orders@example.org", tmp_path / "judge.toml")
    assert told.exit_code == 0
    assert f"judge serve --config {tmp_path / 'judge.toml'}" in told.output
    assert (tmp_path / "data" / "judge.db").is_file()


def _empty(url: str) -> None:
    with closing(Database(url)) as database, database.write_transaction() as tx:
        tx.exec_driver_sql("DROP SCHEMA public CASCADE")
        tx.exec_driver_sql("CREATE SCHEMA public")


@pytest.mark.databases("postgresql")
@pytest.mark.parametrize("others", [False, True])
def test_serve_fills_no_database_that_is_empty_or_of_others(
    databases: Databases, tmp_path: Path, others: bool
) -> None:
    """A name that is mistyped leads to one, or to that of another program."""
    url, config = databases.make(tmp_path), tmp_path / "judge.toml"
    _empty(url)
    with closing(Database(url)) as database, database.write_transaction() as tx:
        if others:
            tx.exec_driver_sql("CREATE TABLE games (name text)")
    text = f'[judge]\naddress = "judge@club.example"\n[database]\nurl = "{url}"\n'
    config.write_text(f'{text}[site]\nfolder = "site"\n')
    for command in (["serve"], ["serve", "--role", "receive"], ["site"]):
        told = judge(*command, "--config", config)
        assert told.exit_code == 2 and told.stderr.startswith("judge: database.url: "), told.output
        assert "judge init --only-database" in told.stderr
    with closing(Database(url)) as database, database.read_transaction() as tx:
        assert not has_schema(tx)
    if not others:
        assert judge("init", "--only-database", config).exit_code == 0
        assert judge("admin", "--config", config, "games").exit_code == 0


@pytest.mark.parametrize("content", [b"", b"other"])
def test_no_command_fills_a_file_that_is_no_database_of_a_judge(
    tmp_path: Path, content: bytes
) -> None:
    config, path = tmp_path / "judge.toml", tmp_path / "data" / "judge.db"
    text = '[judge]\naddress = "judge@club.example"\n[site]\nfolder = "site"\n'
    config.write_text(text)
    path.parent.mkdir()
    if content:
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE games (name text)")
    else:
        path.touch()
    for command in (["serve"], ["site"], ["mail", "-"]):
        told = judge(command[0], "--config", config, *command[1:], typed=MAIL)
        assert told.exit_code == 2 and f"{path}: " in told.stderr, told.output
        with closing(Database(f"sqlite:///{path}")) as opened, opened.read_transaction() as tx:
            assert not has_schema(tx)


@pytest.mark.databases("postgresql")
def test_init_makes_a_judge_ready_on_a_database_that_is_empty(
    databases: Databases, tmp_path: Path
) -> None:
    url = databases.make(tmp_path)
    _empty(url)
    config = tmp_path / "judge.toml"
    told = judge("init", "--database", url.replace("judge@", "judge:secret@"), config)
    assert told.exit_code == 0, told.stderr
    assert "Games in postgresql://judge:***@" in told.output and "secret" not in told.output
    assert list((tmp_path / "data").iterdir()) == []
    assert judge("admin", "--config", config, "games").exit_code == 0


def test_init_refuses_a_database_that_cannot_be_had(tmp_path: Path) -> None:
    for url, said in (
        ("somewhere", "database.url is no address like"),
        (f"sqlite:///{tmp_path}/no/judge.db", "database.url: unable to open database file"),
    ):
        told = judge("init", "--database", url, tmp_path / "judge.toml")
        assert told.exit_code == 2 and said in told.stderr, told.stderr
        assert not (tmp_path / "judge.toml").exists()


def test_serve_without_settings_says_how_to_get_them(tmp_path: Path) -> None:
    told = judge("serve", "--config", tmp_path / "judge.toml")
    assert told.exit_code == 2
    assert "Write one with 'judge init'" in told.output


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("url", "oracle5://me:secret@x/y", "database.url: Can't load plugin"),
        ("url", "sqlite:////dev/null/x.db", "database.url: unable to open database file"),
        ("host", "nowhere.invalid", "inbound: no listening on nowhere.invalid:8024: "),
    ],
)
def test_serve_says_what_it_cannot_have(tmp_path: Path, key: str, value: str, said: str) -> None:
    config = tmp_path / "judge.toml"
    assert judge("init", config).exit_code == 0
    text = re.sub(
        rf'^(# )?{key} = ".*"', f'{key} = "{value}"', config.read_text(), count=1, flags=re.M
    )
    config.write_text(text)
    told = judge("serve", "--config", config)
    assert told.exit_code == 2
    assert told.stderr.startswith(f"judge: {said}")
    assert "secret" not in told.stderr


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    config = tmp_path / "judge.toml"
    assert judge("init", config).exit_code == 0
    (tmp_path / "data" / "judge.db").write_text("games, games and games\n" * 99)
    told = judge("mail", "--config", config, "-", typed=MAIL)
    assert told.exit_code == 2
    assert told.stderr == f"judge: {tmp_path}/data/judge.db: file is not a database\n"


def test_no_second_judge_works_on_the_same_games(tmp_path: Path) -> None:
    config = tmp_path / "judge.toml"
    assert judge("init", config).exit_code == 0
    config.write_text(config.read_text().replace("port = 8024", "port = 0"))
    (tmp_path / "other").symlink_to(tmp_path / "data")
    config.write_text(config.read_text().replace('data = "data"', 'data = "other"'))
    other = os.open(tmp_path / "data" / "judge.db-lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(other, fcntl.LOCK_EX)
    told = judge("serve", "--config", config)
    os.close(other)
    assert told.exit_code == 2
    assert told.stderr == f"judge: another judge is at work on {tmp_path}/other/judge.db\n"


def test_a_demonstration_never_takes_the_place_of_real_games(tmp_path: Path) -> None:
    assert judge("init", tmp_path / "judge.toml").exit_code == 0
    told = judge("demo", "--folder", tmp_path / "data")
    assert told.exit_code == 2
    assert "holds the games of a judge" in told.stderr
    assert (tmp_path / "data" / "judge.db").is_file()


def test_the_manual_page_has_every_command_and_option() -> None:
    page = judge("manual")
    assert page.exit_code == 0
    plain = page.output.replace("\\-", "-").replace("\\e", "\\")
    for name, command in main.commands.items():
        members = command.commands if isinstance(command, click.Group) else {"": command}
        for member, each in members.items():
            assert f'.SS "judge {f"{name} {member}".strip()} ' in plain
            for parameter in each.params:
                for option in parameter.opts if isinstance(parameter, click.Option) else ():
                    assert option in plain
    assert not re.search(r"(?m)^\.(?!TH|SH|SS|PP|TP|B )", page.output)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands(shell: str) -> None:
    script = judge("completion", shell)
    assert script.exit_code == 0
    assert "_JUDGE_COMPLETE" in script.output


@pytest.mark.parametrize(
    ("typed", "offered"), [("judge adj", "adjudicate"), ("judge admin ga", "game"),
                           ("judge demo --fol", "--folder")],
)  # fmt: skip
def test_what_bash_asks_is_answered(typed: str, offered: str) -> None:
    words = typed.split()
    asked = {"_JUDGE_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": "1"}
    asked["COMP_CWORD"] = str(len(words) - 1)
    done = subprocess.run(
        [Path(sys.executable).with_name("judge")],
        env=os.environ | asked, capture_output=True, text=True,
    )  # fmt: skip
    assert offered in done.stdout


@pytest.mark.parametrize(
    ("mode", "old", "new", "said"),
    [
        ("smtp", "", "", "judge.address: is still judge@example.org"),
        ("imap", "", "", "imap.host: is still imap.example.org"),
        ("imap", "imap.example.org", "imap.club.example", "outbound.host: is still smtp.example"),
        ("imap", ".example.org", ".club.example", "imap.password: is needed for judge@"),
        ("smtp", '# user = ""', 'user = "judge"', "outbound.password: is needed for judge"),
        ("smtp", "port = 25\n", "port = 465\n", "outbound.tls: has to be true at port 465"),
        ("smtp", '"data"', '"date"', "/date/judge.db: there is no database"),
        ("smtp", "# oauth = false", "oauth = true", "outbound.oauth: is on, and oauth has no url"),
    ],
)
def test_serve_refuses_settings_that_are_not_ready(
    tmp_path: Path, mode: str, old: str, new: str, said: str
) -> None:
    config = tmp_path / "judge.toml"
    address = "judge@club.example" if old else "judge@example.org"
    assert judge("init", "--mode", mode, "--address", address, config).exit_code == 0
    config.write_text(config.read_text().replace(old, new) if old else config.read_text())
    told = judge("serve", "--config", config)
    assert told.exit_code == 2 and said in told.stderr, told.output
    assert not (tmp_path / "date").exists()


def test_init_makes_the_database_of_settings_that_are_there(tmp_path: Path) -> None:
    config = tmp_path / "judge.toml"
    config.write_text('[judge]\naddress = "judge@club.example"\ndata = "games"\n')
    assert judge("init", "--only-database", config).exit_code == 0
    assert (tmp_path / "games/judge.db").is_file() and "games" in config.read_text()


@pytest.mark.parametrize("table", ["web", "site"])
@pytest.mark.parametrize("url", ["http://judge.club.example/", "HTTP://judge.club.example"])
def test_links_must_be_https(tmp_path: Path, table: str, url: str) -> None:
    config = tmp_path / "judge.toml"
    text = f'[judge]\naddress = "judge@club.example"\n[{table}]\nurl = "{url}"\n'
    config.write_text(f'{text}folder = "site"\n' if table == "site" else text)
    told = judge("serve", "--config", config)
    assert told.exit_code == 2 and f"{table}.url must begin with https://" in told.stderr
    assert not (tmp_path / "data").exists()


def test_the_address_of_postgresql_is_understood() -> None:
    for url in ("postgres://judge@/judge", "postgresql://judge@/judge"):
        section = DatabaseSection(url=url)
        assert section.url == "postgresql://judge@/judge"
