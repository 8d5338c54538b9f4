"""Life and death without search: pass-alive and safe chains, eyes and their shapes, standard seki."""

from honte.life.benson import PassAlive, pass_alive, pass_alive_masks
from honte.life.eyes import EyeSpace, eye_spaces, is_eye, is_false_eye, shape_eyes, shape_name
from honte.life.patterns import Match, matches
from honte.life.safety import ChainLife, Safety, safety, survives
from honte.life.seki import Seki, find_seki

__all__ = [
    "ChainLife",
    "EyeSpace",
    "Match",
    "PassAlive",
    "Safety",
    "Seki",
    "eye_spaces",
    "find_seki",
    "is_eye",
    "is_false_eye",
    "matches",
    "pass_alive",
    "pass_alive_masks",
    "safety",
    "shape_eyes",
    "shape_name",
    "survives",
]
