"""The core of a paradox: which convoyed moves fail when a sheet can be solved no further."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from judge.model.paths import steps_from
from judge.model.sheet import Sheet

Answers = Mapping[str, list[int]]
"""What is known of ``path``, ``act``, ``move`` and ``dislodged``, row by row; -1 is unknown."""


def core(sheet: Sheet, answers: Answers) -> frozenset[int]:
    """Return the convoyed moves to stop, when nothing else can be decided.

    Open questions wait for each other. Of the groups that wait for themselves alone, the paths
    are those that the Szykman rule breaks; whatever merely waits for such a group is not
    touched (DATC 4.A.2, 6.F.15).
    """
    graph = {
        (what, row): tuple(_waits_for(sheet, answers, what, row))
        for asked in answers
        for what, row in _open(answers, asked, range(len(sheet.at)))
    }
    ahead = {
        question: {other for other, _ in steps_from(waits, graph.__getitem__)}
        for question, waits in graph.items()
    }
    stopped = frozenset(
        row
        for (what, row), others in ahead.items()
        if what == "path" and all((what, row) in ahead[other] for other in others)
    )
    if not stopped:
        raise AssertionError("stuck without a ring and without a convoy")
    return stopped


def _waits_for(sheet: Sheet, answers: Answers, what: str, row: int) -> Iterator[tuple[str, int]]:
    """Yield the open questions that the answer to this one hangs on."""
    if what == "path":
        yield from _open(answers, "dislodged", sheet.routes[row].links)
    elif what == "act":
        yield from _open(answers, "dislodged", (row,))
        yield from _open(answers, "path", sheet.cutters[row])
        for attack in sheet.weak.keys() & {*sheet.cutters[row]}:
            yield from _open(answers, "act", sheet.backers[attack])
    elif what == "dislodged":
        yield from _open(answers, "move", (row, *sheet.attackers[sheet.at[row]]))
    else:
        there = sheet.dest[row]
        attackers = sheet.attackers[there]
        holder = [sheet.occupant[there]] if there in sheet.occupant else []
        yield from _open(answers, "path", attackers)
        yield from _open(answers, "move", holder)
        for other in attackers + holder:
            yield from _open(answers, "act", sheet.backers[other])


def _open(answers: Answers, what: str, rows: Iterable[int]) -> Iterator[tuple[str, int]]:
    known = answers[what]
    return ((what, row) for row in rows if known[row] < 0)
