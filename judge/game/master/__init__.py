"""What the master alone decides: settings, corrections."""
