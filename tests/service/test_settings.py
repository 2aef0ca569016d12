"""The operator's settings: where they come from and how mistakes are reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.post.signing import SigningTransport
from judge.service import settings
from judge.service.delivery import build_transport
from judge.service.settings import ConfigError, load_settings
from tests.post.test_out import KEY

LEAST = '[judge]\naddress = "judge@example.org"\n'


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CREDENTIALS_DIRECTORY", "JUDGE_CONFIG"):
        monkeypatch.delenv(name, raising=False)


def write(folder: Path, text: str) -> Path:
    path = folder / "judge.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_address_is_all_it_needs(tmp_path: Path) -> None:
    config = load_settings(write(tmp_path, LEAST))
    assert config.judge.address == "judge@example.org"
    assert config.clock.tick_seconds == 30
    assert config.database_url == f"sqlite:///{tmp_path}/data/judge.db"


def test_relative_paths_start_from_the_file(tmp_path: Path) -> None:
    config = load_settings(write(tmp_path, LEAST + 'data = "kept"\n[outbound]\nfolder = "out"\n'))
    assert config.judge.data == tmp_path / "kept"
    assert config.outbound.folder == tmp_path / "out"


def test_environment_and_credentials_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, LEAST + '[imap]\nhost = "file"\nuser = "file"\npassword = "file"\n')
    monkeypatch.setenv("JUDGE_IMAP__USER", "environment")
    monkeypatch.setenv("JUDGE_IMAP__PASSWORD", "environment")
    secrets = tmp_path / "secrets"
    secrets.mkdir()
    (secrets / "imap.password").write_text("credential\n", encoding="utf-8")
    (secrets / "unrelated").write_text("x", encoding="utf-8")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(secrets))
    imap = load_settings(path).imap
    assert imap.host == "file"
    assert imap.user == "environment"
    assert imap.password.get_secret_value() == "credential"


def test_a_password_is_not_printed(tmp_path: Path) -> None:
    assert "hidden-word" not in repr(
        load_settings(write(tmp_path, LEAST + '[imap]\npassword = "hidden-word"'))
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "judge.address is missing"),
        (LEAST + '[inbound]\nprot = 25', "inbound.prot is no setting; did you mean port?"),
        (LEAST + "[clok]\n", "clok is no setting; did you mean clock?"),
        (LEAST + '[inbound]\nport = "x"', "inbound.port: input should be a valid integer"),
        (LEAST + "[inbound]\nport = 99999", "inbound.port: input should be less than or equal"),
        (LEAST + '[inbound]\nkind = "pop"', "inbound.kind: input should be 'smtp', 'lmtp'"),
        (LEAST + '[inbound]\nkind = "imap"', 'imap.host: is needed, since inbound.kind is "imap"'),
        (LEAST + '[web]\nlisten = "8025"', "web.listen is no host and port like"),
        (LEAST + 'code = "J1"', "judge.code will not do; letters only"),
        ('[judge]\naddress = "a+b@example.org"', "judge.address is no address"),
        ('[judge]\naddress = "jos\u00e9@example.org"', "is no address like judge@example.org"),
        (LEAST + 'keeper = "me"', "judge.keeper is no address"),
        (LEAST + '[outbound]\ndkim_selector = "A"', "outbound.dkim_selector will not do; small"),
        ("[judge", "Expected ']'"),
        ("judge = 1", "judge: input should be a valid dictionary"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_path(tmp_path: Path, text: str, said: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as trouble:
        load_settings(path)
    assert said in str(trouble.value)
    assert re.match(rf"{path}(:\d)?: ", str(trouble.value))


@pytest.mark.parametrize(
    "given",
    [
        '[database]\nurl = "{}"',
        '[database]\nulr = "{}"',
        '[web]\nurl = "{}"',
        '[metrics]\nlisten = "{}"',
        '[senders]\nblocked = ["{}"]',
        '[outbound]\ndkim_selector = "{}"',
        'keeper = "{}"',
    ],
)
def test_a_mistake_is_named_without_what_may_be_secret(tmp_path: Path, given: str) -> None:
    with pytest.raises(ConfigError) as trouble:
        load_settings(
            write(tmp_path, LEAST + given.format("postgresql://judge:hidden-word@here:port/judge"))
        )
    assert "hidden-word" not in str(trouble.value)


def test_a_mistake_is_named_with_its_line(tmp_path: Path) -> None:
    text = f'{LEAST}\n[clock]\n# hours\nheld_after = inf\n\n[senders]\nblocked = ["a b"]\n'
    with pytest.raises(ConfigError) as trouble:
        load_settings(write(tmp_path, text))
    blocked, held = str(trouble.value).splitlines()
    assert held.endswith(
        "judge.toml:6: clock.held_after: input should be less than or equal to 8760"
    )
    assert "judge.toml:9: senders.blocked.0 is neither an address nor a domain" in blocked


def test_a_section_or_a_key_that_stands_twice_is_named_with_its_lines(tmp_path: Path) -> None:
    """As one is who adds to the end of the file what the page for operators shows."""
    text = f"{LEAST}\n[outbound] # to a server\nport = 25\n\n[clock]\n"
    for more, said in (
        ("[outbound]\n", "8: [outbound] stands in line 4 already; put its lines below that one"),
        ("held_after = 6\nheld_after = 7\n", "9: that key stands in its section already"),
    ):
        with pytest.raises(ConfigError) as trouble:
            load_settings(path := write(tmp_path, text + more))
        assert str(trouble.value) == f"{path}:{said}"


def test_settings_that_cannot_be_read_are_named_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as trouble:
        load_settings(tmp_path)
    assert str(trouble.value) == f"{tmp_path}: Is a directory"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('keeper = "Judge@example.org"', "3: judge.keeper: is the address of the judge itself"),
        ('[outbound]\npassword = "x"', "3: outbound.user: is needed"),
        ('[outbound]\nkind = "folder"\ndkim_key = "k"', "5: outbound.dkim_key: nothing is signed"),
        ("[limits]\nmax_mail_bytes = 5000", "max_header_bytes: is more than limits.max_mail_bytes"),
        ("[limits]\nstranger_answers_per_hour = 61", "4: .*answers_per_hour, which is 60"),
        (
            '[senders]\nblocked = ["spam.example"]\ncreators = ["me@Spam.example"]',
            "5: senders.creators: me@Spam.example is among senders.blocked",
        ),
        ('[site]\nurl = "https://club.example/"', "4: site.url: nothing is written"),
        ('[web]\nurl = "https://x.example/"\nlisten = "127.0.0.1:8024"', "where mail comes in"),
        ('[metrics]\nlisten = "127.0.0.1:8024"', "metrics.listen: 127.0.0.1:8024 is where mail"),
        (
            '[web]\nurl = "https://x.example/"\n[metrics]\nlisten = "127.0.0.1:8025"',
            "metrics.listen: 127.0.0.1:8025 is web.listen",
        ),
    ],
)
def test_what_contradicts_another_key_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load_settings(write(tmp_path, LEAST + text))


def test_a_mistake_in_the_environment_is_named_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_INBOUND__PROT", "25")
    with pytest.raises(ConfigError, match=r"JUDGE_INBOUND__PROT: inbound\.prot is no setting"):
        load_settings(write(tmp_path, LEAST))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("JUDGE_LOG", "debug", 'for field "log".*JUDGE_LOG__LEVEL'),
        ("JUDGE_CLOK__TICK_SECONDS", "9", "JUDGE_CLOK__TICK_SECONDS is no.* did you mean clock?"),
        ("JUDGE_OVERLAY", "/nowhere", "JUDGE_OVERLAY: there is no folder /nowhere"),
        ("CREDENTIALS_DIRECTORY", "/nowhere", "credentials: .*No such file"),
    ],
)
def test_nothing_in_the_environment_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match=said):
        load_settings(write(tmp_path, LEAST))


def test_settings_of_their_own_heed_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_DATABASE__URL", "sqlite:///precious.db")
    judge = settings.JudgeSection(address="judge@example.org", data=Path("here"))
    given = {"judge": judge.model_dump(include={"address", "data"})}
    assert settings.check_settings(given, "test").database_url == "sqlite:///precious.db"
    alone = settings.Config.model_construct(judge=judge)
    assert alone.database_url == "sqlite:///here/judge.db"


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as trouble:
        load_settings(write(tmp_path, "[inbound]\nx = 1\n[imap]\ny = 2\n"))
    assert len(str(trouble.value).splitlines()) == 3


def test_the_file_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "PLACES", (Path("judge.toml"), tmp_path / "etc.toml"))
    with pytest.raises(ConfigError, match="judge init"):
        settings.find_settings_file(None)
    write(tmp_path, LEAST)
    assert settings.find_settings_file(None) == Path("judge.toml")
    other = tmp_path / "other.toml"
    monkeypatch.setenv("JUDGE_CONFIG", str(other))
    with pytest.raises(ConfigError):
        settings.find_settings_file(None)
    other.touch()
    assert settings.find_settings_file(None) == other
    assert settings.find_settings_file(tmp_path / "judge.toml") == tmp_path / "judge.toml"


def test_a_key_that_cannot_sign_stops_the_judge(tmp_path: Path) -> None:
    config = load_settings(write(tmp_path, f'{LEAST}[outbound]\ndkim_key = "dkim.key"\n'))
    with pytest.raises(ConfigError, match=r"outbound\.dkim_key: .*dkim\.key: .*No such file"):
        build_transport(config)
    (tmp_path / "dkim.key").write_bytes(b"no key")
    with pytest.raises(ConfigError, match=r"outbound\.dkim_key: .*dkim\.key: "):
        build_transport(config)
    (tmp_path / "dkim.key").write_bytes(KEY)
    assert isinstance(build_transport(config), SigningTransport)


def test_a_key_that_is_not_there_is_named_once_and_under_a_unit_how_it_gets_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = load_settings(write(tmp_path, f'{LEAST}[outbound]\ndkim_key = "dkim.key"\n'))
    bare = f"outbound.dkim_key: {tmp_path}/dkim.key: No such file or directory"
    with pytest.raises(ConfigError) as trouble:
        build_transport(config)
    assert str(trouble.value) == bare
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    with pytest.raises(ConfigError) as trouble:
        build_transport(config)
    assert str(trouble.value) == (
        f'{bare}; under a unit write dkim_key = "dkim.key", '
        "and give the unit LoadCredential=dkim.key:/etc/judge/dkim.key"
    )
