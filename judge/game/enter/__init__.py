"""Ways into a game and out of it, from its making to its beginning."""
