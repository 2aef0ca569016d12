"""What a test run counts, besides tests: cases judged, phases replayed, lines run.

A test says so with ``record_property("tally", ("DATC cases", 1))``, an item that is no function
with ``self.user_properties.append(("tally", ("DATC cases", 1)))``. The sums end the report.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator

import hypothesis
import pytest

from tests.covered import tell_lines_left
from tests.databases import FILES, Databases, Server
from tests.needs import needs
from tests.site.browser import Browser

KINDS = {
    "sqlite": pytest.param(None, id="sqlite"),
    "postgresql": pytest.param(
        Server, id="postgresql", marks=pytest.mark.xdist_group("postgresql")
    ),
}


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name no test by long data: what is packed with the hour differs from worker to worker."""
    return argname if isinstance(val, bytes | str) and len(val) > 200 else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that is marked ``databases`` on those, every other on SQLite."""
    if "databases" in metafunc.fixturenames:
        marked = metafunc.definition.get_closest_marker("databases")
        kinds = [KINDS[name] for name in (marked.args if marked else ["sqlite"])]
        metafunc.parametrize("databases", kinds, indirect=True, scope="session")


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest) -> Iterator[Databases]:
    """Where the databases of a test live; those on PostgreSQL are of one group."""
    if request.param is None:
        yield FILES
        return
    server = request.param()
    yield server
    server.stop()


hypothesis.settings.register_profile("anew", deadline=None, database=None)
hypothesis.settings.register_profile("same", deadline=None, database=None, derandomize=True)
hypothesis.settings.load_profile("same")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Tests that have it are all of the group "browser": it is started once."""
    made = Browser(needs("chromium", "chromium"), tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


def pytest_collection_finish() -> None:
    """All that is loaded now stays, and so does most of what is loaded later: it need not be
    searched for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 50, 100)


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
    tell_lines_left()
