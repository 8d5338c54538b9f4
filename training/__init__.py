"""Programs that fit weights on data, one command each. No part of the package imports them."""
