"""Which lines of the judge the tests run: the workers count, and the report ends with the rest.

Slipcover counts in a worker where ``SLIPCOVER_ENABLED`` is set. Its own command would have the
process that only hands out the tests compile all of the judge once more, when all else is done.
Who imports the judge imports this first: it makes the counting quicker.
"""

from __future__ import annotations

import dis
import json
import shutil
from pathlib import Path
from types import CodeType

from slipcover import print_coverage, pytest_plugin, slipcover

_LOADS = frozenset(dis.opmap.get(name, -1) for name in slipcover._ANNOTATION_ONLY_OPS)
_CACHE = dis.opmap["CACHE"]


def find_lines_of_annotations(code: CodeType) -> frozenset[int]:
    """Return the lines that name types and do nothing else."""
    loading, doing = set[int](), set[int]()
    for operation, (line, *_) in zip(code.co_code[::2], code.co_positions(), strict=True):
        if line and operation != _CACHE:
            (loading if operation in _LOADS else doing).add(line)
    return frozenset(loading - doing)


# Slipcover's own way makes an object of each instruction: a third of what an import takes with it.
slipcover._get_annotation_only_lines = find_lines_of_annotations
if counting := pytest_plugin._slipcover_instance:
    # Each time that a line has run so often since it was first seen, all functions of the judge are
    # searched for code to replace, which is slow.
    counting.d_miss_threshold = 20_000


def tell_lines_left() -> None:
    """Print the files of which not all was run, after what all workers have counted."""
    folder = Path(pytest_plugin._coverage_dir or "/nowhere")
    if (counted := folder / "merged.json").exists():
        print_coverage(
            json.loads(counted.read_text(encoding="utf-8")), skip_covered=True, missing_width=80
        )
        shutil.rmtree(folder)
