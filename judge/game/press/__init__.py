"""What players write to each other."""
