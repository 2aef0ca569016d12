"""What reads the boards of other programs is no part of a judge at work."""

import subprocess
import sys

import pytest

LOADED = "import sys, {module}; print(*(name for name in sys.modules if name.startswith('judge.')))"


@pytest.mark.parametrize(
    ("module", "boards"),
    [("judge.service.run, judge.service.daemon", False), ("judge.boards.draft", True)],
)
def test_the_daemon_loads_no_reader_of_boards(module, boards):
    """A fresh interpreter says what it has loaded; the second row is the check of the check."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(module=module)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert module.split(", ")[0] in done.stdout.split()
    assert ("judge.boards" in done.stdout) is boards
