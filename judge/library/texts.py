"""What a variant's folder says in words: sentences for reasons, words of orders, help pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any

from pydantic import Field, RootModel, create_model

from judge import resources
from judge.hooks import AnyOrderType
from judge.library.files import (
    FileError,
    Key,
    Layer,
    describe_problem,
    read_model_file,
    read_toml,
    suggest_name,
    validate_tables,
)
from judge.library.layers import overlay_tables
from judge.model.pages import HelpPage, parse_help_page
from judge.model.reason import Wording, collect_wordings_by_code
from judge.model.turn import Phase
from judge.tables import OrderWording, Table

_SLOT = re.compile(r"\{(\w+)(?::,)?\}")
_OF_ITS_UNIT = frozenset({"kind", "a_kind", "place"})


class ReasonsFile(Table):
    """The ``reasons.toml`` of a variant: for each code a wording, or a list of them."""

    outcomes: dict[str, str | tuple[str, ...]] = Field(default_factory=dict)
    clauses: dict[str, str | tuple[str, ...]] = Field(default_factory=dict)


class CommonReasonsFile(RootModel[dict[str, dict[str, str | tuple[str, ...]]]]):
    """The ``reasons.toml`` of all variants: a table for each subject."""


def read_reasons(code: str) -> Mapping[str, Wording]:
    """Return the sentences of a variant's own by their codes. Raises FileError."""
    path = resources.find_optional_file("maps", f"{code}/reasons.toml")
    return collect_wordings_by_code(read_model_file(ReasonsFile, path).model_dump()) if path else {}


def read_common_reasons() -> Mapping[str, Wording]:
    """Return the sentences that all variants have, the operator's own in place of ours."""
    paths = [folder / "reasons.toml" for folder in resources.list_folders("templates")]
    return _read_common_reasons(tuple(path for path in reversed(paths) if path.exists()))


@cache
def _read_common_reasons(paths: tuple[Path, ...]) -> Mapping[str, Wording]:
    common: dict[str, Wording] = {}
    for path in paths:
        common |= collect_wordings_by_code(read_model_file(CommonReasonsFile, path).root)
    return common


def read_help(kind: str, folder: str) -> dict[str, HelpPage]:
    """Return the pages in a folder of that kind by their topics. Raises FileError."""
    pages = {}
    for path in resources.list_files(kind, f"{folder}/*.md"):
        try:
            pages[path.stem] = parse_help_page(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as trouble:
            raise FileError(f"{path}: {trouble}") from trouble
    return pages


def read_order_wording(
    codes: Iterable[str], orders: Collection[AnyOrderType]
) -> Mapping[str, OrderWording]:
    """Return the words of each order type by its verb.

    Those in the ``orders.toml`` of a variant go before those of the variants after it, and all of
    them before the templates. Raises FileError, naming what is missing or unknown.
    """
    variant_files = [resources.find_optional_file("maps", f"{code}/orders.toml") for code in codes]
    common = [folder / "orders.toml" for folder in resources.list_folders("templates")]
    layers = [
        Layer(path, read_toml(path))
        for path in (*variant_files, *common)
        if path and path.is_file()
    ]
    tables: Mapping[str, Any] = reduce(
        overlay_tables, (layer.tables for layer in reversed(layers)), {}
    )
    verbs = [order_type.order.verb for order_type in orders]
    fields: dict[str, Any] = dict.fromkeys(verbs, (OrderWording, ...))
    file = validate_tables(create_model("OrdersFile", __base__=Table, **fields), tables, layers)
    wording: dict[str, OrderWording] = {verb: getattr(file, verb) for verb in verbs}
    problems = [
        describe_problem(layers, (verb, *key), text)
        for verb, order_type in zip(verbs, orders, strict=True)
        for key, text in _find_wording_problems(wording[verb], order_type)
    ]
    if problems:
        raise FileError(*problems)
    return wording


def _find_wording_problems(
    wording: OrderWording, order_type: AnyOrderType
) -> Iterator[tuple[Key, str]]:
    if order_type.phase is Phase.ADJUSTMENTS and "default" not in wording.report:
        yield ("report", "default"), "is missing"
    texts: dict[Key, Sequence[str]] = {
        ("report", code): (text,) for code, text in wording.report.items()
    }
    texts |= {(name,): getattr(wording, name) or () for name in ("order", "aim", "own", "befell")}
    parts = _OF_ITS_UNIT | {name for name in dir(order_type.order) if not name.startswith("_")}
    for key, several in texts.items():
        for slot in _SLOT.findall(" ".join(several)):
            if slot not in parts:
                yield key, f"the order has no part {{{slot}}}{suggest_name(slot, parts)}"
