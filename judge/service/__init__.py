"""The judge at work: what reads the clock, runs the parts and joins them to the world."""
