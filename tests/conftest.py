"""What a test run counts besides tests: cases judged, phases replayed.

A test says so with ``record_property("tally", ("DATC cases", 1))``, an item that is no function
with ``self.user_properties.append(("tally", ("DATC cases", 1)))``. The sums end the report.
"""

from __future__ import annotations

from collections import Counter

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    passed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            if report.when != "call":
                continue
            for name, value in report.user_properties:
                if name == "tally":
                    what, number = value
                    total[what] += number
                    passed[what] += number if outcome == "passed" else 0
    if total:
        terminalreporter.section("judged")
    for what in sorted(total):
        terminalreporter.write_line(f"{what}: {passed[what]} of {total[what]} passed")
