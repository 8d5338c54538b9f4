"""Makes the file that ships: the trained network with whole numbers in its blocks, for speed on a CPU.

    python -m training.network.quantize TRAIN.npz [--master FILE] [--out FILE] [--card FILE]

The two convolutions of every block, nearly all of the work, take activations of eight bits and weights of
seven, one scale for each output channel. Seven bits, because processors without VNNI add two products in
sixteen bits, which eight would overflow. The stem, the norms and the heads stay as they are. The ranges of
the activations are those of games that took part in training and of games that the network plays with
itself on small boards. The card says how far the answers move on games kept aside.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from honte.core import CHINESE, JAPANESE, Game, Phase
from honte.network import Network, View, planes_of
from training.command import PACKAGE, command
from training.network.games import Games, read_archive

MASTER = Path(__file__).parent / "master.onnx"
"""The trained network in half precision."""
SMALL = {5: 2, 7: 3, 9: 6, 13: 3}
"""Games with itself for each board side."""
LIKELY = 12
"""Moves of games with itself are drawn from this many."""
Planes = NDArray[np.float32]


def widened(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same model with its weights in single precision and a name for every node."""
    kept = {each.name: each for each in model.graph.initializer}
    nodes, wide = [], []
    for number, node in enumerate(model.graph.node):
        if node.op_type == "Cast" and node.input[0] in kept:
            half = numpy_helper.to_array(kept.pop(node.input[0]))
            wide.append(numpy_helper.from_array(half.astype(np.float32), node.output[0]))
        else:
            node.name = f"{node.op_type}{number}"
            nodes.append(node)
    graph = helper.make_graph(nodes, "honte", model.graph.input, model.graph.output, [*kept.values(), *wide])
    return helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)


def block_convolutions(model: onnx.ModelProto) -> list[str]:
    """The names of the 3x3 convolutions behind the stem."""
    nodes = [node for node in model.graph.node if node.op_type == "Conv"]
    shapes = [next(a.ints for a in node.attribute if a.name == "kernel_shape") for node in nodes]
    names = [node.name for node, shape in zip(nodes, shapes, strict=True) if list(shape) == [3, 3]]
    return names[1:]


def quantized(master: Path, positions: Sequence[Planes]) -> bytes:
    """The network with whole numbers; `positions` show the ranges of its activations."""
    tools = import_module("onnxruntime.quantization")
    model = widened(onnx.load(master))
    with tempfile.TemporaryDirectory() as folder:
        wide, out = Path(folder) / "wide.onnx", Path(folder) / "out.onnx"
        onnx.save(model, wide)
        tools.quantize_static(
            wide,
            out,
            _Reader(positions),
            quant_format=tools.QuantFormat.QDQ,
            op_types_to_quantize=["Conv"],
            nodes_to_quantize=block_convolutions(model),
            per_channel=True,
            reduce_range=True,
            activation_type=tools.QuantType.QUInt8,
            weight_type=tools.QuantType.QInt8,
        )
        return out.read_bytes()


class _Reader:
    """Hands positions to ONNX Runtime, one after another."""

    def __init__(self, positions: Sequence[Planes]) -> None:
        self._left = iter(positions)

    def get_next(self) -> dict[str, Planes] | None:
        planes = next(self._left, None)
        return None if planes is None else {"planes": planes[None]}

    def __iter__(self) -> Iterator[dict[str, Planes]]:
        return iter(self.get_next, None)


# Positions


def positions_of(games: Games, chosen: Sequence[int], each: int, chance: random.Random) -> list[Planes]:
    """`each` random positions of every chosen game, and one in four of them without its last moves."""
    found = []
    for number in chosen:
        played = _played(games, number)
        for _ in range(each):
            view = View.of(played, chance.randrange(len(played.steps)))
            found.append(planes_of(View(view.position) if chance.random() < 0.25 else view))
    return found


def _played(games: Games, number: int) -> Game:
    game, side = Game(games.side, JAPANESE), games.side
    for move in games.moves[games.start[number] : games.start[number + 1]].tolist():
        game.play(
            None if move == side * side else game.grid.points[(side - 1 - move // side) * side + move % side]
        )
    return game


def own_positions(network: Network, side: int, count: int, chance: random.Random) -> list[Planes]:
    """Positions of games that the network plays with itself, its moves drawn as likely as they are."""
    games = [Game(side, CHINESE) for _ in range(count)]
    for _ in range(side * side):
        going = [game for game in games if game.phase is Phase.PLAY]
        for game, said in zip(going, network.predict([View.of(game) for game in going]), strict=True):
            moves = [(move, p) for move, p in said.moves(LIKELY) if game.illegality(move) is None]
            game.play(chance.choices(*zip(*moves, strict=True))[0] if moves else None)
    return [planes_of(View.of(game, at)) for game in games for at in range(1, len(game.steps), 4)]


# How far the answers move


def moved(before: Network, after: Network, games: Games, chosen: Sequence[int]) -> dict[str, Any]:
    """What two networks say of positions of some games: equal first moves, and mean differences."""
    chance = random.Random(2)
    views = [View.of(game, chance.randrange(len(game.steps))) for game in (_played(games, n) for n in chosen)]
    pairs = list(zip(before.predict(views), after.predict(views), strict=True))
    return {
        "positions": len(pairs),
        "same_first_move": round(float(np.mean([a.moves(1)[0][0] == b.moves(1)[0][0] for a, b in pairs])), 3),
        "owner": round(float(np.mean([np.abs(a.owners - b.owners).mean() for a, b in pairs])), 4),
        "margin": round(float(np.mean([abs(a.margin - b.margin) for a, b in pairs])), 2),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the network that ships and what it changes."""
    parser = command("network.quantize", __doc__)
    parser.add_argument("games", type=Path, help="an archive of games that took part in training")
    parser.add_argument("--first", type=int, default=0, help="games of the archives before it in training")
    parser.add_argument("--master", type=Path, default=MASTER, help="the trained network")
    parser.add_argument("--out", type=Path, default=PACKAGE / "network" / "model.onnx")
    parser.add_argument("--card", type=Path, default=PACKAGE / "network" / "card.json")
    parser.add_argument("--positions", type=int, default=120, help="positions of games on 19x19")
    options = parser.parse_args(arguments)
    games, chance = read_archive(options.games), random.Random(3)
    aside = games.aside_after(options.first)
    trained = chance.sample(np.flatnonzero(~aside).tolist(), options.positions // 2)
    seen, master = positions_of(games, trained, 2, chance), Network(options.master)
    for side, count in SMALL.items():
        seen += own_positions(master, side, count, chance)
    options.out.write_bytes(quantized(options.master, seen))
    card = json.loads(options.card.read_text(encoding="utf8"))
    change = moved(master, Network(options.out), games, np.flatnonzero(aside)[: options.positions].tolist())
    card["quantized"] = {"ranges_from": len(seen), "bits": "8 and 7", "change": change}
    options.card.write_text(json.dumps(card, indent=1) + "\n", encoding="utf8")
    print(json.dumps(card["quantized"]))


if __name__ == "__main__":
    main()
