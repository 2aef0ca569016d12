"""How large the letters of demonstrations are: ``python -m tests.demo.sizes FOLDER ...``.

Each folder is one that ``judge demo`` has written into. Of each the largest letter is named, and
the largest of its bodies; the exit code is 1 if the HTML of any letter is over ``CLIPPED``, from
where web mail cuts it off, or has none.
"""

from __future__ import annotations

import sys
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

from judge.demo.mailboxes import POLICY
from tests.road.laws import CLIPPED


class LetterSize(NamedTuple):
    """The bytes of a letter as it was sent, of its HTML and of its plain text."""

    mail: int
    html: int
    plain: int
    name: str


def measure_letter(path: Path) -> LetterSize:
    data = path.read_bytes()
    letter = message_from_bytes(data, policy=POLICY)
    sizes = [_measure_body(letter, kind) for kind in ("html", "plain")]
    return LetterSize(len(data), sizes[0], sizes[1], f"{path.parent.name}/{path.name}")


def _measure_body(letter: EmailMessage, kind: str) -> int:
    body = letter.get_body((kind,))
    return len(body.get_content().encode()) if body else 0


def main(folders: list[str]) -> int:
    wrong = 0
    for folder in folders:
        letters = [measure_letter(path) for path in sorted(Path(folder).glob("letters/*/*.eml"))]
        wrong += not letters
        print(f"{folder}: {len(letters)} letters")
        for name in LetterSize._fields[:3] if letters else ():
            most = max(letters, key=lambda letter: getattr(letter, name))
            print(f"  {name}: at most {getattr(most, name):,} bytes, {most.name}")
        for letter in letters:
            if not 0 < letter.html <= CLIPPED:
                wrong += 1
                print(f"  {letter.name}: {letter.html:,} bytes of HTML")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
