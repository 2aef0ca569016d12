"""What operators are given: the unit and what it hears, and the page on security."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from judge.cli import main
from judge.service.daemon import ROLES
from tests.needs import needs
from tests.waiting import WAIT

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def test_a_supervisor_hears_that_the_judge_is_ready_at_work_and_stopping(tmp_path: Path) -> None:
    begun = ["init", "--data", str(tmp_path / "data"), str(tmp_path / "judge.toml")]
    CliRunner().invoke(main, begun, catch_exceptions=False)
    ports = {"JUDGE_INBOUND__PORT": "0", "JUDGE_OUTBOUND__KIND": "folder"}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(WAIT)
        watched = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
        with subprocess.Popen(
            [sys.executable, "-m", "judge", "serve", "--config", str(tmp_path / "judge.toml")],
            env={**os.environ, **ports, **watched},
            stderr=subprocess.PIPE,
        ) as served:
            heard = [line.recv(100) for _ in range(3)]
            served.send_signal(signal.SIGTERM)
            while heard[-1] != b"STOPPING=1":
                heard.append(line.recv(100))
    assert served.returncode == 0
    assert heard[:3] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]


def test_the_units_are_what_systemd_takes(tmp_path: Path) -> None:
    analyze = needs("systemd-analyze", "systemd")
    text = (DEPLOY / "judge.service").read_text(encoding="utf-8")
    assert "/opt/judge/bin/judge serve" in text
    text = text.replace("/opt/judge/bin/judge", "/bin/true")
    for name, serve in (("judge", "true serve"), ("judge@", "true serve --role %i")):
        copy = tmp_path / f"{name}.service"
        copy.write_text(text.replace("true serve", serve), encoding="utf-8")
        told = subprocess.run(
            [analyze, "verify", "--man=no", "--recursive-errors=no", copy],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (told.returncode, told.stderr) == (0, ""), name


def test_the_units_of_a_parted_judge_are_made_as_the_page_says(tmp_path: Path) -> None:
    """Each has a role and a place of its own where programs ask how it is."""
    page = (DEPLOY / "scale.md").read_text(encoding="utf-8")
    (unit,) = re.findall(r"^ +(sed 's/judge serve/.*)$", page, re.MULTILINE)
    (places,) = re.findall(r"^ {4}port=8026\n(?:.*\n)*?    done\n", page, re.MULTILINE)
    for line in (unit, places):
        typed = line.replace("/etc/systemd/system", str(tmp_path))
        subprocess.run(["/bin/sh", "-ec", typed], cwd=ROOT, check=True)
    made = (tmp_path / "judge@.service").read_text(encoding="utf-8")
    assert "/opt/judge/bin/judge serve --role %i --config" in made
    found = {
        path.parent.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("*/*.conf")
    }
    assert {*found} == {f"judge@{role}.service.d" for role in ROLES}
    heads = "[Service]\nEnvironment=JUDGE_METRICS__LISTEN=127.0.0.1:"
    ports = {text.removeprefix(heads).strip() for text in found.values()}
    assert ports == {"8026", "8027", "8028", "8029"}


def test_every_test_that_the_page_on_security_names_is_there() -> None:
    page = (DEPLOY / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) == page.count("::")
    for file, test in named:
        assert f"\ndef {test}(" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{test}"
