"""How well a network does on games kept aside: next move, owners, and the result from moves 60, 120, 180."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.network.distill import CHUNK
from training.network.losses import losses
from training.network.model import Network
from training.network.positions import HISTORY, Positions

SAMPLES = 32768


def rank_correlation(a: NDArray[np.floating], b: NDArray[np.floating]) -> float:
    """Spearman's rho; equal values share their mean rank."""
    if len(a) < 3:
        return 0.0
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(values: NDArray[np.floating]) -> NDArray[np.float64]:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return ((ends - counts + ends - 1) / 2)[inverse]


@torch.no_grad()
def moves_and_losses(network: Network, positions: Positions, known: int = HISTORY) -> dict[str, float]:
    """Losses and right first guesses on random positions of the games kept aside."""
    aside = torch.from_numpy(positions.games.aside).to(positions.device)[positions.game]
    rows = torch.nonzero(aside).flatten()
    order = torch.randperm(len(rows), generator=torch.Generator().manual_seed(1))
    rows = rows[order[:SAMPLES].to(rows.device)]
    if len(rows) == 0:
        return {}
    network.eval()
    sums: dict[str, float] = {}
    for part in rows.split(CHUNK):
        batch = positions.plain_batch(part, known=known)
        with torch.autocast(positions.device.type, dtype=torch.bfloat16):
            answers = network(batch.planes)
        parts = losses(answers, batch)
        parts["right_first"] = (answers.policy.argmax(1) == batch.move).float().mean()
        for name, value in parts.items():
            sums[name] = sums.get(name, 0.0) + float(value) * len(part) / len(rows)
    return {name: round(value, 4) for name, value in sums.items()}


@torch.no_grad()
def leads(
    network: Network, positions: Positions, rows: Tensor
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`margin` and `lead` of rows for Black, mean of two symmetries."""
    network.eval()
    found = []
    for part in rows.split(CHUNK):
        sign = 1.0 - 2.0 * (positions.ply[part] % 2)
        both = torch.zeros(2, len(part), device=positions.device)
        for symmetry in (0, 2):
            with torch.autocast(positions.device.type, dtype=torch.bfloat16):
                answers = network(positions.plain_batch(part, symmetry).planes)
            both += sign * torch.stack([answers.margin, answers.lead]) / 2
        found.append(both.double().cpu().numpy())
    joined = np.concatenate(found, 1)
    return joined[0], joined[1]


def results(
    network: Network, positions: Positions, plies: tuple[int, ...] = (60, 120, 180)
) -> dict[str, Any]:
    """Mean error, right winner and rank correlation with the result, by archive, ply and answer."""
    table: dict[str, Any] = {}
    games = positions.games
    for source in np.unique(games.source):
        chosen = np.flatnonzero(games.aside & ~np.isnan(games.margin) & (games.source == source))
        for ply in plies:
            rows = positions.rows_of(chosen, ply)
            if len(rows) < 3:
                continue
            game = positions.game[rows].cpu().numpy()
            true = (games.margin - games.komi)[game].astype(np.float64)
            for name, said in zip(("margin", "lead"), leads(network, positions, rows), strict=True):
                figures = judged(said - games.komi[game], true)
                table.setdefault(f"archive {source}", {}).setdefault(name, {})[str(ply)] = figures
    return table


def judged(said: NDArray[np.floating], true: NDArray[np.floating]) -> dict[str, float]:
    """The figures of `benchmarks/estimate.py`."""
    return {
        "n": len(true),
        "mean_error": round(float(np.abs(said - true).mean()), 2),
        "winner": round(float((np.sign(said) == np.sign(true)).mean()), 3),
        "rho": round(rank_correlation(said, true), 3),
    }
