"""README and docs are checked: their Python examples run, and what they name exists.

A page may name a file (`tsumego/proof/prover.py`), a module or a name in one (`honte.life.seki`), a Python
command (`python benchmarks/rules.py --games DIR`) or a command of honte (`honte moyo GAME --move 34`).
Words in capitals stand for the reader's own files.
"""

from __future__ import annotations

import doctest
import importlib
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

HOME = Path(__file__).parents[1]
PACKAGE = HOME / "src" / "honte"
PAGES = sorted(
    [
        HOME / "README.md",
        HOME / "CONTRIBUTING.md",
        HOME / "benchmarks" / "README.md",
        PACKAGE / "problems" / "README.md",
        *HOME.glob("docs/**/*.md"),
    ]
)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
SUFFIXES = "py|md|txt|sgf|npz|json|js|css|html|png|svg|gif|toml|sh"
READERS_FILE = re.compile(r"[A-Z_]+(\.\w+)?")
"""A name that stands for a file of the reader's own: FILE, BOARDS.json."""
NOT_OURS = ("finished.txt", "three.txt", "board.txt", "game.sgf", "problem.sgf", "map.png", "site/")
"""Files that an example makes up."""


def name_of(page: Path) -> str:
    return str(page.relative_to(HOME))


with_examples = pytest.mark.parametrize(
    "document", [page for page in PAGES if ">>> " in page.read_text("utf8")], ids=name_of
)
every_page = pytest.mark.parametrize("document", PAGES, ids=name_of)


@with_examples
def test_examples_in_a_page(document: Path) -> None:
    failures, tried = doctest.testfile(
        str(document), module_relative=False, optionflags=FLAGS, encoding="utf8"
    )
    assert tried > 0
    assert failures == 0


@every_page
def test_links_between_pages_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text("utf8"))
    links += re.findall(r'<img src="([^"]+)"', document.read_text("utf8"))
    assert [to for to in links if "://" not in to and not (document.parent / to).exists()] == []


@every_page
def test_files_and_modules_exist(document: Path) -> None:
    assert missing_files(document.read_text("utf8")) == []
    assert missing_modules(document.read_text("utf8")) == []


@every_page
def test_commands_exist(document: Path) -> None:
    assert unknown_commands(document.read_text("utf8")) == []


def test_the_checks_find_what_is_missing() -> None:
    assert missing_files("see `kernels/local/board.py`, `benson.py` and `FILE.npz`") == []
    assert missing_files("see `kernels/local/nowhere.py` and `nowhere.py`") == [
        "kernels/local/nowhere.py",
        "nowhere.py",
    ]
    assert missing_modules("`honte.kernels.maps.factors.FAR`, `honte.life`") == []
    assert missing_modules("`honte.kernels.nowhere`, `honte.life.nowhere`") == [
        "honte.kernels.nowhere",
        "honte.life.nowhere",
    ]
    assert unknown_commands("`python -m training.estimate TRAIN.npz`, `honte study moyo --games DIR`") == []
    wrong = "`python -m training.nowhere`\n`python benchmarks/rules.py --nowhere`\n`honte moyo --nowhere`\n"
    assert unknown_commands(wrong + "`honte study nowhere`") == [
        "python -m training.nowhere",
        "python benchmarks/rules.py --nowhere",
        "honte moyo --nowhere",
        "honte study nowhere",
    ]


# Files and modules


@cache
def all_names() -> frozenset[str]:
    """The name of every file of the project, for pages that name a file without its folder."""
    folders = ("src", "tests", "benchmarks", "training", "docs", "examples", "tools")
    return frozenset(path.name for folder in folders for path in (HOME / folder).rglob("*"))


def missing_files(text: str) -> list[str]:
    """The files a text names between backticks that are neither in the project nor in its package."""
    code = " ".join(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))
    named = re.findall(rf"(?<![\w./-])(?:[\w.-]+/)*[\w-]+\.(?:{SUFFIXES})\b(?![\w(])", code)
    named += re.findall(r"(?<![\w./-])(?:[\w-]+/)+(?![\w.{*])", code)
    return [path for path in named if not _is_ours(path)]


def _is_ours(path: str) -> bool:
    name = path.rstrip("/").rsplit("/", 1)[-1]
    if path in NOT_OURS or READERS_FILE.fullmatch(name):
        return True
    if "/" not in path and not (HOME / path).exists():
        return name in all_names()
    return any((folder / path).exists() for folder in (HOME, HOME / "src", PACKAGE, HOME / "docs"))


def missing_modules(text: str) -> list[str]:
    """The dotted names below `honte` that are no module and no name that its module's source has."""
    return [name for name in re.findall(r"\bhonte(?:\.[A-Za-z_]\w*)+", text) if not _is_module(name)]


def _is_module(name: str) -> bool:
    place, parts = HOME / "src", name.split(".")
    while parts and (place / parts[0]).is_dir():
        place /= parts.pop(0)
    file = place / f"{parts[0]}.py" if parts else place
    if not parts or (len(parts) == 1 and file.exists()):
        return True
    source = file if file.exists() else place / "__init__.py"
    word = parts[1] if file.exists() else parts[0]
    return source.exists() and re.search(rf"\b{word}\b", source.read_text("utf8")) is not None


# Commands


def unknown_commands(text: str) -> list[str]:
    """The commands in a text that name a script, a module, a subcommand or an option that is not there."""
    found = re.findall(r"(?:^|(?<=[`$ ]))((?:python|honte|\./run) [^`|\n#]*)", text, flags=re.MULTILINE)
    return [command for line in found if not _is_known(command := line.strip())]


def _is_known(command: str) -> bool:
    words = command.rstrip(".,;:").split()
    if words[0] == "python":
        return _is_script(words)
    return _is_subcommand(words[1:])


def _is_script(words: list[str]) -> bool:
    if words[1] == "-m":
        script = Path(words[2].replace(".", "/") + ".py")
    else:
        script = Path(words[1])
    if not (HOME / script).exists():
        return False
    source = (HOME / script).read_text("utf8")
    if words[1] != "-m" and "from training" in source:  # needs the project's folder on its path
        return False
    return all(f'"{word}"' in source for word in words if word.startswith("--"))


@cache
def commands() -> Any:
    from honte.cli.main import app

    return typer.main.get_command(app)


def _is_subcommand(words: list[str]) -> bool:
    """Whether the words lead to a command that has the options and files they name.

    A first word that is no command is prose: "honte proves".
    """
    command: Any = commands()
    if not words or not (words[0] in command.commands or words[0].startswith("--")):
        return not any(word.startswith("--") for word in words)
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        if words[0] in ("...", "NAME"):
            return True
        if words[0] not in command.commands:
            return False
        command, words = command.commands[words[0]], words[1:]
    options = {name for parameter in command.params for name in parameter.opts}
    files = [word for word in words if "/" in word and "://" not in word and not word.startswith(("-", "/"))]
    return all((HOME / file).exists() for file in files) and all(
        word in options | {"--help"} for word in words if word.startswith("--")
    )


def test_the_page_explains_words_as_the_glossary_does() -> None:
    from docs.scripts.glossary import TARGET, written

    assert TARGET.read_text(encoding="utf8") == written(), "run python docs/scripts/glossary.py"


def test_the_page_of_growth_is_what_its_script_writes() -> None:
    from docs.scripts.growth import TARGET, written

    assert TARGET.read_text(encoding="utf8") == written(), "run python docs/scripts/growth.py"


def test_the_tables_of_measured_figures_are_what_their_script_writes() -> None:
    from docs.scripts.results import pages

    stale = [name_of(page) for page, text in pages().items() if page.read_text("utf8") != text]
    assert stale == [], "run python docs/scripts/results.py; the words stand in docs/scripts/tables.txt"


def test_what_a_benchmark_printed_is_kept_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from docs.scripts import results

    (tmp_path / "figures.json").write_text("{}")
    (tmp_path / "tables.txt").write_text("== speed\n{speed>command}: {speed>rate|3}/s{speed>none}\n")
    (tmp_path / "page.md").write_text("a\n<!-- written: speed -->\nold\n<!-- end -->\nz\n")
    for name, path in {"DOCS": "", "FIGURES": "figures.json", "BLOCKS": "tables.txt"}.items():
        monkeypatch.setattr(results, name, tmp_path / path)
    command = ["keep", "speed", "--state", "idle", "--command", "python speed.py"]
    results.main(command, 'a table\n{"rate": 41987.2}\n')
    page = (tmp_path / "page.md").read_text()
    assert page == "a\n<!-- written: speed -->\n`python speed.py`: 42,000/s\n<!-- end -->\nz\n"
    with pytest.raises(SystemExit):
        results.main(["keep", "speed"], "no figures")
    assert "expected a line with a JSON object" in capsys.readouterr().err


def test_a_block_that_awaits_its_figures_stays_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from docs.scripts import results

    (tmp_path / "figures.json").write_text("{}")
    (tmp_path / "tables.txt").write_text("== speed, once measured\n{speed>rate}/s\n")
    (tmp_path / "page.md").write_text("a\n<!-- written: speed -->\n<!-- end -->\nz\n")
    for name, path in {"DOCS": "", "FIGURES": "figures.json", "BLOCKS": "tables.txt"}.items():
        monkeypatch.setattr(results, name, tmp_path / path)
    results.main([])
    assert (tmp_path / "page.md").read_text() == "a\n<!-- written: speed -->\n<!-- end -->\nz\n"
    results.main(["keep", "speed", "--command", "python speed.py"], '{"rate": 7}')
    assert "-->\n7/s\n<!--" in (tmp_path / "page.md").read_text()


@pytest.mark.parametrize("script", ["results", "growth"])
def test_examples_in_the_scripts_of_pages(script: str) -> None:
    module = importlib.import_module(f"docs.scripts.{script}")
    failures, tried = doctest.testmod(module, optionflags=FLAGS)
    assert tried > 0
    assert failures == 0


IN_SHORT = ("Idea", "Paper", "What we changed", "Cost", "Where it fails")


@pytest.mark.parametrize("page", sorted(HOME.glob("docs/algorithms/*.md")), ids=name_of)
def test_a_page_of_an_algorithm_begins_in_short(page: Path) -> None:
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", page.read_text("utf8"), flags=re.MULTILINE))
    assert [name for name in IN_SHORT if len(rows.get(name, "").strip()) < 20] == []


def test_every_page_has_a_place_on_the_site() -> None:
    named = re.findall(r"^ +- .+: (\S+\.md)$", (HOME / "mkdocs.yml").read_text("utf8"), flags=re.MULTILINE)
    pages = [str(page.relative_to(HOME / "docs")) for page in HOME.glob("docs/**/*.md")]
    assert sorted(named) == sorted(pages), "give a new page its place under nav in mkdocs.yml"
