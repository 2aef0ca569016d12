"""The solver: what happens on a sheet. Numbers only; no rule is asked.

Four questions for each row: has its convoyed move a PATH, does it MOVE, is it DISLODGED, does its
ACT stand. Answers are 1, 0, or -1 while unknown; strengths are pairs [least, most], NOTHING where
there is nobody. Passes over the open questions repeat until nothing changes. When they are stuck, a
ring of moves succeeds; else the convoyed moves at the core of the paradox fail (Szykman, DATC
4.A.2); then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from judge.model.paths import list_distances_from
from judge.model.sheet import Sheet, Solution

NOTHING = -1
"""Less than the strength of any move."""


def solve_sheet(sheet: Sheet) -> Solution:
    """Return what happens. The order of the rows never matters."""
    work = SheetSolver(sheet)
    paradox: set[int] = set()
    while not work.answer_open_questions():
        if work.resolve_move_ring():
            continue
        known = {
            "path": work.path,
            "act": work.acts,
            "move": work.moves,
            "dislodged": work.dislodged,
        }
        stopped = find_paradox_core(sheet, known)
        paradox |= stopped
        for row in stopped:
            work.path[row] = 0
    return Solution(work.path, work.moves, work.dislodged, work.acts, frozenset(paradox))


class SheetSolver:
    """A sheet being solved.

    ``behind`` has the rows that alone and without help go where another leaves: each gets there if
    that one does, and drives it out in no case.
    """

    def __init__(self, sheet: Sheet) -> None:
        rows = len(sheet.at)
        self.sheet = sheet
        self.path = [1] * rows
        self.moves = [0] * rows
        self.dislodged = [0] * rows
        self.acts = [1] * rows
        self.open_paths = list(sheet.routes)
        self.open_moves: list[int] = []
        self.open_dislodged: list[int] = []
        self.behind: dict[int, int] = {}
        for row in self.open_paths:
            self.path[row] = -1
        backers, dest, routes, weak = sheet.backers, sheet.dest, sheet.routes, sheet.weak
        for place, attackers in sheet.attackers.items():
            holder, first = sheet.occupant.get(place, -1), attackers[0]
            lone = len(attackers) == 1
            if lone and holder < 0 and first not in routes:
                self.moves[first] = 1  # nobody is in its way
                continue
            stays = holder < 0 or not dest[holder]
            if stays or (lone and not sheet.is_head_on(first, holder)):
                for row in attackers:
                    if backers[row] or row in routes or row in weak:
                        break
                else:  # all of strength one: they stop each other, or what stays there stops them
                    if stays:
                        continue
                    self.behind[first], holder = holder, -1
            if holder >= 0:
                self.open_dislodged.append(holder)
                self.dislodged[holder] = -1
            for row in attackers:
                self.open_moves.append(row)
                self.moves[row] = -1
        self.open_acts = [row for row in sheet.acts if sheet.at[row] in sheet.attackers]
        for row in self.open_acts:
            self.acts[row] = -1

    def answer_open_questions(self) -> bool:
        """Answer what can be answered now; say whether nothing is left open."""
        questions = (
            (self.decide_path, self.open_paths, self.path),
            (self.decide_act, self.open_acts, self.acts),
            (self.decide_move, self.open_moves, self.moves),
            (self.decide_dislodged, self.open_dislodged, self.dislodged),
        )
        open_count = -1
        while open_count:
            before, open_count = open_count, 0
            for ask, rows, answers in questions:
                if rows:
                    still = []
                    for row in rows:
                        if answers[row] < 0:
                            answers[row] = answer = ask(row)
                            if answer < 0:
                                still.append(row)
                    rows[:] = still
                    open_count += len(still)
            if open_count == before:
                return False
        return True

    # Questions

    def decide_path(self, row: int) -> int:
        """Whether fleets that are not dislodged carry the move across."""
        route, dislodged = self.sheet.routes[row], self.dislodged
        if route.has_whole_way(lambda fleets: [fleet for fleet in fleets if dislodged[fleet] == 0]):
            return 1
        if route.has_whole_way(lambda fleets: [fleet for fleet in fleets if dislodged[fleet] < 1]):
            return -1
        return 0

    def decide_act(self, row: int) -> int:
        """Whether nothing cuts the act: no attack that may, and no dislodgement."""
        doubt = self.dislodged[row]
        if doubt == 1:
            return 0
        for attack in self.sheet.cutters[row]:
            comes = self.path[attack]
            if comes and attack in self.sheet.weak:
                comes = self.has_force_left(attack, self.sheet.power[row])
            if comes == 1:
                return 0
            doubt |= comes
        return -1 if doubt < 0 else 1

    def decide_dislodged(self, row: int) -> int:
        """Whether somebody moves in and the unit has not moved out."""
        away = self.moves[row]
        if away == 1:
            return 0
        doubt = 0
        for attack in self.sheet.attackers[self.sheet.at[row]]:
            came = self.moves[attack]
            if came == 1:
                return 1 if away == 0 else -1
            doubt |= came
        return -1 if doubt < 0 else 0

    def decide_move(self, row: int) -> int:
        """Whether the move is stronger than what stays there and what else goes there."""
        before = self.behind.get(row)
        if before is not None:
            return self.moves[before]
        if not self.path[row]:
            return 0
        least, most, met_least, met_most = self.measure_clash_strengths(row)
        if most <= met_least:
            return 0
        for rival_row in self.sheet.attackers[self.sheet.dest[row]]:
            if rival_row != row:
                low, high = self.measure_prevent_strength(rival_row)
                if most <= low:
                    return 0
                if high > met_most:
                    met_most = high
        return 1 if least > met_most and self.path[row] == 1 else -1

    # Strengths

    def has_force_left(self, row: int, spurned: str) -> int:
        """Whether a move over a border that takes strength from it has any left."""
        least, most = self.measure_strength_range(row, spurned)
        return 1 if least > 0 else -1 if most > 0 else 0

    def measure_strength_range(self, row: int, spurned: str = "") -> tuple[float, float]:
        """One, and one for each support that stands; supports of the spurned power do not count."""
        backers, weak = self.sheet.backers[row], self.sheet.weak
        if not backers and not weak:
            return 1, 1
        least = most = weak.get(row, 1)
        power, acts = self.sheet.power, self.acts
        for backer in backers:
            if power[backer] != spurned:
                stands = acts[backer]
                if stands:
                    most += 1
                    if stands == 1:
                        least += 1
        return least, most

    def measure_clash_strengths(self, row: int) -> tuple[float, float, float, float]:
        """Return the strength of a move, and of what it meets in the province itself.

        A power never dislodges its own units, nor do foreign supporters their own (STD-3).
        """
        sheet = self.sheet
        rival = sheet.occupant.get(sheet.dest[row], -1)
        if rival < 0:
            least, most = self.measure_strength_range(row)
            return least, most, NOTHING, NOTHING
        owner = sheet.power[rival]
        is_own_unit = owner == sheet.power[row]
        leaving = self.moves[rival]
        away = sheet.dest[rival]
        if not away or sheet.is_head_on(row, rival):
            if is_own_unit:
                return 0, 0, 1, 1
            least, most = self.measure_strength_range(row, owner)
            held_least, held_most = self.measure_strength_range(rival)
            return least, most, held_least, held_most
        if leaving == 1:
            least, most = self.measure_strength_range(row)
            return least, most, NOTHING, NOTHING
        if leaving == 0:
            least, most = (0, 0) if is_own_unit else self.measure_strength_range(row, owner)
            return least, most, 1, 1
        least = 0 if is_own_unit else self.measure_strength_range(row, owner)[0]
        return least, self.measure_strength_range(row)[1], NOTHING, 1

    def measure_prevent_strength(self, row: int) -> tuple[float, float]:
        """Return the strength with which a move keeps others out of where it goes."""
        arrives = self.path[row]
        if not arrives:
            return NOTHING, NOTHING
        least, most = self.measure_strength_range(row)
        rival = self.sheet.occupant.get(self.sheet.dest[row], -1)
        if rival >= 0 and self.moves[rival] and self.sheet.is_head_on(row, rival):
            if self.moves[rival] == 1:
                return NOTHING, NOTHING
            least = NOTHING
        return (least if arrives == 1 else NOTHING), most

    # When stuck

    def resolve_move_ring(self) -> bool:
        """Let a ring of moves succeed whose members beat all others; say if there was one."""
        sheet = self.sheet
        for start in self.open_moves:
            ring = [start]
            while self._can_follow(ring[-1]):
                after = sheet.occupant.get(sheet.dest[ring[-1]], -1)
                if after == start:
                    for row in ring:
                        self.moves[row] = 1
                    return True
                if after < 0 or after in ring or self.moves[after] >= 0:
                    break
                ring.append(after)
        return False

    def _can_follow(self, row: int) -> bool:
        """Whether the move succeeds if the unit before it leaves."""
        sheet = self.sheet
        rival = sheet.occupant.get(sheet.dest[row], -1)
        if self.path[row] != 1 or rival < 0 or sheet.is_head_on(row, rival):
            return False
        least = self.measure_strength_range(row)[0]
        return all(
            self.measure_prevent_strength(rival_row)[1] < least
            for rival_row in sheet.attackers[sheet.dest[row]]
            if rival_row != row
        )


Answers = Mapping[str, list[int]]
"""What is known of ``path``, ``act``, ``move`` and ``dislodged``, row by row; -1 is unknown."""


def find_paradox_core(sheet: Sheet, answers: Answers) -> frozenset[int]:
    """Return the convoyed moves to stop, when nothing else can be decided.

    Open questions wait for each other. Of the groups that wait for themselves alone, the paths
    are those that the Szykman rule breaks; whatever merely waits for such a group is not
    touched (DATC 4.A.2, 6.F.15).
    """
    graph = {
        (kind, row): tuple(_list_awaited_questions(sheet, answers, kind, row))
        for asked in answers
        for kind, row in _list_open_questions(answers, asked, range(len(sheet.at)))
    }
    ahead = {
        question: {awaited for awaited, _ in list_distances_from(waits, graph.__getitem__)}
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


def _list_awaited_questions(
    sheet: Sheet, answers: Answers, kind: str, row: int
) -> Iterator[tuple[str, int]]:
    """Yield the open questions that the answer to this one hangs on."""
    if kind == "path":
        yield from _list_open_questions(answers, "dislodged", sheet.routes[row].links)
    elif kind == "act":
        yield from _list_open_questions(answers, "dislodged", (row,))
        yield from _list_open_questions(answers, "path", sheet.cutters[row])
        for attack in sheet.weak.keys() & {*sheet.cutters[row]}:
            yield from _list_open_questions(answers, "act", sheet.backers[attack])
    elif kind == "dislodged":
        yield from _list_open_questions(answers, "move", (row, *sheet.attackers[sheet.at[row]]))
    else:
        there = sheet.dest[row]
        attackers = sheet.attackers[there]
        holder = [sheet.occupant[there]] if there in sheet.occupant else []
        yield from _list_open_questions(answers, "path", attackers)
        yield from _list_open_questions(answers, "move", holder)
        for rival_row in attackers + holder:
            yield from _list_open_questions(answers, "act", sheet.backers[rival_row])


def _list_open_questions(
    answers: Answers, kind: str, rows: Iterable[int]
) -> Iterator[tuple[str, int]]:
    known = answers[kind]
    return ((kind, row) for row in rows if known[row] < 0)
