"""What a line of HELP asks of the board: which page, of which variant, of which space."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from judge.game.atlas.atlas import Atlas, build_options_page, build_units_page
from judge.game.atlas.spaces import (
    build_all_borders_page,
    build_borders_list_page,
    build_borders_page,
    build_canals_page,
    build_names_page,
    build_provinces_page,
    find_map_page,
)
from judge.hooks import Variant
from judge.language import suggestions
from judge.language.lexicon import build_lexicon, find_power
from judge.language.spelling import squeeze_name
from judge.language.word_lists import WordPattern, find_list, list_words
from judge.model.pages import PageOfValues
from judge.model.reason import Reason
from judge.model.view import View

Here = tuple[Variant, View | None]
"""The variant that is spoken of, and what the reader sees of a game of it."""

_PAGES = {
    "names": build_names_page,
    "provinces": build_provinces_page,
    "options": build_options_page,
}
_TOPICS_BY_LIST = {
    "board_map": "map",
    "board_borders": "borders",
    "board_names": "names",
    "board_provinces": "provinces",
    "board_units": "units",
    "board_options": "options",
    "board_canals": "canals",
}
"""The pages, by the list of the words with which each is asked for."""

TOPICS = frozenset(_TOPICS_BY_LIST.values())
"""What there is of the board, and of the variant."""

_COMMAS = re.compile(r"\s*[,;&+]\s*|\s+and\s+", re.I)
"""What stands between names of spaces."""

_LINKS = WordPattern(r"^(?:%(around_space)s(?!\w) ?)+|(?: ?%(around_space)s)+$")
_CANAL = WordPattern(r"^(?:%(article)s )?(?:%(canal)s (?:%(canal_of)s )?)?|(?: %(canal)s)?$")


def build_board_page(
    topic: str, here: Here, variants: Mapping[str, Variant]
) -> PageOfValues | Reason | None:
    """Return the page of the board that a topic asks for, or why there is none.

    ``here`` is the variant that is spoken of where none is named, and what the reader sees of a
    game of it. None is returned for topics that are none of the board.
    """
    first, _, rest = topic.strip().partition(" ")
    words_of_topic = find_list(first, _TOPICS_BY_LIST)
    if words_of_topic is None:
        return None
    word = _TOPICS_BY_LIST[words_of_topic]
    rest = _LINKS.pattern.sub("", rest.strip())
    if not (word in ("borders", "provinces") and find_space_code(rest, here[0])):
        here, rest = _split_variant(rest, here, variants)
    atlas = Atlas(*here)
    if word == "units":
        return build_units_page(atlas)
    code = find_space_code(rest, atlas.variant)
    if word == "canals":
        return build_canals_page(atlas, rest) or _explain_no_canal(atlas)
    if word == "provinces" and code:
        return build_borders_page(atlas, code)
    page: PageOfValues | None
    if word == "borders":
        all_of_them, _, part = rest.partition(" ")
        if not find_list(all_of_them, ["whole_board"]):
            return _find_borders_of_spaces(rest, atlas, variants)
        page = build_all_borders_page(atlas, part)
        return page or Reason("no_part", (part, "BORDERS ALL", atlas.variant.name))
    if word in _PAGES:
        page = _PAGES[word](atlas, rest)
    else:
        home_codes = {code, *_list_spaces_of_power(rest, atlas)[:1]}
        home = next((n for n, codes in atlas.regions.items() if home_codes & {*codes}), "")
        page = find_map_page(atlas, rest) or (find_map_page(atlas, home) if home else None)
    return page or Reason("no_part", (rest, first.upper(), atlas.variant.name))


def build_space_page(topic: str, here: Here) -> PageOfValues | None:
    """Return the page on a space or a canal that a topic names without more words, None for other
    topics."""
    code, atlas = find_space_code(topic, here[0]), Atlas(*here)
    if code:
        return build_borders_page(atlas, code)
    name = _CANAL.pattern.sub("", topic.strip())
    return build_canals_page(atlas, name) if name else None


def _find_borders_of_spaces(
    text: str, atlas: Atlas, variants: Mapping[str, Variant]
) -> PageOfValues | Reason:
    """Return the page of the one space that is named, or of the several; or which is none."""
    if code := find_space_code(text, atlas.variant):
        return build_borders_page(atlas, code)
    if spaces := _list_spaces_of_power(text, atlas):
        return build_borders_list_page(atlas, spaces)
    names = [name for name in _COMMAS.split(text) if name]
    if len(names) == 1:
        names = text.split()
    codes = {name: find_space_code(name, atlas.variant) for name in names}
    unknown = next((name for name, code in codes.items() if not code), "")
    if unknown or not codes:
        wrong = text if len(names) < 2 or not any(codes.values()) else unknown
        return _explain_no_space(wrong, atlas, variants)
    return build_borders_list_page(atlas, dict.fromkeys(codes.values()))


def find_space_code(text: str, variant: Variant) -> str:
    """Return the code of the space that a text names, perhaps with a coast or a unit, or ""."""
    words = build_lexicon(variant.map)
    tokens = re.findall(r"[^\s/()]+", text)
    while tokens:
        for end in range(len(tokens), 0, -1):
            key, coast = squeeze_name(" ".join(tokens[:end])), squeeze_name(" ".join(tokens[end:]))
            code = words.places.get(key) or words.places.get(
                squeeze_name(words.prefixes.get(key, ""))
            )
            if code and (not coast or coast in words.coasts):
                return code
        first = squeeze_name(tokens.pop(0))
        if first not in (*list_words("before_space"), *words.kinds, *words.powers):
            break
    return ""


def _split_variant(text: str, here: Here, variants: Mapping[str, Variant]) -> tuple[Here, str]:
    """Return the variant that a text names before or after other words, and these words."""
    for variant in variants.values():
        for name in (variant.name, variant.code):
            pattern = rf"^{re.escape(name)}(?!\w)|(?<!\w){re.escape(name)}$"
            if re.search(pattern, text, re.I):
                rest = re.sub(pattern, "", text, count=1, flags=re.I).strip(" :")
                same = variant.code == here[0].code
                return (here if same else (variant, None)), _LINKS.pattern.sub("", rest)
    return here, text


def _explain_no_space(text: str, atlas: Atlas, variants: Mapping[str, Variant]) -> Reason:
    """Return that no space has that name, those with names like it, and where else there is one."""
    name = atlas.variant.name
    if not text:
        return Reason("which_space", (next(iter(atlas.map.provinces)),))
    near = suggestions.list_similar_places(text, build_lexicon(atlas.map))
    if not near and (elsewhere := [*_list_variants_with_space(text, variants)]):
        return Reason("space_elsewhere", (text, name, *elsewhere))
    return Reason("no_space", (text, name, *near))


def _list_spaces_of_power(text: str, atlas: Atlas) -> tuple[str, ...]:
    """Return where units of a power are, as the reader sees it, or else its homes; of the reader's
    own powers where none is named."""
    named = find_power(atlas.map, text) if text else None
    own = atlas.view.powers if atlas.view and not text else ()
    powers = (named,) if named else own
    units = atlas.position.units.items()
    return tuple(code for code, unit in units if unit.power in powers) or tuple(
        code for code, power in atlas.homes.items() if power in powers
    )


def _explain_no_canal(atlas: Atlas) -> Reason:
    """Return that there is no such canal, with those that there are."""
    canals, corners = atlas.map.canals, atlas.map.corners
    names = (*(canal.name for canal in canals), *(corner.name for corner in corners))
    return Reason("no_canal", (atlas.variant.name, *names))


def _list_variants_with_space(text: str, variants: Mapping[str, Variant]) -> Iterator[str]:
    for code, variant in variants.items():
        if code == variant.map.name and squeeze_name(text) in build_lexicon(variant.map).places:
            yield code
