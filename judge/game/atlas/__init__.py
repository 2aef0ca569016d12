"""The board in words: pages of HELP made from the map's files, the rules, and a reader's View."""
