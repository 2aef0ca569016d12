"""The maps of the Python package ``diplomacy``, which is no part of the project."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

from tests.bench.engine import PEER
from tests.bench.phases import WORKPLACE

SOURCE = "sha256:ca325a89617131967f2762ae536595f4f0085f5a4c13cc84c0ad690c11882fea"
"""The package as its makers have put it up: pip takes no other."""


def maps() -> Path:
    """Return a folder of its maps; pip fetches them when it is asked for the first time.

    Raises OSError if they cannot be had.
    """
    place = WORKPLACE / f"{PEER}-maps"
    if place.is_dir():
        return place
    WORKPLACE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=WORKPLACE) as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(f"{PEER} --hash={SOURCE}\n", encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
        chosen = ["--no-deps", "--no-binary", "diplomacy", "--require-hashes", "-r", wanted]
        told = subprocess.run(
            [*pip, *chosen, "--dest", folder], capture_output=True, text=True, check=False
        )
        if told.returncode:
            raise OSError(told.stderr)
        (packed,) = Path(folder).glob("*.tar.gz")
        found = Path(folder, "maps")
        found.mkdir()
        with tarfile.open(packed) as archive:
            for member in archive.getmembers():
                path = PurePosixPath(member.name)
                if path.match("*/diplomacy/maps/*.map") and "web" not in path.parts:
                    stream = archive.extractfile(member)
                    assert stream
                    (found / path.name).write_bytes(stream.read())
        found.rename(place)
    return place
