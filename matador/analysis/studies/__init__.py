"""Studies: what many hands say about the rules and about play, kept with all that made them."""
