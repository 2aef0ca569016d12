"""The core of a paradox: which convoyed moves fail when a sheet can be solved no further."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from judge.model.paths import distances_from
from judge.model.sheet import Sheet

Answers = Mapping[str, list[int]]
"""What is known of ``path``, ``act``, ``move`` and ``dislodged``, row by row; -1 is unknown."""


def find_paradox_core(sheet: Sheet, answers: Answers) -> frozenset[int]:
    """Return the convoyed moves to stop, when nothing else can be decided.

    Open questions wait for each other. Of the groups that wait for themselves alone, the paths
    are those that the Szykman rule breaks; whatever merely waits for such a group is not
    touched (DATC 4.A.2, 6.F.15).
    """
    graph = {
        (kind, row): tuple(_awaited_questions(sheet, answers, kind, row))
        for asked in answers
        for kind, row in _open_questions(answers, asked, range(len(sheet.at)))
    }
    ahead = {
        question: {awaited for awaited, _ in distances_from(waits, graph.__getitem__)}
        for question, waits in graph.items()
    }
    stopped = frozenset(
        row
        for (kind, row), awaited_questions in ahead.items()
        if kind == "path" and all((kind, row) in ahead[awaited] for awaited in awaited_questions)
    )
    if not stopped:
        raise AssertionError("stuck without a ring and without a convoy")
    return stopped


def _awaited_questions(
    sheet: Sheet, answers: Answers, kind: str, row: int
) -> Iterator[tuple[str, int]]:
    """Yield the open questions that the answer to this one hangs on."""
    if kind == "path":
        yield from _open_questions(answers, "dislodged", sheet.routes[row].links)
    elif kind == "act":
        yield from _open_questions(answers, "dislodged", (row,))
        yield from _open_questions(answers, "path", sheet.cutters[row])
        for attack in sheet.weak.keys() & {*sheet.cutters[row]}:
            yield from _open_questions(answers, "act", sheet.backers[attack])
    elif kind == "dislodged":
        yield from _open_questions(answers, "move", (row, *sheet.attackers[sheet.at[row]]))
    else:
        there = sheet.dest[row]
        attackers = sheet.attackers[there]
        holder = [sheet.occupant[there]] if there in sheet.occupant else []
        yield from _open_questions(answers, "path", attackers)
        yield from _open_questions(answers, "move", holder)
        for rival_row in attackers + holder:
            yield from _open_questions(answers, "act", sheet.backers[rival_row])


def _open_questions(answers: Answers, kind: str, rows: Iterable[int]) -> Iterator[tuple[str, int]]:
    known = answers[kind]
    return ((kind, row) for row in rows if known[row] < 0)
