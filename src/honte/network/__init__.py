"""One network for the whole board: likely moves, owners and margin of any position from 5x5 to 19x19.

The weights are `model.onnx` beside this file, trained by `training/network`. ONNX Runtime loads them on first
use and runs on the CPU. What the network says is a guess: no proof rests on it.
"""

from honte.network.features import LARGEST, SMALLEST, View, planes_of, supports
from honte.network.session import Network, Prediction, load, predict

__all__ = [
    "LARGEST",
    "SMALLEST",
    "Network",
    "Prediction",
    "View",
    "load",
    "planes_of",
    "predict",
    "supports",
]
