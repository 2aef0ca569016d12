"""Whom a mail calls by a name where it begins. As it went to the judge it is to whoever runs the
game, if nothing in it is said to another player."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.language.foreign import list_foreign_names
from judge.language.innocent import cut_talk, is_courtesy
from judge.language.likeness import is_like_talk
from judge.language.mail_lines import Locality
from judge.language.referring import is_thanks, list_sentences, split_tokens
from judge.language.script import Item
from judge.language.spelling import fold_text
from judge.language.told_words import leave_out_request
from judge.language.word_lists import WordPattern, list_words
from judge.language.words import asks_judge, find_phrases

_END = re.compile(r"\s*[,!.:]+|\s-+(?=\s)|$")
_BEHIND_NAME = (",", "-", "--")
_LONGEST = 400
"""So many characters of a line are looked at."""
_FOR_WHOM = WordPattern(r"\W*%(label_for)s (?:%(articles)s )?(?P<whom>[^\W\d_]+) ?:\s*(?=\S)")
_NAME = re.compile(r"[^\W\d_]+")
_SHORT = 1
"""A name has more letters."""
_FAR = 60
"""So far into a line somebody may be called."""


def leave_out_name_of_master(items: Sequence[Item], here: Locality) -> Sequence[Item]:
    """Return the lines of a mail without the words with which it begins and calls somebody who is
    no power: ``Hi Bob,``. They stay where a sentence may speak to another player: then all may be
    words to that one."""
    first, others = items[0], items[1:]
    if first.body is not None:
        return items
    ends = (found for found in _END.finditer(first.line.text) if found.start() < _FAR)
    end = next(
        (each for each in ends if _calls(first.line.text[: each.start()], here.powers)), None
    )
    if end is None:
        return items
    is_greeting = bool(find_phrases(first.line.text)[0].kinds)
    if not is_greeting and end[0].strip() not in _BEHIND_NAME:
        return items  # a signature, or who says what stands behind the colon
    behind = first.line.text[end.end() :].strip()
    texts = [behind, *(each.line.text[:_LONGEST] for each in others if each.body is None)]
    if any(_speaks_to_player(each, here) for text in texts for each in list_sentences(text)):
        return items
    return [*([first._replace(line=first.line._replace(text=behind))] if behind else ()), *others]


def leave_out_own_name(item: Item, here: Locality) -> Item:
    """Return a line without the words before its colon that say for whom its writer plays: ``for
    the European Union: A WEU H``."""
    text = here.powers.join_words(item.line.text) if item.body is None else ""
    label = _FOR_WHOM.pattern.match(fold_text(text))
    if label is None or label["whom"] not in here.own:
        return item
    behind = here.powers.part_words(text[label.end() :])
    return item._replace(line=item.line._replace(text=behind))


def _calls(text: str, powers: frozenset[str]) -> bool:
    """Say whether words are a name, or greet somebody by one."""
    if text.isupper():
        return False  # ELSE
    phrases = find_phrases(text)
    greets = bool(phrases) and bool(phrases[0].kinds & {"greeting", "courtesy"})
    called = text[phrases[0].end :].strip() if greets else text.strip()
    *titles, name = [fold_text(word).rstrip(".,!:") for word in called.split()] or [""]
    is_name = called.rstrip(".").rpartition(" ")[2].istitle() and len(name) > _SHORT
    is_unknown = is_name and not any(each.kinds for each in find_phrases(name.replace("-", " ")))
    no_names = (*list_words("civil_titles"), *list_words("sovereigns_called"))
    return (
        list_foreign_names().get(name, name) not in powers
        and name not in no_names
        and set(titles) <= {*list_words("civil_titles")}
        and (name in list_words("first_names") or ((greets or bool(titles)) and is_unknown))
    )


def _speaks_to_player(sentence: str, here: Locality) -> bool:
    """Say whether a sentence has a word by which somebody deals with another player, and is known
    neither as talk nor as a question to the judge."""
    words = {*split_tokens(sentence)}
    deals = not words.isdisjoint(list_words("deals"))
    if not deals and "?" not in sentence and words.isdisjoint(list_words("second_person")):
        return False
    if not cut_talk(sentence, here.powers) or is_courtesy(sentence):
        return False
    if not (deals or _names_places(sentence)) and is_like_talk(sentence, here):
        return False
    return deals or not (asks_judge(sentence) or _speaks_to_master(sentence))


def _names_places(sentence: str) -> bool:
    """Say whether a word behind the first is a name, and none that people have."""
    return any(
        word.istitle()
        and fold_text(word) not in list_words("first_names")
        and not any(each.kinds for each in find_phrases(word))
        for word in _NAME.findall(sentence)[1:]
    )


def _speaks_to_master(sentence: str) -> bool:
    """Say whether a sentence thanks, asks for orders to be put in, or speaks of what whoever runs a
    game has to do with."""
    said = " ".join(split_tokens(sentence))
    return (
        is_thanks(sentence)
        or leave_out_request(sentence) != sentence
        or any(f" {thing} " in f" {said} " for thing in list_words("masters_things"))
    )
