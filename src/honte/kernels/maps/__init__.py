"""Numbers for every point of a board, compiled: factors, atsumi, sizes."""
