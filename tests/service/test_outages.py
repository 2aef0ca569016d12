"""A mail server that refuses everybody: no letter dies by it, and all are out when it is back.

``python -m tests.service.outages`` tries every reply at every stage.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.outages import HANGS_UP, PROMISED, Outage, sit_out


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("outages")


@pytest.mark.parametrize(
    "outage",
    [
        Outage("greeting", 554, 24),
        Outage("EHLO", 550, 6),
        Outage("MAIL", 451, 6),
        Outage("MAIL", 552, 24),
        Outage("RCPT", 450, 96),
        Outage("RCPT", 550, 6),
        Outage("RCPT", HANGS_UP, 24),
        Outage("DATA", 452, 24),
        Outage("DATA", 554, 0.25),
        Outage("end", 451, 6),
        Outage("end", HANGS_UP, 24),
        Outage("end", 554, 0.25),
        Outage("end", 554, 200, recipients=1),
        Outage("RCPT", 554, 200, recipients=2),
    ],
    ids=str,
)
def test_no_letter_dies_by_an_outage_and_all_are_out_within_a_minute(
    folder: Path, outage: Outage
) -> None:
    result = sit_out(outage, folder, 1, unknown=2)
    assert (result.dead, result.sent) == (0, result.letters)
    assert result.late <= PROMISED
    assert result.most_tries <= 6, "a few letters ask for all"
