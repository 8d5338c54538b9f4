"""Writes a trained network as ONNX, node by node.

Weights are stored in half precision and widened when the file is loaded: half the size, the same arithmetic.
Batch, height and width are free. The outputs are those of `model.Answers`, the four scalars in one array.

    python -m training.network.export STATE.pt MODEL.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from training.network.model import PLANES, Network, Norm, Shape

OPSET = 18


class Graph:
    """Collects nodes and weights; every method returns the name of what it computes."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.sources: dict[str, Tensor] = {}
        """The parameter, or a view of it, that each stored weight was taken from."""
        self.shares_in = ""
        """The constant that holds the shares of the owners in margin and lead."""

    def node(self, kind: str, *inputs: str, name: str = "", **attributes: object) -> str:
        output = name or f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def weight(self, value: Tensor) -> str:
        """Stores a weight in half precision and widens it where it is used."""
        name = f"weight{len(self.weights)}"
        self.sources[name] = value
        self.weights.append(numpy_helper.from_array(value.detach().cpu().numpy().astype(np.float16), name))
        return self.node("Cast", name, to=TensorProto.FLOAT)

    def constant(self, value: NDArray[np.generic]) -> str:
        name = f"weight{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def convolution(self, x: str, layer: nn.Conv2d) -> str:
        return self.convolve(x, layer.weight, layer.bias)

    def norm(self, x: str, layer: Norm) -> str:
        """Each point's channels, scaled to a root mean square of one, times the gain."""
        axes = self.constant(np.array([1], dtype=np.int64))
        epsilon = self.constant(np.array(layer.EPSILON, dtype=np.float32))
        square = self.node("ReduceMean", self.node("Mul", x, x), axes, keepdims=1)
        root = self.node("Sqrt", self.node("Add", square, epsilon))
        gain = self.weight(layer.gain[:, None, None])
        return self.node("Mul", self.node("Div", x, root), gain)

    def convolve(self, x: str, kernel: Tensor, bias: Tensor | None = None) -> str:
        inputs = [x, self.weight(kernel)] + ([] if bias is None else [self.weight(bias)])
        size = kernel.shape[-1]
        return self.node("Conv", *inputs, kernel_shape=[size, size], pads=[size // 2] * 4)

    def linear(self, x: str, layer: nn.Linear) -> str:
        return self.node("Gemm", x, self.weight(layer.weight), self.weight(layer.bias), transB=1)

    def pooled(self, x: str) -> str:
        axes = self.constant(np.array([2, 3], dtype=np.int64))
        mean = self.node("ReduceMean", x, axes, keepdims=0)
        return self.node("Concat", mean, self.node("ReduceMax", x, axes, keepdims=0), axis=1)

    def spread(self, x: str) -> str:
        """A vector a board, ready to be added to every point."""
        return self.node("Unsqueeze", x, self.constant(np.array([2, 3], dtype=np.int64)))


def build(network: Network) -> Graph:
    """The graph of a network; it follows `Network.forward` line by line."""
    graph = Graph()
    relu = lambda x: graph.node("Relu", x)  # noqa: E731
    x = graph.convolution("planes", network.stem)
    for block in network.blocks:
        hidden = relu(graph.convolution(graph.norm(x, block.norm), block.first))
        change = graph.convolution(hidden, block.second)
        if block.summary is not None:
            board = graph.spread(graph.linear(graph.pooled(hidden), block.summary))
            change = graph.node("Add", change, board)
        x = graph.node("Add", change, x)
    x = relu(graph.norm(x, network.norm))
    summary = graph.pooled(relu(graph.convolution(x, network.summary)))
    board = graph.spread(graph.linear(summary, network.policy_summary))
    hidden = relu(graph.node("Add", graph.convolution(x, network.policy_hidden), board))
    points = graph.node("Flatten", graph.convolve(hidden, network.policy_points.weight), axis=1)
    spots = relu(graph.convolution(x, network.owner_hidden))
    owner = graph.convolve(spots, network.owner_points.weight, network.owner_points.bias)
    owner = graph.node("Flatten", owner, name="owner", axis=1)
    _values(graph, network, summary, points, owner)
    return graph


def _values(graph: Graph, network: Network, summary: str, points: str, owner: str) -> None:
    """The pass, and the four scalars: margin, log_error, lead, log_scale."""
    values = graph.linear(graph.node("Relu", graph.linear(summary, network.value_hidden)), network.values)
    sizes = graph.constant(np.array([4, 1], dtype=np.int64))
    graph.nodes.append(helper.make_node("Split", [values, sizes], ["scalars", "pass"], axis=1))
    graph.node("Concat", points, "pass", name="policy", axis=1)
    half, third = (graph.constant(np.array(x, dtype=np.float32)) for x in (1 / 2, 1 / 3))
    owned = graph.node("Tanh", graph.node("Mul", owner, half))
    owned = graph.node("ReduceSum", owned, graph.constant(np.array([1], dtype=np.int64)), keepdims=1)
    shares = network.shares.detach().cpu().numpy()
    factors = np.array([[shares[0], 0, shares[1], 0]], dtype=np.float32)
    points_of = graph.constant(np.array([[10, 0, 10, 0]], dtype=np.float32))
    logs_of = graph.constant(np.array([[0, 3, 0, 3]], dtype=np.float32))
    bounded = graph.node("Mul", graph.node("Tanh", graph.node("Mul", "scalars", third)), logs_of)
    sums = graph.node("Add", graph.node("Mul", "scalars", points_of), bounded)
    graph.shares_in = graph.constant(factors)
    graph.node("Add", sums, graph.node("Mul", owned, graph.shares_in), name="values")


def to_onnx(network: Network) -> onnx.ModelProto:
    """The whole model, checked."""
    graph = build(network)
    floats = TensorProto.FLOAT
    given = helper.make_tensor_value_info("planes", floats, ["batch", PLANES, "height", "width"])
    made = [
        helper.make_tensor_value_info("policy", floats, ["batch", "moves"]),
        helper.make_tensor_value_info("owner", floats, ["batch", "points"]),
        helper.make_tensor_value_info("values", floats, ["batch", 4]),
    ]
    body = helper.make_graph(graph.nodes, "honte", [given], made, graph.weights)
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def export(network: Network, path: Path) -> None:
    """Writes MODEL.onnx."""
    path.write_bytes(to_onnx(network).SerializeToString())


def load_network(state: Path) -> Network:
    """A network from the weights that `train` keeps."""
    kept = torch.load(state, map_location="cpu", weights_only=True)
    network = Network(Shape(**kept["shape"]))
    network.load_state_dict(kept["weights"])
    return network.eval()


def read_onnx(path: Path, shape: Shape) -> Network:
    """A network of this shape with the weights of a model that `export` wrote.

    It may have more blocks than the model, an even number more: the last ones then change nothing yet.
    """
    stored = {w.name: numpy_helper.to_array(w) for w in onnx.load(path).graph.initializer}
    extra = Network(shape)
    for less in range(0, shape.blocks, 2):
        network = Network(Shape(shape.blocks - less, shape.channels, shape.head))
        graph = build(network)
        if len(graph.weights) == len(stored):
            break
    else:
        raise ValueError(f"{path} has {len(stored)} weights; no network of at most {shape.blocks} blocks has")
    with torch.no_grad():
        for name, source in graph.sources.items():
            source.copy_(torch.from_numpy(stored[name].astype(np.float32)))
        network.shares.copy_(torch.from_numpy(stored[graph.shares_in][0, ::2].copy()))
    extra.load_state_dict(network.state_dict(), strict=False)
    return extra


if __name__ == "__main__":
    export(load_network(Path(sys.argv[1])), Path(sys.argv[2]))
