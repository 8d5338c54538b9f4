"""Open positions: find target and areas, choose the next question, guess a move when no proof comes."""
