"""Starts judges of a role, as many as one likes: ``python -m tests.road.roles judge.toml``.

It reads roles from its standard input and prints the key of the process that it has started for
each. They are copies of this one, which has loaded all before: that is many times as quick.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from judge.library import codes, load
from judge.service import settings
from judge.service.run import run
from judge.service.wiring import ROLES


def main() -> None:
    config = settings.load(Path(sys.argv[1]))
    for code in codes():
        load(code)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        role = line.strip()
        child = os.fork()
        if not child:
            run(config, roles=ROLES if role == "all" else (role,))
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
