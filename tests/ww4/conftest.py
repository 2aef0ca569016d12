"""World War IV as the tests need it."""

import pytest

from judge.library import load


@pytest.fixture(scope="session")
def ww4():
    """The variant with its default options."""
    return load("ww4")
