"""Open positions: what is at stake, on which areas, which question next, and a guess where no proof comes."""
