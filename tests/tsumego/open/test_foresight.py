"""The network's outlook and the tree search that plays for what is at stake: repeatable and bounded."""

from __future__ import annotations

import pytest

from honte.core import BLACK, WHITE, Board, vertex
from honte.errors import InputError
from honte.grid import Point
from honte.network.tree import BATCH
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import solve
from honte.tsumego.open import foresight, outlook
from honte.tsumego.open.foresight import FEWEST_NODES, NODES_PER_VISIT, can_foresee, foresee
from honte.tsumego.open.outlook import Outlook, outlook_of
from honte.tsumego.problem import Setup

CORNER = """
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
X X X X X X . . . . . . .
O O O O O X . . . . . . .
. . . . O X . . . . . . .
O O O O O X . . . . . . .
X X X X X X . . . . . . .
"""
"""A straight four of White's is alive; a straight three would not be."""
THREE = CORNER.replace(". . . . O X", "O . . . O X")


def seen(text: str = THREE, to_play: str = "X") -> Outlook:
    found = outlook_of(Setup(Board.parse(text), BLACK if to_play == "X" else WHITE))
    assert found is not None
    return found


def nodes(count: int) -> Effort:
    return Effort.whole(Budget(nodes=count))


def test_the_stakes_are_the_stones_that_the_first_move_decides() -> None:
    now = seen()
    white, black = (now.view.position.board.stones(color) for color in (WHITE, BLACK))
    assert now.swing(white) > 5 * now.swing(black)
    assert float(now.stakes.min()) >= 0
    assert now.prior(None) == 0


def test_the_scene_is_the_box_around_the_stones() -> None:
    now = seen()
    inside = {p for p, here in zip(now.grid.points, now.scene, strict=True) if here}
    assert inside == {p for p in now.grid.points if p.col <= 6 and p.row <= 5}


def test_the_scene_of_a_given_target_is_the_box_around_its_chain() -> None:
    target = Board.parse(THREE).grid.set([Point.parse("A2")])
    now = outlook_of(Setup(Board.parse(THREE), BLACK, keystones=target))
    assert now is not None
    inside = {p for p, here in zip(now.grid.points, now.scene, strict=True) if here}
    assert inside == {p for p in now.grid.points if p.col <= 7 and p.row <= 6}
    assert set(now.moves_in_scene()) <= inside


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_middle_of_three(side: str) -> None:
    found = foresee(seen(to_play=side), nodes(12 * NODES_PER_VISIT))
    assert vertex(found[0].move) == "C3"
    assert sum(each.share for each in found) == pytest.approx(1)
    assert found[0].value > 0


def test_nodes_buy_visits_and_two_searches_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    now, asked = seen(CORNER), []
    predict = now.network.predict
    monkeypatch.setattr(now.network, "predict", lambda views: asked.append(len(views)) or predict(views))
    first = foresee(now, nodes(30 * NODES_PER_VISIT))
    assert sum(asked) <= 30
    assert max(asked) <= BATCH
    assert first == foresee(now, nodes(30 * NODES_PER_VISIT))


def test_threads_share_the_positions_of_a_round() -> None:
    now = seen(CORNER)
    tree = foresight.Foresight(now, foresight._weights(now, None), threads=2)
    views = [now.view.after(edge.move) for edge in tree.root.edges[:5]]
    alone = now.network.predict(views)
    for one, other in zip(tree.ask(views), alone, strict=True):
        assert one.position == other.position
        assert abs(one.margin - other.margin) < 0.1
    assert tree.ask(views[:1])[0].position == views[0].position


def test_refuted_moves_are_left_out() -> None:
    now = seen()
    edge = Point.parse("B3")
    [only] = foresee(now, nodes(FEWEST_NODES), among=(edge,))
    assert only.move == edge
    assert only.share == 1
    assert only.value != 0
    everywhere = {each.move for each in foresee(now, nodes(FEWEST_NODES))}
    assert Point.parse("M13") not in everywhere
    stone = Point.parse("A1")
    assert {each.move for each in foresee(now, nodes(FEWEST_NODES), among=(stone, None))} == everywhere


def test_without_a_visit_the_first_opinion_counts() -> None:
    found = foresee(seen(), nodes(NODES_PER_VISIT - 1))
    assert [each.share for each in found] == [each.prior for each in found]
    assert vertex(found[0].move) == "C3"
    assert len({each.value for each in found}) == 1


def test_a_given_target_is_what_counts() -> None:
    now = seen()
    target = now.grid.set([Point.parse("E3")])
    assert foresight._weights(now, target).sum() == pytest.approx(1)
    assert foresight._weights(now, target).argmax() == now.grid.points.index(Point.parse("E3"))


def test_little_effort_does_not_ask_the_network() -> None:
    assert can_foresee(nodes(FEWEST_NODES))
    assert not can_foresee(nodes(FEWEST_NODES - 1))
    assert not can_foresee(Effort.whole(Budget(seconds=0.01)))


def test_boards_that_the_network_does_not_know_have_no_outlook() -> None:
    assert outlook_of(Setup(Board.parse(". O X\n. O X"), BLACK)) is None


def test_without_a_network_there_is_a_guess_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup(Board.parse(CORNER.replace("X X X X X X", ". X . X . X")), WHITE)

    def missing() -> None:
        raise InputError("no network file")

    monkeypatch.setattr(outlook, "load", missing)
    assert outlook_of(setup) is None
    answer = solve(setup, Budget(nodes=200_000, memory_mb=16), explain=False)
    assert answer.move is not None
