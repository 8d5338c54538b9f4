"""Numbers for every point of a board: factors, atsumi, sizes: compiled."""
