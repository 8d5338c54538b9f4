"""Labels that the archives lack, from the network itself.

Two thirds of the games end by resignation: nobody counted them. If only counted games taught owners and lead,
one-sided positions would hardly occur. So the network judges the last position of every game without labels.
Where that agrees with the known result, it is the label of all earlier positions of the game.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from training.network.model import Answers, Network
from training.network.positions import SURE, Positions

CHUNK = 8192
NEAR = 6.0
"""A judged game whose margin is known gets owners if their sum comes within six points of it."""


@torch.no_grad()
def answers_in_chunks(
    network: Network, positions: Positions, rows: Tensor
) -> Iterator[tuple[Tensor, Answers]]:
    """What the network says of many rows, chunk by chunk."""
    for part in rows.split(CHUNK):
        with torch.autocast(positions.device.type, dtype=torch.bfloat16):
            answers = network(positions.plain_batch(part).planes)
        yield part, answers


def judge_unlabeled(network: Network, positions: Positions) -> int:
    """Writes owners and leads of games that have none into `positions`; returns how many got both."""
    games = np.flatnonzero((positions.owner_weight != 1).cpu().numpy())
    done = 0
    for rows, answers in answers_in_chunks(network, positions, positions.rows_of(games)):
        game = positions.game[rows].long()
        sign = 1.0 - 2.0 * (positions.ply[rows] % 2)
        owner, lead = sign[:, None] * torch.tanh(answers.owner / 2), sign * answers.lead
        known = positions.margin[game]
        right_side = (lead - positions.komi[game]) * positions.winner[game] > 0
        right = torch.where(known.isnan(), right_side, (owner.sum(1) - known).abs() <= NEAR)
        positions.owner[game] = (owner * SURE).round().to(torch.int8)
        # A weight a little below 1 marks these labels as the network's own, so that later rounds renew them.
        positions.owner_weight[game] = torch.where(right, 0.99, 0.0)
        positions.lead[game] = torch.where(known.isnan(), torch.where(right, lead, torch.nan), known)
        done += int(right.sum())
    return done
