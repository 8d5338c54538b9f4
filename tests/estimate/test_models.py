"""Laws of every estimator: symmetry, color swap, any size, sound numbers on odd boards."""

import random

import pytest

from honte.core import BLACK, CHINESE, JAPANESE, TSUMEGO, WHITE, Board, Game, Position
from honte.errors import IllegalPosition, InputError
from honte.estimate.models import DEFAULT, MODELS, calibration, estimate, stage_of
from honte.estimate.ownership import Ownership, Setting
from honte.grid import Grid, Point


def random_position(cols: int, rows: int, moves: int, seed: int) -> Position:
    rng, position = random.Random(seed), Position.empty(cols, rows)
    for _ in range(moves):
        choices = list(position.legal_moves(TSUMEGO))
        if not choices:
            break
        position = position.play_unchecked(rng.choice(choices))
    return position


def turned(position: Position, index: int) -> Position:
    turn = position.board.grid.symmetries[index]
    return Position(
        position.board.transformed(turn), position.to_play, None if position.ko is None else turn(position.ko)
    )


def neutral(position: Position) -> Setting:
    return Setting(position, CHINESE.with_komi(0))


@pytest.mark.parametrize("name", list(MODELS))
@pytest.mark.parametrize(("cols", "rows", "moves"), [(9, 9, 30), (7, 5, 14), (13, 13, 70)])
def test_symmetries_turn_the_estimate(name: str, cols: int, rows: int, moves: int) -> None:
    position = random_position(cols, rows, moves, seed=cols + moves)
    plain = estimate(neutral(position), name)
    for index, turn in enumerate(position.board.grid.symmetries):
        other = estimate(neutral(turned(position, index)), name)
        for point in position.board.grid:
            assert other[turn(point)] == pytest.approx(plain[point], abs=1e-4)
        assert other.margin == pytest.approx(plain.margin, abs=0.01)


@pytest.mark.parametrize("name", list(MODELS))
@pytest.mark.parametrize("seed", range(3))
def test_color_swap_negates_the_estimate(name: str, seed: int) -> None:
    position = random_position(9, 9, 25 + 7 * seed, seed)
    swapped = Position(position.board.swapped(), position.to_play.opponent, position.ko)
    plain, other = estimate(neutral(position), name), estimate(neutral(swapped), name)
    assert list(other.values) == pytest.approx([-v for v in plain.values], abs=1e-4)
    assert other.margin == pytest.approx(-plain.margin, abs=0.01)
    assert other.territory(WHITE) == pytest.approx(plain.territory(BLACK), abs=0.01)


@pytest.mark.parametrize("name", list(MODELS))
def test_an_empty_board_of_a_symmetric_model_is_even_or_the_movers(name: str) -> None:
    answer = estimate(neutral(Position.empty(9)), name)
    other = estimate(neutral(Position(Board(9), WHITE)), name)
    assert answer.lead == pytest.approx(-other.lead, abs=0.01)
    assert all(-1 <= v <= 1 for v in answer.values)


@pytest.mark.parametrize("name", list(MODELS))
@pytest.mark.parametrize(
    "text",
    [
        ".",
        ". .",
        "X",
        ". X",
        "X X X\nX . X\nX X .",
        ". O .\nO O O\n. O .",
        ". " * 24 + ".",
        "X X .\nX . O\n. O O",
    ],
)
def test_odd_boards_give_sound_numbers(name: str, text: str) -> None:
    board = Board.parse(text)
    if board.faults():
        with pytest.raises(IllegalPosition):
            estimate(Position(board), name)
        return
    answer = estimate(Position(board), name)
    assert all(-1 <= v <= 1 for v in answer.values)
    assert answer.margin == answer.margin
    for point in board.grid:
        stone = board[point]
        if stone is not None and name.startswith(("distance", "influence")) and not answer.dead:
            assert stone * answer[point] == 1


def test_one_color_only_owns_the_board() -> None:
    board = Board(9).with_stones(Grid(9).set(map(Point.parse, ("C3", "G7", "E5"))), BLACK)
    for name in ("playouts", "distance", "influence"):
        assert estimate(neutral(Position(board)), name).lead > 0


def test_living_walls_share_the_board() -> None:
    rows = (
        ["X . X X O O O . O"] * 1
        + ["X X X X O O O O O"] * 3
        + [". X X X O O O O ."]
        + ["X X X X O O O O O"] * 4
    )
    board = Board.parse("\n".join(rows))
    for name in MODELS:
        answer = estimate(Setting(Position(board), CHINESE.with_komi(0), move=70), name)
        assert answer[Point.parse("C5")] > 0.5, name
        assert answer[Point.parse("H5")] < -0.5, name
        assert not answer.dead


def test_dead_stones_are_found_and_change_hands() -> None:
    """One white stone inside a finished black corner."""
    board = Board.parse(
        """
        . . . X . O . . .
        . . . X . O . . .
        . O . X . O . . .
        . . . X . O . . .
        X X X X . O O O O
        . . X . . . O . .
        X X X X X O O O O
        . X . X . O . O .
        . X X X X O O O .
        """
    )
    for name in ("network", "playouts", "distance", "distance-capped", "influence"):
        answer = estimate(Setting(Position(board), move=60), name)
        assert answer.dead is not None
        assert Point.parse("B7") in answer.dead
        assert answer[Point.parse("B7")] > 0.3


def test_unknown_models_are_named_with_those_there_are() -> None:
    with pytest.raises(InputError, match="known: network, playouts"):
        estimate(Position.empty(9), "crystal ball")


def test_settings_follow_the_game() -> None:
    game = Game(9, JAPANESE)
    for text in ("E5", "C3", "G7"):
        game.play(Point.parse(text))
    assert Setting.of(game, 0).position == game.start
    assert [Setting.of(game, k).stone_lead for k in range(4)] == [0, 0, 0, 0]
    game.pass_turn()
    game.play(Point.parse("C7"))
    assert Setting.of(game).stone_lead == 1
    assert Setting.of(game).compensation == JAPANESE.komi + 1
    with pytest.raises(InputError, match="move 6 is not in this game of 5 moves"):
        Setting.of(game, 6)
    with pytest.raises(InputError):
        Setting.of(game, -1)


def test_handicap_counts_against_black_under_both_rules() -> None:
    area = Setting.of(Game(19, CHINESE, handicap=4))
    territory = Setting.of(Game(19, JAPANESE, handicap=4))
    assert area.compensation == CHINESE.komi + 4
    assert territory.compensation == JAPANESE.komi + 3


def test_ownership_numbers() -> None:
    board = Board.parse("X . O\nX . O\nX O .")
    values = (1.0, -1.0, -0.5, 1.0, 0.5, -1.0, 1.0, 0.0, -1.0)
    answer = Ownership(Setting(Position(board), CHINESE.with_komi(0.5)), values, scale=0.5, error=1.0)
    assert answer.lead == 0.0
    assert answer.margin == -0.25
    assert answer.territory(BLACK) == 0.5
    assert answer.territory(WHITE) == 0.5
    assert answer.area(BLACK) - answer.area(WHITE) == answer.lead
    assert str(answer.owned(WHITE)) == "{B1, C1, C2, C3}"
    assert 0.3 < answer.black_chance < 0.5
    assert answer.as_dict()["ownership"][0] == [1.0, 0.0, -1.0]
    assert str(answer) == "W+0.2 ± 1.0"
    assert answer.to_picture().svg().startswith("<svg")
    with pytest.raises(InputError):
        Ownership(answer.setting, (0.0,))


def test_calibration_covers_every_model_and_grows() -> None:
    tables = calibration()
    assert set(tables) == set(MODELS) - {DEFAULT}  # the network says its error itself
    for table in tables.values():
        for _, error in table["error"]:
            assert 1 < error < 40
        assert all(0 <= scale <= 1.5 for _, scale in table["scale"])
    late, early = (estimate(Setting(Position.empty(19), move=m), "distance").error for m in (260, 60))
    assert late < early
    assert stage_of(Setting(Position.empty(19), move=0)) == 0
