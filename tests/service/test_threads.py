"""The ends of threads."""

import threading

from judge.service.threads import run_all_within
from tests.waiting import WAIT


def test_a_stop_waits_for_what_is_soon_done_and_for_nothing_else() -> None:
    done = []
    for_ever, soon = threading.Event(), threading.Event()
    assert run_all_within([lambda: done.append(1), lambda: done.append(2)], WAIT)
    assert sorted(done) == [1, 2]
    assert not run_all_within([for_ever.wait, soon.set], 0.1)
    assert soon.wait(WAIT)
    for_ever.set()
