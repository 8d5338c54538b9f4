"""Programs that fit weights on data, one command each. No module of `honte` imports them."""
