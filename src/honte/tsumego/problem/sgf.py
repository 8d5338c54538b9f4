"""Problems as SGF files that any editor shows and that keep every field of a setup.

Standard properties: stones in AB and AW, the side to play in PL, keystones marked TR, points out of play
dimmed by DD, a crop in VW, the text in C. Private properties for programs, in single points and plain
words: GOAL (live or kill, optionally `any`, threats as `black+1`, and what is at stake), KEY, AREA, KO,
STATUS (which side moves first, and what becomes of the keystones), SEARCH (parameters for GoLD's search).
Right moves carry TE[1] and end in a comment that starts with RIGHT; wrong first moves carry BM[1] and WV[1].

The reader also takes files without the private properties. The keystones then come from TR, MA or SQ on
stones of one color, the area from DD, the goal from words such as "Black to live", "Kill!" or 黑先活, and
right first moves from RIGHT, CORRECT, `Correct.` or TE. The stones may stand in several nodes before the
first move. The record of a whole game is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import InputError, ParseError, ProblemError
from honte.formats.picture import crop_around
from honte.formats.sgf import GameTree, Node, parse, serialize
from honte.formats.sgf_tokens import point_text
from honte.grid import Grid, Point, PointSet
from honte.tsumego.problem.problem import Capture, Objective, Setup, Threats
from honte.tsumego.problem.stake import Stake

_RIGHT = re.compile(r"\s*(RIGHT|CORRECT|Correct\b)|.*\bRIGHT\b", re.DOTALL)
_SIDE = r"(?:\b(?:black|white|[bw])\b|[黑黒白])"
_VERB = r"(?:\b(?:live|survive|save|kill|capture)s?\b|[活杀殺])"
_AIM = re.compile(rf"(?is)(?:({_SIDE})(?:(?!{_SIDE}).){{0,40}}?)?({_VERB})")
"""A verb with the color before it, where there is one."""
_TURN = re.compile(r"(?is)\b(black|white|[bw])\b.{0,12}?\b(?:play|move|first|turn|to)\b|([黑黒白])(?:先|番)")
_SAVES = ("live", "surv", "save", "活")
"""How verbs begin that mean life; the others mean a kill."""
GAME_MOVES = 20
"""A file without white stones before the first move, and with 20 moves or more, is a game and no problem."""


# Reading


def read_problems(data: bytes | str) -> list[Setup]:
    """Reads all problems of an SGF file; raises ParseError with the number of a broken one."""
    setups = []
    for number, tree in enumerate(parse(data), 1):
        try:
            setups.append(setup_of_tree(tree))
        except (InputError, ParseError) as error:
            raise ParseError(f"problem {number}: {error}") from None
    return setups


def setup_of_tree(tree: GameTree) -> Setup:
    """Reads a setup from one game tree; keystones and area stay None when the file has none."""
    grid = tree.grid
    root, last = _opening(tree)
    board = Board(grid, root.points("AB", grid).mask, root.points("AW", grid).mask)
    _refuse_game(board, tree)
    goal = [value.strip() for value in root.properties.get("GOAL", [])]
    comment = root.text("C") or ""
    to_play = _player(root, last, grid, comment)
    setup = Setup(
        board=board,
        to_play=to_play,
        keystones=_keystones(root, board),
        area=_area(root, grid),
        capture=Capture.ANY if "any" in goal else Capture.ALL,
        ko=next(iter(root.points("KO", grid)), None) if _is_points(root, "KO") else None,
        threats=_threats(goal),
        objective=_objective(goal, comment, to_play),
        solutions=tuple(right_first_moves(tree)),
        name=root.simple("GN") or "",
        comment=comment,
        stake=next((stake for stake in Stake if stake.value in goal), None),
        extra={"status": _pairs(root, "STATUS"), "search": _pairs(root, "SEARCH")},
    )
    return setup if "AREA" in root else _with_sound_area(setup)


def play_begins(tree: GameTree) -> Node:
    """The last node before the first move; its variations are the solution tree."""
    return _opening(tree)[1]


def _opening(tree: GameTree) -> tuple[Node, Node]:
    """A node with the stones and properties of all nodes before the first move, and the last of these."""
    grid, last = tree.grid, tree.root
    stones = {name: grid.set() for name in ("AB", "AW")}
    head = Node(dict(last.properties))
    while True:
        for name in stones:
            placed = {each: last.points(each, grid) for each in ("AB", "AW", "AE")}
            others = [points for each, points in placed.items() if each != name]
            stones[name] = (stones[name] - others[0] - others[1]) | placed[name]
        following = last.children[0] if len(last.children) == 1 else None
        if following is None or following.move(grid) is not None:
            break
        last = following
        head.properties.update(last.properties)
    for name, points in stones.items():
        head.set_points(name, points)
    return head, last


def _refuse_game(board: Board, tree: GameTree) -> None:
    """Raises InputError for the record of a game: no white stones at the start, and many moves."""
    moves = len(tree.moves())
    if moves >= GAME_MOVES and not board.stones(WHITE):
        raise InputError(f"this is a game of {moves} moves and no problem; a problem starts from a position")


def _with_sound_area(setup: Setup) -> Setup:
    """The setup without an area that makes it no problem: other programs dim points for other reasons."""
    if not setup.is_complete:
        return setup
    try:
        setup.problem()
    except ProblemError:
        return replace(setup, area=None)
    return setup


def _pairs(root: Node, name: str) -> dict[str, str]:
    """The `key:value` entries of a private property."""
    parts = (value.partition(":") for value in root.properties.get(name, []))
    return {key: value for key, _, value in parts}


def right_first_moves(tree: GameTree) -> list[Point]:
    """First moves with a comment RIGHT at or below them; without such comments the moves marked TE."""
    grid = tree.grid
    commented, marked = [], []
    for child in play_begins(tree).children:
        move = child.move(grid)
        if move is None or move[1] is None:
            continue
        if any(is_right(node) for node in GameTree(child).nodes()) and "BM" not in child:
            commented.append(move[1])
        elif "TE" in child:
            marked.append(move[1])
    return commented or marked


def is_right(node: Node) -> bool:
    """Whether the comment of a node calls the line to it right."""
    return "C" in node and _RIGHT.match(node.text("C") or "") is not None


def _player(root: Node, last: Node, grid: Grid, comment: str) -> Color:
    text = root.simple("PL")
    if text:
        return {"1": BLACK, "2": WHITE}.get(text) or Color.parse(text)
    for child in last.children:
        move = child.move(grid)
        if move is not None:
            return move[0]
    found = _TURN.search(comment) or _AIM.search(comment)
    side = next((word for word in found.groups() if word), "") if found else ""
    return _side(side)


def _side(word: str) -> Color:
    """The color of a word such as `black`, `B` or its sign in Chinese and Japanese."""
    return WHITE if word.startswith(("w", "W", "白")) else BLACK


def _keystones(root: Node, board: Board) -> PointSet | None:
    grid = board.grid
    if "KEY" in root:
        return root.points("KEY", grid)
    stones = ~board.empty
    for name in ("TR", "MA", "SQ"):
        marked = root.points(name, grid) & stones
        if len({board[point] for point in marked}) == 1:
            return marked.flood(board.stones(BLACK)) | marked.flood(board.stones(WHITE))
    return None


def _area(root: Node, grid: Grid) -> PointSet | None:
    if "AREA" in root:
        return root.points("AREA", grid)
    return ~root.points("DD", grid) if root.properties.get("DD") not in (None, [""]) else None


def _is_points(root: Node, name: str) -> bool:
    """Whether every value is a point. KO is also a standard property, a forced move without a point."""
    return all(len(value) == 2 for value in root.properties.get(name, [""]))


def _threats(goal: list[str]) -> Threats:
    for word in goal:
        match = re.fullmatch(r"(black|white)\+(\d{1,2})", word)
        if match:
            return Threats.of(Color.parse(match[1]), int(match[2]))
    return Threats()


def _objective(goal: list[str], comment: str, to_play: Color) -> Objective | None:
    for word in goal:
        if word in ("live", "kill"):
            return Objective(word)
    aim = _AIM.search(comment)
    if aim is None:
        return None
    objective = Objective.LIVE if aim[2].lower().startswith(_SAVES) else Objective.KILL
    return objective if not aim[1] or _side(aim[1]) is to_play else objective.inverse


# Writing


def tree_of_setup(setup: Setup, status: Mapping[str, str] | None = None) -> GameTree:
    """The game tree of a problem without moves; `add_line` adds lines of play.

    >>> from honte.tsumego.problem.text import parse_setup
    >>> setup = parse_setup("Black to play\\n. . . W x\\nW W W W x\\nx x x x x")
    >>> tree_of_setup(setup).root.properties["KEY"]
    ['ab', 'bb', 'cb', 'db', 'da']
    """
    grid, board = setup.board.grid, setup.board
    root = Node({"GM": ["1"], "FF": ["4"], "CA": ["UTF-8"], "AP": ["honte"]})
    root.properties["SZ"] = [f"{grid.cols}" if grid.cols == grid.rows else f"{grid.cols}:{grid.rows}"]
    if setup.name:
        root.set_text("GN", setup.name)
    root.properties["PL"] = [setup.to_play.letter]
    root.set_points("AB", board.stones(BLACK))
    root.set_points("AW", board.stones(WHITE))
    if setup.comment:
        root.set_text("C", setup.comment)
    keystones = setup.keystones or PointSet(grid)
    root.set_points("TR", keystones)
    if setup.area is not None:
        root.set_points("DD", ~setup.area)
        _set_view(root, setup)
    goal = [setup.objective.value] if setup.objective else []
    goal += ["any"] if setup.capture is Capture.ANY else []
    goal += [f"{str(c).lower()}+{setup.threats[c]}" for c in (BLACK, WHITE) if setup.threats[c]]
    goal += [setup.stake.value] if setup.stake is not None else []
    if goal:
        root.properties["GOAL"] = goal
    root.set_points("KEY", keystones)
    if setup.area is not None:
        root.set_points("AREA", setup.area)
    if setup.ko is not None:
        root.set_points("KO", grid.set([setup.ko]))
    status = status if status is not None else setup.extra.get("status") or {}
    if status:
        root.properties["STATUS"] = [f"{key}:{value}" for key, value in status.items()]
    if search := setup.extra.get("search"):
        root.properties["SEARCH"] = [f"{key}:{value}" for key, value in search.items()]
    return GameTree(root)


def _set_view(root: Node, setup: Setup) -> None:
    """Crops the view to area and keystones with a margin of one point, when that is less than the board."""
    grid = setup.board.grid
    corners = crop_around((setup.area or PointSet(grid)) | (setup.keystones or PointSet(grid)), 1)
    if corners and corners != (Point(0, 0), Point(grid.cols - 1, grid.rows - 1)):
        low, high = corners
        upper_left, lower_right = Point(low.col, high.row), Point(high.col, low.row)
        root.properties["VW"] = [f"{point_text(upper_left, grid)}:{point_text(lower_right, grid)}"]


def add_line(
    tree: GameTree, color: Color, moves: Iterable[Point | None], *, right: bool, comment: str = ""
) -> Node:
    """Adds one line of play from the root, reusing the nodes of other lines; returns its leaf."""
    grid, node = tree.grid, tree.root
    for number, move in enumerate(moves):
        found = next((child for child in node.children if child.move(grid) == (color, move)), None)
        if found is None:
            found = node.add()
            found.set_move(color, move, grid)
            if number == 0:
                found.properties["TE" if right else "BM"] = ["1"]
                if not right:
                    found.properties["WV"] = ["1"]
        node, color = found, color.opponent
    verdict = "RIGHT" if right else "WRONG"
    if "C" not in node:
        node.set_text("C", f"{verdict}. {comment}".strip() if comment else verdict)
    return node


def with_status(setup: Setup, status: Mapping[str, str]) -> Setup:
    """The setup with the status of the keystones by the side that moves first (`defender`, `attacker`)."""
    return replace(setup, extra={**setup.extra, "status": dict(status)})


def write_problem(setup: Setup, book: GameTree | None = None) -> bytes:
    """The bytes of an SGF file that holds the problem.

    `book` is the tree of the file that the problem came from: its moves and other properties stay.
    """
    tree = tree_of_setup(setup)
    if book is not None:
        ours = tree.root.properties
        kept = {name: values for name, values in book.root.properties.items() if name not in _OURS}
        tree.root.properties = {**ours, **{name: values for name, values in kept.items() if name not in ours}}
        tree.root.children = play_begins(book).children
    return serialize(tree)


_OURS = {"AB", "AW", "AE", "PL", "SZ", "KEY", "AREA", "GOAL", "DD", "VW", "TR", "CA"}
"""Properties of a root that `tree_of_setup` alone decides."""
