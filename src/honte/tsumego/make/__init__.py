"""New problems: generating them, and writing their solution trees."""
