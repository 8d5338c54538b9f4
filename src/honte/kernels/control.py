"""The cells that every search shares with its kernels: one int64 array, `Budget.control`.

The cell numbers are compiled into the kernels, so they live here: the cache key of a kernel follows this
module as it follows any other kernel module. `honte.search.budget` fills the cells and reads them.
"""

STOP = 0
"""Nonzero once the search must end: the deadline, `Budget.stop()` and Ctrl-C all set it."""
NODE_LIMIT = 1
"""The most nodes that all threads together may visit; 0 means no limit."""
NODES = 2
"""The nodes that all threads together have visited so far."""
ENOUGH = 8
"""Nonzero ends one question of a search, not the search: its time is over, or a thread has the answer."""
FREE = 9
"""The first cell that a search may use for its own live counters."""
BUSY = 2048
"""The first of 2,048 cells in which the threads of a small-board search note what they are searching."""
CELLS = 4096
"""The length of the array."""
