"""A variant's tables: one file laid over another, and choices laid over both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from judge import resources
from judge.library.files import (
    FileError,
    Layer,
    describe_problem,
    read_toml,
    suggest_name,
    validate_tables,
)
from judge.tables import VariantHead


class Layers(NamedTuple):
    """The tables of a variant, nothing chosen yet, and what they were put together from.

    ``files``: the uppermost first. ``modules`` are those of its rules, the undermost first.
    ``head`` has the first keys of its own file, checked already; ``board`` is the map in play.
    """

    head: VariantHead
    board: str
    tables: Mapping[str, Any]
    files: tuple[Layer, ...]
    modules: tuple[str, ...]

    @property
    def text_codes(self) -> tuple[str, ...]:
        """The codes of the variants whose texts count: its own, and the one it plays over."""
        files = self.files if self.head.over else self.files[:1]
        return tuple(layer.path.parent.name for layer in files)


def codes() -> tuple[str, ...]:
    """Return the codes of all variants that can be loaded, sorted."""
    return tuple(path.parent.name for path in resources.list_files("maps", "*/variant.toml"))


def list_codes_with_maps() -> tuple[str, ...]:
    """Return the codes of the variants that have a map of their own, sorted."""
    with_map = {path.parent.name for path in resources.list_files("maps", "*/map.toml")}
    return tuple(code for code in codes() if code in with_map)


def read_layers(code: str, board: str = "") -> Layers:
    """Return a variant's tables; one that plays over a map's variant is laid over that one's.

    ``board`` is the map such a variant is played on, if not its own. Raises FileError, ValueError
    where it names no map.
    """
    path = resources.find_file("maps", f"{code}/variant.toml")
    tables = read_toml(path)
    layer = Layer(path, tables)
    first = {key: tables[key] for key in VariantHead.model_fields if key in tables}
    head = validate_tables(VariantHead, first, (layer,))
    if head.map not in list_codes_with_maps():
        suggestion = suggest_name(head.map, list_codes_with_maps())
        text = f"there is no map.toml in a folder {head.map}{suggestion}"
        raise FileError(describe_problem((layer,), ("map",), text))
    modules = (head.rules,) if head.rules else ()
    name = board or head.map
    like: tuple[Layer, ...] = ()
    if head.like:
        if head.like not in codes() or head.like == code:
            text = f"there is no variant {head.like}{suggest_name(head.like, codes())}"
            raise FileError(describe_problem((layer,), ("like",), text))
        like_layers = read_layers(head.like)
        options = like_layers.tables.get("options", {})
        offered = {name: rows for name, rows in options.items() if name not in head.drops}
        tables = {**tables, "options": {**offered, **tables.get("options", {})}}
        like = tuple(file._replace(tables={"options": offered}) for file in like_layers.files)
    if not head.over:
        files = (layer, *like)
        if "units" in tables or head.map == code:
            return Layers(head, head.map, tables, files, modules)
        of_map = read_layers(head.map)
        units = {"units": of_map.tables.get("units", {})}
        files += tuple(file._replace(tables=units) for file in of_map.files)
        return Layers(head, head.map, {**tables, **units}, files, modules)
    if name not in list_codes_with_maps():
        raise ValueError(f"map is one of: {', '.join(list_maps_to_choose(head.map))}")
    under = read_layers(name)
    joined = overlay_tables(under.tables, tables)
    if isinstance(joined.get("options"), Mapping):
        options_left = {o: rows for o, rows in joined["options"].items() if o not in head.drops}
        joined["options"] = options_left
    joined["map"] = name
    joined["grammar"] = list(dict.fromkeys([*under.head.grammar, *head.grammar]))
    files = (layer, *like, *under.files)
    return Layers(head, name, joined, files, (*under.modules, *modules))


def list_maps_to_choose(own_map: str) -> tuple[str, ...]:
    """Return the maps that a variant may be played on which plays over another: its own first."""
    return (own_map, *(board for board in list_codes_with_maps() if board != own_map))


def overlay_tables(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables with others laid over them, table by table and key by key."""
    joined = dict(under)
    for key, value in over.items():
        old = joined.get(key)
        are_tables = isinstance(old, Mapping) and isinstance(value, Mapping)
        joined[key] = overlay_tables(old, value) if are_tables else value  # type: ignore[arg-type]  # mappings
    return joined
