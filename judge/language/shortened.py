"""Orders in a hurry: names cut short (``Mid Atl. Ocean``, ``Mars.``, ``M.A.O.``) or in brackets
(``A(Par)``), other signs than a dash before where a unit goes (``A PAR/BUR``, ``Paris 2
Burgundy``), or nothing between (``AParBur``)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from judge.language.lexicon import SHORES, Lexicon
from judge.language.spelling import fold_text, squeeze_name
from judge.language.word_lists import WordPattern, write_alternatives
from judge.model.map import Map

_WORD = re.compile(r"[^\W\d_]+\.?")
_INITIALS = re.compile(r"\b(?:[^\W\d_]\.){3,}")
_PLACE = r"[^\W_][\w. -]*"
_IN_BRACKETS = re.compile(rf"\b([^\W\d_]+) ?[(\[]({_PLACE}(?:/\w+)?)[)\]]")
_MOVE = WordPattern(
    rf"(?P<unit>{_PLACE}?)\s*(?:[/=~_]|\.\.+|(?<=\w):(?=\w)|(?<=\w)\s?2(?=\W|[^\W\d]))\s*"
    rf"(?:%(told_to)s\s+)?(?P<to>{_PLACE})"
)
_GLUED = re.compile(r"(?P<kind>[A-Z])(?P<at>[A-Z][A-Za-z]{2})-?(?P<to>[A-Z][A-Za-z]{2})")
_BEHIND_PLACE = re.compile(r" \((?P<said>[A-Za-z][A-Za-z ]{1,20})\)(?=\s*(?:[-:=>,.;]|$|\w))")
_SEVERAL = re.compile(r"([,;]\s+)")
_BEHIND_NAME = WordPattern(r"\s*(?:-|=?>|[/(])|\s+(?:%(behind_unit)s)(?!\w)")
"""What stands behind the name of a unit, and begins no sentence."""
_LEAST, _LONGEST = 3, 4
"""So many letters a word has that is cut short."""
_MOST, _FAR = 4, 60
"""So many words a name has at most, and so many letters."""


def leave_out_brackets(text: str, lexicon: Lexicon) -> str:
    """Return a line without the brackets around the places of units (``A(Par) - Bur``), and without
    what only repeats in brackets the place before them, or tells its unit's kind: ``Paris (PAR)``,
    ``Paris (army)``."""

    def write_unit_bare(found: re.Match[str]) -> str:
        place = squeeze_name(found[2].partition("/")[0])
        is_unit = fold_text(found[1]) in lexicon.kinds and place in lexicon.places
        return f"{found[1]} {found[2]}" if is_unit else found[0]

    text = _IN_BRACKETS.sub(write_unit_bare, text)
    for said in reversed([*_BEHIND_PLACE.finditer(text)]):
        key = squeeze_name(said["said"])
        repeated, kind = lexicon.places.get(key, ""), key in lexicon.kinds
        if not (repeated or kind):
            continue
        start, place = _find_name_before(text, said.start(), lexicon)
        if place and place == repeated:
            text = text[: said.start()] + text[said.end() :]
        elif place and kind:
            name = text[start : said.start()]
            text = f"{text[:start]}{said['said']} {name}{text[said.end() :]}"
    return text


def _find_name_before(text: str, end: int, lexicon: Lexicon) -> tuple[int, str]:
    """Return where the longest name of a place begins that ends there in a text, and its province,
    "" if there is none."""
    words = [*_WORD.finditer(text, max(0, end - _FAR), end)][-_MOST:]
    for word in words:
        if place := lexicon.places.get(squeeze_name(text[word.start() : end]), ""):
            return word.start(), place
    return 0, ""


@lru_cache(maxsize=64)
def _compile_coasts(coast: str, place: str) -> re.Pattern[str]:
    before = write_alternatives("coast_at")
    return re.compile(rf"\b(?:{before} )?(?P<coast>{coast}) of (?P<place>{place})\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def write_out_names(text: str, lexicon: Lexicon) -> str:
    """Return a line with the names in it written out that are cut short in one way only, coasts
    behind the names of which they are (``on the south coast of Spain``), and with a dash where
    another sign stands between the two names of a move."""
    coasts = _compile_coasts(lexicon.patterns["COAST"], lexicon.patterns["PLACE"])
    if " of " in text.lower():
        text = coasts.sub(r"\g<place> \g<coast>", text)
    text = _INITIALS.sub(lambda found: _without_stops(found[0], lexicon), text)
    text = _part_glued_moves(text, lexicon)
    words = list(_WORD.finditer(text))
    starts = _list_starts(lexicon.game_map)
    written, at, done = "", 0, 0
    while at < len(words):
        first = words[at][0]
        if not first.endswith(".") and first.lower() not in starts:
            at += 1
            continue
        for end in range(min(at + _MOST, len(words)), at, -1):
            typed = text[words[at].start() : words[end - 1].end()]
            name = _find_name(typed, text[words[end - 1].end() :], lexicon)
            if name:
                written += text[done : words[at].start()] + name
                done = words[end - 1].end()
                at = end
                break
        else:
            at += 1
    return _write_dashes(written + text[done:], lexicon)


def _part_glued_moves(text: str, lexicon: Lexicon) -> str:
    """Return a line with its moves written apart, if it has nothing else: ``AParBur FBreMAO``."""
    if not _GLUED.match(text.strip()):
        return text
    glued = [_GLUED.fullmatch(word) for word in re.split(r"[\s,;]+", text.strip(" .,;!"))]
    moves = [
        f"{found['kind']} {found['at']} - {found['to']}"
        for found in glued
        if found
        and found["kind"].lower() in lexicon.kinds
        and {squeeze_name(found["at"]), squeeze_name(found["to"])} <= lexicon.places.keys()
    ]
    return ", ".join(moves) if len(moves) == len(glued) else text


def _without_stops(typed: str, lexicon: Lexicon) -> str:
    return typed.replace(".", "") if squeeze_name(typed) in lexicon.places else typed


def _find_name(typed: str, behind: str, lexicon: Lexicon) -> str:
    """Return the name that is cut short in some words, "" if none or several may be. The stop of
    the last of them may end a sentence instead."""
    words = fold_text(typed.replace(".", " ")).split()
    if len(words) > 1:
        if (
            words[0] in lexicon.kinds
            or re.match(r"\w ", typed)
            or lexicon.places.keys() >= {*words}
        ):
            return ""  # N may be a navy, S a support, CAR SEA a move
        names = _list_names(lexicon.game_map).get((len(words), words[0][0]), ())
        meant = {
            code
            for parts, code in names
            if all(map(_is_beginning, words, parts)) and words != parts
        }
        stop = "." * (typed.endswith(".") and not behind.strip())
        (code,) = meant if len(meant) == 1 else ("",)
        return code and code + stop
    if not typed.endswith(".") or not _BEHIND_NAME.pattern.match(fold_text(behind)):
        return ""
    if re.match(r"\s+\w[a-z]", behind) and behind.split()[0].istitle():
        return ""  # a sentence begins
    key = squeeze_name(typed)
    is_name = key in lexicon.places or (len(key) >= _LEAST and key in lexicon.prefixes)
    return typed[:-1] if is_name else ""


def _is_beginning(typed: str, word: str) -> bool:
    """Say whether a word is another one, or cut short: one of more letters has a slip."""
    least = 1 if word.removesuffix("ern") in SHORES.values() else _LEAST
    return typed == word or (least <= len(typed) <= _LONGEST and word.startswith(typed))


@lru_cache(maxsize=64)
def _list_starts(game_map: Map) -> frozenset[str]:
    """Return the first words of names of several words, and what these may be cut short to; a
    letter alone is none."""
    firsts = {parts[0] for parts, _ in _split_names(game_map)}
    return frozenset(
        word[:end]
        for word in firsts
        for end in (*range(2, _LONGEST + 1), len(word))
        if _is_beginning(word[:end], word)
    )


@lru_cache(maxsize=64)
def _list_names(game_map: Map) -> Mapping[tuple[int, str], tuple[tuple[list[str], str], ...]]:
    """Return the names of several words with their codes, by how many words those are and the
    letter with which they begin."""
    found: dict[tuple[int, str], tuple[tuple[list[str], str], ...]] = {}
    for parts, code in _split_names(game_map):
        key = (len(parts), parts[0][0])
        found[key] = (*found.get(key, ()), (parts, code))
    return found


def _split_names(game_map: Map) -> Iterator[tuple[list[str], str]]:
    for province in game_map.provinces.values():
        for name in (province.name, *province.aliases):
            parts = fold_text(re.sub(r"[.-]", " ", name)).split()
            if 1 < len(parts) <= _MOST:
                yield parts, province.code


def _write_dashes(text: str, lexicon: Lexicon) -> str:
    """Return a line with dashes in its moves, if it has nothing else: ``Par/Bur, Mar/Spa``."""
    moves, signs = _SEVERAL.split(text)[::2], (*_SEVERAL.findall(text), "")
    written = [_write_dash(move, lexicon) for move in moves]
    if not all(written):
        return text
    return "".join(part for pair in zip(written, signs, strict=True) for part in pair)


def _write_dash(text: str, lexicon: Lexicon) -> str:
    """Return a move with a dash in place of another sign, "" if it is none."""
    move = _MOVE.pattern.fullmatch(text.rstrip(" .!"))
    if move is None or squeeze_name(move["to"]) not in lexicon.places:
        return ""
    if squeeze_name(move["to"]) in lexicon.coasts:
        return ""
    kind, _, place = move["unit"].rpartition(" ")
    is_unit = squeeze_name(move["unit"]) in lexicon.places or (
        squeeze_name(place) in lexicon.places and squeeze_name(kind) in lexicon.kinds
    )
    return f"{move['unit']} - {move['to']}" if is_unit else ""
