"""Stock answers to the hooks: one file a hook; ``standard.stock`` joins them into a Ruleset."""
