"""Many recorded phases in one process, counted by how they came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from judge.hooks import Variant
from judge.model.position import Dislodged
from judge.records.jsonl_phases import PHASES, Case, PhaseReader, describe_outcome
from judge.records.model import Record, RecordError
from judge.records.run import PlayedPhase, play_with_settings, run_record

WORDS = {phase: word for word, phase in PHASES.items()}


@dataclass
class Tally:
    """How many phases came out as expected, by kind of phase, and which did not.

    ``asked`` counts the phases of which anything is expected, ``settings`` those that are as
    expected with a setting not asked for; ``wrong`` are those that are so with none. ``gaps``
    counts the phases at which a game was picked up anew.
    """

    phases: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    settings: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, tuple[str, ...]] = field(default_factory=dict)
    gaps: int = 0

    def add_phase(self, played: PlayedPhase, game: str = "") -> None:
        """Count a phase of a game."""
        self.phases += 1
        self.gaps += played.gap
        word = WORDS[played.phase.turn.phase]
        self.asked[word] += played.phase.has_expectations
        if played.setting:
            self.settings[played.setting] += 1
        elif played.misses:
            name = f"{game}-{played.phase.turn}" if game else f"phase {self.phases}"
            self.wrong[played.phase.name or name] = played.misses
        else:
            self.right[word] += played.phase.has_expectations

    def write_summary_lines(self) -> Iterator[str]:
        """Yield the summary: each kind of phase, each setting, and the phases that differ."""
        yield f"{self.phases} phases judged"
        for phase, asked in self.asked.items():
            if asked:
                yield f"{phase:<9} {self.right[phase]} of {asked} as expected"
        if len(+self.asked) > 1:
            yield f"{'all':<9} {self.right.total()} of {self.asked.total()} as expected"
        for setting, count in self.settings.most_common():
            yield f"{count} more as expected with {setting}"
        if self.wrong:
            yield f"{len(self.wrong)} not as expected:"
        for name, misses in self.wrong.items():
            yield f"  {name}: {'; '.join(misses)}"


class Batch:
    """Judges phases one after the other. A retreat phase follows its movement phase."""

    def __init__(self, variant: Variant, options: Mapping[str, str]) -> None:
        self.tally = Tally()
        self._record = Record("", variant, (), options=options)
        self._reader = PhaseReader(variant)
        self._last: tuple[str, tuple[Dislodged, ...]] = ("", ())

    def judge_phase(self, case: Case) -> dict[str, Any]:
        """Return a phase's outcome in neutral form, or an ``error`` if it is no phase."""
        name = str(case.get("id", ""))
        try:
            phase = self._reader.read_phase(case)
        except RecordError as error:
            self.tally.phases += 1
            self.tally.wrong[name or f"phase {self.tally.phases}"] = (str(error),)
            named = {key: case[key] for key in ("id", "phase") if key in case}
            return {**named, "error": str(error)}
        game, dislodged = self._last
        if game != _name_game_of_phase(name):
            dislodged = ()
        played = play_with_settings(self._record, phase, dislodged=dislodged)
        self._last = _name_game_of_phase(name), played.dislodged
        self.tally.add_phase(played)
        line = describe_outcome(case, played, self._record.variant)
        if not phase.options.items() <= self._record.options.items():
            line["options"] = {**self._record.options, **phase.options}
        if played.setting:
            line["expected_with"] = played.setting
        return line


def read_games(
    variant: Variant, options: Mapping[str, str], cases: Iterable[Case]
) -> Iterator[Record]:
    """Yield the games of a file of phases: an id is game, dash, turn, and a game lies together.

    Raises RecordError, with the game, for what is no phase of the variant.
    """
    reader = PhaseReader(variant)
    for game, listed in groupby(
        cases, key=lambda case: _name_game_of_phase(str(case.get("id", "")))
    ):
        try:
            phases = tuple(map(reader.read_phase, listed))
        except RecordError as error:
            raise RecordError(f"{game}: {error}") from error
        yield Record(game, variant, phases, options=options)


def replay_record(record: Record) -> Tally:
    """Play a whole game again from its orders, and count how its phases came out."""
    tally = Tally()
    for played in run_record(record, carry=True):
        tally.add_phase(played, record.title)
    return tally


def _name_game_of_phase(name: str) -> str:
    return name.rpartition("-")[0]
