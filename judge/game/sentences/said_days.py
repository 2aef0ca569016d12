"""Days as people say them, written as they are typed: ``the tenth of January``, ``Friday week``.

Each word has a letter for what it is in a date, and patterns of these letters tell how days are
said. A day that is read but in part would be another day: where a month, a weekday or a year is
left over, or does not fit, it is in doubt, and so are those beside it that hang on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from judge.game.clock.dates import parse_time, parse_when
from judge.game.setting_values import read_zone
from judge.language.word_lists import WordPattern, list_words, read_count

IN_DOUBT = "0000-00-00"
"""What is written for a day that is in doubt, before how it is typed, as one word."""
_WORD = re.compile(r"[^\s,;!?\"()\[\]<>]+|[,;!?()\[\]]")
_TYPED = re.compile(r"[^\s,;!?\"()\[\]<>]+")
_NAMED_DAY = WordPattern(r"(?<!\w)(?:%(named_days)s)(?!\w)")
_CLOCK_APART = WordPattern(r"(\d)\s+(%(before_noon)s|%(after_noon)s)\b")
_COUNT = r"(?P<count>\d\d?|%(numbers)s|%(a_single)s)"
_LENGTH = rf"%(lasts_for)s {_COUNT} (?P<unit>(?:%(week_word)s|%(day_word)s)s?)"
_FROM_FOR = WordPattern(rf"\b%(starts_span)s (?P<day>\w+),? {_LENGTH}\b")
_FOR_FROM = WordPattern(rf"\b{_LENGTH},? %(starts_span)s (?P<day>\w+)\b")
"""What lasts for so long from a day on."""
_AWAY = WordPattern(r"\b%(is_away)s\b")
_WEEKEND = WordPattern(r"\b%(on_this_weekend)s\b")
_SATURDAY = 5
_TIGHT = re.compile(r"(\d\.)[-\u2013](?=\d\d?\.\d)")
_DOTTED = re.compile(r"(?<![\d.])(\d\d?)\.(\d\d?)\.(?![\d.])")
_END_OF_FORM = re.compile(r"(?<=\d\.)( ?(?:\S+ )?-?\d\d?\.\d\d?)\Z")
"""A day in figures at the end of a sentence, behind another, without its stop."""
_ORDINAL = WordPattern(r"(\d\d?)%(ordinal)s")
_YEAR = re.compile(r"20\d\d|'\d\d")
_FORM = re.compile(
    r"20\d\d([-/.])\d\d?\1\d\d?|\d\d?\.\d\d?\.(?:20\d\d)?|\d\d?(/|-)\d\d?\2(?:20\d\d|\d\d)"
)
_LETTERS = {
    "d": "today", "t": "tomorrow", "n": "next_days", "h": "this_days", "k": "week_word",
    "m": "month_word", "y": "year_word", "D": "day_word", "e": "day_ends", "v": "vague_days",
    "l": "last_days", "f": "fortnight", "x": "behind_day", "b": "before_day", "V": "vague_holidays",
    "a": "a_single", ">": "through", "&": "joins", "p": "up_to_day", "i": "day_fillers",
    "c": "numbers", "P": "late_in_day",
}  # fmt: skip
"""The list of the words that have a letter; of several lists with a word the first counts."""
_OTHER, _STOP = ".", ";"
_LEFT_OVER = re.compile(r"[,i]*[MYFSO]|i*o|[ip]*W")
"""What stands behind a day and makes another of it."""
_WEEK = timedelta(days=7)
_YEARS = 4
"""In so many years, or months, the next day of some number is looked for."""
_DASHES = ("-", "\u2013")
_ABBREVIATED = 3
"""Names of days and months of so many letters may be other words."""
_ZONE = WordPattern(
    r",? \(?(?:(?P<code>(?-i:[A-Z]{3,5}))|(?P<zone>(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?))"
    r"(?P<time> %(time_there)s)?\b\)?"
)
"""A zone behind a time."""
_VAGUE, _JOINED, _ARTICLE = "V", "&>", "i"
_DAYS = frozenset("WMOoFSdteV")
"""Letters of words without which no day is said."""
_SEARCHED = 62
"""In so many days the next one of some number is looked for."""

_NTH = r"(?P<D1>[OoN])[,i]*(?P<M1>M)|(?P<M2>M)(?:[,i]*(?=O)|i*)(?P<D2>[OoN])"
_DATED = rf"n?(?:(?P<W>W)[,ip]*)?(?:{_NTH})(?:[,i]*(?P<Y>Y))?(?:[,ip]*a?(?P<W2>W))?"
_FORMED = r"n?(?:(?P<W>W)[,ip]*)?(?P<F>F|(?<=[>pxb&,iW])S)(?:[,ip]*a?(?P<W2>W))?"
_OF_MONTH = r"(?:[,i]*(?P<M1>M)(?:[,i]*(?P<Y>Y))?|i*(?P<next>[nh]?)i*m)"


@dataclass(frozen=True)
class _Word:
    """A word or a stop, where it stands, and what it is in a date."""

    start: int
    end: int
    text: str
    letter: str


@dataclass(frozen=True)
class _Said:
    """A day said from one word to another, by their numbers; ``ways`` are the days that it may be,
    none if it is in doubt; one that ``is_bare`` is but the number of a day."""

    first: int
    end: int
    parts: Mapping[str, str]
    ways: tuple[date, ...]
    is_bare: bool


def write_out_days(text: str, now: datetime) -> Sequence[str]:
    """Return a sentence with its days as they are typed; in two ways if one of them may be two."""
    text = _CLOCK_APART.pattern.sub(r"\1\2", text)
    text = _NAMED_DAY.pattern.sub(_write_named_day, text)
    text = _write_out_spans(_END_OF_FORM.sub(r"\1.", text), now)
    words = [*_split_into_words(text)]
    if _DAYS.isdisjoint(word.letter for word in words):
        return (text,)
    today = now.astimezone(UTC).date()
    said = _resolve_bare_days([*_find_days(words, today)], words, today)
    written = (_write_days(text, words, said, way, now) for way in range(2))
    return tuple(dict.fromkeys(written))


def _write_out_spans(text: str, now: datetime) -> str:
    """Return a sentence with the first and the last day of what it says to last from a day on, or
    in which somebody is away at the weekend."""
    today, text = now.astimezone(UTC).date(), _TIGHT.sub(r"\1 - ", text)
    text = _DOTTED.sub(lambda form: _write_dotted(form, today), text)
    for pattern in (_FROM_FOR, _FOR_FROM):
        text = pattern.pattern.sub(lambda span: _write_span(span, now), text)
    is_before = now.astimezone(UTC).weekday() < _SATURDAY
    if not (is_before and _AWAY.pattern.search(text)):
        return text
    saturday, sunday = (list_words("weekdays")[day].title() for day in (_SATURDAY, _SATURDAY + 1))
    return _WEEKEND.pattern.sub(f"{saturday} - {sunday}", text)


def _write_dotted(form: re.Match[str], today: date) -> str:
    """Return a day in figures with stops as the next such day, as it is typed if there is none."""
    try:
        (day,) = _find_next(int(form[1]), int(form[2]), None, today)
    except (ValueError, StopIteration):
        return form[0]
    return f"{day:%Y-%m-%d}"


def _write_span(span: re.Match[str], now: datetime) -> str:
    first = parse_when(span["day"], ZoneInfo("UTC"), now, time(0))
    said = span["count"].lower()
    count = 1 if said in list_words("a_single") else read_count(said)
    is_week = any(span["unit"].lower().startswith(word) for word in list_words("week_word"))
    if first is None:
        return span[0]
    last = first + count * (_WEEK if is_week else timedelta(days=1)) - timedelta(days=1)
    return f"{first:%Y-%m-%d} - {last:%Y-%m-%d}"


@cache
def _collect_named_days() -> Mapping[str, str]:
    """Return the days of the year that have a name, as they are typed."""
    return dict(zip(list_words("named_days"), list_words("dates_of_named_days"), strict=True))


def _write_named_day(said: re.Match[str]) -> str:
    return _collect_named_days()[said[0].lower()]


def _split_into_words(text: str) -> Iterator[_Word]:
    found = [*_WORD.finditer(text)]
    plain = [_strip_word(each[0]) for each in found]
    for at, each in enumerate(found):
        length = len(plain[at]) if each[0] not in "-" else 1
        letter = _find_letter(plain, at, each[0])
        yield _Word(each.start(), each.start() + max(length, 1), plain[at], letter)
        if each[0].endswith((".", ":")) and letter not in "MT" and plain[at] != each[0].lower():
            yield _Word(each.end(), each.end(), "", _STOP)


def _strip_word(typed: str) -> str:
    word = typed.lower().rstrip(":")
    return word if _FORM.fullmatch(word) else word.rstrip(".").removesuffix("'s")


@cache
def _collect_forms() -> Mapping[str, re.Pattern[str]]:
    """Return the forms of words with digits, by their letters."""
    slashed, number = re.compile(r"\d\d?/\d\d?"), re.compile(r"\d\d?")
    return {"S": slashed, "F": _FORM, "O": _ORDINAL.pattern, "Y": _YEAR, "N": number}


def _find_letter(words: Sequence[str], at: int, typed: str) -> str:
    """Return the letter of a word: what it is in a date."""
    word = words[at]
    if typed in ",()[]":
        return ","
    if typed in _DASHES:
        return ">"
    if not word or typed in ";!?":
        return _STOP
    if parse_time(word):
        return "T"
    for letter, form in _collect_forms().items():
        if form.fullmatch(word):
            return letter
    if (name := _find_name(word)) and _is_in_date(words, at, typed.islower()):
        return name
    if " ".join(words[max(0, at - 1) : at + 1]) in list_words("vague_holidays"):
        return _VAGUE
    return next((key for key, name in _LETTERS.items() if word in list_words(name)), _OTHER)


def _find_name(word: str) -> str:
    """Return the letter of a word that is a month, a day of the week or the number of a day."""
    if word in list_words("numbered_days"):
        return "o"
    names = {"M": "months", "W": "weekdays"} if len(word) >= _ABBREVIATED else {}
    found = (key for key, name in names.items()
             if any(full.startswith(word) for full in list_words(name)))  # fmt: skip
    return next(found, "")


def _is_in_date(words: Sequence[str], at: int, is_small: bool) -> bool:
    """Say whether a name of a month or a day, or a number, is no other word."""
    word, letter = words[at], _find_name(words[at])
    fillers = {*list_words("day_fillers")}
    before = [each for each in words[max(0, at - 3) : at] if each not in fillers][-2:]
    behind = [each for each in words[at + 1 : at + 4] if each not in fillers][:1]
    leads = {*list_words("up_to_day"), *list_words("through"), *list_words("next_days")}
    beside = [*before[-1:], *behind]
    if letter == "o":
        return any(_find_name(each) in ("M", "W") for each in beside) or before[-1:] <= [*leads]
    if any(_ORDINAL.pattern.fullmatch(each) or _is_day(each) for each in beside):
        return True
    has_number = any(each.isdecimal() for each in beside)
    if word in list_words("no_day_alone"):
        leads_up = bool(leads & {*before}) and (has_number or before[-1] in leads)
        return leads_up or (not is_small and has_number)
    if len(word) > _ABBREVIATED:
        return True
    return has_number or (letter == "W" and not is_small)


def _is_day(word: str) -> bool:
    """Say whether a word is a day of the week, or a number of a day in letters."""
    return len(word) > _ABBREVIATED and _find_name(word) in ("W", "o")


def _find_days(words: Sequence[_Word], today: date) -> Iterator[_Said]:
    """Yield the days that are said, in their order; what is left over of one puts it in doubt."""
    letters = "".join(word.letter for word in words)
    at = 0
    while at < len(words):
        found = [
            (match, find_ways)
            for pattern, find_ways in _compile_patterns()
            if letters[at] != _OTHER and (match := pattern.match(letters, at))
        ]
        if not found:
            at += 1
            continue
        match, find_ways = max(found, key=lambda each: each[0].end())
        parts = {key: words[match.start(key)].text for key, had in match.groupdict().items() if had}
        end = match.end()
        while letters[at] != _VAGUE and (left := _LEFT_OVER.match(letters, end)):
            end = left.end()
        is_whole, is_bare = end == match.end(), find_ways is _find_bare
        ways = _try_ways(find_ways, parts, today) if is_whole and not is_bare else ()
        first = at - (letters[at - 1 : at] == _ARTICLE)
        yield _Said(first, end, parts, ways, is_bare and is_whole)
        at = end


def _try_ways(find_ways: _FindWays, parts: Mapping[str, str], today: date) -> tuple[date, ...]:
    """Return the days that something may be, none that no calendar has."""
    try:
        return tuple(day for day in find_ways(parts, today) if day >= today and _fits(parts, day))
    except (ValueError, OverflowError, StopIteration):
        return ()


@cache
def _compile_patterns() -> Sequence[tuple[re.Pattern[str], _FindWays]]:
    """Return the ways of saying a day, with what tells which it is."""
    return tuple(
        (re.compile(rf"(?:(?P<T1>T)[,ip]*)?(?:{said})(?:[,ipP]*(?P<T2>T))?"), find_ways)
        for said, find_ways in _SAID
    )


def _fits(parts: Mapping[str, str], day: date) -> bool:
    """Say whether a day is one of the days of the week that are said with its number."""
    if not {"D1", "D2", "F"} & parts.keys() or "nth" in parts:
        return True
    return all(_get_weekday(parts[key]) == day.weekday() for key in ("W", "W2") if key in parts)


def _get_weekday(word: str) -> int:
    return _find_index(word, "weekdays") % 7


def _get_month(word: str) -> int:
    return _find_index(word, "months") % 12 + 1


def _find_index(word: str, name: str) -> int:
    return next(number for number, full in enumerate(list_words(name)) if full.startswith(word))


def _get_number(word: str) -> int:
    """Return the number of a day, or of weeks."""
    if digits := re.match(r"\d+", word):
        return int(digits[0])
    for name in ("numbered_days", "numbers"):
        if word in list_words(name):
            return list_words(name).index(word) + 1
    return 1


def _get_year(word: str) -> int:
    return int(word.lstrip("'")) % 100 + 2000


def _find_dated(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return the day of a number and a month: without a year the next one."""
    day = _get_number(parts.get("D1") or parts["D2"])
    month = _get_month(parts.get("M1") or parts["M2"])
    return _find_next(day, month, _get_year(parts["Y"]) if "Y" in parts else None, today)


def _find_next(day: int, month: int, year: int | None, today: date) -> Sequence[date]:
    if year is not None:
        return [date(year, month, day)]
    leap = (month, day) == (2, 29)
    years = (y for y in range(today.year, today.year + _YEARS + 1) if not (leap and y % 4))
    return [next(found for y in years if (found := date(y, month, day)) >= today)]


def _find_formed(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return the day that digits tell: of two that are below thirteen either may be the month."""
    text = parts["F"]
    numbers = [int(digits) for digits in re.findall(r"\d+", text)]
    if numbers[0] >= 2000:
        return [date(*numbers)]
    year = _get_year(str(numbers[2])) if len(numbers) > 2 else None
    pairs = [tuple(numbers[:2])] if "." in text else [tuple(numbers[:2]), tuple(numbers[1::-1])]
    found = [_find_next(day, month, year, today) for day, month in pairs if month <= 12]
    return [*dict.fromkeys(days[0] for days in found)]


def _find_numbered(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return the day of a number in this month, or in the next one."""
    return [_find_month(parts, today).replace(day=_get_number(parts["D1"]))]


def _find_bare(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return no day: which one it is hangs on the days beside it."""
    del parts, today
    return ()


def _find_weekday(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return a day of the week: the next one, but it may be the one behind that which is called
    so if it is still of this week."""
    weekday = _get_weekday(parts["W"])
    coming = today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    monday = today - timedelta(days=today.weekday())
    if {"week", "later"} & parts.keys():
        weeks = 2 if "later" in parts else int(parts.get("week") in list_words("next_days"))
        day = monday + weeks * _WEEK + timedelta(days=weekday)
        return [day] if day >= today else []
    if "k" in parts or "f" in parts:
        return [coming + _WEEK * (2 if "f" in parts else 1)]
    if "xn" in parts:
        return [coming + _WEEK, coming + 2 * _WEEK]
    is_next = parts.get("next", parts.get("n", "")) in list_words("after_this_week")
    if is_next and coming < monday + _WEEK:
        return [coming + _WEEK, coming]
    if weekday == today.weekday() and ("next" in parts and not is_next):
        return []
    return [coming]


def _find_today(parts: Mapping[str, str], today: date) -> Sequence[date]:
    return [today + timedelta(days="t" in parts)]


def _find_ahead(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return the day that is some weeks or days behind another, or before it."""
    if "D" in parts and "p" in parts:
        return []
    finders: dict[str, _FindWays] = {"M1": _find_dated, "M2": _find_dated, "F": _find_formed,
                                     "W": _find_weekday}  # fmt: skip
    find_ways = next((find for key, find in finders.items() if key in parts), _find_today)
    days = (2 if "f" in parts else 1) * (1 if "D" in parts else 7) * _get_number(parts.get("c", ""))
    length = timedelta(days=-days if "b" in parts else days)
    begins = {key: word for key, word in parts.items() if key not in ("k", "f", "n")}
    return [day + length for day in find_ways(begins, today) if day + length >= today]


def _find_end(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return the last day of a month or of a year."""
    if "y" in parts:
        return [date(today.year + (parts.get("next", "") in list_words("next_days")), 12, 31)]
    return [_get_last_day(_find_month(parts, today))]


def _find_nth_weekday(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return the day of the week that is the first one of a month, or another one."""
    first = _find_month(parts, today)
    last = _get_last_day(first)
    days = [first + timedelta(days=ahead) for ahead in range(last.day)]
    fitting = [day for day in days if day.weekday() == _get_weekday(parts["W"])]
    nth = -1 if parts["nth"] in list_words("last_days") else _get_number(parts["nth"]) - 1
    return [day for day in fitting[nth : nth + 1 or None] if day >= today]


def _find_month(parts: Mapping[str, str], today: date) -> date:
    """Return the first day of a month that is named, or of this one or the next."""
    if "M1" in parts:
        month = _get_month(parts["M1"])
        year = _get_year(parts["Y"]) if "Y" in parts else today.year + (month < today.month)
        return date(year, month, 1)
    first = today.replace(day=1)
    is_next = parts.get("next", "") in list_words("next_days")
    return _get_last_day(first) + timedelta(days=1) if is_next else first


def _get_last_day(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _doubt(parts: Mapping[str, str], today: date) -> Sequence[date]:
    """Return no day, where none is told."""
    del parts, today
    return ()


def _resolve_bare_days(
    said: Sequence[_Said], words: Sequence[_Word], today: date
) -> Sequence[_Said]:
    """Return the days, those that are but numbers as the next behind what is said before them, or
    the last before what they reach to; they are in doubt if another day is."""
    vague = [each for each in said if words[each.end - 1].letter == _VAGUE]
    others = [each for each in said if each not in vague]
    if len(others) != 1 and not any(each.is_bare for each in others):
        said, vague = others, []
    doubts = vague or any(not each.ways and not each.is_bare for each in said)
    found: list[_Said] = []
    for number, each in enumerate(said):
        ways = each.ways
        if doubts and (each.is_bare or vague):
            ways = ()
        elif each.is_bare and (until := _find_end_of_span(said[number + 1 :], each, words)):
            ways = _choose_day(each, (until - timedelta(days=n) for n in range(_SEARCHED)), today)
        elif each.is_bare:
            begin = found[-1].ways[0] if found and found[-1].ways else today
            ways = _choose_day(each, (begin + timedelta(days=n) for n in range(_SEARCHED)), today)
        found.append(replace(each, ways=ways))
    return found


def _find_end_of_span(behind: Sequence[_Said], said: _Said, words: Sequence[_Word]) -> date | None:
    """Return the day up to which a span of days reaches that begins with a number."""
    between = {word.letter for word in words[said.end : behind[0].first]} if behind else set()
    if between & {*_JOINED} and between <= {*_JOINED, "i"} and not behind[0].is_bare:
        return behind[0].ways[0]
    return None


def _choose_day(said: _Said, days: Iterable[date], today: date) -> tuple[date, ...]:
    """Return the first of some days that has the number that is said, if it is as said else."""
    number = _get_number(said.parts.get("D1") or said.parts["D2"])
    day = next((day for day in days if day.day == number), today)
    is_right = day >= today and day.day == number and _fits(said.parts, day)
    return (day,) if is_right else ()


def _write_days(
    text: str, words: Sequence[_Word], said: Sequence[_Said], way: int, now: datetime
) -> str:
    """Return a sentence with its days as they are typed, in one of two ways."""
    written, end = "", 0
    for each in said:
        first, last = words[each.first], words[each.end - 1]
        typed = text[first.start : last.end]
        zone, zone_end = _find_zone_behind(text, last.end) if _has_clock(each) else (None, last.end)
        day = each.ways[min(way, len(each.ways) - 1)] if each.ways else None
        written += text[end : first.start] + _write_day(each, day, typed, zone, now)
        end = zone_end
    return written + text[end:]


def _has_clock(said: _Said) -> bool:
    return not {"T1", "T2"}.isdisjoint(said.parts)


def _find_zone_behind(text: str, at: int) -> tuple[str | None, int]:
    """Return the zone that is named behind a time, and where that ends; "" for a code of none."""
    found = _ZONE.pattern.match(text, at)
    if not found or (found["code"] or "").lower() in list_words("universal_time"):
        return None, at
    zone = read_zone(found["code"] or found["zone"])
    is_said = found["code"] or found["time"]
    return (zone or "", found.end()) if is_said and (zone or found["code"]) else (None, at)


def _write_day(said: _Said, day: date | None, typed: str, zone: str | None, now: datetime) -> str:
    """Return a day as it is typed, or as it was if that is read as the same."""
    in_doubt = IN_DOUBT + "_".join(_TYPED.findall(typed))
    if day is None or zone == "":
        return in_doubt
    clock = said.parts.get("T1") or said.parts.get("T2") or ""
    plain = f"{day:%a} {day.day} {day:%b %Y} {clock}".rstrip()
    if zone:
        moment = parse_when(plain, ZoneInfo(zone), now)
        return f"{moment:%a} {moment.day} {moment:%b %Y %H:%M} UTC" if moment else in_doubt
    read = parse_when(typed, ZoneInfo("UTC"), now, time(0))
    is_same = read is not None and (read.date() == day or said.parts.keys() <= {"W", "T1", "T2"})
    return typed if is_same else plain


_FindWays = Callable[[Mapping[str, str], date], Sequence[date]]
_BASE = rf"(?:(?P<W>W)|(?P<d>d)|(?P<t>t)|(?:{_NTH})(?:[,i]*(?P<Y>Y))?|(?P<F>F))"
_WHERE = r"(?:(?P<p>p)|(?P<x>x)|(?P<b>b))[ip]*"
_SAID: tuple[tuple[str, _FindWays], ...] = (
    (_DATED, _find_dated),
    (_FORMED, _find_formed),
    (r"(?P<D1>[Oo])i*(?P<next>[nh])i*m", _find_numbered),
    (r"[nh]?(?P<W>W)(?:[,i]*(?P<D1>O)|i*(?P<D2>[oN]))", _find_bare),
    (r"(?<=[>pxb&]i)(?P<D1>O)", _find_bare),
    (r"(?<=[>pxb&]i)(?P<D1>o)(?=$|[;,>&])", _find_bare),
    (r"(?<=[>pxb&])(?P<D1>[Oo])(?=$|[;,>&])", _find_bare),
    (r"(?P<D1>[NOo])(?=[>&]i*[OoN][,i]*M)", _find_bare),
    (r"(?<=>)(?P<D1>N)(?=$|[;,.])", _find_bare),
    (r"(?P<next>[nh])[nh]?i*(?P<W>W)", _find_weekday),
    (r"(?P<W>W)(?:(?P<k>k)|(?P<f>f)|(?P<n>n)|(?P<xn>xn))?", _find_weekday),
    (r"(?P<W>W)[,ip]*(?:(?P<week>[nh])k|k(?P<later>xn))", _find_weekday),
    (r"(?P<week>[nh])k[,ip]*(?P<W>W)", _find_weekday),
    (r"k(?P<later>xn)[,ip]*(?P<W>W)", _find_weekday),
    (r"(?P<W>W)i[aNc][kfD]|l(?P<W2>W)|ei*(?:W|[nh]?k)|vi*M|ki+[OoN](?:i*M)?|M", _doubt),
    (r"(?:(?P<d>d)|(?P<t>t))", _find_today),
    (r"(?:(?P<d>d)|(?P<t>t))(?:(?P<k>k)|(?P<f>f))", _find_ahead),
    (r"(?P<c>[aNc])(?:(?P<k>k)|(?P<f>f))(?:(?P<d>d)|(?P<t>t))", _find_ahead),
    (rf"(?P<c>[aNc])(?:(?P<k>k)|(?P<f>f)|(?P<D>D)){_WHERE}{_BASE}", _find_ahead),
    (rf"(?<=i)(?P<D>D)(?:(?P<x>x)|(?P<b>b))[ip]*{_BASE}", _find_ahead),
    (rf"(?P<e>e){_OF_MONTH}", _find_end),
    (r"(?P<e>e)i*(?P<next>[nh]?)i*(?P<y>y)", _find_end),
    (rf"(?P<nth>[Ool])(?P<W>W){_OF_MONTH}", _find_nth_weekday),
    ("V", _doubt),
)
"""How days are said in letters of words, and what tells which day it is."""
