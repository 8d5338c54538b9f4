"""GoLD's own search: compiled."""
