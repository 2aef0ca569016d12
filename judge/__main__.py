"""``python -m judge``: the judge command."""

from judge.cli import main

main()
