"""Words around orders and commands, and what they do to these, by ``grammar/words.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import dropwhile, pairwise, takewhile
from typing import Any, NamedTuple

from judge import resources
from judge.language.referring import (
    find_pointing,
    has_subject,
    says_altering_phrase,
    shows_it_is_talk,
)
from judge.language.spelling import fold_text, squeeze_name
from judge.language.word_lists import WordPattern, expand_choices, list_words
from judge.model.reason import Reason

NEUTRAL = frozenset({"courtesy", "link", "lead", "comment"})
"""Kinds of words that change nothing where they stand before an order."""

_REMARKS = frozenset({"courtesy", "link", "comment"})
_GOVERNING = ("takeback", "condition", "time", "season", "open", "others", "negation", "unsettled")
"""Kinds of words that put an order in doubt, in the order in which they are looked for."""

OVERRULING = frozenset({"takeback", "revokes", "condition", "hangs_above", "unsettled"})
"""Kinds of words that put an order in doubt whatever else is said beside it."""

_BEFORE_QUESTION = NEUTRAL | {"plain", "own", "judge"}
_NOT_ASKED = frozenset(
    {"takeback", "revokes", "corrects", "alternative", "negation"}
    | {"condition", "season", "open", "unsettled"}
)
"""Kinds of words with which a question is not only one."""
_OF_DUE_TIME = frozenset({"season", "alternative", "condition"})
"""Those of them that a question of the deadline may have: ``by when, my time or yours?``"""

_POINTING = frozenset({"speaks_of", "speaks_at_end", "several", "this_mail", "heading"})

_ASKS = WordPattern(r"\W*%(asks)s(?: %(asked_whether)s)?\b(?P<about>[^?]*)\?[ )]*\Z")
_NO_TALK = ("of_text", "persons", "strangers", "order_words", "undertakings")
"""Lists of words that a remark which only tells of others has not."""
_FEW = 2
"""Remarks of no more words may have none that is unknown."""

_TERSE = 5
"""So few words a remark may have that none of them shows what it is for."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")

_REASON = WordPattern(
    r"(?=.*\b%(reasons_of_life)s\b)(?=.*\b%(reason_verbs)s\b)%(reason_subjects)s"
    r"(?: (?:%(reasons_of_life)s|%(beside_reasons)s|\d{1,2}))*"
)


_ANNOUNCES = WordPattern(r"\W*(?:\w+ ){0,3}%(announces_question)s\W*")
_JOINED_QUESTION = WordPattern(r"\?? *,? +and (?=%(asks)s\b)(?=[^?]*\?)")
_MANY = 4
_POSTSCRIPT = WordPattern(r"\W*%(postscripts)s\b\W*")
_COMMA = re.compile(r"\s*,\s*")
_ARRANGED = WordPattern(
    r"%(arranged)s(?: %(arranged_with)s \w+(?: \w+)?)?|%(arranged_meetings)s %(arranged_with)s \w+"
)
"""What was arranged with others, be they called by a place: ``as agreed with London``."""
_MUSES = WordPattern(
    r"\W*(?P<said>(?:\w+\W+)?%(muses)s|%(muses_behind)s)\b(?! (?:%(musing_wishes)s)\b)"
)
_AROUND = " ,;:.-()[]{}/#!"
"""Signs around a remark."""
_NOTICE = WordPattern(r"\b%(notices)s\b")
_LEAVES_OPEN = frozenset({"revokes", "unsettled"})
"""Kinds of phrases of several words with which somebody says that a mail does not count yet."""
_UNSAYING = frozenset({"revokes", "unsettled", "corrects", "takeback"})
"""Kinds of words of which a line has one that unsays what stands above it."""


class Phrase(NamedTuple):
    """A phrase of a text, where it stands, and of which kinds it is: of none if it is not known."""

    start: int
    end: int
    text: str
    kinds: frozenset[str]


class _Beginning:
    """Words with which phrases begin, and of which kinds they are if they are a whole one."""

    __slots__ = ("followers", "kinds", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: frozenset[str] = frozenset()
        self.followers: dict[str, _Beginning] = {}


@cache
def _read_file() -> Mapping[str, Any]:
    path = resources.find_file("grammar", "words.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


_NEW_LINE, _DICTATED = "; ", 2
"""How it is written that somebody who dictates says where a line begins, and how often they do."""
_NOT_THERE = WordPattern(r"(?:%(contrasts)s) (?:(?:%(told_to)s|the) )*(?P<where>[^\W_][\w .-]*)")
_OR = WordPattern(r" (?:%(alternative_or)s) ")


@cache
def _load_kinds() -> Mapping[str, frozenset[str]]:
    kinds: dict[str, frozenset[str]] = {}
    for kind, phrases in _read_file().items():
        if isinstance(phrases, dict):
            continue
        for phrase in (way for said in phrases for way in expand_choices(said)):
            key = " ".join(_WORD.findall(fold_text(phrase)))
            kinds[key] = kinds.get(key, frozenset()) | {kind}
    return kinds


@cache
def _load_beginnings() -> Mapping[str, _Beginning]:
    """Return the beginnings of all phrases, by their first words."""
    first = _Beginning("")
    for key, kinds in _load_kinds().items():
        begun = first
        for word in key.split(" "):
            text = f"{begun.text} {word}".lstrip()
            begun = begun.followers.setdefault(word, _Beginning(text))
        begun.kinds = kinds
    return first.followers


@lru_cache(maxsize=8192)
def find_phrases(text: str) -> tuple[Phrase, ...]:
    """Return the words of a line, those that are a phrase together as one: the longest counts."""
    return tuple(_walk_phrases(text))


def _walk_phrases(text: str) -> Iterator[Phrase]:
    words = list(_WORD.finditer(fold_text(text)))
    beginnings = _load_beginnings()
    at = 0
    while at < len(words):
        first = words[at]
        said, kinds, end = first[0], frozenset[str](), at + 1
        begun = beginnings.get(said)
        for after in range(at + 1, len(words) + 1):
            if begun is None:
                break
            if begun.kinds:
                said, kinds, end = begun.text, begun.kinds, after
            begun = begun.followers.get(words[after][0]) if after < len(words) else None
        yield Phrase(first.start(), words[end - 1].end(), said, kinds)
        at = end


@cache
def list_phrases_of_kind(kind: str) -> tuple[str, ...]:
    """Return all phrases of a kind."""
    return tuple(text for text, kinds in _load_kinds().items() if kind in kinds)


@cache
def read_word_table(name: str) -> Mapping[str, str]:
    """Return a table of ``words.toml``: ``dictated``, ``telegraphed``, or ``expected``."""
    return dict(_read_file()[name])


def list_revoking_signs() -> tuple[str, ...]:
    """Return the signs that take back the order that they stand beside: a box without a tick."""
    return list_words("revoking_signs")


def write_out_signs(text: str) -> str:
    """Return a line with the signs that somebody who dictates says, ``period``, ``comma``, or who
    telegraphs, in capitals."""
    signs = read_word_table("dictated")
    telegraphed = read_word_table("telegraphed")
    if text.isupper() and any(text.count(sign.upper()) > 1 for sign in telegraphed):
        signs = {**signs, **telegraphed}
    spoken = "|".join(map(re.escape, signs))
    return re.sub(
        rf"\s*\b(?:{spoken})\b",
        lambda said: str(signs[said[0].strip().lower()]),
        text,
        flags=re.IGNORECASE,
    ).strip(" ;")


def split_dictated_lines(line: str) -> list[str]:
    """Return the lines of which somebody says more than once where one begins: ``new line``."""
    signs = read_word_table("dictated")
    spoken = "|".join(re.escape(said) for said, sign in signs.items() if sign == _NEW_LINE)
    lines = re.split(rf"\b(?:{spoken})\b", line, flags=re.IGNORECASE)
    return [write_out_signs(each.strip()) for each in lines] if len(lines) > _DICTATED else [line]


def find_governing_kind(text: str) -> tuple[str, str]:
    """Return which kind of doubt a text puts orders in, and the phrase that does; "" if none."""
    phrases = find_phrases(text)
    for kind in _GOVERNING:
        for phrase in phrases:
            if kind in phrase.kinds and not phrase.kinds & NEUTRAL:
                return kind, phrase.text
    return "", ""


def is_about_private_life(text: str, persons: Container[str] = ()) -> bool:
    """Say whether a sentence tells something of somebody's life, and has no other word: ``We are on
    holiday until Monday``. It may begin with one of some ``persons``."""
    words = re.findall(r"[^\W_]+(?:['-][^\W_]+)*", fold_text(text))
    if words and words[0] in persons:
        words[0] = list_words("reason_persons")[0]
    told = " ".join(words)
    return "?" not in text and bool(_REASON.pattern.fullmatch(told))


def asks_judge(text: str, names: Container[str] = ()) -> bool:
    """Say whether a sentence asks the judge of what he does or knows, and so changes nothing:
    ``When will you process?``, ``Did I do this right?``. It speaks of none of some names."""
    head, sign, asked_about = text.partition(":")
    if sign and _ANNOUNCES.pattern.fullmatch(fold_text(head)):
        return asks_judge(asked_about, names)
    first, *others = _JOINED_QUESTION.pattern.split(fold_text(text))
    if others and len(others) < _MANY:
        return all(asks_judge(f"{each.rstrip(' ?')}?", names) for each in (first, *others))
    phrases = find_phrases(text)
    leads = takewhile(lambda phrase: phrase.kinds & _BEFORE_QUESTION, phrases)
    for start in (0, *(phrase.end for phrase in leads)):
        if asked := _ASKS.pattern.match(fold_text(text[start:])):
            about = asked["about"]
            asks_others = says_altering_phrase(asked[0])
            is_of_time = not {*_WORD.findall(about)}.isdisjoint(list_words("due"))
            not_asked = _NOT_ASKED - (_OF_DUE_TIME if is_of_time else set())
            return (
                not asks_others
                and "altering" not in find_pointing(about)
                and not any(
                    phrase.kinds & not_asked
                    or (phrase.text in names and phrase.text not in list_words("small_words"))
                    for phrase in find_phrases(about)
                )
            )
    return False


def continues_below_end(text: str, *, signed: bool = False) -> bool:
    """Say whether a line below the end of a letter says more of it: it is a postscript, or may take
    back what stands above it. If it is ``signed`` with a line, much stands there always."""
    if is_postscript(text):
        return True
    words = {*_WORD.findall(fold_text(text))}
    phrases = find_phrases(text)
    kinds = frozenset[str]().union(*(phrase.kinds for phrase in phrases))
    if leaves_open(text, _LEAVES_OPEN):
        return not is_notice(text)  # to be confirmed
    denies = "negation" in kinds and not words.isdisjoint(list_words("of_what_is_above"))
    unsays = not signed or bool(kinds & _UNSAYING) or denies
    of_orders = not words.isdisjoint(list_words("parts_of_orders"))
    return unsays and (of_orders or bool(find_pointing(text))) and not is_notice(text)


def list_rows_below_end(lines: Sequence[str], *, signed: bool = False) -> list[int]:
    """Return which lines below the end of a letter say more of it: the first that does and those
    below, but for paragraphs that are notices."""
    starts = [0, *(row + 1 for row, line in enumerate(lines) if not line.strip()), len(lines)]
    rows = [
        row
        for start, end in pairwise(starts)
        if not any(map(is_notice, lines[start:end]))
        for row in range(start, end)
        if lines[row].strip()
    ]
    return [*dropwhile(lambda row: not continues_below_end(lines[row], signed=signed), rows)]


def leaves_open(text: str, kinds: frozenset[str] = frozenset({"unsettled"})) -> bool:
    """Say whether several words of a text together are of some kinds: by them something is not
    settled."""
    return any(phrase.kinds & kinds and " " in phrase.text for phrase in find_phrases(text))


def is_postscript(text: str) -> bool:
    """Say whether a line begins as what is written below a letter does."""
    return _POSTSCRIPT.pattern.match(fold_text(text)) is not None


def cut_postscript(text: str) -> str:
    """Return a line without the word with which it says that it stands below a letter."""
    said = _POSTSCRIPT.pattern.match(fold_text(text))
    return text[said.end() :] if said and len(fold_text(text)) == len(text) else text


def is_notice(text: str) -> bool:
    """Say whether a line is of a notice that firms have put below all mails."""
    return _NOTICE.pattern.search(fold_text(text)) is not None


def points_at_orders(text: str) -> bool:
    """Say whether a word of a question may mean the orders beside it: ``Is that right?``."""
    words = map(find_phrases, _WORD.findall(fold_text(text).replace("'", " ")))
    return any(phrase.kinds & _POINTING for phrases in words for phrase in phrases)


def find_musing_words(text: str) -> str:
    """Return the words by which a sentence begins to think of what may be best, "" if by none: ``I
    should move Paris`` orders nothing yet."""
    said = _MUSES.pattern.match(fold_text(text))
    return said["said"] if said else ""


def find_neutral_ends(text: str) -> Iterator[int]:
    """Yield where each of the words ends with which a text begins and that change nothing."""
    for phrase in find_phrases(text):
        if not phrase.kinds & NEUTRAL:
            return
        yield phrase.end


@lru_cache(maxsize=8192)
def is_neutral(text: str) -> bool:
    """Say whether a text has only words that change nothing beside an order."""
    return all(phrase.kinds & NEUTRAL for phrase in _walk_phrases(text))


def is_known_remark(text: str) -> bool:
    """Say whether words beside an order are a reason, or all are known to change nothing."""
    return says_why(text) or all(phrase.kinds & _REMARKS for phrase in find_phrases(text))


def says_why(text: str) -> bool:
    """Say whether words begin as a reason does, or are nothing but courtesy."""
    kinds = (each.kinds for each in find_phrases(text) if not each.kinds & {"courtesy", "link"})
    return "reason" in next(kinds, {"reason"})


def is_remark(text: str, *, apart: bool, names: Container[str] = ()) -> bool:
    """Say whether words behind an order change nothing; ``apart``: they stand in brackets, or
    behind a dash or a comma. Of those some may be unknown, but none the name of a space."""
    if "?" in text:
        return apart and asks_judge(text, names)
    if text.strip(_AROUND).endswith(list_words("whose_ends")):
        return False  # (my brother's)
    if all(map(_ARRANGED.pattern.fullmatch, _COMMA.split(fold_text(text.strip(_AROUND))))):
        return True
    only_says_how = {*_WORD.findall(fold_text(text))} <= _list_words_of_remarks()
    if apart and only_says_how and not says_altering_phrase(text):
        return True
    phrases = find_phrases(text)
    allowed = _REMARKS | {"plain"} if apart else _REMARKS
    if all(phrase.kinds & allowed for phrase in phrases):
        unsettles = any("unsettled" in phrase.kinds for phrase in phrases)
        return not unsettles and (not apart or _shows_purpose(text, phrases))
    first = next((phrase for phrase in phrases if not phrase.kinds & {"courtesy", "link"}), None)
    if first is not None and "reason" in first.kinds:
        kinds = frozenset[str]().union(*(phrase.kinds for phrase in phrases))
        if first.text in list_words("relative") and (
            {"own", "negation"} <= kinds or any(phrase.text in names for phrase in phrases)
        ):
            return False  # which I will not do, or where a unit goes that is named before it
        return not any(
            phrase.kinds & OVERRULING and not phrase.kinds & _REMARKS for phrase in phrases
        )
    if apart and _is_talk_beside(text, phrases, names):
        return True
    known = sum(1 for phrase in phrases if phrase.kinds & allowed)
    return (
        apart
        and len(phrases) > _FEW
        and known * 2 > len(phrases)
        and _shows_purpose(text, phrases)
        and not find_governing_kind(text)[0]
        and not any(phrase.kinds & OVERRULING or phrase.text in names for phrase in phrases)
    )


def _is_talk_beside(text: str, phrases: Sequence[Phrase], names: Container[str]) -> bool:
    """Say whether a remark is a whole sentence that tells of others, but of no space and nobody who
    may have written what stands before it: ``Germany is too friendly for my taste``."""
    return (
        has_subject(text)
        and not find_pointing(text)
        and not find_governing_kind(text)[0]
        and not any(phrase.kinds & OVERRULING or phrase.text in names for phrase in phrases)
        and _list_words_of_others().isdisjoint(_WORD.findall(fold_text(text)))
    )


@cache
def _list_words_of_others() -> frozenset[str]:
    """Return the words of which one is in a remark that speaks of who may have written."""
    return frozenset(word for name in _NO_TALK for word in list_words(name))


@cache
def _list_words_of_remarks() -> frozenset[str]:
    """Return the words of which remarks like ``(risky but fine)`` consist."""
    return frozenset((*list_words("pleasing"), *list_words("remarks")))


def _shows_purpose(text: str, phrases: Sequence[Phrase]) -> bool:
    """Say whether a remark is one word, or long, or has something that shows why it stands behind
    an order: else it may say of that that it is a threat only, or whose it is."""
    if not 1 < len(phrases) <= _TERSE or shows_it_is_talk(text):
        return True
    return any(
        "courtesy" in phrase.kinds or ("comment" in phrase.kinds and "plain" not in phrase.kinds)
        for phrase in phrases
    )


_OTHERS = ("only", "told_rest", "told_but", "told_nobody")
"""The lists of words that set some orders apart from others."""


def sets_orders_apart(text: str) -> bool:
    """Say whether a sentence sets some orders apart from others: ``only Spain is certain``."""
    words = {word.lower() for word in re.findall(r"[\w']+", text)}
    return any(words & {*list_words(name)} for name in _OTHERS)


_DOUBTS = {
    "takeback": Reason("may_take_back"),
    "negation": Reason("may_take_back"),
    "condition": Reason("hangs_on"),
    "time": Reason("other_time"),
    "season": Reason("other_time"),
    "open": Reason("left_open"),
    "unsettled": Reason("left_open"),
    "others": Reason("for_others"),
}
_LEFT_OVER = Reason("left_over")


def find_doubt_of_rest(text: str, *, apart: bool, names: Container[str] = ()) -> Reason | None:
    """Return the doubt in which words leave the order that they stand behind, None if in none."""
    rest = text.strip(_AROUND)
    if is_remark(text, apart=apart, names=names):
        return None
    return doubt_because_of(rest, text)


def find_places_excluded(text: str, places: Mapping[str, str]) -> frozenset[str]:
    """Return the provinces of which a remark says that they are not meant, and says no more:
    ``(not Picardy)``. ``places`` are the names of all."""
    said = _NOT_THERE.pattern.fullmatch(fold_text(text.strip(_AROUND)))
    codes = [
        places.get(squeeze_name(name), "")
        for name in _OR.pattern.split(said["where"] if said else "")
    ]
    return frozenset(codes if all(codes) else ())


def doubt_because_of(rest: str, text: str) -> Reason:
    """Return the doubt in which words leave orders, ``rest`` being what of them is cited."""
    kind, _ = find_governing_kind(rest)
    kind = kind or ("open" if "?" in text else "")
    return _DOUBTS.get(kind, _LEFT_OVER).with_subjects((rest,))
