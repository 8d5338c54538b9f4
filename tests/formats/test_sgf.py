"""SGF trees: reading, writing, encodings, and files that are broken on purpose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sgfmill import sgf as sgfmill

from honte.core import BLACK, WHITE
from honte.errors import GoError, InputError, ParseError
from honte.formats.sgf import Collection, GameTree, parse, serialize, to_game, to_text
from honte.formats.sgf_tokens import escape, split_composed, unescape
from honte.grid import Grid, Point

SAMPLE = (
    "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ann \\] \\\\ B.]AB[cc][dd:ee]AW[gg]"
    "C[two\nlines: a\\:b]\n"
    "TR[cc]LB[dd:a][ee:12];W[ec]BL[123.4];B[](;W[tt]XY[kept [as\\] is])(;W[ca]N[other];B[aa]))"
)


# Reading


def test_reads_a_file() -> None:
    tree = parse(SAMPLE)[0]
    grid = tree.grid
    root = tree.root
    assert grid is Grid(9)
    assert root.text("PB") == "Ann ] \\ B."
    assert root.text("C") == "two\nlines: a:b"
    assert str(root.points("AB", grid)) == "{D5, E5, D6, E6, C7}"
    assert root.labels(grid) == {Point.parse("D6"): "a", Point.parse("E5"): "12"}
    assert tree.moves() == [(WHITE, Point.parse("E7")), (BLACK, None), (WHITE, None)]
    assert [node.text("N") for node in tree.nodes() if "N" in node] == ["other"]


def test_old_files_spell_names_with_small_letters() -> None:
    data = b"(;GaMe[1]SiZe[9];Black[ee];White[tt])"
    tree = parse(data)[0]
    assert tree.grid is Grid(9)
    assert tree.moves() == [(BLACK, Point(4, 4)), (WHITE, None)]
    assert serialize(parse(data)).strip() == data


@pytest.mark.parametrize(("size", "grid"), [("25", Grid(25)), ("19:13", Grid(19, 13)), ("1", Grid(1))])
def test_sizes(size: str, grid: Grid) -> None:
    assert parse(f"(;SZ[{size}])")[0].grid is grid


def test_tt_is_a_point_on_large_boards() -> None:
    assert parse("(;SZ[25];B[tt];W[])")[0].moves() == [(BLACK, Point(19, 5)), (WHITE, None)]


@pytest.mark.parametrize("size", ["0", "26", "x", "9:", "-3", "9:99", "1e9"])
def test_bad_sizes(size: str) -> None:
    if size == "9:":
        assert parse(f"(;SZ[{size}])")[0].grid is Grid(9)
        return
    with pytest.raises(GoError):
        to_game(parse(f"(;SZ[{size}])")[0])


def test_text_around_trees_is_skipped() -> None:
    games = parse("From: a friend\n\n(;SZ[9];B[aa])\n-- \n(;SZ[13])  the end")
    assert [tree.grid.cols for tree in games] == [9, 13]


def test_crlf_and_escapes() -> None:
    text = "a\\\r\nb\r\nc\\]d\te"
    assert unescape(text) == "ab\nc]d e"
    tree = parse(b"(;C[" + text.encode() + b"]\r\n;B[aa]\r\n)\r\n")[0]
    assert tree.root.first("C") == text
    assert split_composed(r"a\:b:c") == (r"a\:b", "c")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n")))
def test_escape_round_trip(text: str) -> None:
    assert unescape(escape(text)) == text


# Broken files


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("no game here", 1, 1),
        ("(;B[aa]", 1, 8),
        ("(;B[aa]\n;W[bb", 2, 3),
        ("(;B[aa]\n;W[aa][bb", 2, 7),
        ("(;B[aa]\r\n;W)", 2, 2),
        ("(;B[aa];W[bb]%)", 1, 14),
        ("(;B[aa]())", 1, 9),
        ("(;B[aa](;W[bb])C[x])", 1, 16),
        ("(;[aa])", 1, 3),
    ],
)
def test_broken_files_say_where(text: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [SAMPLE.encode(), "(;PB[本因坊]CA[Shift_JIS];B[aa])".encode("shift_jis")])
def test_truncated_at_every_byte(data: bytes) -> None:
    for end in range(len(data)):
        with pytest.raises(ParseError):
            parse(data[:end])
    parse(data)


@given(st.binary(max_size=200))
def test_any_bytes_give_a_tree_or_a_parse_error(data: bytes) -> None:
    for candidate in (data, b"(;C[" + data + b"])", b"(;" + data + b")"):
        try:
            games = parse(candidate)
        except ParseError:
            continue
        assert parse(serialize(games)) == games


def test_ten_megabytes() -> None:
    data = b"(;SZ[19]" + b";B[dd]C[some words, more words];W[pp]" * 270_000 + b")"
    assert len(data) > 10_000_000 * 0.99
    assert sum(1 for _ in parse(data)[0].main_line()) == 540_001
    with pytest.raises(ParseError):
        parse(b"(;C[" + b"a\\" * 5_000_000)
    with pytest.raises(ParseError):
        parse(b"(" * 5_000_000)


def test_ten_thousand_nested_variations() -> None:
    depth = 10_000
    data = b"(;SZ[9]" + b"(;B[aa](;W[bb])" * depth + b")" * depth + b")"
    games = parse(data)
    assert sum(1 for _ in games[0].nodes()) == 2 * depth + 1
    assert games[0] == parse(serialize(games))[0]
    assert serialize(parse(serialize(games))) == serialize(games)


# Encodings


NAMES = {
    "utf-8": "本因坊秀策 – Çetin",
    "gb18030": "中国围棋协会第三届名人战聂卫平对马晓春黑中盘胜",
    "shift_jis": "本因坊秀策は黒で先番、この手は絶妙でした",
    "euc_jp": "本因坊秀策は黒で先番、この手は絶妙でした",
    "big5": "應氏杯世界職業圍棋錦標賽林海峰對曹薰鉉黑勝",
    "euc_kr": "이창호 구단과 조훈현 구단의 결승 대국입니다",
    "latin-1": "Björn Åström gegen Gérard Müller, schöner Zug für Weiß",
}


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("encoding", NAMES)
def test_encodings(encoding: str, declared: bool) -> None:
    ca = f"CA[{encoding}]" if declared else ""
    data = f"(;{ca}GM[1]SZ[19]PB[{NAMES[encoding]}];B[pd])\n".encode(encoding)
    games = parse(data)
    assert games[0].root.text("PB") == NAMES[encoding]
    assert serialize(games) == data


def test_wrong_declaration_and_byte_order_mark() -> None:
    assert parse("(;CA[EUC-JP]PB[Çetin])".encode("latin-1"))[0].root.text("PB") == "Çetin"
    assert parse("(;CA[nonsense]PB[é])".encode())[0].root.text("PB") == "é"
    assert parse("(;PB[本])".encode("utf-8-sig"))[0].root.text("PB") == "本"
    assert parse("(;PB[本])".encode("utf-16"))[0].root.text("PB") == "本"


@given(st.binary(max_size=60))
def test_unknown_properties_keep_their_bytes(data: bytes) -> None:
    value = data.replace(b"\\", b"").replace(b"]", b"")
    games = parse(b"(;SZ[9]ZZ[" + value + b"])")
    if games.encoding != "latin-1" and not value.isascii():
        return  # a guessed encoding may hold brackets inside its characters
    assert b"ZZ[" + value + b"]" in serialize(games)


def test_text_that_the_encoding_cannot_hold_becomes_utf8() -> None:
    games = parse("(;PB[é])".encode("latin-1"))
    games[0].root.set_text("PW", "本因坊")
    again = parse(serialize(games))
    assert (again[0].root.text("PW"), again[0].root.text("CA")) == ("本因坊", "UTF-8")
    with pytest.raises(InputError):
        serialize(games, "no such thing")


# Round trips, and sgfmill as the second opinion


names = st.sampled_from(["B", "W", "C", "AB", "TR", "LB", "XYZ", "N", "Comment", "FF"])
raw_values = st.text(
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\\]"), max_size=12
) | st.sampled_from(["\\]", "\\\\", "a\\\nb", "", "aa"])


def _variations(parts: list[str]) -> str:
    return "".join("(;" + part for part in parts) + ")"


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    text = draw(
        st.recursive(
            st.just(")"),
            lambda inner: st.lists(inner, max_size=3).map(
                lambda parts: "".join("(;" + p for p in parts) + ")"
            ),
            max_leaves=12,
        )
    )
    tree = parse("(;" + text)[0]
    for node in tree.nodes():
        for name in draw(st.lists(names, max_size=3, unique_by=lambda n: "".join(filter(str.isupper, n)))):
            key = "".join(ch for ch in name if ch.isupper())
            node.properties[key] = draw(st.lists(raw_values, min_size=1, max_size=3))
            if key != name:
                node.spelling = {key: name}
    return tree


@given(trees())
def test_tree_round_trip(tree: GameTree) -> None:
    assert parse(to_text(tree))[0] == tree
    games = Collection([tree, tree])
    assert parse(serialize(games)) == games


def test_agrees_with_sgfmill() -> None:
    theirs = sgfmill.Sgf_game.from_string(SAMPLE)
    mine = parse(SAMPLE)[0]
    stack = [(theirs.get_root(), mine.root)]
    count = 0
    while stack:
        a, b = stack.pop()
        count += 1
        assert {name: [v.decode() for v in a.get_raw_list(name)] for name in a.properties()} == b.properties
        assert len(list(a)) == len(b.children)
        stack += zip(list(a), b.children, strict=True)
    assert count == 6
    assert theirs.get_root().get("C") == mine.root.text("C")
    assert {(p[1], p[0]) for p in theirs.get_root().get("AB")} == set(mine.root.points("AB", mine.grid))
