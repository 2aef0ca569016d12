"""The club: what became of persons and their games, and how they play."""
