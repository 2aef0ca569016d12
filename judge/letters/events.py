"""What happened on the board beside the orders, and what lasts of it: facts and losses in words.

A variant's facts are told where ``reasons.toml`` has words for their rule: ``noted_RULE`` when one
is noted, ``stands_RULE`` while it stands. Their first subject is the fact's value, the others are
what the facts of one rule and value are about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from judge.letters.phrasing import Words
from judge.letters.reasons import find_wording, write_sentence
from judge.model.map import Location
from judge.model.position import CenterLost, Dislodged, Fact, Noted, Removed, Unit
from judge.model.reason import Reason, Subject
from judge.model.turn import LETTERS, Phase
from judge.model.view import View

_SEASON = re.compile(r"([WSUF])(-?\d+)[MRB]?")
_SEASONS = {letter: name for name, letter in LETTERS.items()}


def write_event_sentences(view: View, words: Words) -> tuple[str, ...]:
    """Return what the phase just played brought about beside the orders, in sentences."""
    noted = [effect.fact for effect in view.effects if isinstance(effect, Noted)]
    centers = tuple(Location(e.province) for e in view.effects if isinstance(e, CenterLost))
    losses = (
        Reason("units_destroyed", _list_destroyed_units(view)),
        Reason("centers_gone", centers),
    )
    lost = [write_sentence(loss, words) for loss in losses if loss.about]
    return (*_write_sentences_of_facts("noted_", noted, words), *lost)


def write_lasting_fact_sentences(view: View, words: Words) -> tuple[str, ...]:
    """Return what the facts that the reader knows say about the board as it is."""
    return tuple(_write_sentences_of_facts("stands_", sorted(view.facts), words))


def collect_dislodgements_by_unit(view: View) -> dict[Unit, Dislodged]:
    """Return the units dislodged; one that was destroyed then and there has no way out."""
    removed = {effect.unit for effect in view.effects if isinstance(effect, Removed)}
    return {
        effect.unit: Dislodged(effect.unit, effect.by) if effect.unit in removed else effect
        for effect in view.effects
        if isinstance(effect, Dislodged)
    }


def has_won(view: View, power: str) -> bool:
    """Say whether the power has won the game, alone or with others."""
    return view.ended is not None and view.ended.how == "victory" and power in view.ended.winners


def _list_destroyed_units(view: View) -> tuple[Unit, ...]:
    """Return the units destroyed in a movement phase though they had a place to stand or to go."""
    if view.played is None or view.played.phase is not Phase.MOVEMENT:
        return ()
    nowhere = {e.unit for e in view.effects if isinstance(e, Dislodged) and not e.options}
    return tuple(e.unit for e in view.effects if isinstance(e, Removed) and e.unit not in nowhere)


def _write_sentences_of_facts(head: str, facts: Iterable[Fact], words: Words) -> list[str]:
    groups: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        code = f"{head}{fact.rule}"
        if its_wording := find_wording(code, words):
            dated = any("{1}" in text for text in its_wording.texts)
            groups.setdefault((code, fact.value if dated else ""), []).append(fact)
    return [
        write_sentence(
            Reason(code, (_describe_value(value), *_list_subjects_of_facts(group, words))), words
        )
        for (code, value), group in groups.items()
    ]


def _list_subjects_of_facts(facts: Iterable[Fact], words: Words) -> Iterator[Subject]:
    for about, number in Counter(fact.about for fact in facts).items():
        if about in words.map.provinces:
            yield Location(about)
        else:
            yield f"{about} ({number})" if number > 1 else about


def _describe_value(value: str) -> str:
    """Return a value as people say it: ``S2103`` is Spring of 2103."""
    season = _SEASON.fullmatch(value)
    return f"{_SEASONS[season[1]].capitalize()} of {season[2]}" if season else value
