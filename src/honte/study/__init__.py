"""The papers' experiments on folders of games or problems, as tables and plots: `honte study`."""
