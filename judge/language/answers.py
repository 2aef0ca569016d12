"""Short answers: yes and no in the words of people, and the numbers of what a letter offers.

Their words stand in ``grammar/answers.toml``. A word that is none of them makes an answer unsure.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from judge import resources
from judge.language.innocent import cut_idioms, cut_talk, is_courtesy
from judge.language.referring import list_sentences
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text, normalize_line
from judge.language.talk import is_worded
from judge.language.word_lists import WordPattern, list_words, read_count
from judge.language.words import is_neutral
from judge.tables import Table, read_table

_QUOTES = WordPattern(r"[,\"'\u201d\u00bb] ?%(quoting)s \S+(?: \S+)?[.!]*\Z")
"""The end of a line that tells whose words it is."""
_GOES_ON = WordPattern(
    r"(?:%(goes_on)s|(?i:%(points_back)s(?: ?'s| %(is)s| %(goes_on)s)(?: \w+)? %(told_of)s))(?!\w)"
)
"""How a line begins that says more of the answer or the command above it."""
_CONSENTS = WordPattern(r"\b%(consenting)s\b")
"""Words that say no to something against what is asked, and so yes."""
_ASKS = WordPattern(r"\W*%(inverted)s\b")
_NO_ANSWER = WordPattern(r"\b%(no_answer)s\b")
"""Words with a "no" that says neither yes nor no."""
_VOTED = ("voted_extension", "voted_pause", "voted_resumption")
"""The lists of the words for what is voted on, each called by the kind of the vote."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_ALL, _LAST, _OTHER, _TOTAL = "\ue711", "\ue712", "\ue713", "\ue714"
"""Stand before a count for "all, if there are so many", for so many last ones, so many others, and
"of so many"."""
_PICK = re.compile(
    rf"(?P<every>{_ALL}(?P<lines>\d))|{_LAST}(?P<ending>\d)|{_OTHER}(?P<others>\d)"
    rf"|{_TOTAL}(?P<total>\d)"
    r"|#?(?P<first>\d{1,3})(?: ?- ?(?P<last>\d{1,3}))?(?![\w-])[.):]?"
    r"|[^\W\d_]+(?:'[^\W\d_]+)?|-"
)
_FIRST_WORD = re.compile(r"\W*(?P<word>[^\W_]+)\s*(?P<behind>\w+|\W|)")
_SIGNS = re.compile(r"[ ,.;:+&#()/!=]*")
_SAYS_NO_TO_NO = WordPattern(r"\b%(turns_no)s (?:\w+ )?%(turned_no)s\b")
"""Words that say no to a no, and so may say yes: ``not against it``, ``no objection``."""
_COUNT = r"(?:[1-9]|%(numbers)s)"
_RANGE = WordPattern(rf"\b(?P<from>{_COUNT}) %(through)s (?P<to>{_COUNT})\b")
_FIRST_FEW = WordPattern(rf"\b(?:%(pair_of)s )?(?:the )?%(first_of)s (?P<count>{_COUNT})\b")
_LAST_FEW = WordPattern(rf"\b(?:%(pair_of)s )?(?:the )?%(last_of)s (?P<count>{_COUNT})\b")
_OTHER_FEW = WordPattern(rf"\b%(other_ones)s (?P<count>{_COUNT})\b(?: %(lines_called)s)?")
_OF_TOTAL = WordPattern(
    rf"(?P<which>\b(?:%(ordinals)s|\d%(ordinal)s)(?: %(pronoun_one)s)?|\b1-\d|{_LAST}\d)"
    rf" %(out_of_many)s ?(?P<count>{_COUNT})\b(?: %(lines_called)s)?"
)
_PRONOUN = WordPattern(r"(?:(?<=\d )|\b%(before_pronoun_one)s )%(pronoun_one)s\b")
_DASH = WordPattern(r"(?<=\d) ?- ?(?=(?:%(plain_yes)s|%(plain_no)s)\b)")
_NTH = WordPattern(r"\b(\d)%(ordinal)s\b")
_FEW = "%(several_lines)s"
_ALL_OF_THEM = WordPattern(rf"\b(?:(?:%(these)s) (?P<count>{_FEW})|(?P<few>{_FEW}) %(of_them)s)\b")
_ALL_FIGURE = WordPattern(r"\b%(all_of)s (?P<count>[2-9])\b(?!-)")
_PLACE_OF_VOTE = WordPattern(r"\b%(before_place)s (?P<place>%(ordinals)s)\b(?! %(parts_of)s\b)")
_GOES_FOR = WordPattern(r"\b%(goes)s (%(goes_for)s)\b")
_MEANS_ALL = (
    r"(?:%(affirm_words)s"
    r"|%(affirm_these)s(?: ?%(affirm_is)s)?(?: %(affirm_exactly)s)? %(affirm_right)s"
    r"|%(affirm_who)s %(affirm_meant)s(?: %(affirm_exactly)s)? %(affirm_object)s"
    r"|%(affirm_take)s %(affirm_object)s(?: %(affirm_exactly)s)?(?: %(affirm_as)s)?"
    r"|%(affirm_phrases)s)"
)
_AFFIRMS = WordPattern(
    rf"\W*(?:%(affirm_leads)s\W+){{0,4}}{_MEANS_ALL}(?:\W+%(affirm_ends)s){{0,4}}(?: \d{{4}})?\W*"
)
"""A sentence by which all is meant that was offered."""
_TAIL = WordPattern(r"[,;:.! ]+%(answer_tails)s[.!]*\Z")
_HESITATES = WordPattern(r"\W*%(hesitates)s\b")
_LEADS = WordPattern(r"\A\W*%(answer_leads)s[,;:.!]+ *(?=\w)")
_OPEN = WordPattern(
    r"\d ?[/:] ?\d|\d\.\d|\d ?\.\.+ ?\d|(?<![\d:=-] )%(number_short)s ?\d|\b\d+ %(of_them)s\b"
    r"|(?:^\W*|\b(?!%(told_all)s\b)\w+\W+)%(any_one)s %(of_several)s\b"
)
"""Numbers of which it is open which is meant, or that count."""
_CHOOSING = (
    "told_rest",
    "told_but",
    "told_all",
    "only",
    "ordinals",
    "numbers",
    "soldiers",
    "ships",
)
"""The lists of words with which somebody chooses."""
_LONGEST = 120
"""So many characters an answer has at most that says yes in other words."""
_MOST = 12
"""So many words an answer has at most."""


class AnswerWords(Table):
    """The file."""

    yes: frozenset[str]
    no: frozenset[str]
    abstain: frozenset[str]
    doubt: frozenset[str]
    harmless: frozenset[str]
    beside: frozenset[str]
    every: frozenset[str]
    pair: frozenset[str]
    none: frozenset[str]
    without: frozenset[str]
    ranges: frozenset[str]
    places: Mapping[str, int]


class ShortAnswer(NamedTuple):
    """What an answer says; ``sure``: every word of it is known."""

    says: Literal["yes", "no", "abstain"]
    sure: bool


class Picked(NamedTuple):
    """The numbers that a line is made of: ``numbers`` (-1 is the last, -2 that before it), or
    ``every`` one, ``but`` for some. No number at all says yes; ``nothing`` is none of them.
    ``lines`` is how many lines there must be if it is said; ``told``: it is no plain yes, and
    means that the lines are those that somebody wrote: ``I meant what I wrote``."""

    numbers: tuple[int, ...] = ()
    every: bool = False
    but: frozenset[int] = frozenset()
    nothing: bool = False
    lines: int = 0
    told: bool = False

    @property
    def says_yes(self) -> bool:
        """Whether it says yes, and to nothing by number."""
        return not (self.numbers or self.every or self.but or self.nothing)


@cache
def load_answer_words() -> AnswerWords:
    """Return the words of answers. Raises ValueError with the path if the file is wrong."""
    return read_table(AnswerWords, resources.find_file("grammar", "answers.toml"))


def read_short_answer(text: str) -> ShortAnswer | None:
    """Return what an answer in a few words says, None if it is neither yes nor no."""
    known = load_answer_words()
    first, *others = list_sentences(text) or [text]
    if others and not cut_idioms("".join(others)):  # Yes. Can't wait!
        text = first
    folded = fold_text(normalize_line(text))
    if _NO_ANSWER.pattern.search(folded) or _ASKS.pattern.match(folded):
        return None
    consents = _CONSENTS.pattern.sub("fine", folded)  # its "no" is none
    typed = _WORD.findall(consents)
    words = load_phrases().write_out(" ".join(typed))
    if not words or len(words) > _MOST or any(word in known.doubt for word in words):
        return None
    if any(map(str.isdigit, words)) or _SAYS_NO_TO_NO.pattern.search(consents):
        return None
    said = {
        name: any(word in group for word in words)
        for name, group in (("yes", known.yes), ("no", known.no), ("abstain", known.abstain))
    }
    every = known.yes | known.no | known.abstain | known.harmless
    sure = all(word in every for word in words) and "?" not in text
    sure = sure and (consents == folded or words[0] in list_words("plain_yes"))
    if {"yes", "no"} <= {*words} or (words[0] in known.yes and words[1:2] == ["not"] != words[-1:]):
        return None
    if said["abstain"]:
        return ShortAnswer("abstain", sure and not said["yes"])
    if (
        words[0] in list_words("plain_no")
        or words[-1] in list_words("ends_in_no")
        or (said["no"] and not said["yes"] and sure)
    ):
        return ShortAnswer("no", sure)
    if words[0] in known.yes or words[-1] == "yes" or (said["yes"] and not said["no"] and sure):
        return ShortAnswer("yes", sure and not said["no"])
    return None


def continues_answer(text: str) -> bool:
    """Say whether a line says more of an answer or a command above it: ``is my wife's answer``."""
    return _GOES_ON.pattern.match(text) is not None


def tells_whose_words(text: str) -> bool:
    """Say whether a line ends with whose words it is: ``I am away, says Italy``."""
    return is_worded(text) and _QUOTES.pattern.search(text) is not None


def find_vote_named(text: str, votes: Mapping[int, str]) -> int:
    """Return the number of the open vote that a text names by its kind, or by its place among them,
    0 if it names none, -1 if several. ``votes`` are their kinds by their numbers."""
    folded, kinds = fold_text(normalize_line(text)), {*votes.values()}
    spoken = {kind for kind, words in _compile_voted().items() if words.search(folded)} & kinds
    named = [number for number, kind in votes.items() if kind in spoken]
    if not spoken and len(votes) > 1:
        places = load_answer_words().places
        said = [places.get(found["place"], 0) for found in _PLACE_OF_VOTE.pattern.finditer(folded)]
        ordered = [0, *sorted(votes)]
        named = [ordered[place] for place in said if place < len(ordered)]
    known = load_answer_words()
    if len(votes) > 1 and not named and {*_WORD.findall(folded)} & (known.pair | known.every):
        return -1
    return (named or [0])[0] if len(named) < 2 else -1


@cache
def _compile_voted() -> Mapping[str, re.Pattern[str]]:
    """Return what finds the words for each kind of vote."""
    return {name.removeprefix("voted_"): WordPattern(rf"\b%({name})s\b").pattern for name in _VOTED}


def read_ballots(text: str, votes: Mapping[str, int]) -> tuple[str, ...]:
    """Return the ballots of a line that says yes to some numbers and no to others, or yes or no to
    both or all, none else.
    ``votes`` are the numbers of the open votes of which there are words, by their kinds."""
    numbered = fold_text(normalize_line(text))
    for kind, words_of_kind in _compile_voted().items():
        if kind in votes:
            numbered = words_of_kind.sub(str(votes[kind]), numbered)
    picked = read_picked(numbered)
    words, pair = {*_WORD.findall(fold_text(text))}, load_answer_words().pair
    if picked is not None and picked.every and not picked.but and picked.lines == len(votes):
        rest = (word for word in _WORD.findall(fold_text(text)) if word not in pair)
        answer = read_short_answer(" ".join(rest))
        says = answer.says.upper() if answer and answer.sure else ""
        return tuple(f"{number} {says}" for number in sorted(votes.values()) if says)
    if (
        picked is not None
        and picked.nothing
        and len(votes) > 1
        and words & load_answer_words().none
    ):
        return tuple(f"{number} NO" for number in sorted(votes.values()))
    if picked is None or not picked.numbers or not picked.but or picked.every:
        return ()
    yes, no = picked.numbers, sorted(picked.but)
    return (*(f"{number} YES" for number in yes), *(f"{number} NO" for number in no))


def read_picked(text: str, *, votes: bool = False) -> Picked | None:
    """Return the numbers that a line is made of, none for one that says yes, None for others. Other
    sentences in it are talk.

    Where there are ``votes``, NO 1 is one, and not the number 1.
    """
    if (picked := _read_picked_sentence(text, votes=votes)) is not None:
        return picked
    sentences = list_sentences(text)
    found = [_read_picked_sentence(each, votes=votes) for each in sentences]
    answers = [each for each in found if each is not None]
    others = [said for said, each in zip(sentences, found, strict=True) if each is None]
    return (
        _join_answers(answers) if not any(cut_talk(said, frozenset()) for said in others) else None
    )


def _join_answers(answers: Sequence[Picked]) -> Picked | None:
    """Return what several sentences pick together: all of them everything, or one of them, if the
    others only say yes."""
    picking = [each for each in answers if not each.says_yes] or [*answers[:1]]
    is_one = len(picking) == 1 or all(each == Picked(every=True) for each in picking)
    return picking[0] if picking and is_one and not any(each.nothing for each in picking) else None


def _read_picked_sentence(text: str, *, votes: bool) -> Picked | None:
    line = fold_text(normalize_line(text)).strip(" .!\"'")
    is_short = len(line) <= _LONGEST
    means_all = is_short and "?" not in text and _AFFIRMS.pattern.fullmatch(line)
    return _read_picked_words(line, votes=votes) or (Picked(told=True) if means_all else None)


def _read_picked_words(line: str, *, votes: bool) -> Picked | None:
    known = load_answer_words()
    line = _TAIL.pattern.sub("", _LEADS.pattern.sub("", line, count=1)) or line
    words = [word.strip(",.!") for word in line.split()]
    if not words or len(words) > _MOST or (votes and words[0] in known.no):
        return None
    if _OPEN.pattern.search(line):
        return None
    line = _write_out_numbers(line)
    picks = [*_PICK.finditer(line)]
    if not picks or not _SIGNS.fullmatch(_PICK.sub(" ", line)):
        return None
    if _counts_lines(picks) or not _are_listed(line, picks, known):
        return None
    if all(word in known.yes or word in known.harmless for word in words) and not any(
        word in known.every for word in words
    ):
        return Picked() if {*words} & {*list_words("plain_yes")} else None
    return _read_numbers(picks, known)


def begins_as_answer_does(text: str) -> bool:
    """Say whether a sentence of a text begins as an answer does, or says that one is not sure, and
    the text is more than kind words."""
    return not is_courtesy(text) and any(
        read_picked(sentence) is not None or _begins_as_answer(fold_text(normalize_line(sentence)))
        for sentence in list_sentences(text)
    )


def _begins_as_answer(sentence: str) -> bool:
    if _HESITATES.pattern.match(sentence):
        return True
    known = load_answer_words()
    first = _FIRST_WORD.match(_LEADS.pattern.sub("", sentence, count=1))
    if first is not None and first["word"] in known.every | known.pair | known.none:
        return True
    if first is None or first["word"] not in known.yes | known.no:
        return False
    return not first["behind"] or first["behind"] in known.doubt or not first["behind"].isalnum()


def is_choice(text: str, offered: Collection[str]) -> bool:
    """Say whether all words of a text choose among what is offered, or are kind: numbers, yes and
    no, ``the rest``, ``only``, and the words of ``offered`` lines."""
    known = load_answer_words()
    choosing = {*known.yes, *known.no, *known.every, *known.pair, *known.none, *known.without,
                *known.places}  # fmt: skip
    choosing |= {word for name in _CHOOSING for said in list_words(name) for word in said.split()}
    choosing |= {word for line in offered for word in _WORD.findall(fold_text(line))}
    choosing |= {"y", "n"}
    beside = known.harmless | known.beside | known.ranges
    words = _WORD.findall(fold_text(normalize_line(text)))
    chosen = [word for word in words if word.isdecimal() or word in choosing]
    others = [word for word in words if word not in chosen and word not in beside]
    return bool(chosen) and is_neutral(" ".join(others))


def _write_out_numbers(line: str) -> str:
    """Return a line with its counts as lines are told: ``the three of them`` is all if there are
    three, ``the first two`` is 1 and 2, ``one to three`` all from 1 to 3."""
    line = _OF_TOTAL.pattern.sub(_write_total, line)
    line = _NTH.pattern.sub(r"\1", _GOES_FOR.pattern.sub(r"\1", line))
    line = _DASH.pattern.sub(" ", _PRONOUN.pattern.sub(" ", line))
    line = _ALL_FIGURE.pattern.sub(lambda few: f"{_ALL}{few['count']}", line)
    line = _OTHER_FEW.pattern.sub(lambda few: f"{_OTHER}{read_count(few['count'])}", line)
    line = _RANGE.pattern.sub(_write_range, line)
    line = _FIRST_FEW.pattern.sub(lambda few: f"1-{read_count(few['count'])}", line)
    line = _LAST_FEW.pattern.sub(lambda few: f"{_LAST}{read_count(few['count'])}", line)
    line = _OF_TOTAL.pattern.sub(_write_total, line)
    return _ALL_OF_THEM.pattern.sub(
        lambda few: f"{_ALL}{read_count(few['count'] or few['few'])}", line
    )


def _write_total(said: re.Match[str]) -> str:
    return f"{said['which']} {_TOTAL}{read_count(said['count'])}"


def _counts_lines(picks: Sequence[re.Match[str]]) -> bool:
    """Say whether the one number of an answer, in letters, may say how many lines are meant:
    ``take two``."""
    words = [pick[0] for pick in picks]
    numbers = [word for word in words if word in list_words("numbers")]
    return (
        len(numbers) == 1
        and not any(map(_is_written_number, picks))
        and not {*words}.isdisjoint(list_words("takes_so_many"))
        and {*words}.isdisjoint(list_words("calls_number"))
    )


def _is_written_number(pick: re.Match[str]) -> bool:
    return any(pick[name] for name in ("first", "every", "ending", "others"))


def _are_listed(line: str, picks: Sequence[re.Match[str]], known: AnswerWords) -> bool:
    """Say whether the numbers of an answer follow each other as those of a list do: what stands
    between two of them puts none right, counts none and is no other's name."""
    above: re.Match[str] | None = None
    between: set[str] = set()
    for pick in picks:
        if not (pick["first"] or pick["ending"] or pick[0] in known.places):
            between.add(pick[0])
            continue
        if above is not None and not _joins(between, line[above.end() : pick.start()], known):
            return False
        if above is not None and "+" in line[above.end() : pick.start()] and above[0] == pick[0]:
            return False
        above, between = pick, set()
    return True


def _joins(words: set[str], text: str, known: AnswerWords) -> bool:
    """Say whether words, and the signs in their text, stand between two numbers of a list."""
    if not words.isdisjoint(list_words("mends_picks")):
        return False
    if not words.isdisjoint(known.yes | known.no | known.without):
        return True
    joined = words.issubset(list_words("joins_picks"))
    return "=" not in text and (joined or not words.isdisjoint(list_words("adds_picks")))


def _write_range(said: re.Match[str]) -> str:
    return f"{read_count(said['from'])}-{read_count(said['to'])}"


def _read_numbers(picks: list[re.Match[str]], known: AnswerWords) -> Picked | None:
    numbers: list[int] = []
    but: set[int] = set()
    every = leaves_out = nothing = rest = False
    count, others, latest, refuses = 0, 0, range(0), False
    speaks_first = picks[0][0] in known.yes | known.no  # "yes to 1, no to 2", not "1 yes, 2 no"
    unanswered, answered = 0, False
    for before, pick in zip(("", *(pick[0] for pick in picks)), picks, strict=False):
        word = pick[0]
        if word in known.beside - known.yes - known.no and before in known.places:
            continue  # "the last one"
        if pick["every"]:
            every, count = True, int(pick["lines"])
        elif pick["others"]:
            every, rest, others = True, True, int(pick["others"])
        elif pick["total"]:
            count = int(pick["total"])
        elif pick["ending"]:
            latest = range(-int(pick["ending"]), 0)
            (but.update if leaves_out or refuses else numbers.extend)(latest)
            unanswered += 1
        elif pick["first"]:
            first, last = int(pick["first"]), int(pick["last"] or pick["first"])
            if last < first or last - first > 50:
                return None
            latest = range(first, last + 1)
            (but.update if leaves_out or refuses else numbers.extend)(latest)
            unanswered += 1
        elif word in known.yes | known.no and word not in known.without:
            if every and not numbers and word in known.yes:
                continue  # "all of them, yes"
            if speaks_first:
                refuses = word in known.no
            elif unanswered == 0 or (unanswered > 1 and word in known.no):
                return None  # of which it is said is open
            elif word in known.no:
                but.update(latest)
            unanswered, answered = 0, True
        elif word in known.pair | known.every and leaves_out:
            return None  # not all
        elif word in known.pair:
            every, count = True, 2
        elif word in known.every:
            every = True
        elif word in list_words("other_lines") and refuses and numbers:
            continue  # "yes to 1, no to the rest"
        elif word in list_words("other_lines"):
            every = every or not leaves_out or not numbers  # "only 1, not the others"
            rest = True
        elif word in known.none:
            nothing = True
        elif word in known.places:
            if leaves_out and every and not numbers and word in list_words("numbers"):
                return None  # all but one
            latest = range(known.places[word], known.places[word] + 1)
            unanswered += 1
            if not every or leaves_out:
                (but.update if leaves_out or refuses else numbers.extend)(latest)
        elif word in known.without:
            leaves_out = not (leaves_out and word in list_words("told_but_these"))  # not 1, but 2
        elif word not in known.beside:
            return None
    if answered and unanswered and not speaks_first:
        return None
    if nothing and but and not (numbers or every):
        return Picked(tuple(sorted(but)))  # none but 2
    if nothing:
        return None if numbers or every else Picked(nothing=True)
    if not numbers and not every and not (but and refuses):
        return None
    if others:
        count = others + len({*numbers, *but})
    numbers = [] if rest and every else numbers
    left = tuple(dict.fromkeys(n for n in numbers if n not in but))
    if every and left and count:
        if count != len(left):
            return None  # two of the three
        every, count = False, 0
    if (numbers or but) and not left and not every:
        return Picked(nothing=True)
    return Picked(left, every, frozenset(but), lines=count)
