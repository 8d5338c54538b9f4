"""What every test needs: Ctrl-C reaches the processes that tests start.

A shell lets programs in the background ignore Ctrl-C, and they hand that on to the programs they start. A
test that interrupts a process would then wait forever.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
