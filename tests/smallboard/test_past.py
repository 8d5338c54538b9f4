"""Games before a position: what they forbid, against the plain witness, and which do not fit."""

from __future__ import annotations

import random

import pytest

from honte.core import BLACK, WHITE, Board, Game, Position, Rules
from honte.errors import InputError
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.smallboard.answer import solve
from honte.smallboard.past import check_past
from honte.smallboard.plain import OutOfNodes, PlainSolver
from honte.smallboard.solver import POSITIONAL, SIMPLE, SITUATIONAL

KO = Board.parse(". X O .\nX . X O\n. X O .")


def random_game(grid: Grid, rules: Rules, seed: int, length: int) -> Game:
    """Random legal moves, superko included, with few passes."""
    rng = random.Random(seed)
    game = Game(grid, rules)
    for _ in range(length):
        moves = list(game.legal_moves)
        game.play(rng.choice(moves) if moves else None)
        if game.passes:
            break
    return game


def positions(game: Game) -> list[Position]:
    return [game.start, *(step.position for step in game.steps)]


@pytest.mark.parametrize("rules", [POSITIONAL, SITUATIONAL], ids=lambda rules: rules.name)
def test_answers_after_a_game_agree_with_the_witness(rules: Rules) -> None:
    """Value and exact set of best moves; and the past must matter somewhere."""
    settled = changed = 0
    for seed in range(40):
        grid = Grid(2) if seed % 3 else Grid(3, 2)
        game = random_game(grid, rules, seed, length=6 + seed % 17)
        *past, position = positions(game)
        witness = PlainSolver(rules, limit=1_000)
        try:
            values = witness.move_values(position, past)
        except OutOfNodes:
            continue
        best = max(values.values()) if position.to_play is BLACK else min(values.values())
        answer = solve(position, rules, Budget(nodes=20_000, memory_mb=8), past=past)
        assert {each.move for each in answer.moves} == set(values)
        for each in answer.moves:
            assert each.low <= values[each.move] <= each.high, f"{game.moves} {each}"
        if not answer.best_proved:
            continue
        assert answer.value == best, str(game.moves)
        assert set(answer.best) == {move for move, value in values.items() if value == best}
        settled += 1
        bare = solve(Position(position.board, position.to_play), rules, Budget(nodes=20_000, memory_mb=8))
        changed += (bare.value, bare.best) != (answer.value, answer.best)
    assert settled > 10
    assert changed > 2


def test_the_past_forbids_a_board() -> None:
    start = Position(KO, WHITE)
    taken = start.play_unchecked(Point.parse("B2"))
    threat, answer = taken.play_unchecked(None), taken.play_unchecked(None).play_unchecked(None)
    # Both passed: the ban of simple ko is over, but the board before the capture has stood already.
    back = Point.parse("C2")
    free = solve(Position(answer.board, BLACK), POSITIONAL, Budget(nodes=2_000, memory_mb=8))
    bound = solve(answer, POSITIONAL, Budget(nodes=2_000, memory_mb=8), past=[start, taken, threat])
    assert back in {each.move for each in free.moves}
    assert back not in {each.move for each in bound.moves}


def test_pasts_that_do_not_fit() -> None:
    start = Position.empty(3)
    one = start.play_unchecked(Point.parse("B2"))
    two = one.play_unchecked(Point.parse("A1"))
    check_past(two, [start, one])
    check_past(two, [])
    check_past(Position(two.board, WHITE), [start, one, two])  # a pass
    for position, past, text in (
        (two, [start], "the last move does not fit"),
        (two, [one, start, one], "move 1 does not fit"),
        (two, [Position.empty(4)], "another size"),
        (Position(KO, WHITE).play_unchecked(Point.parse("B2")), [Position(KO, BLACK)], None),
    ):
        if text is None:
            check_past(position, past)
            continue
        with pytest.raises(InputError, match=text):
            solve(position, POSITIONAL, past=past)
    after = Position(KO, WHITE).play_unchecked(Point.parse("B2"))
    with pytest.raises(InputError, match="ko point"):
        solve(Position(after.board, BLACK), SIMPLE, past=[Position(KO, WHITE)])
