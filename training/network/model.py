"""The network: residual blocks of 3x3 convolutions, every second one told what the whole board holds.

It is convolutional throughout and pools over the board it is given, so it takes any board side and needs no
mask: a batch holds boards of one side, and the zeros beyond the edge are its padding. All planes and
answers are those of the side to move, so exchanging the colors cannot change them.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

PLANES = 15


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    blocks: int = 10
    channels: int = 128
    head: int = 48

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


class Answers(NamedTuple):
    """What the network says of a batch of positions, from the mover's side."""

    policy: Tensor
    """Log odds of each point and, last, of a pass."""
    owner: Tensor
    """Log odds that the mover will own each point."""
    margin: Tensor
    """The mover's final lead without komi, as games that are played to the end show it."""
    log_error: Tensor
    """Logarithm of the mean error of `margin`, in tens of points."""
    lead: Tensor
    """The same lead over all games, resigned ones included."""
    log_scale: Tensor
    """The mover wins with the log odds (lead + komi for the mover) / (10 exp(log_scale))."""


class Norm(nn.Module):
    """Scales the channels of each point to a root mean square of one, times a learned gain.

    It looks at one point of one board alone, so a network means the same in training and in use, on every
    board side and in every batch.
    """

    EPSILON = 1e-5

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(channels))

    def forward(self, x: Tensor) -> Tensor:
        wide = x.float()
        scale = torch.rsqrt(wide.square().mean(1, keepdim=True) + self.EPSILON)
        return (wide * scale * self.gain[:, None, None]).to(x.dtype)


def convolution(inputs: int, outputs: int, size: int) -> nn.Conv2d:
    """A convolution that keeps the board's side."""
    return nn.Conv2d(inputs, outputs, size, padding=size // 2)


def pooled(x: Tensor) -> Tensor:
    """Mean and maximum of each channel over the board."""
    return torch.cat([x.mean((2, 3)), x.flatten(2).max(2).values], 1)


def bounded(x: Tensor) -> Tensor:
    """Keeps logarithms of widths between -3 and 3: one that runs away would make the loss infinite."""
    return 3 * torch.tanh(x / 3)


class Block(nn.Module):
    """Two convolutions around which the input passes by; with `pools`, the board's summary is added too."""

    def __init__(self, channels: int, *, pools: bool) -> None:
        super().__init__()
        self.norm = Norm(channels)
        self.first = convolution(channels, channels, 3)
        self.second = convolution(channels, channels, 3)
        self.summary = nn.Linear(2 * channels, channels) if pools else None
        for last in (self.second, self.summary):
            if last is not None:
                nn.init.zeros_(last.weight)
                nn.init.zeros_(last.bias)

    def forward(self, x: Tensor) -> Tensor:
        hidden = torch.relu(self.first(self.norm(x)))
        change = self.second(hidden)
        if self.summary is not None:
            change = change + self.summary(pooled(hidden))[:, :, None, None]
        return x + change


class Network(nn.Module):
    """Planes of shape (batch, 15, side, side) in, `Answers` out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        channels, head = shape.channels, shape.head
        self.stem = convolution(PLANES, channels, 3)
        self.blocks = nn.ModuleList(Block(channels, pools=k % 2 == 1) for k in range(shape.blocks))
        self.norm = Norm(channels)
        self.summary = convolution(channels, head, 1)
        self.policy_hidden = convolution(channels, head, 1)
        self.policy_summary = nn.Linear(2 * head, head)
        self.policy_points = nn.Conv2d(head, 1, 1, bias=False)
        self.owner_hidden = convolution(channels, head, 1)
        self.owner_points = nn.Conv2d(head, 1, 1)
        self.value_hidden = nn.Linear(2 * head, 2 * head)
        self.values = nn.Linear(2 * head, 5)
        self.shares = nn.Parameter(torch.tensor([0.5, 0.8]))

    def forward(self, planes: Tensor) -> Answers:
        x = self.stem(planes)
        for block in self.blocks:
            x = block(x)
        x = torch.relu(self.norm(x))
        summary = pooled(torch.relu(self.summary(x)))
        hidden = self.policy_hidden(x) + self.policy_summary(summary)[:, :, None, None]
        points = self.policy_points(torch.relu(hidden)).flatten(1).float()
        owner = self.owner_points(torch.relu(self.owner_hidden(x))).flatten(1).float()
        values = self.values(torch.relu(self.value_hidden(summary))).float()
        owned = torch.tanh(owner / 2).sum(1)
        return Answers(
            policy=torch.cat([points, values[:, 4:]], 1),
            owner=owner,
            margin=self.shares[0] * owned + 10 * values[:, 0],
            log_error=bounded(values[:, 1]),
            lead=self.shares[1] * owned + 10 * values[:, 2],
            log_scale=bounded(values[:, 3]),
        )


def parameters_of(network: nn.Module) -> int:
    """The number of weights."""
    return sum(p.numel() for p in network.parameters())
