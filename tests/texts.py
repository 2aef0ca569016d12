"""Any text at all, as a mail may hold it."""

from hypothesis import strategies as st

_SPANS = [range(0x3100), range(0xE100, 0xE140), range(0xFE00, 0x10000), range(0x1F300, 0x1F700)]
ANY = "".join(chr(code) for span in _SPANS for code in span)
"""Named here, because a strategy without an alphabet first reads all of Unicode: seconds."""


def any_text(most: int) -> st.SearchStrategy[str]:
    """Return texts of so many characters at most: controls, scripts, marks, pictures."""
    return st.text(ANY, max_size=most)
