"""Judging many phases in one process, and telling where the outcome is not the expected one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from judge.engine.adjudicate import adjudicate
from judge.library import codes, load
from judge.model.order import Disband
from judge.model.position import Dislodged, Removed, Unit
from judge.model.reason import Fate, Result, Subject
from judge.model.sheet import PhaseRecord
from judge.model.turn import Phase
from judge.records.jsonl_phases import Case, Neutral, UnfitPhaseError

CHOICES: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("4.A.3: VIA to a neighbour without a convoy falls back", {"via": "land"}),
    ("4.A.3: explicit only", {"intent": "written"}),
    ("4.A.5 a", {"convoy_retreat": "barred"}),
    ("civil disorder: the site chose", {"disorder": "homes"}),
)
"""How the ``choice`` of a case begins, and the options under which it is judged."""

SETTINGS: tuple[Mapping[str, str], ...] = (
    {"via": "land"},
    {"intent": "written"},
    {"intent": "any"},
    {"disorder": "homes"},
    {"convoy_retreat": "barred"},
)
"""What is tried, one by one, where a phase differs and names no choice."""


class Judged(NamedTuple):
    """A phase as it came out; ``differs`` says where not as expected (None: nothing expected).

    ``under`` is the setting under which it would have come out as expected, if there is one.
    """

    line: dict[str, Any]
    differs: tuple[str, ...] | None
    under: str = ""


@dataclass
class Tally:
    """How many phases came out as expected, by kind of phase, and which did not.

    ``under`` counts by setting those that came out under a setting not asked for, ``wrong`` are
    those that came out under none.
    """

    right: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    under: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, tuple[str, ...]] = field(default_factory=dict)
    judged: int = 0

    def add(self, judged: Judged) -> None:
        """Count a phase."""
        self.judged += 1
        if "error" in judged.line:
            self.wrong[str(judged.line.get("id", self.judged))] = (judged.line["error"],)
        if judged.differs is None:
            return
        phase = judged.line["phase"]
        self.asked[phase] += 1
        if judged.under:
            self.under[judged.under] += 1
        elif judged.differs:
            self.wrong[str(judged.line.get("id", self.judged))] = judged.differs
        else:
            self.right[phase] += 1

    def lines(self) -> Iterator[str]:
        """Yield the summary: each kind of phase, each setting, and the phases that differ."""
        yield f"{self.judged} phases judged"
        for phase, asked in self.asked.items():
            yield f"{phase:<9} {self.right[phase]} of {asked} as expected"
        if len(self.asked) > 1:
            yield f"{'all':<9} {self.right.total()} of {self.asked.total()} as expected"
        for setting, count in self.under.most_common():
            yield f"{count} more as expected with {setting}"
        if self.wrong:
            yield f"{len(self.wrong)} not as expected:"
        for name, differs in self.wrong.items():
            yield f"  {name}: {'; '.join(differs)}"


class Bulk:
    """Judges phases one after the other. A retreat phase follows its movement phase."""

    def __init__(self, variant: str, options: Mapping[str, str]) -> None:
        self.code = variant
        self.options = dict(options)
        self._forms: dict[frozenset[tuple[str, str]], Neutral] = {}
        self._last: tuple[str, tuple[Dislodged, ...]] = ("", ())

    def try_judge(self, case: Case) -> Judged:
        """Return a phase's outcome, or a line with an ``error`` if it is no phase."""
        try:
            return self.judge(case)
        except UnfitPhaseError as trouble:
            known = {key: case[key] for key in ("id", "phase") if key in case}
            return Judged({**known, "error": str(trouble)}, None)

    def judge(self, case: Case) -> Judged:
        """Return a phase's outcome. Raises Unfit for what is no phase of the variant."""
        game = str(case.get("id", "")).rpartition("-")[0]
        driven = self._last[1] if self._last[0] == game else ()
        found: tuple[PhaseRecord, Judged] | None = None
        for under, options in self.ways(case):
            record, judged = self._under(options, case, driven)
            if found is None:
                found = record, judged
                if options != self.options:
                    judged.line["options"] = options
            elif not judged.differs:
                found = record, found[1]._replace(under=under)
                found[1].line["expected_with"] = under
            if not judged.differs:
                break
        assert found
        record, judged = found
        movement = record.before.turn.phase is Phase.MOVEMENT
        self._last = (game, record.dislodged if movement else ())
        return judged

    def ways(self, case: Case) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield options to judge a case by: first those asked for and of the choice it names.

        If it names none, each other setting follows, with its text.
        """
        named = choice_options(str(case.get("choice", "")))
        asked = self.options | named
        yield "", asked
        known = self.form(asked).variant.settings
        for setting in () if named else SETTINGS:
            if setting.keys() <= known.keys() and not setting.items() <= known.items():
                yield written(setting), asked | dict(setting)

    def _under(
        self, options: Mapping[str, str], case: Case, driven: tuple[Dislodged, ...]
    ) -> tuple[PhaseRecord, Judged]:
        form = self.form(options)
        if isinstance(case.get("movement"), Mapping):
            before = {**case, **case["movement"], "phase": "movement"}
            driven = adjudicate(form.variant, *form.read(before)).dislodged
        record = adjudicate(form.variant, *form.read(case, driven))
        line = describe(form, case, record)
        return record, Judged(line, _differs(case, line))

    def form(self, options: Mapping[str, str]) -> Neutral:
        """Return the neutral form of the variant under these options; raises Unfit."""
        key = frozenset(options.items())
        if key not in self._forms:
            try:
                self._forms[key] = Neutral(load(self.code, options))
            except KeyError:
                known = ", ".join(codes())
                raise UnfitPhaseError(f"no variant {self.code}; there are: {known}") from None
            except ValueError as trouble:
                raise UnfitPhaseError(str(trouble)) from trouble
        return self._forms[key]


def choice_options(choice: str) -> dict[str, str]:
    """Return the options that a named rule choice asks for; none where it is the house's own."""
    for start, options in CHOICES:
        if choice.startswith(start):
            return dict(options)
    return {}


def written(options: Mapping[str, str]) -> str:
    """Return options as a record's head has them."""
    return ", ".join(f"{name}={choice}" for name, choice in options.items())


def describe(form: Neutral, case: Case, record: PhaseRecord) -> dict[str, Any]:
    """Return the outcome of a case in neutral form, with a result and a reason for each order."""
    after = record.after
    line = {key: case[key] for key in ("id", "phase", "year_season") if key in case}
    line["units_after"] = form.write_units(after.units.values())
    line["dislodged"] = form.write_units(each.unit for each in record.dislodged)
    line["destroyed"] = form.write_units(_destroyed(record))
    centers: dict[str, list[str]] = {}
    for code, power in sorted(after.owners.items()):
        centers.setdefault(power, []).append(code)
    line["centers_after"] = dict(sorted(centers.items()))
    line["results"] = _results(form, case, record)
    return line


def _destroyed(record: PhaseRecord) -> Iterator[Unit]:
    if record.before.turn.phase is Phase.ADJUSTMENTS:
        return
    given_up = {
        result.order.unit
        for result in record.results
        if isinstance(result.order, Disband) and result.why.code == "disbands"
    }
    for effect in record.effects:
        if isinstance(effect, Removed) and effect.unit not in given_up:
            yield effect.unit


def _results(form: Neutral, case: Case, record: PhaseRecord) -> dict[str, list[dict[str, Any]]]:
    unread: list[tuple[str, str]] = []
    texts: dict[Any, str] = {}
    for power, listed in form.orders(case).items():
        for text, order in listed:
            if order is None:
                unread.append((power, text))
            else:
                texts[power, order.unit.at.province] = text
                texts[power, order] = text
    found: dict[str, list[dict[str, Any]]] = {}
    for result in record.results:
        order = result.order
        power = order.unit.power
        given = texts.get((power, order)) or texts.get((power, order.unit.at.province))
        found.setdefault(power, []).append(_result(form, given or form.write(order), result))
    for power, text in unread:
        void = {"order": text, "result": str(Fate.VOID), "reason": "unread", "about": []}
        found.setdefault(power, []).append(void)
    return found


def _result(form: Neutral, text: str, result: Result) -> dict[str, Any]:
    return {
        "order": text,
        "result": str(result.fate),
        "reason": result.why.code,
        "about": [subject(form, each) for each in result.why.about],
    }


def subject(form: Neutral, about: Subject) -> Any:
    """Return a reason's subject in neutral form; of a waived build that is its power."""
    if isinstance(about, str):
        return about
    if isinstance(about, Unit):
        return form.write_unit(about) if about.kind else about.power
    return str(about).upper()


def _differs(case: Case, line: Mapping[str, Any]) -> tuple[str, ...] | None:
    return tuple(compare(case["expect"], line)) if "expect" in case else None


def compare(expect: Mapping[str, Any], line: Mapping[str, Any]) -> Iterator[str]:
    """Yield in words where an outcome is not the expected one, in what is expected at all.

    Raises Unfit if what is expected is no outcome.
    """
    try:
        yield from _compared(expect, line)
    except (AttributeError, TypeError) as trouble:
        raise UnfitPhaseError(f"this is not the form of an outcome ({trouble})") from trouble


def _compared(expect: Mapping[str, Any], line: Mapping[str, Any]) -> Iterator[str]:
    for key in ("units_after", "dislodged", "destroyed"):
        if key in expect:
            wanted = {tuple(item[:3]) for item in expect[key]}
            got = {tuple(item) for item in line[key]}
            if wanted != got:
                yield f"{key}: {_units(wanted - got)} missing, {_units(got - wanted)} too much"
    if "centers_after" in expect:
        wanted = {(p, code) for p, held in expect["centers_after"].items() for code in held}
        got = {(p, code) for p, held in line["centers_after"].items() for code in held}
        if wanted != got:
            yield f"centers_after: {_units(wanted - got)} missing, {_units(got - wanted)} too much"


def _units(items: Iterable[tuple[str, ...]]) -> str:
    return ", ".join(" ".join(item) for item in sorted(items)) or "nothing"
