"""The training program at toy size on a CPU: it replays, labels, learns, resumes and exports."""

from __future__ import annotations

import json
import shutil
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")

from training.network import native, problems, train  # noqa: E402
from training.network.export import export, load_network, read_onnx, to_onnx  # noqa: E402
from training.network.games import Games, read_archive, write_archive  # noqa: E402
from training.network.model import Network, Shape  # noqa: E402
from training.network.optimizer import orthogonal  # noqa: E402
from training.network.plain import replay_game  # noqa: E402
from training.network.positions import Positions, symmetry_tables  # noqa: E402
from training.network.selfplay import play_games  # noqa: E402


@pytest.fixture(scope="module")
def small_games() -> Games:
    """Games of an untrained network with itself."""
    torch.manual_seed(1)
    return play_games(Network(Shape(1, 8, 8)), 7, 60, torch.device("cpu"), 1)


def test_compiled_replay_is_the_plain_one(small_games: Games) -> None:
    codes, played = native.replay_games(small_games.moves, small_games.start, 7)
    assert np.array_equal(played, np.diff(small_games.start))
    for g in range(10):
        begin, end = small_games.start[g : g + 2]
        assert np.array_equal(codes[begin + g : end + g + 1], replay_game(small_games.moves[begin:end], 7))


def test_settled_board() -> None:
    rows = [".X.XO.O", "XXXXOOO", "...XO..", "...XO..", "...XO..", ".O.XO.X", "...XO.."]
    stones = np.array([[".XO".index(letter) for row in rows for letter in row]], dtype=np.uint8)
    owners = native.settle_boards(stones, np.array([1], dtype=np.uint8), 7, playouts=200, seed=1)[0]
    assert owners.reshape(7, 7)[:, :4].min() == 1
    assert owners.reshape(7, 7)[:, 4:].max() == -1


def test_archives_round_trip(small_games: Games, tmp_path: Path) -> None:
    write_archive(small_games, tmp_path / "games.npz.xz")
    again = read_archive(tmp_path / "games.npz.xz")
    assert again.side == 7
    assert np.array_equal(again.moves, small_games.moves)
    assert np.array_equal(again.margin, small_games.margin)


def test_labels_are_the_movers(small_games: Games) -> None:
    positions = Positions.of(small_games, torch.device("cpu"))
    rows = positions.rows_of(np.arange(len(small_games)), 3)
    batch = positions.plain_batch(rows)
    game = positions.game[rows].long()
    assert torch.equal(batch.margin, -positions.margin[game])
    assert torch.equal(batch.komi, positions.komi[game])
    assert torch.equal(batch.move, positions.moves[rows].long())


def test_symmetries_turn_moves_and_boards_alike(small_games: Games) -> None:
    positions = Positions.of(small_games, torch.device("cpu"))
    rows = positions.rows_of(np.arange(len(small_games)), 4)
    for symmetry in range(8):
        before, after = positions.plain_batch(rows - 1, symmetry), positions.plain_batch(rows, symmetry)
        real = before.move < 49
        assert torch.equal(after.planes[real, 10].flatten(1).argmax(1), before.move[real])
        assert not after.planes[~real, 10].any()
    source, target = symmetry_tables(7)
    assert torch.equal(source.gather(1, target[:, :-1]), torch.arange(49).expand(8, 49))


def test_orthogonal_steps() -> None:
    found = orthogonal(torch.randn(2, 8, 30))
    values = torch.linalg.svdvals(found)
    assert values.min() > 0.5
    assert values.max() < 1.5


def test_export_says_what_the_network_says() -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    torch.manual_seed(2)
    network = Network(Shape(2, 8, 8)).eval()
    session = onnxruntime.InferenceSession(
        to_onnx(network).SerializeToString(), providers=["CPUExecutionProvider"]
    )
    for side in (5, 19):
        planes = torch.rand(3, 15, side, side)
        policy, owner, values = session.run(None, {"planes": planes.numpy()})
        with torch.no_grad():
            answers = network(planes)
        assert np.allclose(policy, answers.policy.numpy(), atol=1e-2)
        assert np.allclose(owner, answers.owner.numpy(), atol=1e-2)
        expected = torch.stack([answers.margin, answers.log_error, answers.lead, answers.log_scale], 1)
        assert np.allclose(values, expected.numpy(), rtol=1e-2, atol=0.3)


def test_a_trained_model_is_read_back_with_more_blocks(tmp_path: Path) -> None:
    torch.manual_seed(3)
    network = Network(Shape(2, 8, 8)).eval()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    export(network, tmp_path / "model.onnx")
    planes = torch.rand(2, 15, 7, 7)
    for blocks in (2, 4):
        again = read_onnx(tmp_path / "model.onnx", Shape(blocks, 8, 8)).eval()
        for said, wanted in zip(again(planes), network(planes), strict=True):
            assert torch.allclose(said, wanted, rtol=1e-2, atol=5e-2)
    with pytest.raises(ValueError, match="weights"):
        read_onnx(tmp_path / "model.onnx", Shape(1, 8, 8))


def test_a_run_and_its_continuation(
    small_games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_archive(small_games, tmp_path / "games.npz.xz")
    (tmp_path / "run").mkdir()
    proved = problems.make(islice(problems.tries(1), 40), 600.0, tmp_path / "run" / "proofs.npz")
    assert proved > 20
    monkeypatch.setattr(train, "WARM_UP", 5)
    options = train.Options(
        games=[tmp_path / "games.npz.xz"], twice=[], out=tmp_path / "run", seconds=3.0,
        shape=Shape(2, 8, 8), batch=64, selfplay={5: 8},
    )  # fmt: skip
    train.Trainer(options).run()
    card = json.loads((tmp_path / "run" / "card.json").read_text())
    assert card["steps"] > 0
    assert card["games"] == 60
    assert card["problems"] == proved
    assert {"date", "seed", "archives", "losses", "figures"} <= card.keys()
    assert card["losses"]["proofs_policy"] > 0
    first = card["steps"]
    options.seconds = card["seconds"] + 3.0
    train.Trainer(options).run()
    assert json.loads((tmp_path / "run" / "card.json").read_text())["steps"] > first
    assert load_network(tmp_path / "run" / "weights.pt").shape == options.shape
    assert "resumed at step" in (tmp_path / "run" / "log.txt").read_text()
