"""An invitation by link: whoever has it is let in, and nobody else."""

from __future__ import annotations

import re
from pathlib import Path

from tests.road.office import MASTER, Office


def test_the_line_of_the_link_lets_its_reader_in(tmp_path: Path) -> None:
    office = Office(tmp_path / "office")
    office.write(MASTER, "CREATE ruhr WITH approval=yes, reliability=90, listed=off\nINVITE LINK")
    office.run()
    told = office.last(MASTER)
    found = re.search(r"JOIN ruhr INVITED ([a-z2-7]{16})", told.text)
    assert found and f"subject=JOIN%20ruhr%20INVITED%20{found[1]}" in told.html
    office.write("ada@example.org", f"{found[0]} PREFER France", subject="hello")
    office.write(
        "ben@example.org", f"JOIN ruhr AS Italy INVITED {found[1].upper()}", subject="hello"
    )
    office.write("carl@example.org", "", subject=found[0])
    office.write("eve@example.org", "JOIN ruhr", subject="hello")
    office.run()
    seated = {seat.address: seat.wish for seat in office.game().players}
    assert seated == {"ada@example.org": "", "ben@example.org": "Italy", "carl@example.org": ""}
    office.answer(MASTER, "BAN dora@example.org")
    office.write("dora@example.org", found[0], subject="hello")
    office.run()
    assert "dora@example.org" not in {seat.address for seat in office.game().players}
    office.remove()
