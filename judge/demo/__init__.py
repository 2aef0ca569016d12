"""A whole game by mail on this machine: the judge shown at work."""
