"""The words of a sentence that may tell units something: names, counts, verbs, and what negates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from judge.language.lexicon import Lexicon
from judge.language.referring import small_words
from judge.language.said_as import load_phrases
from judge.language.spelling import fold_text, normalize_line, squeeze_name
from judge.language.talk import without_please
from judge.language.word_lists import FoundWords, WordFinder, WordPattern, list_words
from judge.language.words import NEUTRAL, find_musing_words, find_phrases
from judge.model.position import Unit

LONGEST, _LONGEST_CERTAIN = 240, 480
"""Longer sentences are not looked at, or are not certain."""
_STRANGE = 2
"""So many words of a sentence may be unknown."""
_NAME = 4
"""Of so many letters the beginning of a name has at least."""
_LIST_HEAD = re.compile(r"^\s*\(?\d{1,2}[.):]+\s+(?=\D)")
"""The number of a line in a list."""
_NAMING_LISTS = (
    *("told_all", "told_rest", "told_nobody", "told_it", "told_land_units", "told_water_units"),
    *("told_ship", "told_waive", "told_builds", "told_build", "told_hold", "told_directions"),
)
_SEVERAL = frozenset({"all", "rest", "nobody"})
"""Words that speak of several units."""
_HELPS = frozenset({"s", "c"})
"""Words behind which a unit may be somebody else's."""
_BEFORE_KIND = 3
"""So many words behind an article one is a kind of unit."""
_CODE = 2
"""Of so many letters the code of a kind of unit is at most."""
_IDLE = NEUTRAL | {"plain", "own", "judge", "reason"}
"""Kinds of words that tell nothing."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SIGNS = re.compile(
    r"\s*(?P<dash>-+>|=?>+|(?<=\s)-+(?=\s))|(?P<from><-+|<=+)|(?P<stop>[.;!?]+)(?=\s|$)|(?P<mark>[,+&/():])|."
)
_CLAUSE_END = re.compile(r"(?<=[,;.!?:])\s+")
_UNCERTAIN = re.compile(r"[?()\[\]{}\"\u201c\u201d\u201e\u2026*=~]|\.\.")
"""Signs of questions, remarks, quotations and thoughts that are not said to the end."""
_QUOTING = re.compile('[?"\u201c\u201d\u201e\u00ab\u00bb]')
_OF_RULES = WordPattern(r"(?<!\w)(?:%(told_of_rules)s)(?!\w)")
_WAIVES = WordPattern(
    r"(?P<all>%(waive_all)s|(?:%(waive_who)s )?%(waive_verbs)s %(waive_all_of)s"
    r"(?: %(waive_builds)s)?(?: %(waive_when)s)*)|(?P<rest>%(waive_rest)s)"
)
_REQUESTS = WordPattern(
    r"\W*(?>%(told_calls)s\W+)*(?:(?P<kindly>%(told_asks_kindly)s)|%(told_asks)s)(?!\w)\s+"
)
_ENTRUSTS = WordPattern(r"\b%(told_leave)s (?:\w+ ){0,3}%(entrusted)s\b")
"""Words with which something is left to others."""
_FOR_ME = WordPattern(r"(?:%(told_for_me)s)\s*\?")
_CERTAIN_LISTS = {
    due: (
        *(*names, "told_goes", "told_leaves", "told_manner", "told_men"),
        *("told_land_units", "told_water_units", "told_all_mine"),
    )
    for due, names in {
        "standing": (
            *("told_certain", "told_of_place", "told_helps_above", "told_is_where"),
            *("told_holds", "told_carries", "told_likewise", "told_none", "told_taken_by"),
            *("told_standing_at", "told_purpose", "told_lends", "told_moored", "told_marches"),
            *("told_unchanged", "told_when_sent", "told_helps_hold", "told_aided", "told_aboard"),
            *("told_is_carried", "told_it_is"),
        ),
        "dislodged": (
            *("told_certain", "told_certain_retreats", "told_of_place"),
            *("told_dislodged_from", "told_remnants", "told_purpose", "told_marches"),
            *("told_is_where", "told_standing_at"),
        ),
        "removals": ("told_certain", "told_spared"),
        "builds": (
            "told_certain",
            "told_certain_builds",
            "told_built",
            "told_unchanged",
            "told_unchanged_builds",
            "told_when_sent",
        ),
    }.items()
}
"""Lists of words of which each can be meant in one way, by what is due."""
_CERTAIN = {due: WordFinder(" ".join(("idle", *names))) for due, names in _CERTAIN_LISTS.items()}
_MOVING = ("told_move", "told_help", "told_carry", "told_hold", "told_it", "told_rest", "told_all")
"""Lists of words of which one may stand before a word that says to where, beside certain ones."""
_OF_PHASES = {
    "builds": ("told_builds",),
    "dislodged": ("told_retreats", "told_remove"),
    "removals": ("told_remove",),
}
"""Lists of words that are said where something is due, and elsewhere tell no orders."""
_WORDS = WordFinder(
    "idle_ told_each_other",
    "no_more told_no_more",
    "i told_unsure",
    "leaves_out told_but",
    "negates told_not",
    "nobody told_nobody told_none",
    "it told_it",
    "relative told_which",
    "e told_also told_likewise",
    "z told_meant",
    "r told_replace",
    "there told_there",
    "either alternative",
    "and told_and",
    "rest told_rest",
    "all told_all told_all_mine",
    "one_of told_one_of",
    "one told_one",
    "near told_nearest",
    "land told_land_units",
    "water told_water_units",
    "count told_counts",
    "to told_to",
    "at told_at told_dislodged_from told_standing_at",
    "by_means told_with",
    "idle told_idle told_manner told_men told_of_place told_remnants told_when_sent told_purpose"
    " told_it_is",
)
_VERBS = {
    "standing": WordFinder(
        "y told_helped told_aided",
        "j told_helps_hold",
        "g told_carried_by told_aboard",
        "f told_carried told_is_carried",
        "a told_attacked told_is_where told_taken_by",
        "q told_unchanged",
        "h told_hold told_holds told_moored",
        "s told_help told_helps_above told_lends",
        "c told_carry told_carries",
        "m told_move told_goes told_marches",
        "l told_leave told_leaves",
    ),
    "dislodged": WordFinder(
        "a told_is_where",
        "d told_remove",
        "m told_move told_goes told_marches",
        "l told_leave told_leaves",
        "water told_ship",
    ),
    "removals": WordFinder("k told_keep", "d told_remove told_goes_away", "water told_ship"),
    "builds": WordFinder(
        "q told_unchanged told_unchanged_builds",
        "v told_waive",
        "a told_anywhere",
        "b told_builds told_build told_built",
        "water told_ship",
    ),
}
"""The words for what units do, by what is due."""


@dataclass(frozen=True)
class Forces:
    """What somebody orders: their ``units`` that can be told something, what is ``due``: orders for
    "standing" or "dislodged" ones, "builds" or "removals", and of these how many; and the order
    that they wrote ``above``. Units that are ``ordered`` are none of the rest that holds; ``aims``
    are the provinces to which orders that stand send some. ``sites`` are where new units can be
    built, or where the only dislodged one can go; ``builds`` are the orders for new units that
    stand, each with its place, None if these are not looked at; ``near`` are the units with each
    province into which they can go by themselves, none if that is not known."""

    units: tuple[Unit, ...]
    due: str
    count: int = 0
    powers: frozenset[str] = frozenset()
    above: str = ""
    ordered: frozenset[str] = frozenset()
    aims: tuple[tuple[Unit, str], ...] = ()
    sites: tuple[str, ...] = ()
    builds: tuple[tuple[str, str], ...] | None = None
    near: frozenset[tuple[Unit, str]] = frozenset()


class ToldWord(NamedTuple):
    """A name, a word of one of the lists by what it does (``sign``), or a stop."""

    sign: str
    text: str = ""
    kind: str = ""
    place: str = ""


def split_told_words(text: str, forces: Forces, lexicon: Lexicon) -> list[ToldWord] | None:
    """Return the words of a sentence that tell something, names and all; None if it may tell no
    orders."""
    plain = _LIST_HEAD.sub("", normalize_line(text))
    first = next((word[0] for word in _WORD.finditer(fold_text(plain))), "")
    if len(plain) > LONGEST or first in list_words("told_asking"):
        return None
    if first in list_words("told_inverted") and _OF_RULES.pattern.search(fold_text(plain)):
        return None
    tokens = _split_into_tokens(mend_names(plain, forces, lexicon), forces, lexicon)
    tokens = _without_idle(tokens) if tokens else None
    answers = tokens and tokens[0].text in list_words("told_answers")
    if tokens and answers and [token.sign for token in tokens[1:2]] == [","]:
        tokens = tokens[2:]
    return _read_figures(tokens) if tokens else tokens


def split_certain_words(text: str, forces: Forces, lexicon: Lexicon) -> list[ToldWord] | None:
    """Return the words of a sentence like ``split_told_words``; None if one of them is not certain.

    Certain are names as they are written, and words of ``told_certain``. Those that ask where they
    stand first (``should Munich attack``) stand behind a name, or behind who speaks.
    """
    plain = _LIST_HEAD.sub("", normalize_line(text))
    words = [found[0] for found in _WORD.finditer(fold_text(plain))]
    asks = {*list_words("told_asking"), *list_words("told_inverted")}
    if len(plain) > _LONGEST_CERTAIN or not words or words[0] in asks or _UNCERTAIN.search(plain):
        return None
    if words[0] in list_words("told_reported") or find_musing_words(plain):
        return None
    tokens = _split_into_tokens(plain, forces, lexicon, is_certain=True)
    if tokens and any(map(_asks, (ToldWord(""), *tokens), tokens, (*tokens[1:], ToldWord("")))):
        return None
    return _read_figures(_without_idle(tokens)) if tokens else None


def split_likely_words(text: str, forces: Forces, lexicon: Lexicon) -> list[ToldWord] | None:
    """Return the words of a sentence that is known to give orders like ``split_told_words``; None
    if it asks, quotes or muses, or breaks off."""
    words = [found[0] for found in _WORD.finditer(fold_text(text))]
    is_quoted = _QUOTING.search(text) is not None
    muses = is_quoted or not words or words[0] in list_words("told_reported")
    if muses or find_musing_words(text) or _tells_of_other_phase(words, forces.due):
        return None
    if any(_is_strange_before_goal(*pair, forces.due, lexicon) for pair in pairwise(words)):
        return None
    if _has_strange_goal(text, lexicon):
        return None
    tokens = split_told_words(text, forces, lexicon)
    return tokens if tokens and tokens[-1].sign != "and" else None


def _is_strange_before_goal(word: str, to: str, due: str, lexicon: Lexicon) -> bool:
    """Say whether a word that is no name, and that no list knows, stands before one that says to
    where: who ``listens to Burgundy`` does not go there."""
    return (
        to in list_words("told_to")
        and word not in _list_last_words(due)
        and not any(word in names for names in (lexicon.words, lexicon.people, lexicon.kinds))
    )


def _has_strange_goal(text: str, lexicon: Lexicon) -> bool:
    """Say whether a name behind a word that says to where is but a part of one, or of something
    that belongs to it: ``to Burgundy Street``, ``to Spain's border``."""
    to, place = "|".join(map(re.escape, list_words("told_to"))), lexicon.patterns["PLACE"]
    goal = rf"(?<!\w)(?:{to}) (?:the )?{place}(?:(?P<whose>'s)|\s+(?P<behind>[^\W\d_]+))?(?!\w)"
    return any(
        found["whose"] or (found["behind"] and _is_strange(found["behind"], lexicon))
        for found in re.finditer(goal, fold_text(text))
    )


def _is_strange(word: str, lexicon: Lexicon) -> bool:
    """Say whether a word is no name, and no list knows it."""
    is_name = any(word in names for names in (lexicon.words, lexicon.people, lexicon.kinds))
    return not (is_name or word in small_words() or find_phrases(word)[0].kinds - {"plain"})


@cache
def _list_last_words(due: str) -> frozenset[str]:
    """Return the last words of what is said of units, and of how they do it."""
    names = (*_CERTAIN_LISTS[due], *_MOVING)
    return frozenset(phrase.split()[-1] for name in names for phrase in list_words(name))


def _tells_of_other_phase(words: Sequence[str], due: str) -> bool:
    of_phase = _OF_PHASES.get(due, ())
    of_others = {name for names in _OF_PHASES.values() for name in names if name not in of_phase}
    return any(word in list_words(name) for name in of_others for word in words)


def _asks(before: ToldWord, token: ToldWord, behind: ToldWord) -> bool:
    """Say whether a word asks, or lays down a condition, as it stands before who does it: not
    behind a name or who speaks, and with no verb behind it."""
    if token.text not in list_words("told_inverted"):
        return False
    is_said = before.place or before.kind or before.text in list_words("told_speaker")
    is_plain = token.text in list_words("told_future") and len(behind.sign) == 1
    return not (is_said or is_plain)


def find_waiver_of_several(text: str) -> str:
    """Return whether a line waives "all" builds that are due, or the "rest" of them, else ""."""
    waiver = _WAIVES.pattern.fullmatch(fold_text(without_please(normalize_line(text))))
    return waiver.lastgroup or "" if waiver else ""


def leave_out_request(text: str) -> str:
    """Return a sentence without the words by which somebody kindly asks to have it done: what asks
    ``Can you move Paris?`` may ask for the rules instead."""
    plain = normalize_line(text)
    asked = _REQUESTS.pattern.match(fold_text(plain))
    if asked is None or plain.count("?") > 1 or "?" in plain.rstrip(" ?!.)"):
        return text
    is_kind = asked["kindly"] is not None or _FOR_ME.pattern.search(fold_text(plain)) is not None
    return f"{plain[asked.end() :].rstrip(' ?.!')}." if is_kind else text


def leave_out_powers(text: str, forces: Forces, lexicon: Lexicon) -> str:
    """Return a sentence without the names of other powers."""
    return _WORD.sub(
        lambda word: "" if _is_other_power(word[0], forces, lexicon) else word[0],
        normalize_line(text),
    )


def _is_other_power(word: str, forces: Forces, lexicon: Lexicon) -> bool:
    return lexicon.powers.get(squeeze_name(word), "") not in {"", *forces.powers}


def leave_out_remarks(text: str, forces: Forces, lexicon: Lexicon) -> str:
    """Return a sentence without the clauses that name no unit and no place, and that nothing hangs
    on: ``Munich attacks Burgundy, I don't trust the French``."""
    clauses = _CLAUSE_END.split(normalize_line(text))
    return " ".join(each for each in clauses if _tells_something(each, forces, lexicon))


@cache
def _list_words_for_units() -> frozenset[str]:
    """Return the words that stand for units, or tell what to do, in sentences without a name."""
    return frozenset(word.split()[0] for name in _NAMING_LISTS for word in list_words(name))


def says_others_decide(text: str) -> bool:
    """Say whether a sentence leaves something to others, and so tells nothing to do."""
    return _ENTRUSTS.pattern.search(fold_text(text)) is not None


def may_tell_orders(text: str, lexicon: Lexicon) -> bool:
    """Say whether a sentence has a word without which none tells orders; a beginning of a name is
    one, too. Who leaves something to others tells none."""
    if says_others_decide(text):
        return False
    names, others, beginnings = lexicon.words, _list_words_for_units(), lexicon.beginnings
    return any(
        word in names
        or word in others
        or word in lexicon.people
        or (len(word) >= _NAME and word[:_NAME] in beginnings)
        for word in re.findall(r"\w+", fold_text(text))
    )


def names_units_or_places(clause: str, lexicon: Lexicon) -> bool:
    """Say whether a clause names a place, or a kind of unit, or speaks of all units or the rest."""
    return find_unit_or_place(clause, lexicon) is not None


def find_unit_or_place(clause: str, lexicon: Lexicon) -> int | None:
    """Return where the first words begin that name a place, a kind of unit, all units or the
    rest."""
    folded = fold_text(clause)
    names = _compile_names(*(lexicon.patterns[name] for name in ("PLACE", "COAST", "KIND")))
    return next(
        (
            word.start()
            for word in _WORD.finditer(folded)
            if (
                (named := names.match(folded, word.start())) and _name_token(clause, named, lexicon)
            )
            or ((said := _WORDS.match(folded, word.start())) and said.sign in _SEVERAL)
        ),
        None,
    )


def _tells_something(clause: str, forces: Forces, lexicon: Lexicon) -> bool:
    if names_units_or_places(clause, lexicon):
        return True
    kinds = {kind for phrase in find_phrases(clause) for kind in phrase.kinds}
    if kinds & {"condition", "blocks"}:
        return True
    tokens = _split_into_tokens(clause, forces, lexicon)
    return any(token.sign in ("it", "there", "kind") for token in tokens or ())


def _find_unit_of_direction(
    text: str, at: int, forces: Forces, lexicon: Lexicon
) -> ToldWord | None:
    """Return the place of the only unit that is called by where it is: of Southern United States
    the Southern army."""
    word = _WORD.match(text, at)
    if word is None or word[0] not in list_words("told_directions"):
        return None
    provinces = [unit.at.province for unit in forces.units]
    names = {place: fold_text(lexicon.game_map.provinces[place].name) for place in provinces}
    called = [place for place in provinces if names[place].startswith(word[0])]
    return ToldWord("place", word[0], place=called[0]) if len(called) == 1 else None


def _read_figures(tokens: Sequence[ToldWord]) -> list[ToldWord]:
    """Return the tokens with figures as the words for which they stand: ``Paris 2 Burgundy``."""
    figures = list_words("told_to_figures")
    behind = (*tokens[1:], ToldWord(""))[: len(tokens)]
    return [
        ToldWord("to", token.text) if token.text in figures and after.sign == "place" else token
        for token, after in zip(tokens, behind, strict=True)
    ]


def _find_kind_meant(sign: str, lexicon: Lexicon) -> str:
    """Return the only kind of unit that goes on "land" or "water" alone, "" if there are more."""
    kinds = [kind.name for kind in lexicon.game_map.kinds.values() if kind.travels == {sign}]
    return kinds[0] if len(kinds) == 1 else ""


def _without_idle(tokens: Sequence[ToldWord]) -> list[ToldWord]:
    """Return the tokens without those that tell nothing: who is going to a place goes there, but
    not who is going to hold."""
    going = list_words("told_going")
    told = [token for token in tokens if token.sign != "idle" or token.text in going]
    behind = (*told[1:], ToldWord(""))[: len(told)]
    return [
        ToldWord("m", token.text) if token.sign == "idle" else token
        for token, after in zip(told, behind, strict=True)
        if token.sign != "idle" or after.sign == "place"
    ]


def mend_names(text: str, forces: Forces, lexicon: Lexicon) -> str:
    """Return a sentence with the words of names that have a slip in them spelled right."""
    verbs = _VERBS[forces.due]

    def mend_told_word(word: re.Match[str]) -> str:
        folded = fold_text(word[0])
        is_known = folded in lexicon.words or folded in lexicon.prefixes or verbs.match(folded)
        if not folded.isalpha() or is_known:
            return word[0]
        mended = load_phrases().mend_word(folded, lexicon.long_words)
        return mended if mended in lexicon.words else word[0]

    return _WORD.sub(mend_told_word, text)


@cache
def _compile_names(place: str, coast: str, kind: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<name>(?P<place>{place})(?: ?(?:{coast}))?)|(?P<kind>{kind})")


def _split_into_tokens(
    text: str, forces: Forces, lexicon: Lexicon, *, is_certain: bool = False
) -> list[ToldWord] | None:
    """Return the tokens of a sentence, None if a word of it may mean that it tells no orders."""
    folded = fold_text(text)
    names = _compile_names(*(lexicon.patterns[name] for name in ("PLACE", "COAST", "KIND")))
    lists = [_VERBS[forces.due], _WORDS, *([_CERTAIN[forces.due]] if is_certain else ())]
    tokens: list[ToldWord] = []
    at = strange = 0
    while at < len(folded):
        named = names.match(folded, at)
        if named and (token := _name_token(text, named, lexicon)):
            tokens.append(token)
            is_stopped = token.kind and len(token.text) > _CODE and named[0].endswith(".")
            at = named.end() - bool(is_stopped)
            at += 2 * folded.startswith("'s", at)
            continue
        if standing := _find_unit_of_direction(folded, at, forces, lexicon):
            tokens.append(standing)
            at += len(standing.text)
            continue
        if longest := _find_longest(folded, at, lists, names):
            sign = longest.sign.rstrip("_")
            is_named = sign == "it" and _is_named_before(tokens)
            if is_certain and not (is_named or _is_certain(longest.text, forces.due)):
                return None
            if sign in ("land", "water"):
                kind = _find_kind_meant(sign, lexicon)
                if not kind:
                    return None
                tokens.append(ToldWord("kind", longest.text, kind=kind))
            else:
                tokens += _part_goal(ToldWord(sign, longest.text))
            at = longest.end
            continue
        word = _WORD.match(folded, at)
        if word is None:
            mark = _SIGNS.match(folded, at)
            if mark is None:
                return None
            if mark["dash"]:
                tokens.append(ToldWord("to", "-"))
            elif mark["from"]:
                tokens.append(ToldWord("at", list_words("told_from")[0]))
            elif mark["stop"] or mark["mark"]:
                tokens.append(ToldWord("." if mark["stop"] else mark["mark"].replace("(", ",")))
            at = mark.end()
            continue
        before = tokens[-1] if tokens else ToldWord("")
        token, idle, at = _read_word(folded, word, forces, lexicon)
        helps = next((each.sign for each in reversed(tokens) if each.sign != "idle"), "") in _HELPS
        if helps and _is_other_power(word[0], forces, lexicon):
            behind = names.match(folded, len(folded) - len(folded[word.end() :].lstrip()))
            idle = "own" if behind and behind["kind"] else idle  # supports the German army
        is_name = text[word.start()].isupper()
        if idle == "strange" and is_name and before.text in list_words("told_others"):
            return None  # somebody is told something whom nobody knows here
        if token is None and not idle and before.sign in ("s", "m", "near") and not is_certain:
            idle = "idle" if squeeze_name(word[0]) in lexicon.powers else ""
            token = ToldWord("power", word[0]) if idle else None
        if token is not None:
            tokens.append(token)
        elif not idle or (is_certain and idle != "own"):
            return None
        strange += idle == "strange"
    if strange > _STRANGE or any(
        (token.text in list_words("told_others") and behind.sign in ("all", "rest"))
        or (token.text in list_words("told_theirs") and behind.sign == "kind")
        for token, behind in pairwise(tokens)
    ):
        return None  # everybody is told something, and no unit; or a unit of somebody else
    return tokens


def _find_longest(
    text: str, at: int, lists: Sequence[WordFinder], names: re.Pattern[str]
) -> FoundWords | None:
    """Return the longest words of some lists that stand somewhere, without a last one with which a
    name begins: ``in the North Atlantic``."""
    listed = [found for each in lists if (found := each.match(text, at))]
    longest = max(listed, key=lambda found: found.end, default=None)
    last = longest.text.rfind(" ") + 1 if longest else 0
    named = names.match(text, at + last) if last else None
    if longest and named and named["place"] and named.end() > longest.end:
        return _find_longest(text[: at + last], at, lists, names)
    return longest


def _part_goal(token: ToldWord) -> Iterator[ToldWord]:
    """Yield a word, of one that says to where somebody goes that it does: ``lands in``."""
    goes, _, to = token.text.rpartition(" ")
    is_goal = token.sign == "m" and (to in list_words("told_to") or to in list_words("told_at"))
    yield token._replace(text=goes) if is_goal else token
    if is_goal:
        yield ToldWord("to", to)


def _is_named_before(tokens: Sequence[ToldWord]) -> bool:
    """Say whether a pronoun behind some words is the unit that they name, and that stands before a
    comma: ``The army in Paris, it goes``, ``My fleet, move it``."""
    signs = [token.sign for token in tokens if token.sign != "idle"]
    before = signs[:-1] if signs[-1:] == ["m"] else signs
    return before[-1:] == [","] and before[-2:-1] in (["place"], ["kind"])


def _is_certain(word: str, due: str) -> bool:
    """Say whether a word can be meant in one way; a retreat is none where all units stand, nor is
    what takes units off the board, nor a build where none is due."""
    is_removal = due == "standing" and word in list_words("told_remove")
    is_retreat = due == "standing" and word in list_words("told_retreats")
    is_build = due != "builds" and word in list_words("told_builds")
    return word in _list_certain_words(due) and not (is_removal or is_retreat or is_build)


@cache
def _list_certain_words(due: str) -> frozenset[str]:
    return frozenset(word for name in _CERTAIN_LISTS[due] for word in list_words(name))


def _name_token(text: str, named: re.Match[str], lexicon: Lexicon) -> ToldWord | None:
    """Return the place or the kind of unit that stands somewhere, None if it may be a word."""
    typed = text[named.start() : named.end()].rstrip(".")
    if named["place"]:
        code = lexicon.places[squeeze_name(named["place"])]
        is_word = len(typed) < _NAME and typed.islower() and typed in load_phrases().vocabulary
        return None if is_word else ToldWord("place", typed, place=code)
    if len(typed) == 1 and not typed.isupper():
        return None
    if len(typed) == 1 and _is_article(text[named.end() :], lexicon):
        return None
    return ToldWord("kind", typed, kind=lexicon.kinds[squeeze_name(named["kind"])])


def _is_article(behind: str, lexicon: Lexicon) -> bool:
    """Say whether a letter is no kind of unit: one stands behind it, with a word or two between
    them that name nothing: ``A new army``."""
    words = [word[0] for word in islice(_WORD.finditer(behind), _BEFORE_KIND)]
    kinds = [at for at, word in enumerate(words) if word in lexicon.kinds and len(word) > _CODE]
    between = words[: kinds[0]] if kinds else ["A"]
    return all(word.islower() and word not in lexicon.words for word in between)


def _read_word(
    text: str, word: re.Match[str], forces: Forces, lexicon: Lexicon
) -> tuple[ToldWord | None, str, int]:
    """Return what a word is that is in no list: a place, or an "own" power, or "idle", or
    "strange", or "" if it may change everything; and where it ends."""
    place = _find_place_of(word[0], lexicon)
    if place:
        return ToldWord("place", word[0], place=place), "", word.end()
    power = lexicon.powers.get(squeeze_name(word[0]))
    if power:
        return None, "own" if power in forces.powers else "", word.end()
    alone, *_ = find_phrases(word[0])
    phrase, *_ = find_phrases(text[word.start() :])
    if phrase.kinds == {"courtesy"} and " " in phrase.text:  # if you please
        return None, "own", word.start() + phrase.end
    if not alone.kinds and not phrase.kinds:
        return None, "strange", word.end()
    changes = not alone.kinds & _IDLE or not phrase.kinds & _IDLE
    return None, "" if changes else "idle", word.end()


def _find_place_of(word: str, lexicon: Lexicon) -> str:
    """Return the place that a word is the beginning of, or of which it is said: Parisian."""
    if place := lexicon.people.get(word):
        return place
    endings = ("", *list_words("of_place"))
    for stem in (word.removesuffix(ending) for ending in endings if word.endswith(ending)):
        if len(stem) >= _NAME and stem in lexicon.prefixes:
            return lexicon.places[squeeze_name(lexicon.prefixes[stem])]
        if len(stem) >= _NAME and stem in lexicon.places:
            return lexicon.places[stem]
    return ""
