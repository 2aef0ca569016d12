"""The ends of threads."""

import threading

from judge.service.threads import run_all_within


def test_a_stop_waits_for_what_is_soon_done_and_for_nothing_else() -> None:
    done = []
    for_ever = threading.Event()
    assert run_all_within([lambda: done.append(1), lambda: done.append(2)], 10)
    assert sorted(done) == [1, 2]
    assert not run_all_within([for_ever.wait, lambda: done.append(3)], 0.1)
    assert done[-1] == 3
    for_ever.set()
