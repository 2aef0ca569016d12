"""Holds the judge ready: each life of it is a fork of this process, so that many can be had.

On standard input stand lives, one JSON object a line; for each the number of its process is
printed. ``python -m tests.faults.stable SETTINGS``
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from datetime import datetime, timedelta
from math import inf
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import Pool

from judge.language import grammar
from judge.letters import render
from judge.library import codes, load
from judge.service import settings
from judge.service.clock import read_steady_seconds, read_utc_now
from judge.service.run import run_daemon
from judge.service.settings import Config
from tests.road.office import Office, gather


def prepare() -> None:
    """Read once what each judge reads as it needs it: maps, grammar, templates."""
    for code in codes():
        load(code)
    with tempfile.TemporaryDirectory() as folder:
        office = gather(Office(Path(folder)))
        office.now += timedelta(days=30)
        office.run()
        office.close()
    gc.collect()
    gc.freeze()


def forget() -> None:
    """Let grammar and templates be read anew: where no file can be opened, that fails."""
    grammar._build_grammar.cache_clear()
    render._build_environment.cache_clear()


def hooked(life: dict[str, Any], ahead: Path) -> tuple[Callable[[], datetime], Callable[[], float]]:
    """Return the clocks of a life: they go ahead as that file says, and the first one may leap,
    once the judge knows what time it is."""

    def passed() -> float:
        return float(ahead.read_text() or 0)

    leap = timedelta(seconds=life.get("leap", 0))
    began = inf

    def wall() -> datetime:
        nonlocal began
        began = min(began, read_steady_seconds())
        leapt = leap if 0.3 < read_steady_seconds() - began < 0.8 else timedelta(0)
        return read_utc_now() + timedelta(seconds=passed()) + leapt

    return wall, lambda: read_steady_seconds() + passed()


def die_at(commit: int, after: bool) -> None:
    """Let the process be killed at a commit, before it is done or after."""
    count = 0

    def committing(tx: Connection) -> None:
        nonlocal count
        count += bool(tx.get_execution_options().get("judge_writes"))
        if count == commit and not after:
            os.kill(os.getpid(), signal.SIGKILL)

    def done(*_: object) -> None:
        if count >= commit:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "commit", committing)
    if after:
        event.listen(Pool, "checkin", done)


def live(config: Config, life: dict[str, Any], ahead: Path) -> None:
    """Be a judge that is once short of something, and dies when it is to."""
    if "commit" in life:
        die_at(life["commit"], life["after"])
    if "bytes" in life:
        resource.setrlimit(resource.RLIMIT_FSIZE, (life["bytes"], resource.RLIM_INFINITY))
    if "files" in life:
        forget()
        most = len([*Path("/proc/self/fd").iterdir()]) + life["files"]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    come = config.inbound.model_copy(update={"kind": life["kind"], "port": life["port"]})
    run_daemon(config.model_copy(update={"inbound": come}), *hooked(life, ahead), life["roles"])


def end_with_its_parent() -> None:
    """Let this process be killed when that ends which began it, however it does."""
    set_pdeathsig = 1
    ctypes.CDLL(None).prctl(set_pdeathsig, signal.SIGKILL)


def main() -> None:
    config = settings.load_settings(Path(sys.argv[1]))
    ahead = Path(sys.argv[1]).parent / "ahead"
    prepare()
    print("ready", flush=True)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        process = os.fork()
        if not process:
            code = 1
            end_with_its_parent()
            try:
                live(config, json.loads(line), ahead)
                code = 0
            except BaseException as trouble:
                print(f"a life failed: {trouble!r}", file=sys.stderr, flush=True)
            finally:
                os._exit(code)
        print(process, flush=True)


if __name__ == "__main__":
    main()
