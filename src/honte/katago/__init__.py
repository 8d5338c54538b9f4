"""KataGo where the user has it: a strong foreign engine as a model of positions and as an opponent.

    locate, Location        finds the program and its network, or says what is missing
    KataGo, load, predict   positions in, predictions of the same type as those of `honte.network` out
    Process                 the analysis engine behind it, in JSON

honte neither ships KataGo nor needs it. What it says is an estimate: no proof rests on it.
"""

from honte.katago.engine import KataGo, load, predict
from honte.katago.locating import Location, locate
from honte.katago.process import Process

__all__ = ["KataGo", "Location", "Process", "load", "locate", "predict"]
