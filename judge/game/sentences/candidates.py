"""What a sentence may mean: the lines that people say so, with what it names in their slots."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from judge.game.command import LineContext, ReadCommand
from judge.game.mail.place import find_answered_vote, find_press_writer, find_variant_here
from judge.game.mail.state import MailState
from judge.game.notices import find_view
from judge.game.orders.alternatives import MOST
from judge.game.sentences.against import (
    denies_alike,
    denies_likeness,
    is_guess,
    is_guess_at_phrase,
    is_of_somebody_else,
    list_choices,
    names_are_open,
    names_oneself,
    only_counts,
    speaks_of_others,
)
from judge.game.sentences.marks import DOUBT, MarkedSentence, Marker, Values
from judge.game.sentences.phrases import (
    TIMES,
    WEIGHTY,
    collect_commands_of_lines,
    collect_lines_for,
    collect_lines_of_others,
    fill_line,
    list_unsaid_values,
)
from judge.game.state import ASKS, Game, Play, Role
from judge.game.votes.public import open_votes
from judge.language.said_as import Likeness, SaidPhrase, is_placeholder, load_phrases
from judge.language.spelling import fold_text
from judge.language.suggestions import list_similar_names
from judge.language.word_lists import list_words
from judge.model.command import Command

CLEAR, LIKE = 0.55, 0.38
"""How near a line is that a sentence surely means, and from how near on it may mean it."""
_BESIDE = ((0.9, 0.7), (0.75, 0.6), (0.0, 0.5))
"""How near something is, beside the nearest, that is offered with it: the nearer that, the more."""
LINES = 24
"""In so many lines of a mail sentences are looked at."""
AHEAD = 0.1
"""How far what is clear is before the next."""
COSTLY = 0.5
"""From how near on something is offered that somebody loses by."""
_LEAST = 0.28
"""How near something is at least that is offered beside the nearest."""
_LIKELY = 24
"""So many phrases are looked at for one sentence."""
_PART = 0.85
"""What likeness of a part of a sentence is worth."""
_OF_POWERS = ("{power}", "{player}")
"""Slots in which a power can stand."""
_LACKING = 0.85
"""What likeness is worth if a slot of the line cannot be filled."""
_TOLD = 0.8
"""What likeness to a question is worth to a sentence that is none."""
_ASKED = 0.7
"""What likeness of a deed is worth to a question of what is."""
_ASKED_OPENLY = 0.5
"""What it is worth to a question that no yes or no answers."""
_UNSAID = 0.8
"""What likeness is worth for each name or date of a sentence that a line passes over."""
_UNTIMED = 0.85
"""What it is worth besides for a deed that passes over a date or a length."""
_FORBIDDEN = 0.65
"""What likeness to what forbids something is worth to a sentence that does not, if it is a deed."""
_USUAL = 0.9
"""What it is worth if a line says something that the sentence does not: the usual."""
_TELLS, _ALONE = 0.05, 0.6
"""So much of likeness to a deed comes from words that tell what is meant, if it is no nearer than
that, or if somebody loses by it."""
_OF_OTHERS = 0.8
"""What likeness to a question about what is one's own is worth to one about what may be others'."""
_FULLER = 0.7
"""How near a line is, beside one of which it says all and more, that is meant instead."""
_FOREIGN = SaidPhrase(line="", said=(), cannot="of_other_games", otherwise=("HELP RULES", "HELP"))
"""What a question about games of another kind means."""
_TEXT = "{text}"
_TO_WHOM = "PRESS TO {powers}: {text}"
"""A line that lacks whom its words are for."""
_OWN, _POWERS = "{own}", "{powers}"
_BESIDE_POWERS = ("{text}", "{place", "{unit")
"""Slots that have the places of a sentence in them."""
_NAMES = frozenset({"power", "powers", "player"})
_NAME_LENGTH = 4
"""Shorter words are no names with a slip."""


_Slots = Mapping[str, Any]


class Candidate(NamedTuple):
    """A line that a sentence may mean; ``missing`` are slots for which it says nothing;
    ``has_text``: words for others stand in it; ``is_told``: that is said in a question, and the
    sentence is none; ``unsaid``: names and dates of the sentence that it and its example pass
    over, ``untimed`` dates and lengths that it does; ``wish``: that which has no line, as nobody
    can have it; ``example``: the number of the nearest one, and ``is_guess``: like it is but one
    word."""

    score: float
    line: str
    missing: tuple[str, ...]
    negated: bool
    has_text: bool = False
    is_told: bool = False
    unsaid: tuple[str, ...] = ()
    untimed: tuple[str, ...] = ()
    wish: SaidPhrase | None = None
    example: int = -1
    is_guess: bool = False

    @property
    def has_condition(self) -> bool:
        """Whether what it says hangs on something in itself: ``wait if orders are missing``."""
        return self.example >= 0 and load_phrases().has_condition(self.example)

    @property
    def is_talk(self) -> bool:
        """Whether it says nothing to the judge."""
        return not self.line and self.wish is None


NO_CANDIDATE = Candidate(0.0, "", (), negated=False)


@dataclass(frozen=True)
class SentenceMatcher:
    """What compares the sentences of one place in a mail: the lines that can be said there
    (``sayable``) and those that others or another time could (``unsayable``), by the numbers of
    their phrases, what nobody can have there (``wishes``), the commands that these are, and what
    the place says in their slots. What was compared before is remembered (``marked``, ``found``).
    """

    marker: Marker
    commands: Mapping[str, type[Command] | None]
    sayable: Mapping[int, str]
    unsayable: Mapping[int, str]
    wishes: Mapping[int, SaidPhrase]
    known: Mapping[str, str]
    marked: dict[str, Sequence[MarkedSentence]] = field(default_factory=dict)
    found: dict[str, list[Candidate]] = field(default_factory=dict)

    def mark_sentence(self, text: str) -> Sequence[MarkedSentence]:
        """Return a sentence with its marks, in each of the ways in which it can have them."""
        if text not in self.marked:
            self.marked[text] = [*self.marker.mark_names(text)]
        return self.marked[text]

    def is_name(self, text: str) -> bool:
        """Say whether a text is nothing but a name, a date or a number, and what leads up to it."""
        leading = {*list_words("up_to_day"), *list_words("at_hour")}
        return any(
            any(map(is_placeholder, marked.words))
            and all(is_placeholder(word) or word in leading for word in marked.words)
            for marked in self.mark_sentence(text)
        )

    def list_candidates(self, text: str) -> list[Candidate]:
        """Return the lines that a sentence may mean, each once, the nearest first."""
        if text not in self.found:
            self.found[text] = self.list_meanings(self.mark_sentence(text), self.sayable)
        return self.found[text]

    def find_nearest(self, text: str) -> Candidate:
        """Return the line that a sentence most likely means."""
        return next(iter(self.list_candidates(text)), NO_CANDIDATE)

    def learn_named_power(self, text: str, before: Sequence[str]) -> SentenceMatcher:
        """Return what compares a sentence that has a word for somebody with the power meant by it:
        the only one that the sentences ``before`` name."""
        named = {
            power
            for said in before
            for marked in self.mark_sentence(said)
            for power in marked.values.get("power", ())
        }
        if len(named) != 1 or {*fold_text(text).split()}.isdisjoint(list_words("named_before")):
            return self
        (power,) = named
        known = dict.fromkeys(("player", "power", "powers"), power)
        return replace(self, known={**self.known, **known}, found={})

    def find_nearest_of_whole(self, text: str) -> Candidate:
        """Return the line that all of a sentence together most likely means."""
        marked = [sentence for sentence in self.mark_sentence(text) if not sentence.is_part]
        return next(iter(self.list_meanings(marked, self.sayable)), NO_CANDIDATE)

    def list_meanings(
        self, marked: Sequence[MarkedSentence], among: Mapping[int, str]
    ) -> list[Candidate]:
        """Return those of some lines that a sentence may mean, each once, the nearest first."""
        best: dict[tuple[str, SaidPhrase | None], Candidate] = {}
        whole = next((each for each in marked if not each.is_part), None)
        for sentence in marked:
            around = whole if whole and sentence.is_part else sentence
            for candidate in self._list_readings(sentence, around, among):
                key = candidate.line, candidate.wish
                known = best.get(key, NO_CANDIDATE)
                best[key] = max(known, candidate, key=lambda each: each.score)
        return _leave_fuller(sorted(best.values(), key=lambda candidate: -candidate.score))

    def _list_readings(
        self, sentence: MarkedSentence, around: MarkedSentence, among: Mapping[int, str]
    ) -> Iterator[Candidate]:
        """Yield what a sentence may mean, or a part of the one ``around`` it."""
        phrases = load_phrases()
        likely = phrases.find_nearest(sentence.words, among)[:_LIKELY]
        own = self.known.get("own", "")
        is_question = phrases.is_question(sentence.words if sentence.asks else sentence.words[:1])
        is_open = phrases.asks_openly(sentence.words)
        affirms = not phrases.has_denial(sentence.words)
        is_tale = not _looks_for_something(around)
        if sentence.is_part and likely and not among[likely[0].number]:
            return
        for near in likely:
            line, wish = among[near.number], self.wishes.get(near.number)
            if wish and own in sentence.values.get("power", ()):
                continue  # it is about what they have
            if phrases.examples[near.example].sentence == _TEXT and "place" in sentence.values:
                continue  # what stands before a colon is a place, and nobody who is told something
            is_deed = self._does_something(line)
            is_order = bool(line) and self.commands[line] is None
            if (is_order or is_deed or wish) and _is_contrary(sentence, near):
                continue
            example = phrases.examples[near.example].sentence.split()
            if (is_order or is_deed) and denies_likeness(sentence.words, example):
                continue
            if is_order and (
                only_counts(sentence.words) or not denies_alike(sentence.words, example)
            ):
                continue
            if self._shows(line) and is_of_somebody_else(around.words, example):
                continue
            guessed = is_guess(sentence.words, example)
            if guessed and self._shows(line) and near.score < CLEAR + AHEAD and is_tale:
                continue  # rules are made to be broken
            if is_deed and _TEXT in sentence.words and _TEXT not in (*example, line[-len(_TEXT) :]):
                continue
            if is_deed and self._leaves_writer_out(line, around):
                continue
            is_far = self._costs(line) and is_guess_at_phrase(sentence.words, near.number)
            is_open = is_deed and _names_are_open(line, around, example)
            is_vague = near.score < _ALONE or getattr(self.commands[line], "harms", False)
            if is_deed and is_vague and phrases.measure_telling(sentence.words, near) < _TELLS:
                continue
            for values in _list_fillings(line, sentence, own):
                filled = fill_line(line, values, self.known)
                if is_open:
                    filled = fill_line(line, _without_names(values), _without_names(self.known))
                    filled = replace(filled, missing=filled.missing or ("powers",))
                if filled.missing and "text" in values and not is_open:
                    continue
                if "text" in values and _is_for_another(line, sentence, self._costs(line)):
                    filled = fill_line(_TO_WHOM, {"text": values["text"]}, {})
                if is_far and not filled.missing:
                    continue
                worth = (_PART if sentence.is_part else 1) * (_LACKING if filled.missing else 1)
                told = near.asks and not phrases.has_question(sentence.words)
                worth *= _TOLD if told and not sentence.asks else 1
                asked = is_question and not near.asks
                if is_deed and asked and (is_open or "text" not in values):
                    worth *= _ASKED_OPENLY if is_open else _ASKED
                unsaid = list_unsaid_values(filled.text, sentence.values, WEIGHTY, near.marks)
                unsaid = tuple(value for value in unsaid if value != own and not is_open)
                worth *= _UNSAID ** len(unsaid)
                untimed = list_unsaid_values(filled.text, sentence.values, TIMES)
                worth *= _UNTIMED ** (is_deed and bool(untimed))
                worth *= _USUAL if filled.usual else 1
                is_own = phrases.phrases[near.number].role == Role.PLAYER and self._shows(line)
                worth *= _OF_OTHERS if is_own and speaks_of_others(around.words, example) else 1
                worth *= _FORBIDDEN if is_deed and affirms and phrases.denies(near.example) else 1
                yield Candidate(
                    near.score * worth,
                    filled.text,
                    filled.missing,
                    near.contrary,
                    _TEXT in line,
                    told,
                    unsaid,
                    untimed,
                    wish,
                    near.example,
                    guessed,
                )

    def _shows(self, line: str) -> bool:
        """Say whether a line only asks for something to be shown."""
        command = self.commands[line]
        return command is not None and issubclass(command, ReadCommand)

    def _costs(self, line: str) -> bool:
        """Say whether others are told something by a line, or somebody loses by it."""
        command = self.commands[line]
        return command is not None and (command.harms or command.tells_others)

    def _leaves_writer_out(self, line: str, sentence: MarkedSentence) -> bool:
        """Say whether a sentence names its writer among powers, and a line of these, which could
        have them, does not."""
        head = line.split()[0]
        could = any(each.startswith(f"{head} {_OWN}") for each in self.commands)
        return could and _POWERS in line and _OWN not in line and names_oneself(sentence.words)

    def _does_something(self, line: str) -> bool:
        """Say whether a line is a command, and does not only ask for something to be shown."""
        command = self.commands[line]
        return command is not None and not issubclass(command, ReadCommand)


def _leave_fuller(found: list[Candidate]) -> list[Candidate]:
    """Return the lines without those of which one that says the same and more is nearly as near:
    ``remind me a day before, and an hour before``."""
    phrases = load_phrases()

    def is_fuller(other: Candidate, than: Candidate) -> bool:
        return (
            other.line.startswith(f"{than.line},")
            and not other.missing
            and other.score >= _FULLER * than.score
            and phrases.examples[other.example].phrase == phrases.examples[than.example].phrase
        )

    return [each for each in found if not any(is_fuller(other, each) for other in found)]


def _is_contrary(sentence: MarkedSentence, near: Likeness) -> bool:
    """Say whether a sentence forbids what a phrase says, or names what it is not about."""
    phrases = load_phrases()
    forbids = near.contrary and phrases.is_negated(sentence.words)
    denies = phrases.begins_with_denial(sentence.words) and not phrases.denies(near.example)
    return forbids or denies or phrases.has_exception(sentence.words)


def _looks_for_something(sentence: MarkedSentence) -> bool:
    """Say whether a sentence asks or wishes for something, or is about its writer."""
    phrases, said = load_phrases(), " ".join(sentence.words)
    is_own = bool(sentence.words) and sentence.words[0] in list_words("oneself_among_names")
    return sentence.asks or is_own or phrases.looks_for_something(said) or phrases.has_wish(said)


def _names_are_open(line: str, sentence: MarkedSentence, example: Sequence[str]) -> bool:
    """Say whether a line has several names in it, and a sentence leaves open which, or is about a
    place besides."""
    if not any(slot in line for slot in (_POWERS, *_OF_POWERS)):
        return False
    about_place = "{place}" in sentence.words and "{place}" not in example
    if about_place and not any(slot in line for slot in _BESIDE_POWERS):
        return True
    if _POWERS not in line:
        return False
    if list_choices(sentence.words, sentence.values.get("power", ())):
        return _TEXT in line
    return names_are_open(sentence.words, example)


def _without_names(values: _Slots) -> _Slots:
    """Return what stands in slots without the names of powers."""
    return {name: value for name, value in values.items() if name not in _NAMES}


def _is_for_another(line: str, sentence: MarkedSentence, tells: bool) -> bool:
    """Say whether a line passes words on to the master, and a sentence like it has no word for
    them, or to others, and it names but a place: ``pass this on to the Kaiser``."""
    if tells and "place" in sentence.values and "power" not in sentence.values:
        return True
    masters = {*list_words("called_master"), *list_words("host")}
    return "MASTER" in re.findall(r"\w+", line) and masters.isdisjoint(sentence.words)


def _list_fillings(line: str, sentence: MarkedSentence, own: str) -> Iterator[Values]:
    """Yield what may stand in the slots of a line: of several powers in a sentence any may be the
    one that it is about, the first as a rule, and it may be about several votes; of several days
    it is one that is not said to be left. Of powers of which one is meant each is, one by one."""
    values = sentence.values
    choices = list_choices(sentence.words, values.get("power", ())) if _POWERS in line else []
    if _OWN in line:
        values = _leave_out(values, own)
    if choices and _TEXT not in line:
        for powers in choices:
            chosen: Values = {**values, "power": powers}
            yield _leave_out(chosen, own) if _OWN in line else chosen
        return
    dates = values.get("date", ())
    if (
        len(dates) > 1
        and "{date}" in line
        and "{date2}" not in line
        and not any(day.startswith(DOUBT) for day in dates)
    ):
        left = _list_days_left(sentence)
        for day in [day for day in dates if day not in left] or dates:
            yield {**values, "date": (day,)}
        return
    yield values
    for other in values.get("vote", ())[1:] if "{vote}" in line else ():
        yield {**values, "vote": (other,)}
    takes_one = any(slot in line for slot in _OF_POWERS) and _TEXT not in line
    for other in values.get("power", ())[1:MOST] if takes_one else ():
        yield {**values, "power": (other,)}


def _leave_out(values: Values, power: str) -> Values:
    """Return what stands in slots without one of the powers."""
    powers = tuple(each for each in values.get("power", ()) if each != power)
    return {**values, "power": powers}


def _list_days_left(sentence: MarkedSentence) -> Collection[str]:
    """Return the days of a sentence from which something is moved: ``from Friday to Monday``."""
    at = [number for number, word in enumerate(sentence.words) if word == "{date}"]
    leaving = list_words("from_day")
    before = ({*sentence.words[max(0, number - 2) : number]} for number in at)
    days = zip(before, sentence.values["date"], strict=False)
    return {day for words, day in days if not words.isdisjoint(leaving)}


def build_matcher(state: MailState, context: LineContext) -> SentenceMatcher:
    """Return what compares the sentences of a known writer, in the game that is spoken of."""
    variant, game = find_variant_here(state, context), state.find_current_game(context)
    seats = (state.find_acting_seat(context), state.find_own_seat(context))
    commands = collect_commands_of_lines(variant)
    sayable = collect_lines_for(variant, game, seats)
    unsayable = collect_lines_of_others(variant, game, seats)
    wishes = _list_wishes(sayable, game, context)
    sayable = {number: "" if number in wishes else line for number, line in sayable.items()}
    known = _collect_known_slots(state, context)
    marker = _make_marker(state, context)
    return SentenceMatcher(marker, commands, sayable, unsayable, wishes, known)


def _list_wishes(
    sayable: Mapping[int, str], game: Game | None, context: LineContext
) -> Mapping[int, SaidPhrase]:
    """Return the phrases that say what nobody can have, by their numbers: in a game help on
    what games of its variant have not is that."""
    own = game.variant.help.items() if game else ()
    others = {
        topic
        for variant in context.house.variants.values()
        for topic, page in variant.help.items()
        if game and (topic, page) not in own and context.house.help.get(topic) == page
    }
    pages = {f"HELP {topic.upper()}" for topic in others}
    phrases = load_phrases().phrases
    foreign = {number: _FOREIGN for number, line in sayable.items() if line in pages}
    return foreign | {number: phrases[number] for number in sayable if phrases[number].cannot}


def build_matcher_for(role: str, context: LineContext) -> SentenceMatcher:
    """Return what compares the sentences of whoever has a role that no game gives."""
    variant = find_variant_here(MailState(), context)
    sayable = collect_lines_for(variant, None, (None,), frozenset({role}))
    marker = _make_marker(MailState(), context)
    return SentenceMatcher(marker, collect_commands_of_lines(variant), sayable, {}, {}, {})


def find_least_score_beside(score: float) -> float:
    """Return how near something has to be that is offered beside what is so near."""
    return max(_LEAST, next(share for near, share in _BESIDE if score >= near) * score)


def _make_marker(state: MailState, context: LineContext) -> Marker:
    game, seat = state.find_current_game(context), state.find_own_seat(context)
    view = find_view(game, seat) if game and seat else None
    names = view.usable_names if view else {}
    variants = {
        fold_text(name): code
        for code, variant in context.house.variants.items()
        for name in (code, variant.name)
    }
    plans = frozenset(fold_text(plan.name) for plan in seat.plans) if seat else frozenset()
    return Marker(
        said_as=load_phrases(),
        variant=find_variant_here(state, context),
        variants=variants,
        find_game=partial(_find_game, state, context),
        plans=plans,
        names={power: name for name, power in names.items()},
        votes={vote.number: vote.kind for vote in open_votes(game)}
        if isinstance(game, Play)
        else {},
        now=context.now,
        turn=game.position.turn if isinstance(game, Play) else None,
    )


def _list_open_games(context: LineContext) -> list[str]:
    """Return the listed games that have open seats."""
    return [row.game for row in context.memory.find_listed_games().games if row.open_seats]


def _find_game(state: MailState, context: LineContext, word: str) -> str:
    """Return the game that a word names, or but for one slip the only one with open seats."""
    if word in state.collect_current_games(context) or word in context.memory.tournaments:
        return word
    if state.find_current_game(context) is not None or len(word) < _NAME_LENGTH:
        return ""
    near = list_similar_names(word, _list_open_games(context))
    return near[0] if len(near) == 1 else ""


def _collect_known_slots(state: MailState, context: LineContext) -> Mapping[str, str]:
    """Return what the place of a sentence says in the slots of its line."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    known = {"here": game.name} if game else {}
    if game is not None and state.find_own_seat(context) is None:
        known["game"] = game.name
    if seat is not None and seat.powers:
        view = find_view(game, seat) if game else None
        known["own"] = (view.names if view else {}).get(seat.powers[0], seat.powers[0])
    if seat is not None and len(seat.plans) == 1:
        known["plan"] = seat.plans[0].name
    numbers = [str(vote.number) for vote in open_votes(game)] if isinstance(game, Play) else []
    answered = find_answered_vote(context)
    if answered in numbers or len(numbers) == 1:
        known["vote"] = answered if answered in numbers else numbers[0]
    if place := _find_dislodged_place(state, context):
        known |= {"place": place, "unit": place, "dislodged": place}
    if writer := find_press_writer(context):
        known["powers"] = writer
    asking = [guest.address for guest in game.guests if guest.standing == ASKS] if game else []
    if len(asking) == 1:
        known["guest"] = asking[0]
    if game is None:
        known |= _find_game_meant(state, context)
    return known


def _find_game_meant(state: MailState, context: LineContext) -> Mapping[str, str]:
    """Return what stands for the game where no seat tells it: the one of the request that waits
    for an answer, or the only one with open seats."""
    question = context.sender.question
    if question is None:
        open_games = _list_open_games(context)
        return {"game": open_games[0]} if len(open_games) == 1 else {}
    games = state.collect_current_games(context)
    asked = [word for word in question.request.text.split() if word in games]
    return dict.fromkeys(("game", "here"), asked[0]) if asked else {}


def _find_dislodged_place(state: MailState, context: LineContext) -> str:
    """Return where the writer's only dislodged unit is, "" if there is none or are more."""
    game, seat = state.find_current_game(context), state.find_acting_seat(context)
    if not isinstance(game, Play) or seat is None:
        return ""
    own = [each.unit for each in game.position.dislodged if each.unit.power in seat.powers]
    return game.variant.map.provinces[own[0].at.province].name if len(own) == 1 else ""
