"""The tree search: superko inside the tree, the end of a game, limits, early stops."""

import pytest

from honte.core import BLACK, CHINESE, JAPANESE, PASS, Game, Rules
from honte.engine.tree import Tree
from honte.network import View, load
from honte.network.tree import BATCH, Edge, Node
from honte.search.budget import Budget


def tree_of(game: Game, moves: str = "") -> Tree:
    said = load().predict([View.of(game)])[0]
    chosen = [(game.grid.parse(text), said.probability(game.grid.parse(text))) for text in moves.split()]
    return Tree(game, load(), said, chosen or said.moves(20))


@pytest.mark.parametrize(("rules", "opened"), [(CHINESE, False), (JAPANESE, True)])
def test_superko_rules_forbid_boards_of_the_game(rules: Rules, *, opened: bool) -> None:
    game = Game(7, rules)
    game.play("D4")
    before = Node(View(game.start), 0)
    assert tree_of(game)._open(before, Edge(game.grid.parse("D4"), 1.0), set()) is opened


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE])
def test_a_pass_repeats_no_board(rules: Rules) -> None:
    game = Game(7, rules)
    assert tree_of(game)._open(Node(View(game.start), 0), Edge(PASS, 1.0), set())


def test_two_passes_end_the_game_with_a_count() -> None:
    game = Game(7, CHINESE.with_komi(0.5))
    game.play("D4")
    tree = tree_of(game)
    said = load().predict([View.of(game)])[0]
    ended, going = Node(View.of(game), 2, said), Node(View.of(game), 1, said)
    assert tree.values.of(ended)[1] in (0.0, 1.0)
    assert 0.0 < tree.values.of(going)[1] < 1.0


def test_visits_are_counted_once_and_virtual_losses_are_taken_back() -> None:
    tree = tree_of(Game(7))
    tree.grow(Budget(nodes=50), None)
    assert tree.visits == sum(edge.visits for edge in tree.root.edges) <= 50
    waiting, nodes = 0, [tree.root]
    while nodes:
        for edge in nodes.pop().edges:
            waiting += edge.waiting
            if edge.child is not None:
                nodes.append(edge.child)
                assert edge.visits == edge.child.visits
    assert waiting == 0


def test_a_search_stops_when_nothing_can_change() -> None:
    tree = tree_of(Game(7), "D4 A1")
    tree.grow(Budget(nodes=400), None)
    first, second = tree.ranked()
    assert str(first.move) == "D4"
    assert first.visits - second.visits > 400 - tree.visits >= 0
    assert tree.visits < 400


def test_one_move_needs_one_round() -> None:
    tree = tree_of(Game(7), "D4")
    tree.grow(Budget(nodes=400), None)
    assert tree.visits <= BATCH


def test_values_are_black_s_and_sums_the_mover_s() -> None:
    game = Game(7, CHINESE.with_komi(-60))  # Black has won already
    tree = tree_of(game)
    tree.grow(Budget(nodes=10), None)
    assert game.to_play is BLACK
    assert all(edge.wins / edge.visits > 0.9 for edge in tree.root.edges if edge.visits)
    game.play("D4")
    tree = tree_of(game)
    tree.grow(Budget(nodes=10), None)
    assert all(edge.wins / edge.visits < 0.1 for edge in tree.root.edges if edge.visits)
