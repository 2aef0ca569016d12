"""What players say of nominations and of the ballot in words of their own: the lines they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import combinations
from typing import NamedTuple

from judge.game.procedure import OpenMatter
from judge.game.sentences.against import list_choices, names_oneself
from judge.game.sentences.marks import MarkedSentence
from judge.language.answers import load_answer_words
from judge.language.word_lists import list_words
from judge.model.motion import Motion
from judge.model.reason import Reason

_POWER, _NUMBER = "{power}", "{number}"
_SHOWN = 3
"""So many lines are offered for one sentence."""


class SpokenChoice(NamedTuple):
    """The powers and numbers that a sentence speaks for, and those that it speaks against; in
    their order. ``every`` and ``none``: it is for all that there is, or for nothing."""

    powers: tuple[str, ...]
    numbers: tuple[int, ...]
    left_powers: tuple[str, ...]
    left_numbers: tuple[int, ...]
    every: bool
    none: bool


def read_chosen(said: MarkedSentence, own: Sequence[str]) -> SpokenChoice:
    """Return what a sentence chooses: what stands behind a word that denies is left, up to one
    that begins anew. ``own`` are the powers of its writer."""
    found: dict[tuple[type, bool], dict[str | int, None]] = {}
    marks = [*_list_marks(said, own)]
    for value, is_left in marks:
        if isinstance(value, str | int):
            found.setdefault((type(value), is_left), {})[value] = None
    powers, left_powers = (tuple(map(str, found.get((str, left), ()))) for left in (False, True))
    numbers, left_numbers = (tuple(map(int, found.get((int, left), ()))) for left in (False, True))
    alls = [is_left for value, is_left in marks if value is None]
    denies = not _list_denials(said.words).isdisjoint(range(len(said.words)))
    takes_back = not {*said.words}.isdisjoint(list_words("takes_voice_back"))
    nothing = not (powers or numbers)
    return SpokenChoice(
        powers,
        numbers,
        left_powers,
        left_numbers,
        every=nothing and False in alls,
        none=nothing and False not in alls and (denies or takes_back),
    )


def _list_denials(words: Sequence[str]) -> Set[int]:
    """Return where words stand that deny what is behind them."""
    denies, every = {*list_words("speaks_against")}, {*list_words("speaks_of_all")}
    found = set[int]()
    for at, word in enumerate(words):
        behind = words[at + 1] if at + 1 < len(words) else ""
        is_number = word in list_words("before_number") and behind == _NUMBER
        leaves = word in list_words("leaves_some") and not every.isdisjoint(
            words[max(0, at - 3) : at]
        )
        takes_place = word in list_words("in_place") and behind in list_words("in_place_of")
        if (word in denies and not is_number) or leaves or takes_place:
            found.add(at)
    return found


def _list_marks(
    said: MarkedSentence, own: Sequence[str]
) -> Iterator[tuple[str | int | None, bool]]:
    """Yield what a sentence names, None for all there is, each with whether it is left."""
    words = said.words
    powers, numbers = (iter(said.values.get(name, ())) for name in ("power", "number"))
    denials, itself = _list_denials(words), _find_oneself(words)
    is_left = named = False
    for at, word in enumerate(words):
        if at in denials:
            is_left, named = True, False
            continue
        if named and word in list_words("speaks_anew"):
            is_left = False
        value: str | int | None = None
        if word == _POWER:
            value = next(powers)
        elif word == _NUMBER:
            value = int(next(numbers))
        elif number := _read_place(words, at):
            value = number
        elif at in itself and own:
            value = own[0]
        elif word not in list_words("speaks_of_all") or _is_idiom(words, at):
            continue
        named = True
        yield value, is_left


def _is_idiom(words: Sequence[str], at: int) -> bool:
    """Say whether a word for all stands in other words: ``after all``."""
    return at > 0 and words[at - 1] in list_words("before_idle_all")


def _find_oneself(words: Sequence[str]) -> Set[int]:
    """Return where a sentence names its writer among others."""
    own, always = list_words("oneself_among_names"), list_words("oneself_as_object")
    among = names_oneself(words)
    joins = list_words("joins_names")
    return {
        at
        for at, word in enumerate(words)
        if word in always or (among and word in own and at > 0 and words[at - 1] in joins)
    }


def _read_place(words: Sequence[str], at: int) -> int:
    """Return the number that a word is behind one that leads up to a number, 0 for other words."""
    place = load_answer_words().places.get(words[at], 0)
    leads = at > 0 and words[at - 1] in list_words("before_number")
    return place if place > 0 and leads else 0


def is_about(words: Sequence[str], *lists: str) -> bool:
    """Say whether a word of some lists stands in a sentence."""
    return any(not {*words}.isdisjoint(list_words(name)) for name in lists)


def has_numbers_alone(words: Sequence[str]) -> bool:
    """Say whether a sentence is nothing but numbers and what is said beside them."""
    known = {*list_words("beside_numbers"), *load_answer_words().places}
    return all(word in known or word == _NUMBER for word in words)


def find_votes_meant(
    said: MarkedSentence, lines: Sequence[Motion], seat: str, own: Sequence[str]
) -> OpenMatter | None:
    """Return the votes for lines of the ballot that a sentence may mean, by their numbers or their
    members; None if it is about something else."""
    words = said.words
    if is_about(words, "other_matters") or not (
        is_about(words, "speaks_of_votes") or has_numbers_alone(words)
    ):
        return None
    chosen = read_chosen(said, own)
    standing = [n for n, line in enumerate(lines, 1) if seat in line.ballots]
    wrong = [n for n in (*chosen.numbers, *chosen.left_numbers) if not 1 <= n <= len(lines)]
    if wrong:
        return OpenMatter((), Reason("not_on_ballot", (str(wrong[0]), str(len(lines)))))
    left = {*chosen.left_numbers, *_find_lines_of(chosen.left_powers, lines)}
    if chosen.powers:
        return _match_members(chosen, lines)
    if chosen.numbers:
        kept = standing if is_about(words, "speaks_of_more") else []
        return OpenMatter((_write_vote({*chosen.numbers, *kept} - left),))
    if chosen.every or left:
        among = range(1, len(lines) + 1) if chosen.every else standing
        return OpenMatter((_write_vote({*among} - left, len(lines)),))
    if chosen.none:
        return OpenMatter((_write_vote(set()),))
    if has_numbers_alone(words) or is_about(words, "speaks_of_votes"):
        return _ask_which_line(words, lines)
    return None


def _ask_which_line(words: Sequence[str], lines: Sequence[Motion]) -> OpenMatter | None:
    """Return each of a few lines, for a yes that leaves open to which; None if it is no yes."""
    if words[-1:] != ("yes",) and words[:1] != ("yes",):
        return None
    each = [_write_vote({number}) for number in range(1, len(lines) + 1)]
    return OpenMatter((*each[: _SHOWN - 1], _write_vote({*range(1, len(lines) + 1)}, len(lines))))


def _match_members(chosen: SpokenChoice, lines: Sequence[Motion]) -> OpenMatter:
    numbers = _find_lines_of(chosen.powers, lines)
    if not numbers:
        return OpenMatter((), Reason("no_such_coalition", chosen.powers))
    return OpenMatter(tuple(_write_vote({number}) for number in numbers[:_SHOWN]))


def _find_lines_of(powers: Sequence[str], lines: Sequence[Motion]) -> list[int]:
    """Return the numbers of the lines of just these powers; if there is none, of those in which
    all of them stand."""
    numbered = [*enumerate(lines, 1)]
    same = [n for n, line in numbered if {*line.terms} == {*powers}]
    return same or [n for n, line in numbered if powers and {*powers} <= {*line.terms}]


def _write_vote(numbers: Set[int], every: int = 0) -> str:
    if not numbers:
        return "VOTE NONE"
    if len(numbers) == every:
        return "VOTE ALL"
    return f"VOTE {' '.join(map(str, sorted(numbers)))}"


def find_nominations_meant(
    said: MarkedSentence, standing: Sequence[str], size: int, own: Sequence[str]
) -> OpenMatter | None:
    """Return the nominations of ``size`` members that a sentence may mean, beside the ``standing``
    one of its writer; None if it is about something else."""
    words = said.words
    corrects = bool(standing) and is_about(words, "speaks_of_change")
    if not (is_about(words, "speaks_of_nominations") or corrects):
        return None
    if choices := list_choices(words, said.values.get("power", ())):
        return _offer_coalitions([(*own[:1], *each) for each in choices], size)
    chosen = read_chosen(said, own)
    if chosen.none and not chosen.left_powers:
        return OpenMatter(("NOMINATE NONE",), None) if standing else None
    members = tuple(
        dict.fromkeys(power for power in chosen.powers if power not in chosen.left_powers)
    )
    if len(members) < size and (corrects or chosen.left_powers):
        kept = [p for p in standing if p not in (*chosen.left_powers, *members)]
        members = (*kept, *members)
    if not members:
        return None
    return _offer_coalitions([members], size, own)


def _offer_coalitions(
    coalitions: Sequence[Sequence[str]], size: int, own: Sequence[str] = ()
) -> OpenMatter:
    """Return coalitions as lines; of one that has too many members, those with the writer in them
    that have enough; one that has too few is the writer's as well."""
    first = tuple(dict.fromkeys(coalitions[0]))
    if len(first) == size - 1 and not {*own} & {*first}:
        first = (*own[:1], *first)
    if len(coalitions) == 1 and len(first) > size:
        fit = [
            each for each in combinations(first, size) if not {*own} & {*first} or {*own} & {*each}
        ]
        why = Reason("coalition_size", (str(size), str(len(first))))
        return OpenMatter(tuple(map(_write_nomination, fit[:_SHOWN])), why)
    unique = [first, *(tuple(dict.fromkeys(each)) for each in coalitions[1:])]
    fit = [each for each in unique if len(each) == size]
    if not fit:
        return OpenMatter((), Reason("coalition_size", (str(size), str(len(first)))))
    return OpenMatter(tuple(map(_write_nomination, fit[:_SHOWN])))


def _write_nomination(members: Sequence[str]) -> str:
    return f"NOMINATE {', '.join(members)}"
