"""What a keeper does beside the judge at work: look after it, copy it, move games."""
