"""Reading ``maps/<code>/`` into a Variant."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Any

from judge import resources
from judge.game.command import collect_commands_in
from judge.hooks import Spec, Variant
from judge.library.checked import load_checked_file
from judge.library.layers import codes
from judge.library.modules import collect_order_types
from judge.library.starts import OptionError, start_with_garrisons
from judge.library.texts import read_help, read_order_wording
from judge.model.errors import JudgeError
from judge.model.turn import Calendar, CalendarStep, Phase
from judge.rules.standard import build_stock_ruleset
from judge.tables import CalendarTable


class NoVariantError(JudgeError, KeyError):
    """There is no variant of that code; the text says which there are."""

    def __str__(self) -> str:
        return f"there is no variant {self.args[0]}; there are: {', '.join(codes())}"


def load(code: str, options: Mapping[str, str] | None = None) -> Variant:
    """Return a variant with the game options given, others at their defaults.

    The same code and options give the same object. Raises NoVariantError (a
    KeyError) when there is no such variant, OptionError when an option is not understood,
    FileError when a file is wrong; the latter two are ValueErrors.
    """
    return _build_variant(code, _collect_choices_in_force(code, frozenset((options or {}).items())))


_stock_commands = cache(partial(collect_commands_in, "judge.game"))


# What is given may be anything that somebody wrote.
@lru_cache(maxsize=1024)
def _collect_choices_in_force(
    code: str, given_options: frozenset[tuple[str, str]]
) -> frozenset[tuple[str, str]]:
    """Return the options in force: those given, and the defaults of the others."""
    if code not in codes():
        raise NoVariantError(code)
    wanted = dict(given_options)
    options = load_checked_file(code, wanted.get("map", "")).options
    for name, value in wanted.items():
        if name not in options:
            known = sorted(options)
            raise OptionError(f"no option {name}; there are: {', '.join(known)}", name, *known)
        listed = options[name].units and " " in value
        if value not in options[name].choices and not listed:
            choices, span = options[name].choices, options[name].number_range
            some = f"one of: {', '.join(choices)}"
            allowed = f"a number from {span[0]} to {span[1]}" if span else some
            raise OptionError(f"{name} is {allowed}", value, *choices)
    return frozenset((name, wanted.get(name, table.choices[0])) for name, table in options.items())


@cache
def _build_variant(code: str, chosen: frozenset[tuple[str, str]]) -> Variant:
    choices = dict(chosen)
    checked = load_checked_file(code, choices.get("map", ""))
    options = {name: choices[name] for name in checked.options}
    file, game_map, listed = checked.with_choices(options)
    start = dict(listed)
    for name, table in checked.options.items():
        if options[name] not in table.choices:
            start |= start_with_garrisons(
                options[name], table.units, start, file.scenario.unplayed, game_map
            )
    calendar = _build_calendar(file.calendar)
    spec = Spec(
        map=game_map,
        calendar=calendar,
        options=options,
        start=start,
        win=file.win.centers or len(game_map.centers) // 2 + 1,
        file=file,
    )
    rules, orders = build_stock_ruleset(spec), collect_order_types(checked.modules)
    commands = dict(_stock_commands())
    for module in checked.modules:
        rules = module.rules(rules, spec)
        commands |= collect_commands_in(module.__name__)
        if hasattr(module, "board"):
            game_map = module.board(game_map, spec)
    about = resources.find_optional_file("maps", f"{code}/rules.md")
    return Variant(
        code=code,
        name=file.name,
        map=game_map,
        calendar=calendar,
        rules=rules,
        grammar=file.grammar,
        orders={order_type.order: order_type for order_type in orders},
        wording=read_order_wording(checked.layers.text_codes, orders),
        commands=commands,
        settings=options,
        win=spec.win,
        options=checked.options,
        about=about.read_text(encoding="utf-8") if about else "",
        reasons=checked.reasons,
        help=read_help("maps", f"{code}/help"),
        press=file.press.when,
    )


def _build_calendar(table: CalendarTable) -> Calendar:
    steps = (text.split() for text in table.steps)
    opening = (text.split() for text in table.opening)
    always = (text.split() for text in table.always)
    changed: dict[str, Any] = {
        "steps": tuple(
            CalendarStep(name, word.rstrip("*"), word.endswith("*")) for name, word in steps
        ),
        "opening": tuple((season, Phase(phase)) for season, phase in opening),
        "always": tuple((season, Phase(phase), int(year)) for season, phase, year in always),
    }
    return Calendar(**{**dict(table), **changed})
