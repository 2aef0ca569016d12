"""What a line that cannot be read may have meant: other readings, hints, and what was expected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.language.grammar import Grammar
from judge.language.lexicon import Lexicon
from judge.language.order_transformer import ParsedLine
from judge.language.parting import is_order
from judge.language.spelling import fold_text, squeeze_name
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import find_governing_kind, find_phrases, read_word_table
from judge.model.order import Order
from judge.model.position import Unit
from judge.model.reason import Reason
from judge.model.turn import Phase

MOST = 6
"""How many readings are offered."""

RESPELLED = 60
"""In so many lines of a mail words are looked for that were meant; in more nobody mistypes."""

_TRIES = 60
_ALIKE = 0.6
_SURE, _FEW = 0.5, 7
"""How near all words of a daring reading are at least, and how many gaps its line has at most."""
_DASH = 0.9
"""How likely it is that somebody left out the dash of a move."""
_ALTERNATIVES = WordPattern(r",? %(alternative)s | ?/ ?")
_WORD = re.compile(r"\w+")
_MOVES = re.compile(r" -+ |->|>| to ")
_VOWEL = re.compile("[aeiouy]")
_GAP = re.compile(r" ?[.'-]? ?|")
_PHASES = {
    Phase.MOVEMENT: frozenset({"_HOLD", "_SUPPORT", "_CONVOY", "_VIA", "_SEND"}),
    Phase.RETREATS: frozenset({"_RETREAT", "_DISBAND"}),
    Phase.ADJUSTMENTS: frozenset({"_BUILD", "_REMOVE", "_DISBAND", "_WAIVE"}),
}
_UNSPOKEN = frozenset({"_TO", "_FROM", "_MOVE", "_AND", "_SEND", "_WAIVED"})


class Reading(NamedTuple):
    """A ``line`` with other words; ``notes`` say which, ``score`` how near they are (0 to 1).

    ``sure``: words are spelled otherwise, and none was left out, added or turned into another.
    """

    parsed: ParsedLine
    notes: tuple[Reason, ...]
    score: float
    line: str
    sure: bool = True


class _Swap(NamedTuple):
    """A stretch of the line and the word to read there."""

    start: int
    end: int
    word: str
    score: float
    note: Reason = Reason("read_as")
    sure: bool = True


def list_alternative_orders(text: str, grammar: Grammar) -> tuple[str, ...]:
    """Return the orders between which a line leaves the choice: ``A PAR - BUR or PIC``."""
    first, *alternatives = _ALTERNATIVES.pattern.split(text)
    if not alternatives or not is_order(first, grammar):
        return ()
    head = first[: first.rfind("-") + 1] or first[: first.rfind(" ")]
    orders = (
        alternative if is_order(alternative, grammar) else f"{head} {alternative}"
        for alternative in alternatives
    )
    return (first, *(order for order in orders if is_order(order, grammar)))


def respell_reading(text: str, grammar: Grammar, most: int = 2) -> list[Reading]:
    """Return how the line reads with one to ``most`` words spelled otherwise, likeliest first."""
    best: dict[object, Reading] = {}
    lines: list[_Mended] = [_Mended(text, (), 1.0)]
    tries = iter(range(_TRIES))
    for _ in range(most):
        mended = (mended_line for line in lines for mended_line in _mend_text(*line, grammar))
        lines = []
        for trial, _ in zip(mended, tries, strict=False):
            line, notes, score, sure = trial
            parsed = grammar.order.parse(fold_text(line))
            if parsed is None:
                lines.append(trial)
                continue
            gist = tuple(map(_without_kinds, parsed.orders))
            if gist not in best or best[gist].score < score:
                best[gist] = Reading(parsed, notes, score, line, sure)
        lines = [] if best else lines[:8]
    return sorted(best.values(), key=lambda reading: -reading.score)


def respell_daringly(text: str, grammar: Grammar) -> list[Reading]:
    """Return how a line of which little is spelled right, or that looks like talk, may be an order:
    one of few words, with no short one misspelt and no dash left out; the likeliest first."""
    if text.count(" ") > _FEW:
        return []
    return [
        reading
        for reading in respell_reading(text, grammar, 3)
        if reading.score >= _SURE
        and all(note.code == "read_as" and len(str(note.about[0])) > 3 for note in reading.notes)
    ]


def list_adjustment_readings(text: str, grammar: Grammar) -> list[Reading]:
    """Return what a unit alone may mean where units are built and removed."""
    unit_last = re.fullmatch(rf"(.*\w):? ({grammar.lexicon.patterns['KIND']})", fold_text(text))
    unit = f"{text[unit_last.start(2) :]} {text[: unit_last.end(1)]}" if unit_last else text
    readings = []
    for line in (f"build {unit}", f"remove {unit}"):
        parsed = grammar.order.parse(fold_text(line))
        if parsed is not None:
            readings.append(Reading(parsed, (Reason("read_as", (text, line)),), 1.0, line))
    return readings


def list_lines_with_powers(text: str, wrong: str, grammar: Grammar) -> tuple[str, ...]:
    """Return the line with the wrong word replaced by powers that are spelled like it."""
    start = fold_text(text).rfind(fold_text(wrong))
    near = _list_names_with_likeness(wrong, grammar.lexicon.shown["POWER"])
    names = dict.fromkeys(grammar.lexicon.powers[squeeze_name(name)] for name, _ in near)
    return tuple(text[:start] + name + text[start + len(wrong) :] for name in names)[:3]


def list_similar_names(typed: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the names that are spelled like a word, the likeliest first, at most three."""
    return tuple(
        name
        for name, _ in _list_names_with_likeness(
            typed, {squeeze_name(name): name for name in known}
        )
    )[:3]


def list_similar_places(typed: str, words: Lexicon) -> tuple[str, ...]:
    """Return the names and codes of spaces that are spelled like a word, the likeliest first."""
    near = [name for name, _ in _list_names_with_likeness(typed, words.shown["PLACE"])]
    return tuple(dict.fromkeys(near))[:MOST]


def explain_fault(text: str, grammar: Grammar, phase: Phase) -> Reason:
    """Return what was expected where in a line that is neither an order nor a command."""
    faults = [parser.find_fault(fold_text(text)) for parser in (grammar.order, grammar.command)]
    fault = max((fault for fault in faults if fault), key=lambda fault: fault.at)
    word = re.match(r"\s*(\S+?)[.,;!?]*(?=\s|$)", text[fault.at :])
    if not word:
        return Reason("unfinished", (_describe_allowed(fault.allowed, grammar, phase),))
    if not text[: fault.at].strip():
        return Reason("unknown_line", (word[1],))
    return Reason("expected", (word[1], _describe_allowed(fault.allowed, grammar, phase)))


def _without_kinds(order: Order) -> object:
    """Return what an order says but for the kinds of units: one reading for each is enough."""
    values = [getattr(order, name) for name in order.__match_args__]
    return type(order), *(v.at if isinstance(v, Unit) else v for v in values)


class _Mended(NamedTuple):
    """A text with other words, and what is said of it in a Reading."""

    text: str
    notes: tuple[Reason, ...]
    score: float
    sure: bool = True


def _mend_text(
    text: str, notes: tuple[Reason, ...], score: float, sure: bool, grammar: Grammar
) -> Iterator[_Mended]:
    """Yield the text with other words where it is at fault, likeliest first."""
    fault = grammar.order.find_fault(fold_text(text))
    if fault is None:
        return
    swaps = [
        _Swap(start, end, word, likeness, sure=_is_misspelling(text[start:end], word, grammar))
        for start, end in _find_word_spans(text, fault.at)
        for word, likeness in _list_candidate_words(
            grammar,
            text[start:end],
            frozenset({"PLACE"}) if start < fault.at else fault.allowed,
            is_owner=text[end:].lstrip().startswith(":"),
        )
    ]
    bare = _WORD.match(text, fault.at)
    if bare and "_TO" in fault.allowed and not _stands_behind_word(text, fault.at, grammar):
        moves = _MOVES.search(text) is not None or "_HOLD" not in fault.allowed
        dash = _Swap(*bare.span(), f"- {bare[0]}", _DASH, Reason("dash_read"), sure=not moves)
        swaps.append(dash)
    for swap in sorted(swaps, key=lambda swap: (-swap.score, swap.end - swap.start)):
        province = grammar.lexicon.game_map.provinces.get(swap.word)
        word = f"{swap.word} ({province.name})" if province else swap.word
        note = swap.note.with_subjects((text[swap.start : swap.end], word))
        line = text[: swap.start] + swap.word + text[swap.end :]
        yield _Mended(line, (*notes, note), score * swap.score, sure and swap.sure)


def _stands_behind_word(text: str, at: int, grammar: Grammar) -> bool:
    """Say whether a word that changes no order, and is no article, stands just before a place of a
    text: it parts what stands around it, and no dash was left out there."""
    before = _WORD.findall(fold_text(text[:at]))[-1:]
    return before[0] in grammar.keywords["FILLER"] and before[0] not in list_words("articles")


def _is_misspelling(typed: str, word: str, grammar: Grammar) -> bool:
    """Say whether a stretch of a line is the word with a slip in it, and no other words: each that
    is one by itself stands in the word, too, and none stands beside the word as it is spelled."""
    parts, bare = _WORD.findall(fold_text(typed)), squeeze_name(word)
    if not (_is_name(word, grammar) or _is_slip_of_word(squeeze_name(typed), bare)):
        return False
    beside = ("".join(part) for at in range(1, len(parts)) for part in (parts[:at], parts[at:]))
    if find_governing_kind(typed)[0] or bare in beside:
        return False
    words = {*_WORD.findall(fold_text(word))}
    filler = grammar.keywords["FILLER"]
    return all(
        part in words
        or not (part in grammar.spoken or part in filler or find_phrases(part)[0].kinds)
        for part in parts
    )


def _is_name(word: str, grammar: Grammar) -> bool:
    return any(word in names.values() for names in grammar.lexicon.shown.values())


def _is_slip_of_word(typed: str, word: str) -> bool:
    """Say whether somebody who writes what a unit does may have meant a word with what they typed:
    it begins alike, and a letter or two are missing, too many or in another place, or a vowel is
    another. Who ``watches`` Burgundy does not march there."""
    first, second = (Counter(_VOWEL.sub("", each)) for each in (typed, word))
    return typed[0] == word[0] and (first <= second or second <= first)


def _find_word_spans(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of one to three words at a place of the text, or one word before it."""
    words = list(_WORD.finditer(text))
    first = next((n for n, word in enumerate(words) if word.end() > at), len(words))
    for start in (first, first - 1):
        for end in range(start, min(start + 3, len(words))):
            gaps = [text[words[n].end() : words[n + 1].start()] for n in range(start, end)]
            if start < 0 or end < first or not all(map(_GAP.fullmatch, gaps)):
                continue
            if any(gap == " - " for gap in gaps):
                continue
            if gaps and find_governing_kind(text[words[start].start() : words[end].end()])[0]:
                continue  # no army is none with a slip
            if end > start and any(len(word[0]) == 1 for word in words[start : end + 1]):
                continue  # an S or an F is a word of its own
            yield words[start].start(), words[end].end()


@lru_cache(maxsize=4096)
def _list_candidate_words(
    grammar: Grammar, typed: str, allowed: frozenset[str], *, is_owner: bool
) -> tuple[tuple[str, float], ...]:
    """Return the names and words of some terminals that are spelled like what was typed, with their
    likeness; ``is_owner``: an owner is named by a sign behind it."""
    kinds = [name for name in ("PLACE", "KIND", "POWER") if name in allowed]
    kinds += ["POWER"] * (is_owner and "OWNER" in allowed and "POWER" not in allowed)
    words = {
        word: word
        for terminal in allowed
        for word in grammar.keywords.get(terminal, ())
        if len(word) > 3
    }
    shown = [grammar.lexicon.shown[kind] for kind in kinds]
    return tuple(
        found for names in (*shown, words) for found in _list_names_with_likeness(typed, names)
    )


def _list_names_with_likeness(typed: str, names: Mapping[str, str]) -> list[tuple[str, float]]:
    """Return the names that are spelled like a word, as shown to people, with their likeness.

    Those of which more than a third of the word's letters would be wrong are not like it.
    """
    key = squeeze_name(typed)
    if len(key) < 2:
        return []
    alike = process.extract(
        key, list(names), scorer=OSA.normalized_similarity, score_cutoff=_ALIKE, limit=MOST
    )
    near = {
        names[name]: score
        for name, score, _ in alike
        if name != key and 3 * OSA.distance(key, name) <= len(key)
    }
    if len(key) > 2:
        starts = [name for name in names if name.startswith(key) and len(name) > len(key) + 1]
        near |= {names[name]: max(0.9, near.get(names[name], 0)) for name in starts[:MOST]}
    return sorted(near.items(), key=lambda pair: -pair[1])


def _describe_allowed(allowed: frozenset[str], grammar: Grammar, phase: Phase) -> str:
    """Return in words what would have been understood: ``"hold", "support" or a space``."""
    other_terminals = {
        name
        for other_phase in Phase
        if other_phase is not phase
        for name in _PHASES[other_phase] - _PHASES[phase]
    }
    words = [
        f'"{word}"'
        for terminal in sorted(allowed - other_terminals - _UNSPOKEN)
        for word in grammar.keywords.get(terminal, ())
        if terminal == f"_{word.upper()}"
    ]
    if "_TO" in allowed:
        words.append('"-"' if "_MOVE" in allowed else '"to"')
    words += [word for terminal, word in read_word_table("expected").items() if terminal in allowed]
    *most, last = dict.fromkeys(words or ["an order"])
    return f"{', '.join(most)} or {last}" if most else last
