"""Sentences that no rule reads: what they are like, and what is offered or answered for them."""
