"""The network that ships says what the trained one says, and its whole numbers fit into old processors."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from network.test_features import random_game

from honte.core import CHINESE, Game, Phase
from honte.network import Network, View, load

MASTER = Path(__file__).parents[2] / "training" / "network" / "master.onnx"


def likely_views(side: int, seed: int) -> list[View]:
    """Positions of a game whose moves the network drew."""
    game, chance = Game(side, CHINESE), random.Random(seed)
    while game.phase is Phase.PLAY and len(game.steps) < side * side // 2:
        moves = [
            each for each in load().predict([View.of(game)])[0].moves(8) if game.illegality(each[0]) is None
        ]
        game.play(chance.choices(*zip(*moves, strict=True))[0])
    return [View.of(game, at) for at in range(len(game.steps))]


@pytest.mark.parametrize("side", [9, 13])
def test_the_shipped_network_says_what_the_trained_one_says(side: int) -> None:
    views = likely_views(side, side)
    pairs = list(zip(Network(MASTER).predict(views), load().predict(views), strict=True))
    assert np.mean([a.moves(1)[0][0] in [m for m, _ in b.moves(2)] for a, b in pairs]) > 0.9
    assert np.mean([np.abs(a.owners - b.owners).mean() for a, b in pairs]) < 0.03
    assert np.mean([abs(a.black_wins(6.5) - b.black_wins(6.5)) for a, b in pairs]) < 0.05


def test_whole_numbers_have_seven_bits_and_stand_in_the_blocks_alone() -> None:
    onnx = pytest.importorskip("onnx")
    from training.network.quantize import quantized

    positions = [each for seed in range(3) for each in _planes(9, seed)]
    model = onnx.load_from_string(quantized(MASTER, positions))
    whole = [
        onnx.numpy_helper.to_array(each)
        for each in model.graph.initializer
        if each.data_type == onnx.TensorProto.INT8
    ]
    kernels = [each for each in whole if each.ndim == 4]
    assert {each.shape for each in kernels} == {(128, 128, 3, 3)}
    assert len(kernels) == 24
    assert max(int(np.abs(each.astype(int)).max()) for each in kernels) <= 64
    assert [each.name for each in model.graph.output] == ["policy", "owner", "values"]


def _planes(side: int, seed: int) -> list[np.ndarray]:
    from honte.network import planes_of

    game = random_game(side, seed, 40)
    return [planes_of(View.of(game, at)) for at in range(0, len(game.steps), 8)]
