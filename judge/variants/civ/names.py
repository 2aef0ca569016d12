"""What civilizations are called, and what becomes of a name that two have chosen (CIV-2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.hooks import Settlement
from judge.model.facts import NAME, collect_chosen_power_names
from judge.model.position import Effect, Fact, Forgotten, Noted
from judge.model.sheet import PhaseRecord
from judge.model.turn import Turn

CHOSEN = "chosen"
"""About no power, so that nobody sees it; the value is a number and the power that chose then."""

_NAMES = "names"
SECOND_WORDS = ("Nova", "Minor", "Ultima", "Altera")


def choose_name(facts: Iterable[Fact], power: str, name: str) -> tuple[Effect, ...]:
    """Return what makes a name that of a power, chosen after all that were chosen so far; what it
    has chosen before stays as early as it was."""
    facts = tuple(facts)
    rank = max((number for number, _ in _list_choices(facts)), default=0) + 1
    if collect_chosen_power_names(facts).get(power, "").casefold() == name.casefold():
        rank = next((number for number, chooser in _list_choices(facts) if chooser == power), rank)
    gone = [fact for fact in facts if fact.rule == NAME and fact.about == power]
    gone += [fact for fact in facts if fact.rule == CHOSEN and _find_power(fact) == power]
    noted = (Fact(NAME, power, name), Fact(CHOSEN, _NAMES, f"{rank:04} {power}"))
    return (*map(Forgotten, gone), *map(Noted, noted))


def is_chosen_by_power(facts: Iterable[Fact], power: str) -> bool:
    """Say whether a power has chosen its name itself."""
    return any(chooser == power for _, chooser in _list_choices(facts))


class NameRule:
    """At the end of the first phase each bears a name of its own: of those who chose the same, the
    earliest keeps it, and the others get it with a second word."""

    def __init__(self, first: Turn) -> None:
        self._first = first

    def settle_phase(self, record: PhaseRecord) -> Settlement:
        """Return the names that are new."""
        if record.before.turn != self._first:
            return Settlement()
        return Settlement(effects=tuple(_list_second_names(record.after.facts)))


def _list_second_names(facts: frozenset[Fact]) -> Iterator[Effect]:
    names, bearers = collect_chosen_power_names(facts), dict[str, int]()
    for _, power in sorted(_list_choices(facts)):
        name = names[power]
        earlier = bearers.get(name.casefold(), 0)
        bearers[name.casefold()] = earlier + 1
        if earlier:
            word = SECOND_WORDS[earlier - 1] if earlier <= len(SECOND_WORDS) else str(earlier + 1)
            yield Forgotten(Fact(NAME, power, name))
            yield Noted(Fact(NAME, power, f"{name} {word}"))


def _list_choices(facts: Iterable[Fact]) -> list[tuple[int, str]]:
    """Return the numbers of choices, each with the power that chose."""
    values = (fact.value.partition(" ") for fact in facts if fact.rule == CHOSEN)
    return [(int(number), power) for number, _, power in values]


def _find_power(fact: Fact) -> str:
    return fact.value.partition(" ")[2]
