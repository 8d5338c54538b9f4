"""Reads archives of games into one form.

Two kinds of archive are known by their arrays, both `.npz` or `.npz.xz`: `res` and `kind` (Tygem: komi 6.5,
points are row * 19 + col), or `result`, `komi` and `rules` (points are col * 19 + row).
"""

from __future__ import annotations

import io
import lzma
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TYGEM_KOMI = 6.5
ASIDE_EVERY, ASIDE_REST = 50, 7
"""Game numbers that leave the rest 7 when divided by 50 are kept aside: 2 %."""


@dataclass(frozen=True)
class Games:
    """Games of one board side. Black moves first and the colors alternate."""

    side: int
    moves: NDArray[np.uint16]
    """Points from the top, row * side + col; a pass is side * side. Passes at the end are cut off."""
    start: NDArray[np.int64]
    """Where each game begins in `moves`, and the end of the last."""
    margin: NDArray[np.float32]
    """Black's final lead without komi; NaN where a side resigned."""
    winner: NDArray[np.int8]
    """+1 Black, -1 White, 0 unknown."""
    komi: NDArray[np.float32]
    source: NDArray[np.uint8]
    """The number of the archive."""

    def __len__(self) -> int:
        return len(self.start) - 1

    @property
    def aside(self) -> NDArray[np.bool_]:
        """The games that take no part in training."""
        return self.aside_after(0)

    def aside_after(self, first: int) -> NDArray[np.bool_]:
        """The same for an archive that was read behind others with `first` games in all."""
        return (first + np.arange(len(self))) % ASIDE_EVERY == ASIDE_REST

    def take(self, chosen: NDArray[np.integer] | slice, lengths: NDArray[np.integer] | None = None) -> Games:
        """Some of the games, each cut to its first `lengths` moves where given."""
        chosen = np.arange(len(self))[chosen]
        begin = self.start[:-1][chosen]
        count = np.diff(self.start)[chosen] if lengths is None else np.asarray(lengths)[chosen]
        start = np.concatenate([[0], np.cumsum(count)]).astype(np.int64)
        index = np.repeat(begin - start[:-1], count) + np.arange(start[-1])
        fields = (self.margin[chosen], self.winner[chosen], self.komi[chosen], self.source[chosen])
        return Games(self.side, self.moves[index], start, *fields)


def read_archive(path: Path, source: int = 0) -> Games:
    """One archive of 19x19 games."""
    raw = path.read_bytes()
    raw = lzma.decompress(raw) if path.suffix == ".xz" else raw
    with np.load(io.BytesIO(raw)) as archive:
        arrays = {name: archive[name] for name in archive.files}
    side = int(arrays.get("side", 19))
    moves, start = arrays["moves"] & 511, arrays["start"].astype(np.int64)
    if "kind" in arrays:
        komi = np.full(len(start) - 1, float(arrays.get("komi", TYGEM_KOMI)), dtype=np.float32)
        result, counted = arrays["res"], arrays["kind"] == 1
    else:
        on_board = moves < 361
        moves = np.where(on_board, moves % 19 * 19 + moves // 19, moves).astype(np.uint16)
        komi, result, counted = arrays["komi"], arrays["result"], np.ones(len(start) - 1, dtype=bool)
    margin = np.where(counted, result + komi, np.nan).astype(np.float32)
    winner = np.sign(result).astype(np.int8)
    games = Games(side, moves, start, margin, winner, komi, np.full(len(komi), source, dtype=np.uint8))
    return _without_last_passes(games)


def write_archive(games: Games, path: Path) -> None:
    """Writes games that share one komi in the Tygem form, with their board side."""
    counted = ~np.isnan(games.margin)
    result = np.where(counted, games.margin - games.komi, games.winner).astype(np.float32)
    packed = io.BytesIO()
    np.savez(
        packed, moves=games.moves, start=games.start, res=result, kind=counted.astype(np.uint8),
        side=games.side, komi=games.komi[0],
    )  # fmt: skip
    path.write_bytes(lzma.compress(packed.getvalue()))


def read_games(paths: Sequence[Path], limit: int | None = None) -> Games:
    """All archives after one another; of each at most `limit` games."""
    parts = [read_archive(path, number).take(slice(limit)) for number, path in enumerate(paths)]
    return join(parts)


def join(parts: Sequence[Games]) -> Games:
    """Games of one board side, put together."""
    lengths = np.concatenate([np.diff(part.start) for part in parts])
    start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    names = ("margin", "winner", "komi", "source")
    fields = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
    return Games(parts[0].side, np.concatenate([part.moves for part in parts]), start, *fields)


def _without_last_passes(games: Games) -> Games:
    """Cuts passes at the end, so that the last position of a counted game teaches to pass."""
    lengths = np.diff(games.start)
    ends, is_pass = games.start[1:].copy(), games.moves >= games.side * games.side
    while True:
        cut = (lengths > 0) & is_pass[np.maximum(ends - 1, 0)]
        if not cut.any():
            return games.take(slice(None), lengths)
        lengths, ends = lengths - cut, ends - cut
