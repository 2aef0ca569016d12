"""The order mails of people, as a table: ``python -m tests.road.people``.

A row for each kind: of the clear mails how many were taken whole, of the others how many were asked
about by number, and how many orders stood, or letters went, that nobody gave. ``--show wrong``,
``missed`` or ``all`` prints the mails that did not come out well, ``--every 7`` sends each seventh.
``--blind`` sends those of people who had seen no others, ``--raw`` whole mails of many programs.
``--mixed 100000`` sends mails made by chance instead, see ``mixed.py``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from tests.road import scenes
from tests.road.people.corpus import (
    BLIND,
    CLEAR,
    DOUBTFUL,
    EITHER,
    MAILS,
    WRONG,
    Found,
    mails,
    raw_mails,
    send,
)
from tests.road.people.mixed import mixed, obeyed


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m tests.road.people", description=__doc__)
    options.add_argument("--show", choices=("wrong", "missed", "all"), default="")
    options.add_argument("--kind", default="", help="only kinds with this in their name")
    options.add_argument("--every", type=int, default=1)
    options.add_argument("--blind", action="store_true", help="those of who had seen no others")
    options.add_argument("--raw", action="store_true", help="whole mails of many programs")
    options.add_argument("--mixed", type=int, default=0, help="mails made by chance, so many")
    options.add_argument("--first", type=int, default=0, help="the number of the first of them")
    asked = options.parse_args()
    if asked.mixed:
        sys.exit(try_mixed(asked.first, asked.mixed))
    every = raw_mails() if asked.raw else mails(BLIND if asked.blind else MAILS)
    sent = [mail for mail in every if asked.kind in mail.kind and mail.number % asked.every == 0]
    found = [send(mail) for mail in sent]
    for one in found:
        if not one.good and (asked.show in ("missed", "all") or (asked.show and one.wrong)):
            print(told(one), end="\n\n")
    print(table(found))
    sys.exit(any(one.wrong for one in found))


def try_mixed(first: int, count: int) -> bool:
    """Send mails made by chance, print those that are obeyed though they should not, and count."""
    sent, bad = Counter[str](), Counter[str]()
    office = scenes.twin("spring")
    for mail in mixed(first, count):
        sent[mail.way] += 1
        if wrong := obeyed(mail, office):
            bad[mail.way] += 1
            told = ", ".join(wrong)
            print(f"== {mail.number} {mail.way}, {mail.program}: {told}\n{mail.text}\n", flush=True)
    for way in sent:
        print(f"{way.ljust(8)} {sent[way]:7} mails, obeyed under it: {bad[way]}")
    return bool(bad)


def table(found: Sequence[Found]) -> str:
    """Return a row for each kind, and one for all."""
    head = ("kind", "mails", "clear", "taken", "%", "either", "right", "doubtful", "asked", "%",
            "wrong")  # fmt: skip
    rows = [head]
    for kind in [*dict.fromkeys(one.mail.kind for one in found), "all"]:
        some = [one for one in found if kind in ("all", one.mail.kind)]
        of = Counter(one.mail.sort for one in some)
        good = Counter(one.mail.sort for one in some if one.good)
        rows.append((
            kind, str(len(some)), str(of[CLEAR]), str(good[CLEAR]), percent(good[CLEAR], of[CLEAR]),
            str(of[EITHER]), str(good[EITHER]), str(of[DOUBTFUL]), str(good[DOUBTFUL]),
            percent(good[DOUBTFUL], of[DOUBTFUL]), str(sum(one.came == WRONG for one in some)),
        ))  # fmt: skip
    return "\n".join(
        " | ".join(cell.ljust(20) if at == 0 else cell.rjust(8) for at, cell in enumerate(row))
        for row in rows
    )


def percent(some: int, of: int) -> str:
    return f"{100 * some / of:.0f}" if of else ""


def told(one: Found) -> str:
    """Return what came of a mail, for people to read."""
    mail = one.mail
    due = ", ".join(sorted(mail.kept)) or "nothing"
    head = (
        f"== {mail.kind} {mail.number}: {mail.sort}, {one.came} ({mail.program}, {mail.language})"
    )
    lines = [head, mail.text, f"-- due: {due}; kept: {', '.join(one.kept) or 'nothing'}"]
    if one.wrong:
        lines.append(f"-- wrong: {', '.join(one.wrong)}")
    said = one.letter.split("as they stand")[0].splitlines()
    return "\n".join([*lines, *(f"   {line}" for line in said[2:26] if line.strip())])


if __name__ == "__main__":
    main()
