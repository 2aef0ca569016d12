"""Stock answers to the hooks; ``standard.stock`` joins them into a Ruleset."""
