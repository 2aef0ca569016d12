"""The options of a variant, in words."""

from __future__ import annotations

from collections.abc import Mapping

from judge.game.atlas.atlas import Atlas
from judge.hooks import Variant
from judge.model.letter import Page
from judge.tables import OptionTable


def options_page(atlas: Atlas, rest: str) -> Page:
    """Return the options of a variant, and how they are chosen."""
    variant = atlas.variant
    how = (
        f"They are chosen with the game, `CREATE ruhr {variant.code} WITH` and a name, `=` and the "
        "choice, with commas between several."
    )
    text = f"{how}\n\n{option_lines(variant)}" if variant.options else "There are none."
    return Page(f"Options of {variant.name}", text)


def option_lines(variant: Variant, values: Mapping[str, str] | None = None) -> str:
    """Return a line on each option; where values are given, on those that have one, with it."""
    names = [name for name in variant.options if values is None or name in values]
    return "\n".join(
        f"- `{name.upper()}`{f' is **{values[name]}**' if values else ''}: "
        f"{variant.options[name].about} ({_describe_choices(variant.options[name])})."
        for name in names
    )


def _describe_choices(option: OptionTable) -> str:
    if option.number_range:
        return "a number from {} to {}".format(*option.number_range)
    return f"`{'`, `'.join(option.choices)}`"
