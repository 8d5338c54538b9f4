"""Analysis: visits up to the budget, lines that can be played, leads of the mover, boards of any size."""

import pytest

from honte.core import BLACK, CHINESE, PASS, WHITE, Board, Game
from honte.engine import Analysis, analyze, choose
from honte.errors import InputError
from honte.search.budget import Budget

AHEAD = """
. . . X O . .
. . . X O . .
. . . X O . .
. . X X O . .
. . . X O . .
. . . X O . .
. . . X O . .
"""


def test_every_visit_of_the_budget_is_spent() -> None:
    found = analyze(Game(7), Budget(nodes=40))
    assert found.visits == 40 == sum(each.visits for each in found.candidates)
    assert [each.visits for each in found.candidates] == sorted(
        (each.visits for each in found.candidates), reverse=True
    )


def test_lines_are_legal_and_start_with_their_move() -> None:
    game = Game(7)
    game.play("D4")
    for each in analyze(game, Budget(nodes=60)).candidates:
        assert each.line[0] == each.move
        tried = game.branch()
        for move in each.line:
            tried.play(move)


@pytest.mark.parametrize("to_play", [BLACK, WHITE])
def test_leads_and_chances_are_those_of_the_mover(to_play: object) -> None:
    color = BLACK if to_play is BLACK else WHITE
    game = Game(rules=CHINESE.with_komi(0.5), board=Board.parse(AHEAD), to_play=color)
    found = analyze(game, Budget(nodes=16))
    assert found.lead is not None
    assert (found.lead > 0) is (color is BLACK)
    assert (found.win_rate > 0.5) is (color is BLACK)
    assert found.ownership[0, 0] > 0.5 > -0.5 > found.ownership[0, 6]


def test_only_the_moves_that_are_asked_for() -> None:
    game = Game(7)
    corner = game.grid.parse("A1")
    found = analyze(game, Budget(nodes=10), only=lambda move: move == corner)
    assert [each.move for each in found.candidates] == [corner]
    with pytest.raises(InputError, match="no move is left"):
        analyze(game, Budget(nodes=10), only=lambda move: False)


def test_watchers_see_the_search_run() -> None:
    seen: list[Analysis] = []
    analyze(Game(7), Budget(nodes=30), seen.append, every=0.0)
    assert len(seen) > 1
    assert [each.visits for each in seen] == sorted(each.visits for each in seen)
    counts: list[int] = []
    choose(Game(7), Budget(nodes=30), watch=lambda found: counts.append(sum(c.visits for c in found())))
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]


def test_boards_without_the_network_are_searched_by_playouts() -> None:
    found = analyze(Game(4), Budget(nodes=600))
    assert found.lead is None
    assert found.candidates[0].visits >= 50
    assert found.candidates[0].line == (found.candidates[0].move,)


def test_a_stopped_budget_gives_what_there_is() -> None:
    budget = Budget(seconds=3600)
    found = analyze(Game(7), budget, lambda so_far: budget.stop(), every=0.0)
    assert 0 < found.visits < 20


def test_a_game_that_is_over_is_refused() -> None:
    game = Game(7)
    game.play(PASS)
    game.play(PASS)
    with pytest.raises(InputError, match="over"):
        analyze(game, Budget(nodes=10))
