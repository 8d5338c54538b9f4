"""The search on one closed area: its board, one question, and all questions about one problem."""
