"""For tests that start a program which is not a Python package."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

_PLACES = os.pathsep.join(
    ["/usr/local/sbin", "/usr/sbin", "/sbin", *map(str, Path("/usr/lib/postgresql").glob("*/bin"))]
)


def needs(program: str, packages: str) -> str:
    """Return the path of a program; without it the test cannot run, which fails it in CI."""
    found = shutil.which(program, path=os.environ.get("PATH", "") + os.pathsep + _PLACES)
    if found is not None:
        return found
    message = f"{program} is not installed; on Debian: apt-get install {packages}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
