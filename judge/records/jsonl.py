"""Files of JSON lines, plain or packed, read with a count of the bytes gone by."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any, cast

from judge.records.model import RecordError


def read_json_lines(
    path: Path, passed: Callable[[int], object] = lambda seen: None
) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file; ``passed`` is told of the bytes read, packed as they lie."""
    packed = path.suffix == ".gz"
    with path.open("rb") as raw, gzip.open(raw) if packed else nullcontext(raw) as stream:
        seen = 0
        for number, case in enumerate(parse_json_lines(cast(IO[bytes], stream))):
            if number % 64 == 0:
                passed(raw.tell() - seen)
                seen = raw.tell()
            yield case
        passed(raw.tell() - seen)


def parse_json_lines(text: Iterable[str | bytes]) -> Iterator[dict[str, Any]]:
    """Yield the objects of lines, empty ones passed over. Raises RecordError, with the line."""
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as trouble:
            raise RecordError(f"line {number} is no JSON: {trouble}") from None
        if not isinstance(case, dict):
            raise RecordError(f"line {number} is no JSON object")
        yield case
