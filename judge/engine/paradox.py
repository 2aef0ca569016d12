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
    questions = (
        ("path", work.open_paths),
        ("act", work.open_acts),
        ("move", work.open_moves),
        ("dislodged", work.open_dislodged),
    )
    graph = {
        (what, row): tuple(_waits_for(work, what, row)) for what, rows in questions for row in rows
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
        attackers = sheet.attackers[there]
        holder = [sheet.occupant[there]] if there in sheet.occupant else []
        yield from _open(work.path, "path", attackers)
        yield from _open(work.moves, "move", holder)
        for other in attackers + holder:
            yield from _open(work.acts, "act", sheet.backers[other])


def _open(answers: list[int], what: str, rows: Iterable[int]) -> Iterator[Question]:
    for row in rows:
        if answers[row] < 0:
            yield what, row
