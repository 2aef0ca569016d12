"""What is put to a vote, and what is offered."""
