"""Reading the files of a variant's folder: what is wrong in one is told with its file and key."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from rapidfuzz import fuzz, process

from judge.model.errors import JudgeError
from judge.tables import UnknownNameError

Key = tuple[str | int, ...]
"""Where a value stands in a file: the names of its tables and its own; a row by its number."""

T = TypeVar("T", bound=BaseModel)

_FEW = 12
"""Up to so many names are all told where none is like the wrong one."""

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?")
_ENTRY = re.compile(r"\s*([^=#\[\]]+?)\s*=")


class FileError(JudgeError, ValueError):
    """Files of a variant do not say what they must; ``problems`` tell where and what, one each."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Layer(NamedTuple):
    """Tables of a file, in which they stand under ``above``."""

    path: Path
    tables: Mapping[str, Any]
    above: Key = ()


def read_toml(path: Path) -> Mapping[str, Any]:
    """Return the tables of a TOML file. Raises FileError with the path if it cannot be read."""
    try:
        return _parse_toml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as trouble:
        raise FileError(f"{path}: {trouble}") from trouble


@lru_cache(maxsize=512)
def _parse_toml(text: str) -> Mapping[str, Any]:
    # Variants of one map, and all options of one variant, are read from the same files.
    return tomllib.loads(text)


def read_model_file(model: type[T], path: Path) -> T:
    """Return what a TOML file says as the model has it. Raises FileError."""
    tables = read_toml(path)
    return validate_tables(model, tables, (Layer(path, tables),))


def validate_tables(
    model: type[T],
    tables: Mapping[str, Any],
    layers: Sequence[Layer],
    names: Mapping[str, Iterable[str]] | None = None,
) -> T:
    """Return tables as the model has them; ``names`` are all that there are, by their sort.

    ``layers`` are what the tables were put together from, the uppermost first: in them the place
    of an error is looked up. Raises FileError with every problem there is.
    """
    try:
        # Of JSON the strict model takes lists where it has tuples.
        return model.model_validate_json(json.dumps(tables, default=str), context=names)
    except ValidationError as wrong:
        raise FileError(
            *(_describe_error(model, error, layers) for error in wrong.errors())
        ) from None


def describe_problem(layers: Sequence[Layer], key: Key, text: str) -> str:
    """Return a sentence about a key with the file and the line in which it stands."""
    layer = max(layers, key=lambda layer: _measure_known_depth(layer.tables, key))
    if not _measure_known_depth(
        layer.tables, key
    ):  # missing altogether, and choices say no more than they must
        layer = next(layer for layer in layers if not layer.above)
    written = layer.above + _find_written_key(layer.tables, key)
    line = find_line_of_key(layer.path.read_text(encoding="utf-8"), written) or 1
    return f"{layer.path}:{line}: {_write_dotted_key(written)}: {text}"


def suggest_name(name: str, there: Iterable[str]) -> str:
    """Return what to add to a complaint about a name: what it is like, or what there is."""
    names = sorted(there)
    near = process.extractOne(
        name, names, scorer=fuzz.ratio, score_cutoff=60, processor=str.casefold
    )
    if near:
        return f"; did you mean {near[0]}?"
    return f"; there are: {', '.join(names)}" if 0 < len(names) <= _FEW else ""


def list_model_keys(annotation: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every key that a file of that model may have; ``*`` stands for a name or a row."""
    origin = get_origin(annotation)
    if origin is None and isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name, field in annotation.model_fields.items():
            yield (*above, name)
            yield from list_model_keys(field.annotation, (*above, name))
    if origin is dict:
        yield (*above, "*")
    for inside in get_args(annotation):
        yield from list_model_keys(inside, (*above, "*") if origin in (dict, tuple) else above)


def _describe_error(
    model: type[BaseModel], error: Mapping[str, Any], layers: Sequence[Layer]
) -> str:
    key = tuple(step for step in error["loc"] if step != "[key]")
    cause = error.get("ctx", {}).get("error")
    if error["type"] == "extra_forbidden":
        text = "there is no such key" + suggest_name(
            str(key[-1]), _collect_sibling_keys(model, key)
        )
    elif error["type"] == "missing":
        text = "is missing"
    elif isinstance(cause, UnknownNameError):
        text = f"{cause}{suggest_name(cause.name, cause.there)}"
    else:
        text = error["msg"].removeprefix("Input ").replace("an object", "a table")
    return describe_problem(layers, key, text)


def _collect_sibling_keys(model: type[BaseModel], key: Key) -> set[str]:
    return {
        last
        for *above, last in list_model_keys(model)
        if len(above) == len(key) - 1
        and all(step in ("*", key_step) for step, key_step in zip(above, key, strict=False))
    }


def _measure_known_depth(tables: Any, key: Key) -> int:
    """Return how many steps of a key there are."""
    for depth, step in enumerate(key):
        here = isinstance(tables, Mapping) and step in tables
        row = isinstance(tables, list) and isinstance(step, int) and step < len(tables)
        if not (here or row):
            return depth
        tables = tables[step]
    return len(key)


def _find_written_key(tables: Mapping[str, Any], key: Key) -> Key:
    """Return a key as it is written: a word of a text has none of its own."""
    depth = _measure_known_depth(tables, key)
    return (*key[:depth], *(step for step in key[depth:] if isinstance(step, str) and step))


def _write_dotted_key(key: Key) -> str:
    bare = re.compile(r"[\w-]+")
    text = ""
    for step in key:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if bare.fullmatch(step) else f'."{step}"'
    return text.removeprefix(".")


def find_line_of_key(text: str, key: Key) -> int:
    """Return the line of a key in a TOML file, or of the last table above it that has one, or 0."""
    lines: dict[Key, int] = {}
    rows: Counter[Key] = Counter()
    table: Key = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            table = _parse_dotted_key(header[2])
            if header[1] == "[[":
                rows[table] += 1
                lines.setdefault(table, number)
                table = (*table, rows[table] - 1)
            path_here = table
        elif entry := _ENTRY.match(line):
            path_here = table + _parse_dotted_key(entry[1])
        else:
            continue
        for length in range(1, len(path_here) + 1):
            lines.setdefault(path_here[:length], number)
    return next((lines[key[:n]] for n in range(len(key), 0, -1) if key[:n] in lines), 0)


def _parse_dotted_key(dotted: str) -> Key:
    try:
        table: Any = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:  # a line of a longer text
        return ()
    path: list[str] = []
    while isinstance(table, dict):
        ((step, table),) = table.items()
        path.append(step)
    return tuple(path)
