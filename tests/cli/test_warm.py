"""`honte warm` compiles every registered family and says how long each took."""

import json

from typer.testing import CliRunner

from honte.cli.main import app
from honte.cli.warm import register_engines
from honte.search.warm import families, warm_all


def test_warm_names_every_family() -> None:
    answer = CliRunner().invoke(app, ["warm", "--json"])
    assert answer.exit_code == 0, answer.output
    assert set(json.loads(answer.stdout)["seconds"]) == {family.name for family in families()}


def test_watch_hears_before_and_after() -> None:
    register_engines()
    heard: list[tuple[str, bool]] = []
    warm_all(lambda family, seconds: heard.append((family.name, seconds is None)))
    assert heard == [(family.name, before) for family in families() for before in (True, False)]
