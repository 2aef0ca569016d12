"""Several processes share the tests: ``pytest -p tests.forked --forks 3``.

The tests are collected once, and the processes forked then. Each takes one test after the other, or
all tests of an ``xdist_group``, and tells what came of them. Slipcover joins the coverage of
processes that were forked.
"""

from __future__ import annotations

import os
import struct
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe, wait
from signal import SIGTERM
from typing import Any

import pytest

NUMBER = struct.Struct("I")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--forks", type=int, default=0, help="how many processes share the tests")


class Hooks:
    """What can be done just before."""

    def pytest_prepare_forks(self) -> None:
        """Make what all processes need, once."""


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(Hooks)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Fork the processes, and report what they tell."""
    option = session.config.option
    if not option.forks or option.collectonly or session.testsfailed:
        return None
    shares = list_shares(session.items)
    tasks = fill_pipe(len(shares))
    session.config.hook.pytest_prepare_forks()
    temporary = session.config._tmp_path_factory
    base = temporary.getbasetemp()
    processes: dict[Connection, int] = {}
    for number in range(option.forks):
        told, tell = Pipe(duplex=False)
        if process := os.fork():
            tell.close()
            processes[told] = process
            continue
        temporary._basetemp = base / f"fork{number}"
        temporary._basetemp.mkdir()
        leave = os._exit  # slipcover's own, which writes the coverage first
        try:
            run_items(session, read_shares(tasks, shares), tell.send)
        except BaseException:
            traceback.print_exc()
            leave(1)
        leave(0)
    os.close(tasks)
    try:
        report_tests(session, processes)
    finally:
        for process in processes.values():
            with suppress(ProcessLookupError):
                os.kill(process, SIGTERM)
            os.waitpid(process, 0)
    return True


def list_shares(items: Sequence[pytest.Item]) -> list[list[pytest.Item]]:
    """List what one process does in one go: groups, the largest first, then tests of no group."""
    groups: dict[str, list[pytest.Item]] = {}
    single = []
    for item in items:
        if group := item.get_closest_marker("xdist_group"):
            groups.setdefault(group.args[0], []).append(item)
        else:
            single.append([item])
    return [*sorted(groups.values(), key=len, reverse=True), *single]


def fill_pipe(number: int) -> int:
    """Make a pipe of numbers from which any process takes the next one."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    numbers = b"".join(map(NUMBER.pack, range(number)))
    assert os.write(write_end, numbers) == len(numbers), "more tests than a pipe can hold"
    os.close(write_end)
    return read_end


def read_shares(tasks: int, shares: Sequence[list[pytest.Item]]) -> Iterator[pytest.Item]:
    """Take one share after the other while there is any."""
    while number := os.read(tasks, NUMBER.size):
        yield from shares[NUMBER.unpack(number)[0]]


class Teller:
    """What a process tells of its tests."""

    def __init__(self, config: pytest.Config, send: Callable[[object], None]) -> None:
        self.config, self.send = config, send

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        write = self.config.hook.pytest_report_to_serializable
        self.send(write(config=self.config, report=report))

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: object
    ) -> None:
        if nodeid:  # what was told before tests began, a new plugin is told again
            self.send((str(warning_message.message), when, nodeid, location))


def run_items(
    session: pytest.Session, items: Iterator[pytest.Item], send: Callable[[object], None]
) -> None:
    """Run tests in a forked process."""
    plugins = session.config.pluginmanager
    plugins.unregister(name="terminalreporter")
    plugins.register(Teller(session.config, send))
    # What is printed here goes to files of this process alone.
    capture = plugins.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture()
    # Slipcover need not wait for what the tests fork.
    for name in ("fork", "_exit"):
        function = getattr(os, name)
        setattr(os, name, getattr(function, "__wrapped__", function))
    item = next(items, None)
    while item:
        following = next(items, None)
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        item = following


def report_tests(session: pytest.Session, processes: dict[Connection, int]) -> None:
    """Report what the processes tell until all have ended, and fail what they did not come to."""
    hook = session.config.hook
    running = {*processes}
    ended = set()
    while running:
        for told in wait(running):
            try:
                message: Any = told.recv()
            except EOFError:
                running.remove(told)
                continue
            if isinstance(message, tuple):
                text, when, test, location = message
                hook.pytest_warning_recorded.call_historic(
                    kwargs={
                        "warning_message": warnings.WarningMessage(text, UserWarning, test, 0),
                        "when": when,
                        "nodeid": test,
                        "location": location,
                    }
                )
                continue
            report = hook.pytest_report_from_serializable(config=session.config, data=message)
            hook.pytest_runtest_logreport(report=report)
            if report.when == "teardown":
                ended.add(report.nodeid)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
    for item in session.items:
        if item.nodeid not in ended:
            lost = "the process that had this test ended before it"
            hook.pytest_runtest_logreport(
                report=pytest.TestReport(item.nodeid, item.location, {}, "failed", lost, "call")
            )
