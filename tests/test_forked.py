"""The processes that share the tests (``tests.forked``) tell all that came of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
TESTS = """
import os, warnings, pytest

@pytest.mark.parametrize("number", range(9))
def test_numbers(number):
    print("seen", number)
    assert number != 7

def test_that_warns():
    warnings.warn("take care")

@pytest.mark.skip("not now")
def test_skipped():
    pass

def test_that_ends_its_process():
    os._exit(0)
"""


def test_what_fails_and_what_never_ended_is_told(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(TESTS, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.forked", "--forks", "2",
         "-c", "/dev/null", "--rootdir", tmp_path, file.name],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(HERE.parent)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    told = done.stdout
    assert "FAILED test_some.py::test_numbers[7] - assert 7 != 7" in told and "seen 7" in told
    assert "seen 6" not in told
    assert "FAILED test_some.py::test_that_ends_its_process - the process" in told
    assert "take care" in told
    assert "9 passed" in told and "1 skipped" in told
