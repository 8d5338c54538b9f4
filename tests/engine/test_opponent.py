"""The opponent: legal, repeatable, at once where one move makes sense; passes, resigns, fills nothing."""

from pathlib import Path

import pytest

from honte.core import BLACK, CHINESE, JAPANESE, PASS, WHITE, Board, Color, Game, Phase, Rules, vertex
from honte.engine import LEVELS, choose, dead_stones, opponent
from honte.errors import InputError
from honte.grid import Grid
from honte.network import View, load
from honte.search.budget import Budget

FINISHED = """
. . . X O . . . .
. . . X O . . . .
. . . X O O . . .
. . . X X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
"""
ONE_DAME = """
. . . X O . . . .
. . . X O . . . .
. . . X O O . . .
. . . X X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O . . .
. . . . X O O O .
. . . . X . O . .
"""
ATARI = """
. . . . . . . . .
. . . . . . . . .
. . X X X X . . .
. X O O O O X . .
. X O O O O . . .
. . X X X X . . .
. . O O O O . . .
. . . . . . . . .
. . . . . . . . .
"""

SLACK_MOVES = [
    *(("A1", "D4"), ("A9", "F6"), ("J1", "D6"), ("J9", "F4"), ("A2", "E5"), ("A8", "C3"), ("J2", "G7")),
    *(("J8", "C7"), ("B1", "G3"), ("H9", "B4"), ("H1", "H6")),
]
"""Black plays in the corners while White takes the board."""


def from_diagram(text: str, to_play: Color, rules: Rules = CHINESE, komi: float = 0.5) -> Game:
    return Game(rules=rules.with_komi(komi), board=Board.parse(text), to_play=to_play)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", [5, 6])
def test_every_level_plays_whole_legal_games_to_the_end(level: str, size: int) -> None:
    game = Game(size, CHINESE)
    while game.phase is Phase.PLAY and len(game.steps) < 8 * size * size:
        choice = choose(game, Budget(nodes=4), level=level, seed=len(game.steps))
        if choice.resigns:
            game.resign()
        else:
            game.play(choice.move)  # raises IllegalMove for an illegal move
    assert game.phase is not Phase.PLAY


def test_same_seed_same_move() -> None:
    for level in ("beginner", "strongest"):
        first, second = (choose(Game(7), Budget(nodes=30), level=level, seed=5) for _ in range(2))
        assert (first.move, first.candidates) == (second.move, second.candidates)
    seeds = {choose(Game(7), level="beginner", seed=seed).move for seed in range(12)}
    assert len(seeds) > 1


def test_it_spends_its_visits_and_no_more() -> None:
    game = Game(9)
    for vertex_ in ("E5", "C5", "E3", "G5", "E7"):
        game.play(vertex_)
    choice = choose(game, Budget(nodes=25))
    assert 1 < choice.simulations <= 25
    assert choice.move == choice.candidates[0].move
    assert sum(each.visits for each in choice.candidates) == choice.simulations


def test_games_begin_differently_with_moves_that_are_nearly_as_good() -> None:
    found = [choose(Game(13), Budget(nodes=16), seed=seed) for seed in range(12)]
    assert len({choice.move for choice in found}) > 1
    for choice in found:
        visits = {each.move: each.visits for each in choice.candidates}
        assert visits[choice.move] >= opponent.NEARLY * choice.candidates[0].visits


def test_an_empty_budget_still_gives_a_good_move() -> None:
    choice = choose(Game(9), Budget(seconds=0))
    likely = [move for move, _ in load().predict([View(Game(9).position)], symmetries=2)[0].moves(3)]
    assert choice.move in likely
    assert choice.simulations == 0


@pytest.mark.parametrize(("only", "searched"), [(0.5, False), (1.1, True)])
def test_a_forced_move_needs_no_search(
    monkeypatch: pytest.MonkeyPatch, only: float, *, searched: bool
) -> None:
    """White must save eight stones in atari; the network gives the move well over one half."""
    monkeypatch.setattr(opponent, "ONLY_MOVE", only)
    saving = choose(from_diagram(ATARI, WHITE), Budget(nodes=60))
    assert (vertex(saving.move), saving.simulations > 0) == ("G5", searched)


def test_it_keeps_the_stones_that_decide_the_game() -> None:
    """Eight white stones in atari: whether Black captures them or closes the net, they do not get away."""
    game = from_diagram(ATARI, BLACK)
    choice = choose(game, Budget(nodes=60))
    game.play(choice.move)
    if vertex(choice.move) != "G5":
        game.play("G5")
        assert choose(game, Budget(nodes=60)).win_rate > 0.95
    assert choice.win_rate > 0.95


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE])
@pytest.mark.parametrize("level", ["beginner", "strongest"])
@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_it_passes_when_nothing_is_left(rules: Rules, level: str, color: Color) -> None:
    game = from_diagram(FINISHED, color, rules)
    assert choose(game, Budget(nodes=30), level=level).move is PASS
    game.play(PASS)
    assert choose(game, Budget(nodes=30), level=level).move is PASS


def test_it_sees_dead_stones_at_the_end() -> None:
    text = FINISHED.replace("X O . . . .", "X O . . . X", 1)
    game = from_diagram(text, BLACK)
    assert [str(point) for point in dead_stones(game)] == ["J9"]
    with pytest.raises(InputError, match="square boards"):
        dead_stones(Game(Grid(6, 7)))


@pytest.mark.parametrize("level", LEVELS)
def test_it_does_not_pass_while_a_point_is_open(level: str) -> None:
    game = from_diagram(ONE_DAME, BLACK)
    for seed in range(3):
        assert choose(game, Budget(nodes=30), level=level, seed=seed).move is not PASS


@pytest.mark.parametrize("level", ["beginner", "strongest"])
def test_it_fills_no_territory_of_its_own(level: str) -> None:
    game = from_diagram(ONE_DAME, BLACK, JAPANESE)
    own = game.grid.set(point for point in game.board.empty if point.col < 4)
    for seed in range(6):
        assert choose(game, Budget(nodes=30), level=level, seed=seed).move not in own


@pytest.mark.parametrize("level", ["beginner", "strongest"])
def test_it_resigns_a_lost_game_late_and_only_then(level: str) -> None:
    game = Game(9, CHINESE.with_komi(7.5))
    said = []
    for slack, strong in SLACK_MOVES:
        said.append(choose(game, Budget(nodes=3), level=level).resigns)
        game.play(slack)
        game.play(strong)
    assert not any(said[:8])
    assert choose(game, Budget(nodes=3), level=level).resigns
    winning = game.branch()
    winning.rules = CHINESE.with_komi(-200)
    assert not choose(winning, Budget(nodes=3), level=level).resigns


def test_small_boards_are_played_perfectly() -> None:
    choice = choose(Game(Grid(3)))
    assert (vertex(choice.move), choice.win_rate, choice.simulations) == ("B2", 1.0, 0)
    assert "perfect" in choice.note


@pytest.mark.parametrize("grid", [Grid(6, 7), Grid(21, 21)])
def test_boards_that_the_network_does_not_know_are_played_by_playouts(grid: Grid) -> None:
    choice = choose(Game(grid), Budget(nodes=50, memory_mb=8))
    assert choice.note == (
        f"found by random playouts: the network does not know {grid.cols}x{grid.rows} boards"
    )
    assert choice.simulations == 50
    weak = choose(Game(grid), Budget(nodes=10_000, memory_mb=8), level="beginner")
    assert weak.simulations == LEVELS["beginner"].playouts


def test_without_the_network_file_it_plays_by_playouts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HONTE_NETWORK", str(tmp_path / "missing.onnx"))
    for cached in (load, opponent._network):
        cached.cache_clear()
    try:
        choice = choose(Game(9), Budget(nodes=50, memory_mb=8))
    finally:
        for cached in (load, opponent._network):
            cached.cache_clear()
    assert choice.simulations == 50
    assert "no network file" in choice.note


def test_superko_forbids_repeated_boards_inside_a_game() -> None:
    """On 5x5 fights come back to old boards; every move of two searching players must stay legal."""
    game = Game(5, CHINESE.with_komi(24.5))
    while game.phase is Phase.PLAY and len(game.steps) < 120:
        game.play(choose(game, Budget(nodes=12), level="club player", seed=len(game.steps)).move)
    boards = [step.position.board for step in game.steps if step.move is not None]
    assert len(boards) == len(set(boards))


def test_bad_input_is_named() -> None:
    game = Game(5)
    with pytest.raises(InputError, match="'9 dan' is not a level; expected beginner, "):
        choose(game, level="9 dan")
    game.resign()
    with pytest.raises(InputError, match="the game is over"):
        choose(game)


def test_komi_and_handicap_change_the_chance_to_win() -> None:
    even = choose(Game(9, CHINESE.with_komi(0.5), handicap=4), Budget(nodes=3)).win_rate
    helped = choose(Game(9, CHINESE.with_komi(120.5), handicap=4), Budget(nodes=3)).win_rate
    assert even < 0.2 < 0.8 < helped
