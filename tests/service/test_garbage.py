"""What is searched for garbage, and what no more."""

import gc
from collections.abc import Iterator

import pytest

from judge.service.garbage import search_only_what_is_new


@pytest.fixture
def _collector() -> Iterator[None]:
    callbacks = [*gc.callbacks]
    yield
    gc.callbacks[:] = callbacks
    gc.freeze()  # as all that is loaded was before


@pytest.mark.usefixtures("_collector")
def test_what_was_loaded_is_not_searched_again_and_what_is_small_is() -> None:
    search_only_what_is_new()
    before = gc.get_freeze_count()
    board = [[] for _ in range(30_000)]
    gc.collect()
    assert gc.get_freeze_count() >= before + len(board)
    set_aside = gc.get_freeze_count()
    mail = [[] for _ in range(1_000)]
    gc.collect()
    assert gc.get_freeze_count() <= set_aside and gc.is_tracked(mail)
    del board
    assert gc.get_freeze_count() < set_aside - 29_000, "what nothing refers to stays"


@pytest.mark.usefixtures("_collector")
def test_to_begin_again_asks_nothing_twice() -> None:
    search_only_what_is_new()
    callbacks = [*gc.callbacks]
    search_only_what_is_new()
    assert gc.callbacks == callbacks
