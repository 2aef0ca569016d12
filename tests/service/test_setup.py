"""The settings files that a new judge begins with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judge.service.opening import open_upgraded_judge
from judge.service.settings import load_settings
from judge.service.setup import create_judge, write_sample_settings

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def text(mode: str) -> str:
    return write_sample_settings(mode, "judge@example.org", "JUDGE", "/var/lib/judge")


@pytest.mark.parametrize("mode", ["smtp", "lmtp", "imap"])
def test_a_sample_is_fit_to_run_with(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "judge.toml"
    path.write_text(text(mode), encoding="utf-8")
    config = load_settings(path)
    assert config.inbound.kind == mode
    assert config.judge.data == Path("/var/lib/judge")


def test_a_judge_keeps_its_secret_and_no_other_has_the_same(tmp_path: Path) -> None:
    found = set()
    for name in ("one", "other"):
        file = tmp_path / f"{name}.toml"
        config = create_judge(
            file, write_sample_settings("smtp", "j@x.org", "JUDGE", str(tmp_path / name))
        )
        made = [open_upgraded_judge(config), open_upgraded_judge(config)]
        assert len({judge.identity.secret for judge in made}) == 1
        found.add(made[0].identity.secret)
        for judge in made:
            judge.database.close()
    assert len(found) == 2 and all(len(secret) == 32 for secret in found)


@pytest.mark.parametrize("mode", ["smtp", "lmtp", "imap"])
def test_the_defaults_in_comments_are_the_defaults(tmp_path: Path, mode: str) -> None:
    bare, told = tmp_path / "bare.toml", tmp_path / "told.toml"
    bare.write_text(text(mode), encoding="utf-8")
    lines = text(mode).splitlines()
    shown = [line.removeprefix("# ") if " = " in line else line for line in lines]
    told.write_text("\n".join(shown), encoding="utf-8")
    assert load_settings(told) == load_settings(bare)


@pytest.mark.parametrize("mode", ["lmtp", "imap"])
def test_the_samples_in_deploy_are_what_init_writes(mode: str) -> None:
    assert (DEPLOY / f"judge-{mode}.toml").read_text(encoding="utf-8") == text(mode)


def test_what_is_made_is_for_its_user_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        create_judge(
            tmp_path / "etc" / "judge.toml",
            write_sample_settings("smtp", "judge@example.org", "JUDGE", "data"),
        )
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert modes == {"etc": 0o700, "judge.toml": 0o600, "data": 0o700, "judge.db": 0o600}
