"""A variant's file with every choice that it offers, checked against its board and its modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from types import ModuleType
from typing import NamedTuple

from judge import resources
from judge.library.files import FileError, Layer, describe_problem, suggest_name, validate_tables
from judge.library.layers import Layers, list_maps_to_choose, overlay_tables, read_layers
from judge.library.maps import build_map, read_map
from judge.library.modules import (
    build_file_model,
    collect_order_types,
    import_rules_module,
    list_missing_sentences,
)
from judge.library.starts import list_starting_units
from judge.library.texts import read_common_reasons, read_reasons
from judge.model.map import Map
from judge.model.position import Unit
from judge.model.reason import Wording
from judge.model.turn import Phase
from judge.tables import OptionTable, PowerTable, UnitTable, VariantFile


class Playable(NamedTuple):
    """A file with some choices laid over it, its board, and the units of the start."""

    file: VariantFile
    map: Map
    start: Mapping[str, tuple[Unit, ...]]


class CheckedFile(NamedTuple):
    """A variant's file before anything is chosen. Every choice of its ``options`` can be made."""

    layers: Layers
    modules: tuple[ModuleType, ...]
    names: Mapping[str, frozenset[str]]
    options: Mapping[str, OptionTable]
    reasons: Mapping[str, Wording]

    def with_choices(self, choices: Mapping[str, str]) -> Playable:
        """Return what the file says with these choices. Raises FileError."""
        laid = [
            layer
            for option_choice in choices.items()
            if (layer := self.layer_of_choice(*option_choice))
        ]
        files = (*laid, *self.layers.files)
        tables = reduce(overlay_tables, (layer.tables for layer in laid), self.layers.tables)
        file = validate_tables(build_file_model(self.modules), tables, files, self.names)
        game_map = _build_board(
            file.map, tuple(file.units.items()), file.without, tuple(file.powers.items())
        )
        if file.win.centers > len(game_map.centers):
            text = f"the map has {len(game_map.centers)} centers"
            raise FileError(describe_problem(files, ("win", "centers"), text))
        start = {}
        for power, text in file.start.items():
            try:
                start[power] = tuple(list_starting_units(power, text, game_map))
            except ValueError as trouble:
                raise FileError(describe_problem(files, ("start", power), str(trouble))) from None
        return Playable(file, game_map, start)

    def layer_of_choice(self, option: str, choice: str) -> Layer | None:
        """Return what a choice lays over the file, if it does."""
        table = self.options.get(option)
        if table and table.numbers:
            value: object = int(choice)
            for key in reversed(table.numbers.key.split(".")):
                value = {key: value}
            assert isinstance(value, dict)
            return Layer(self.layers.files[0].path, value, ("options", option))
        for path, tables, _ in self.layers.files:
            choice_tables = tables.get("options", {}).get(option, {}).get(choice)
            if isinstance(choice_tables, Mapping):
                return Layer(path, choice_tables, ("options", option, choice))
        return None


@cache
def load_checked_file(code: str, board: str = "") -> CheckedFile:
    """Return a variant's file, checked with every choice that it offers.

    ``board`` is the map of a variant that plays over another. Raises FileError with all that is
    wrong, ValueError if there is no such map.
    """
    layers = read_layers(code, board)
    modules = tuple(import_rules_module(name, layers.files) for name in layers.modules)
    reasons: dict[str, Wording] = {}
    for text_code in reversed(layers.text_codes):
        reasons |= read_reasons(text_code)
    sentences = {**read_common_reasons(), **reasons}
    if silent := [
        missing for module in modules for missing in list_missing_sentences(module, sentences)
    ]:
        raise FileError(*silent)
    unchosen = CheckedFile(layers, modules, _collect_known_names(layers, modules), {}, reasons)
    playable = unchosen.with_choices({})
    options = {
        name: _with_all_choices(name, table, playable, layers)
        for name, table in playable.file.options.items()
    }
    checked = unchosen._replace(options=options)
    problems = [
        describe_problem(layers.files, key, text)
        for key, text in _list_dangling_keys(layers, options)
    ]
    laid = (
        (name, choice)
        for name, table in options.items()
        for choice in (table.choices[:1] if table.numbers else table.choices)
    )
    for name, choice in laid:
        if checked.layer_of_choice(name, choice):
            try:
                checked.with_choices({name: choice})
            except FileError as trouble:
                problems += trouble.problems
    if problems:
        raise FileError(*dict.fromkeys(problems))
    return checked


def _collect_known_names(
    layers: Layers, modules: Sequence[ModuleType]
) -> dict[str, frozenset[str]]:
    """Return the names that a file may use, by their sort."""
    file = read_map(layers.board)
    calendar = layers.tables.get("calendar")
    steps = calendar.get("steps") if isinstance(calendar, Mapping) else ()
    units, powers = layers.tables.get("units"), layers.tables.get("powers")
    return {
        "space": frozenset(file.provinces),
        "power": frozenset(powers if isinstance(powers, Mapping) else file.powers),
        "kind of unit": frozenset(units if isinstance(units, Mapping) else ("army", "fleet")),
        "order": frozenset(
            order_type.order.verb
            for order_type in collect_order_types(modules)
            if order_type.phase is Phase.MOVEMENT
        ),
        "season": frozenset(str(step).partition(" ")[0] for step in steps or ()),
    }


def _with_all_choices(
    name: str, table: OptionTable, playable: Playable, layers: Layers
) -> OptionTable:
    """Return an option with the choices that hang on the map or on the file, if they do."""
    choices = table.choices
    if table.numbers:
        try:
            default = int(reduce(getattr, table.numbers.key.split("."), playable.file))  # type: ignore[call-overload]  # AttributeError, TypeError
        except (AttributeError, TypeError):
            where = ("options", name, "numbers", "key")
            raise FileError(
                describe_problem(layers.files, where, "is no key of a number")
            ) from None
        numbers = range(max(default, table.numbers.most) + 1)
        choices = tuple(map(str, dict.fromkeys((default, *numbers))))
    elif table.scaled:
        share = len(playable.map.centers) / table.scaled.centers
        least, most = round(table.scaled.least * share), round(table.scaled.most * share)
        choices = tuple(map(str, range(max(least, 2), most + 1)))
    elif name == "map" and layers.head.over:
        choices = list_maps_to_choose(layers.head.map)
    return table.model_copy(update={"choices": choices})


def _list_dangling_keys(
    layers: Layers, options: Mapping[str, OptionTable]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the keys of a file that lead nowhere, and what is wrong with each."""
    texts = {path.stem for path in resources.list_files("grammar", "*.lark")}
    for name in layers.head.grammar:
        if name not in texts:
            yield ("grammar",), f"there is no {name}.lark in grammar{suggest_name(name, texts)}"
    for name, table in options.items():
        if not table.choices:
            yield ("options", name, "choices"), "is missing"
        fields = {*OptionTable.model_fields, *table.choices}
        for choice, tables in (table.model_extra or {}).items():
            if choice not in table.choices:
                text = f"there is no such key or choice{suggest_name(choice, fields)}"
                yield ("options", name, choice), text
            elif not isinstance(tables, Mapping):
                yield ("options", name, choice), "should be tables that the choice changes"
        for choice in table.consent:
            if choice not in table.choices:
                text = f"there is no choice {choice}{suggest_name(choice, table.choices)}"
                yield ("options", name, "consent"), text


@cache
def _build_board(
    name: str,
    units: tuple[tuple[str, UnitTable], ...],
    without: tuple[tuple[str, str], ...],
    powers: tuple[tuple[str, PowerTable], ...],
) -> Map:
    """Return a map: one object for all options that leave it as it is."""
    return build_map(name, read_map(name), dict(units), without, dict(powers))
