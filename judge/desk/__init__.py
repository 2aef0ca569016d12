"""The keeper's desk: what there is to see of the whole judge, and what can be done about it."""
