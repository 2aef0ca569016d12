"""The nouns of the game: plain values, standard library only."""
