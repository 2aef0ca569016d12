"""Sentences with marks in place of what differs from one to the next: names, places, dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from functools import cache
from zoneinfo import ZoneInfo

from judge.game.clock.dates import (
    list_date_names,
    parse_duration,
    parse_time,
    parse_when,
    read_number_word,
    write_duration,
)
from judge.game.sentences.against import speaks_of_texts
from judge.game.sentences.said_days import IN_DOUBT, write_out_days
from judge.game.sentences.spoken import write_out_times
from judge.game.setting_values import read_zone
from judge.hooks import Variant
from judge.language.answers import find_vote_named
from judge.language.lexicon import Lexicon, build_lexicon
from judge.language.said_as import SaidAs, cut_politeness
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.word_lists import WordPattern, list_words
from judge.model.turn import LETTERS, Phase, Turn

MOST = 40
"""How many words of a sentence are looked at."""
LONGEST = 400
"""How many characters a sentence has at most."""
_TOKEN = re.compile(r"[^\s,;!?\"()\[\]<>]+")
_CODE = re.compile(r"[wsuf]-?\d{1,5}[mrba]")
_DOMAIN = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{3,}")
_YEAR = re.compile(r"\d{1,5}")
_HALT = WordPattern(r"\A(?i:%(halts)s)[,;:.!]+ +(?=[^,;]+\?\Z)")
"""What catches the reader's ear before a question, and is no wish."""
_FROM_TODAY = WordPattern(r"\b%(from_today_on)s\b")
_NUMBER = WordPattern(r"#?(\d{1,3})%(ordinal)s?")
_GAME = re.compile(r"(?=.*[a-z])[a-z0-9]{3,12}")
_NAME = 5
"""Of so many words a name of a place or a power has at most."""
_BEGINNING = 5
"""Of so many letters the beginning of a name has at least that is written small."""
_DATE = 6
"""Of so many words a date has at most."""
_CITY = 3
"""Of so many words a name of a city has at most."""
_ZONE = 3
"""Of so many words before a city one may speak of its time."""
_CLAUSE = 2
"""Of so many words a part of a sentence is, at least, that is looked at alone."""
_CALLED = 4
"""So many words behind one that gives a name may that stand that has a capital."""
_STOPS = frozenset(".,;!?")
_TOLD = 5
"""So many words behind the one that tells something stands to whom."""
_KIND_BEFORE = 3
"""So many words before a place its unit's kind stands at most."""
_LOOKED_UP = 6
"""So many words of a sentence are looked up as names of games."""

Values = Mapping[str, tuple[str, ...]]
"""What stood where marks are, by the name of the mark, in its order."""
UNSAID = "\0"
"""The text of a message of which a sentence only tells."""
DOUBT = "?"
"""How a date begins that is in doubt."""


def drop_halting_word(text: str) -> str:
    """Return a question without the word before it that only halts the reader: ``wait, who?``."""
    return _HALT.pattern.sub("", text)


def _write_from_now_on(text: str) -> str:
    """Return a sentence in which what holds from today on does so from now on: no day is meant."""
    return _FROM_TODAY.pattern.sub(list_words("from_now_on")[0], text)


@cache
def _collect_date_beginnings() -> frozenset[str]:
    return frozenset(name[:3].lower() for name in list_date_names())


@dataclass(frozen=True)
class MarkedSentence:
    """The words of a sentence, marks among them (``{power}``), and what these stand for; or those
    of a part of it; ``asks``: it has a question mark."""

    words: tuple[str, ...]
    values: Values
    is_part: bool = False
    asks: bool = False


@dataclass(frozen=True)
class _Token:
    start: int
    end: int
    word: str


@dataclass(frozen=True)
class _Mark:
    name: str
    end: int
    value: str
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Marker:
    """What puts marks into the sentences of one mail: the ``variant`` whose names are known, the
    ``variants`` by their names, what finds the game of a word ("": none), the names of the
    writer's ``plans``, those that were given to powers (``names``), the kinds of the
    open ``votes`` by their numbers, now, and the present ``turn``."""

    said_as: SaidAs
    variant: Variant
    variants: Mapping[str, str]
    find_game: Callable[[str], str]
    plans: frozenset[str]
    names: Mapping[str, str]
    votes: Mapping[int, str]
    now: datetime
    turn: Turn | None = None

    def mark_names(self, sentence: str) -> Iterator[MarkedSentence]:
        """Yield a sentence with its marks, in each of the few ways in which it can have them."""
        text = _write_from_now_on(drop_halting_word(normalize_line(sentence)))
        if len(text) > LONGEST:
            return
        for written in write_out_days(write_out_times(text), self.now):
            tokens = [*self._split_into_tokens(written)][:MOST]
            yield from self._list_readings(written, tokens, "")
            yield from self._split_into_clauses(written, tokens)
        yield from self._split_off_messages(text, [*self._split_into_tokens(text)][:MOST])

    def _split_off_messages(self, text: str, tokens: list[_Token]) -> Iterator[MarkedSentence]:
        """Yield a sentence that has words for somebody in it, parted from these."""
        words = self.said_as.words.messages
        for number, token in enumerate(tokens[:-1]):
            at_colon = text[token.start : token.end + 1].endswith(":")
            if at_colon and token.word in list_words("quoting"):
                return  # that is said by somebody, and not to them
            if token.word in list_words("has_told"):
                return  # that was said before
            opens = number > 0 and token.word in words.before_text
            if at_colon or (opens and self._names_reader(text, tokens[:number])):
                skipped = token.end if at_colon or token.word == "that" else token.start
                body = text[skipped:].lstrip(": ").strip("\"'")
                head = tokens[: number + 1] if at_colon else tokens[:number]
                said = {each.word for each in head}
                asks_all = not (said.isdisjoint(words.asking) or said.isdisjoint(words.everybody))
                if self._tells_of_text(text, body, tokens[number + 1 :], asks_all=asks_all):
                    body = UNSAID
                yield from self._list_readings(text, head, body)
                return
        telling = next((at for at, token in enumerate(tokens) if token.word in words.telling), None)
        if telling is None or {token.word for token in tokens[telling + 1 :][:1]} & words.oneself:
            return
        for number in range(telling + 1, min(telling + _TOLD, len(tokens) - 1)):
            mark = self._find_name_at(
                tokens, number, text[tokens[number].start : tokens[number].end]
            )
            is_power = mark is not None and mark.name == "power"
            if mark and mark.name == "place" and not self._opens_text(tokens, mark.end):
                return  # that tells nobody anything
            end = self._skip_readers(tokens, mark.end) if mark and is_power else number + 1
            if end == len(tokens) or self._is_only_length(text, tokens, end):
                return  # somebody is given time, or told nothing
            is_group = tokens[number].word in words.everybody
            is_asked = tokens[telling].word in words.asking
            if is_group and not is_asked and tokens[number + 1].word in words.relatives:
                return  # it says which of them are meant
            if is_group or end > number + 1 or mark is not None:
                permits = tokens[telling].word in words.permitting
                if permits and tokens[end].word not in words.permitted:
                    return  # somebody may do something, and is told nothing
                end += permits and end < len(tokens) - 1
                body = text[tokens[end - 1].end :].lstrip(":, ").strip("\"'")
                if fold_text(body.rstrip("?.! ")) in self.said_as.words.questions:
                    body = ""
                elif body.count(" ") < 1:
                    body = text
                elif self._tells_of_text(text, body, tokens[end:], asks_all=is_group and is_asked):
                    body = UNSAID
                yield from self._list_readings(text, tokens[:end], body)
                return

    def _opens_text(self, tokens: list[_Token], at: int) -> bool:
        """Say whether the words of a message begin at a place."""
        return at < len(tokens) and tokens[at].word in self.said_as.words.messages.before_text

    def _tells_of_text(self, text: str, body: str, tokens: list[_Token], *, asks_all: bool) -> bool:
        """Say whether a body is about the words for a reader, or has others for somebody else."""
        return speaks_of_texts(body, asks_all=asks_all) or self._heads_another(text, tokens)

    def _heads_another(self, text: str, tokens: list[_Token]) -> bool:
        """Say whether words for somebody else follow: ``reply to Italy: no``."""
        telling = self.said_as.words.messages.telling
        for at, token in enumerate(tokens):
            before = tokens[max(0, at - _TOLD) : at + 1]
            tells = any(each.word in telling for each in before)
            at_colon = text[token.start : token.end + 1].endswith(":")
            if at_colon and tells and self._names_reader(text, before):
                return True
        return False

    def _skip_readers(self, tokens: list[_Token], at: int) -> int:
        """Return where the words begin behind a reader, and behind others that are joined to it."""
        beside = at + (at < len(tokens) and tokens[at].word in list_words("joins_names"))
        article = tokens[beside : beside + 1] if beside > at else []
        beside += any(each.word in list_words("articles") for each in article)
        mark = self._find_name_at(tokens, beside) if beside < len(tokens) else None
        is_reader = mark is not None and mark.name == "power" and beside > at
        return self._skip_readers(tokens, mark.end) if mark and is_reader else at

    def _is_only_length(self, text: str, tokens: list[_Token], at: int) -> bool:
        """Say whether nothing but a length of time, and a word at most, stands from there on."""
        length = self._find_length_at(text, tokens, at) if at < len(tokens) else None
        return length is not None and length.end >= len(tokens) - 1

    def _names_reader(self, text: str, tokens: list[_Token]) -> bool:
        """Say whether some words say for whom what comes behind them is."""
        words = self.said_as.words.messages
        return any(
            token.word in words.everybody
            or token.word in words.noting
            or (
                (mark := self._find_name_at(tokens, at, text[token.start : token.end])) is not None
                and mark.name == "power"
            )
            for at, token in enumerate(tokens)
        )

    def _split_into_clauses(self, text: str, tokens: list[_Token]) -> Iterator[MarkedSentence]:
        """Yield the parts of a sentence that stops stand between, if they are of some words."""
        clauses: list[list[_Token]] = [[]]
        for token in tokens:
            clauses[-1].append(token)
            if text[token.end : token.end + 1] in _STOPS:
                clauses.append([])
        if len(clauses) > 1:
            for clause in clauses:
                if len(clause) >= _CLAUSE and len(clause) < len(tokens):
                    for reading in self._list_readings(text, clause, ""):
                        yield replace(reading, is_part=True)

    def _split_into_tokens(self, text: str) -> Iterator[_Token]:
        for found in _TOKEN.finditer(text):
            start = found.start() + self._calls_power(found[0])
            word = text[start : found.end()].rstrip(".:'")
            word = word.removesuffix("'s") if "@" in word else word
            if word:
                yield _Token(start, start + len(word), fold_text(word))

    def _calls_power(self, word: str) -> bool:
        """Say whether a word is the name of a power with the sign by which somebody is called."""
        name = squeeze_name(word.removeprefix("@").rstrip(".:'"))
        known = build_lexicon(self.variant.map).powers.keys() | {*map(squeeze_name, self.names)}
        return word.startswith("@") and name in known

    def _list_readings(
        self, text: str, tokens: list[_Token], body: str
    ) -> Iterator[MarkedSentence]:
        games = self._find_games(tokens)
        yield self._mark_sentence(text, tokens, body, games)
        names = build_lexicon(self.variant.map).places
        if any(game in names for game in games):
            others = {word: game for word, game in games.items() if word not in names}
            yield self._mark_sentence(text, tokens, body, others)

    def _mark_sentence(
        self, text: str, tokens: list[_Token], body: str, games: Mapping[str, str]
    ) -> MarkedSentence:
        words: list[str] = []
        values: dict[str, list[str]] = {}
        at = kind_at = 0
        kind = ""
        while at < len(tokens):
            mark = self._find_mark_at(text, tokens, at, games)
            if mark is None:
                word = self._mend_words(tokens[at].word)
                if word != tokens[at].word:
                    fixed = _Token(tokens[at].start, tokens[at].end, word)
                    mark = self._find_name_at([*tokens[:at], fixed, *tokens[at + 1 :]], at)
                if mark is None:
                    words += self.said_as.write_out(word)
                    if (count := read_number_word(word)) > 1:
                        values.setdefault("count", []).append(str(count))
                    if code := self._find_kind_code(tokens[at], text):
                        kind, kind_at = code, at
                    if past := self._find_past_season(word, words[:-1]):
                        values.setdefault("season", []).append(past)
                    at += 1
                    continue
            words += (f"{{{mark.name}}}", *mark.beside)
            values.setdefault(mark.name, []).append(mark.value)
            if mark.name == "place":
                near = kind and at - kind_at <= _KIND_BEFORE
                values.setdefault("unit", []).append(f"{kind} {mark.value}" if near else mark.value)
                kind = ""
            at = mark.end
        if body:
            words.append("{text}")
        if body and body != UNSAID:
            values["text"] = [body]
        said = text[tokens[0].start : tokens[-1].end] if tokens else ""
        if vote := find_vote_named(said, self.votes):
            values["vote"] = [str(vote)] if vote > 0 else [*map(str, self.votes)]
        marked = {name: tuple(found) for name, found in values.items()}
        bare = cut_politeness(words)
        return MarkedSentence(tuple(bare), marked, asks="?" in text)

    def _find_kind_code(self, token: _Token, text: str) -> str:
        """Return the code of the kind of unit that a word names, "" for other words."""
        known = build_lexicon(self.variant.map)
        kind = known.kinds.get(token.word)
        typed = text[token.start : token.end]
        is_kind = kind is not None and (len(typed) > 1 or typed.isupper())
        return known.game_map.kinds[kind].code if kind is not None and is_kind else ""

    def _mend_words(self, word: str) -> str:
        known = build_lexicon(self.variant.map)
        if not word.isalpha() or word in known.words:
            return word
        return self.said_as.mend_word(word, known.long_words)

    def _find_games(self, tokens: list[_Token]) -> Mapping[str, str]:
        words = dict.fromkeys(
            token.word
            for token in tokens
            if token.word not in self.said_as.vocabulary and _GAME.fullmatch(token.word)
        )
        found = {word: self.find_game(word) for word in [*words][:_LOOKED_UP]}
        return {word: game for word, game in found.items() if game}

    def _find_mark_at(
        self, text: str, tokens: list[_Token], at: int, games: Mapping[str, str]
    ) -> _Mark | None:
        token = tokens[at]
        typed = text[token.start : token.end]
        if "@" in token.word and not token.word.startswith("@"):
            return _Mark("address", at + 1, typed)
        if _DOMAIN.fullmatch(token.word):
            return _Mark("domain", at + 1, typed)
        if token.word in games:
            return _Mark("game", at + 1, games[token.word])
        return (
            self._find_turn_at(tokens, at)
            or self._find_length_at(text, tokens, at)
            or self._find_date_at(text, tokens, at)
            or self._find_zone_at(text, tokens, at)
            or self._find_given_name_at(text, tokens, at)
            or self._find_name_at(tokens, at, typed)
            or self._find_variant_at(tokens, at)
            or self._find_number_at(token, at)
        )

    def _find_turn_at(self, tokens: list[_Token], at: int) -> _Mark | None:
        if _CODE.fullmatch(tokens[at].word):
            return _Mark("turn", at + 1, tokens[at].word.upper())
        words = self.said_as.words
        season = words.seasons.get(tokens[at].word)
        end = at + 1
        if season and end < len(tokens) and tokens[end].word == "of":
            end += 1
        if not season or end == len(tokens) or not _YEAR.fullmatch(tokens[end].word):
            return None
        year, end = tokens[end].word, end + 1
        phase = words.phases.get(tokens[end].word) if end < len(tokens) else None
        return _Mark("turn", end + bool(phase), f"{season}{year}{phase or 'M'}")

    def _find_past_season(self, word: str, before: Sequence[str]) -> str:
        """Return the turn of moves in a season that a word names alone, "" for other words: the
        last that is over, or the present one where it is the first, or said to be meant."""
        letter, now = self.said_as.words.seasons.get(word), self.turn
        season = next((name for name, sign in LETTERS.items() if sign == letter), "")
        calendar = self.variant.calendar
        if now is None or not any(s.season == season and "M" in s.phases for s in calendar.steps):
            return ""
        here, key = Turn(now.year, season, Phase.MOVEMENT), calendar.make_sort_key
        past = here if key(here) < key(now) else here._replace(year=now.year - (calendar.span or 1))
        is_first = key(past) < key(calendar.find_first_turn())
        is_present = is_first or not {*before[-1:]}.isdisjoint(list_words("present_one"))
        return str(here if is_present else past)

    def _find_length_at(self, text: str, tokens: list[_Token], at: int) -> _Mark | None:
        words = self.said_as.words
        first = tokens[at].word.removeprefix("+").replace("-", " ")
        alone = any(map(str.isdigit, first)) or " " in first
        if alone and (length := parse_duration(first)):
            return _Mark("duration", at + 1, write_duration(length))
        if first == "a" and at + 1 < len(tokens) and tokens[at + 1].word in words.amounts:
            return self._find_length_at(text, tokens, at + 1)
        number = words.amounts.get(first, first)
        if first.isdigit() and (joined := self._find_joined_length(text, tokens, at)):
            return _Mark("duration", at + 1, joined)
        end = at + 1
        while end < len(tokens) and tokens[end].word in words.within_length:
            end += 1
        if end == len(tokens) or tokens[end].word.isdigit():
            return None
        length = parse_duration(f"{number} {tokens[end].word}")
        if not length:
            return None
        beside = tuple(token.word for token in tokens[at:end] if token.word != number)
        return _Mark("duration", end + 1, write_duration(length), beside)

    def _find_joined_length(self, text: str, tokens: list[_Token], at: int) -> str:
        """Return the length of a number whose unit stands behind the next: ``24 and 4 hours``."""
        joins, unit = at + 1, at + 3
        if unit >= len(tokens) or tokens[joins].word not in list_words("joins"):
            return ""
        if not tokens[joins + 1].word.isdigit():
            return ""
        length = parse_duration(f"{tokens[at].word} {tokens[unit].word}")
        return write_duration(length) if length else ""

    def _find_date_at(self, text: str, tokens: list[_Token], at: int) -> _Mark | None:
        first = tokens[at].word
        if first.startswith(IN_DOUBT):
            typed = text[tokens[at].start : tokens[at].end].removeprefix(IN_DOUBT)
            return _Mark("date", at + 1, f"{DOUBT}{typed.replace('_', ' ')}")
        if not (first[0].isdigit() or first[:3] in _collect_date_beginnings()):
            return None
        for end in range(min(at + _DATE, len(tokens)), at, -1):
            span = text[tokens[at].start : tokens[end - 1].end]
            if end == at + 1 and first.isdigit():
                return None
            if len(span) == 3 and span.isalpha() and span.islower():
                continue
            if end == at + 1 and parse_time(first) is not None:
                return _Mark("time", end, span)
            moment = self._read_moment(span)
            is_filler = tokens[end - 1].word in list_words("date_fillers")
            shorter = text[tokens[at].start : tokens[end - 2].end] if is_filler else ""
            if moment is None or (shorter and moment == self._read_moment(shorter)):
                continue  # with a word fewer it is the same date
            return _Mark("time" if parse_time(span) is not None else "date", end, span)
        return None

    def _read_moment(self, text: str) -> datetime | None:
        return parse_when(text, ZoneInfo("UTC"), self.now, time(0))

    def _find_zone_at(self, text: str, tokens: list[_Token], at: int) -> _Mark | None:
        """Return the zone that stands there by its name, or by that of a city; of one that is a
        name of the board, too, if it speaks of the time there."""
        first = text[tokens[at].start : tokens[at].end]
        if not (first[0].isupper() or "/" in first):
            return None
        for end in range(min(at + _CITY, len(tokens)), at, -1):
            typed = text[tokens[at].start : tokens[end - 1].end]
            zone = read_zone(typed) if typed.lower() not in list_words("no_zone_alone") else ""
            beside = {
                token.word for token in (*tokens[max(0, at - _ZONE) : at], *tokens[end : end + 1])
            }
            is_code = typed.isupper() and len(typed) > 2
            if zone and (
                "/" in typed
                or is_code
                or beside & {*list_words("time_there"), *list_words("lives_in")}
                or self._find_name_at(tokens, at, typed) is None
            ):
                return _Mark("zone", end, zone)
        return None

    def _find_given_name_at(self, text: str, tokens: list[_Token], at: int) -> _Mark | None:
        """Return the name of a plan, or a new one that somebody gives: behind a word that leads up
        to one, an article between them or not. A new one may have several words with capitals."""
        word, messages = tokens[at].word, self.said_as.words.messages
        typed = text[tokens[at].start : tokens[at].end]
        if word in self.plans:
            return _Mark("name", at + 1, typed)
        before = [token.word for token in tokens[max(0, at - 2) : at]]
        if before and before[-1] in messages.articles:
            before.pop()
        is_new = word not in self.said_as.vocabulary or (len(word) == 1 and typed != "I")
        leads = bool(before) and (
            before[-1] in messages.before_name
            or (before[-1] in messages.before_proper_name and not typed.islower())
            or (before[-1] in messages.before_proper_name and any(map(str.isdigit, typed)))
        )
        near = {token.word for token in tokens[max(0, at - _CALLED) : at]}
        is_called = bool(before) and before[-1] in messages.before_name
        leads = leads or (typed[:1].isupper() and not near.isdisjoint(messages.before_name))
        leads = leads or (
            "password" in near and bool(before) and before[-1] in list_words("before_password")
        )
        if not leads or not is_new or (not is_called and self._find_name_at(tokens, at, typed)):
            return None
        end = at + 1
        while typed.istitle() and end < len(tokens) and _follows_as_name(text, tokens, end):
            end += 1
        return _Mark("name", end, text[tokens[at].start : tokens[end - 1].end])

    def _find_name_at(self, tokens: list[_Token], at: int, typed: str = "") -> _Mark | None:
        known = build_lexicon(self.variant.map)
        for end in range(min(at + _NAME, len(tokens)), at, -1):
            words = [token.word for token in tokens[at:end]]
            key = squeeze_name(" ".join(words))
            owner = squeeze_name(" ".join(words).removesuffix("'s"))
            short = end == at + 1 and key.isalpha() and len(key) <= 3
            if (short and not self._is_code(key, typed)) or (len(key) <= 3 and end > at + 1):
                continue  # "it a" is no code
            key = key if key in known.powers or key in known.places else owner
            if power := known.powers.get(key):
                return _Mark("power", end, self.names.get(power, power))
            if key in known.places:
                return _Mark("place", end, _name_space(known, key))
        least = _BEGINNING if typed[:1].islower() else _BEGINNING - 1
        if len(tokens[at].word) >= least and tokens[at].word in known.prefixes:
            return _Mark("place", at + 1, known.prefixes[tokens[at].word])
        return None

    def _is_code(self, key: str, typed: str) -> bool:
        """Say whether a short word may be a code, and not a word of any sentence."""
        return typed.isupper() or (key not in self.said_as.vocabulary and len(key) == 3)

    def _find_variant_at(self, tokens: list[_Token], at: int) -> _Mark | None:
        for end in range(min(at + 3, len(tokens)), at, -1):
            name = " ".join(token.word for token in tokens[at:end])
            if name in self.variants:
                return _Mark("variant", end, self.variants[name])
        return None

    def _find_number_at(self, token: _Token, at: int) -> _Mark | None:
        found = _NUMBER.pattern.fullmatch(token.word)
        return _Mark("number", at + 1, found[1]) if found else None


def _follows_as_name(text: str, tokens: Sequence[_Token], at: int) -> bool:
    """Say whether a word with a capital follows the one before it, nothing between them."""
    token = tokens[at]
    is_next = text[tokens[at - 1].end : token.start] == " "
    return is_next and text[token.start : token.end].istitle()


def _name_space(known: Lexicon, key: str) -> str:
    return known.game_map.provinces[known.places[key]].name
