"""HELP UNITS: what the kinds of unit can do."""

from __future__ import annotations

from collections.abc import Iterator

from judge.game.atlas.atlas import Atlas, join_words
from judge.model.letter import Page
from judge.model.map import Span, UnitKind

_PLACES = {
    ("land",): "goes by land, from space to space",
    ("water",): "goes by water: over seas and along coasts",
    ("land", "water"): "goes by land and by water",
}


def units_page(atlas: Atlas) -> Page:
    """Return what each kind of unit of a variant can do, and the letters that are typed for it."""
    parts = []
    for kind in atlas.map.kinds.values():
        other_codes = [code for code in kind.codes if code not in (kind.code, kind.name)]
        letters = f"{kind.code}{f', also {join_words(other_codes)}' if other_codes else ''}"
        facts = "\n".join(f"- {fact}" for fact in _kind_facts(kind))
        parts.append(f"## {kind.name.capitalize()}: {letters}\n\n{facts}")
    parts.append("`HELP ORDERS` shows how orders are written.")
    return Page(f"The units of {atlas.variant.name}", "\n\n".join(parts))


def _kind_facts(kind: UnitKind) -> Iterator[str]:
    """Yield what there is to say of a kind, in sentences."""
    if "move" in kind.orders:
        yield _PLACES[tuple(sorted(kind.travels))]
    else:
        yield f"stands on {join_words(sorted(kind.travels), 'or')} and never moves"
    yield f"may be ordered to {join_words(sorted(kind.orders), 'or')}"
    if "support" in kind.orders:
        yield f"supports {_describe_range(kind.support)}"
    if not kind.receives_support:
        yield "receives no support"
    if kind.carry is not None:
        acts = sorted(kind.orders - {"hold", "move", "support", "convoy"})
        yield f"may {join_words(acts, 'or')} {_describe_range(kind.carry)}"
    if kind.convoys:
        yield "convoys others"
    if kind.convoyed:
        yield "may be convoyed over water"
    if not kind.retreats:
        yield "is destroyed when it is dislodged"
    if kind.limit is not None:
        yield f"no power may have more than {kind.limit}"


def _describe_range(span: Span) -> str:
    ways = "over any border" if span.over == "contact" else "where it could go itself"
    return f"{ways}, up to {span.range} spaces away" if span.range > 1 else ways
