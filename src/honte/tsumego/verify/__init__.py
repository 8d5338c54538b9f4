"""Checks that share no code with the search: the oracle, and the walk through a proof."""
