"""GoLD's search for life and death, compiled."""
