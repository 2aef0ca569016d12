"""The core of a convoy paradox: the moves by convoy whose way depends on itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from judge.model.paths import steps_from

if TYPE_CHECKING:
    from judge.engine.solver import Work

Question = tuple[str, int]


def core(work: Work) -> frozenset[int]:
    """Return the convoyed moves to stop, of a sheet on which nothing else can be decided.

    Open questions wait for each other. Of the groups that wait for themselves alone, the paths
    are those that the Szykman rule breaks; whatever merely waits for such a group is not touched
    (DATC 4.A.2, 6.F.15).
    """
    graph = {question: tuple(_waits_for(work, *question)) for question in _questions(work)}
    stopped = {
        row
        for group in _groups(graph)
        if all(other in group for question in group for other in graph[question])
        for what, row in group
        if what == "path"
    }
    if not stopped:
        raise AssertionError("stuck without a ring and without a convoy")
    return frozenset(stopped)


def _questions(work: Work) -> Iterator[Question]:
    yield from (("path", row) for row in work.open_paths)
    yield from (("act", row) for row in work.open_acts)
    yield from (("move", row) for row in work.open_moves)
    yield from (("dislodged", row) for row in work.open_dislodged)


def _waits_for(work: Work, what: str, row: int) -> Iterator[Question]:
    """Yield the open questions that the answer to this one hangs on."""
    sheet = work.sheet
    if what == "path":
        yield from _open(work.dislodged, "dislodged", sheet.routes[row].links)
    elif what == "act":
        yield from _open(work.dislodged, "dislodged", (row,))
        yield from _open(work.path, "path", sheet.cutters[row])
    elif what == "dislodged":
        yield from _open(work.moves, "move", (row, *sheet.attackers[sheet.at[row]]))
    else:
        there = sheet.dest[row]
        rival = sheet.occupant.get(there, -1)
        near = [*sheet.attackers[there], *([rival] if rival >= 0 else [])]
        yield from _open(work.path, "path", sheet.attackers[there])
        yield from _open(work.moves, "move", [rival] if rival >= 0 else [])
        for other in near:
            yield from _open(work.acts, "act", sheet.backers[other])


def _open(answers: list[int], what: str, rows: Iterable[int]) -> Iterator[Question]:
    for row in rows:
        if answers[row] < 0:
            yield what, row


def _groups(graph: dict[Question, tuple[Question, ...]]) -> Iterator[frozenset[Question]]:
    """Yield the strongly connected groups of more than one question."""
    reach = {
        question: frozenset(other for other, _ in steps_from(graph[question], graph.__getitem__))
        for question in graph
    }
    done: set[Question] = set()
    for question in graph:
        if question not in done:
            group = frozenset(other for other in reach[question] if question in reach[other])
            done |= group | {question}
            if group:
                yield group
