"""Commands of the council."""
