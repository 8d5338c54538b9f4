"""Checks that share nothing with the search: the oracle and the walk through a proof."""
