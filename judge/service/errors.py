"""Errors in hand: what the machine lacks for a while, and how an error is told."""

from __future__ import annotations

import sys
import traceback
from errno import EMFILE, ENFILE, ENOMEM, ENOSPC

_SHORT = (EMFILE, ENFILE, ENOMEM, ENOSPC)


def is_resource_shortage(trouble: Exception) -> bool:
    """Say whether files, memory or room lack, so that the same is to be tried again later: no fault
    of the mail, turn or picture in hand."""
    return isinstance(trouble, OSError) and trouble.errno in _SHORT


def describe_current_error() -> str:
    """Return the exception that is being handled, in a line that is not endless."""
    return traceback.format_exception_only(sys.exception())[-1].strip()[:500]
