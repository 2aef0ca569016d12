"""What the machine lacks for a while: no fault of the mail, turn or picture in hand."""

from __future__ import annotations

from errno import EMFILE, ENFILE, ENOMEM, ENOSPC

_SHORT = (EMFILE, ENFILE, ENOMEM, ENOSPC)


def is_short(trouble: Exception) -> bool:
    """Say whether files, memory or room lack, so that the same is to be tried again later."""
    return isinstance(trouble, OSError) and trouble.errno in _SHORT
