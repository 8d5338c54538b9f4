"""Takes screenshots of the workbench: those of the guide, or every mode in every view.

    python docs/scripts/screenshots.py                       writes docs/pictures/workbench/*.png
    python docs/scripts/screenshots.py --all --out shots     desktop and phone, light and dark

The script starts a server with an empty data folder. The opponent plays the game in the pictures against
itself, with a fixed number of simulations, so that the game belongs to nobody.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from honte.core import CHINESE, Game
from honte.engine.mcts import choose
from honte.formats.sgf import from_game, to_text
from honte.search.budget import Budget
from honte.web.app import create_app

OUT = Path(__file__).parent.parent / "pictures" / "workbench"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
VIEWS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
PROBLEM = """Black to play
name: Rectangular six
. . . W x - - - -
. . . W x - - - -
W W W W x - - - -
x x x x x - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
- - - - - - - - -
"""

STRAIGHT = (
    """Black to play
name: Three in a row
. . . W x - - - -
W W W W x - - - -
x x x x x - - - -
"""
    + "- - - - - - - - -\n" * 6
)


FINISHED = """
. . O . O X . . .
. O . O O X . X .
. . O O X X . . .
. X O X X . . O .
. . O O X X . . .
. O . O O X X X X
. . O . O O O O X
. O . O . O X X X
. . . . . O X . .
"""


LESSON = (
    "(;SZ[13]GN[Corner lesson];B[dj];W[jd];B[jj];W[dg]C[White comes near from above.\n\nBlack can defend "
    "solidly (A), press from the other side (B), or lean on the stone (C).]"
    "(;B[fj];W[bi])(;B[dd];W[bj];B[cj];W[bi])(;B[cg];W[cf];B[dh];W[eg]))"
)


def sample_game(size: int = 13, moves: int = 100) -> str:
    """A game of the opponent against itself, as SGF."""
    game = Game(size, CHINESE)
    for number in range(moves):
        game.play(choose(game, Budget(nodes=2500, memory_mb=32), seed=number + 1).move)
    return to_text(from_game(game, PB="Kuro", PW="Shiro", GN="A game in the evening"))


class Shots:
    """One page of the browser, with a method for each mode that brings it into the state to show."""

    def __init__(self, page: Page, sgf: str) -> None:
        self.page, self.sgf = page, sgf

    def post(self, path: str, body: Any) -> Any:
        """Posts JSON from the page and returns the answer."""
        script = """([path, body]) => fetch(path, { method: 'POST', body,
            headers: { 'Content-Type': 'application/json' } }).then(answer => answer.json())"""
        return self.page.evaluate(script, [path, json.dumps(body)])

    def cell(self, vertex: str) -> Any:
        """The cell of the board at a vertex."""
        return self.page.locator(f'[role=gridcell][aria-label^="{vertex} "]')

    def game(self) -> str:
        """Imports the sample game and returns its id."""
        return str(self.post("/api/games/import", {"text": self.sgf})["id"])

    def go(self, path: str) -> None:
        """Opens a path and waits for the board."""
        self.page.goto(path)
        self.page.wait_for_selector(".goban")

    def home(self) -> None:
        """The first screen, after a game."""
        self.game()
        self.page.goto("/")
        self.page.get_by_role("link", name="Continue the last game").wait_for()
        self.page.wait_for_load_state("networkidle")

    def review(self) -> None:
        """The sample game with its review."""
        self.go(f"/review/{self.game()}")
        self.page.get_by_role("button", name="Review this game").click()
        self.page.get_by_role("list", name="Moves that lost most").wait_for()
        self.page.get_by_role("button", name="Stop").wait_for(state="detached", timeout=240_000)
        self.page.locator("#panel").evaluate("each => each.scrollTo(0, 0)")
        self.page.get_by_role("list", name="Moves that lost most").get_by_role("button").nth(1).click()

    def play(self) -> None:
        """The sample game at its end."""
        self.go(f"/play/{self.game()}")

    def first(self) -> None:
        """A first game on 9x9."""
        id = self.post("/api/games", {"cols": 9})["id"]
        for vertex in ("E5", "E3", "C4", "G4", "G6", "F6", "F7", "E6"):
            self.post(f"/api/games/{id}/play", {"vertex": vertex})
        self.go(f"/play/{id}")

    def variations(self) -> None:
        """A lesson with three variations."""
        id = self.post("/api/games/import", {"text": LESSON})["id"]
        self.post(f"/api/games/{id}/goto", {"move": 4})
        self.go(f"/review/{id}")
        self.page.get_by_role("group", name="Variations").wait_for()

    def count(self) -> None:
        """A finished game being counted."""
        made = self.post("/api/games/import", {"text": FINISHED, "name": "Finished"})
        self.go(f"/count/{made['id']}")
        self.page.get_by_role("button", name="Count now").click()
        self.page.locator("#panel .note", has_text="lick a chain").wait_for()

    def estimate(self) -> None:
        """The sample game with its estimate and curve."""
        self.go(f"/estimate/{self.game()}?move=70")
        self.page.wait_for_selector(".chance")
        self.whole_curve()

    def whole_curve(self) -> None:
        """Waits until the curve of margins reaches the end of the game."""
        last = "document.querySelector('.curve')?.getAttribute('d').match(/L([0-9]+)[^L]*$/)?.[1]"
        self.page.wait_for_function(f"() => Number({last}) > 315")

    def moyo(self) -> None:
        """The sample game with the moyo overlay."""
        self.go(f"/estimate/{self.game()}?move=40")
        self.page.get_by_label("Moyo overlay").select_option("enclosed")
        self.page.wait_for_selector(".mark.label")
        self.whole_curve()

    def small(self) -> None:
        """The values of all moves on 3x3."""
        made = {"cols": 3, "komi": 0, "opponent": {"color": "W"}}
        self.page.request.put("/api/settings", data={"name": "small.seconds", "value": 20})
        self.go(f"/small/{self.post('/api/games', made)['id']}")
        self.page.get_by_role("button", name="Value of every move").click()
        self.page.wait_for_selector(".heat.best")
        self.page.get_by_text("Passing is worth").wait_for()

    def problems(self) -> None:
        """A problem with its search finished."""
        id = self.post("/api/problems", {"text": PROBLEM})["ids"][0]
        self.go(f"/problems/{id}")
        self.page.get_by_text("Search", exact=True).click()
        self.page.get_by_role("button", name="Start search").click()
        self.page.get_by_text("Line:").wait_for()

    def solution(self) -> None:
        """A problem with its solution shown."""
        id = self.post("/api/problems", {"text": PROBLEM})["ids"][0]
        self.go(f"/problems/{id}")
        self.page.get_by_role("button", name="Solution").click()
        self.page.wait_for_selector(".mark.label")

    def right(self) -> None:
        """A problem after a right move."""
        id = self.post("/api/problems", {"text": STRAIGHT})["ids"][0]
        self.go(f"/problems/{id}")
        self.cell("B9").click()
        self.page.locator("#panel .note").get_by_text("Solved:").wait_for()

    def checked(self) -> None:
        """The editor after a check."""
        id = self.post("/api/edits", {"text": STRAIGHT})["id"]
        self.go(f"/editor/{id}")
        self.page.get_by_role("button", name="Check it").click()
        self.page.wait_for_selector(".reasons")

    def editor(self) -> None:
        """The editor with the area brush."""
        id = self.post("/api/edits", {"text": PROBLEM})["id"]
        self.go(f"/editor/{id}")
        self.page.get_by_role("group", name="Brush").get_by_role("button", name="Area", exact=True).click()

    def samegame(self) -> None:
        """A SameGame board with a hint."""
        made = self.post("/api/samegame", {"cols": 15, "rows": 15, "colors": 5, "seed": 7})
        self.go(f"/samegame/{made['id']}")
        self.page.get_by_role("button", name="Hint").click()
        self.page.wait_for_selector(".chosen-tile")

    def library(self) -> None:
        """The problems of a collection, some of them solved."""
        self.train_a_little()
        self.page.goto("/library?collection=shipped%2Fbasic")
        self.page.wait_for_selector("button.card")
        self.page.wait_for_load_state("networkidle")

    def train(self) -> None:
        """Training: the rating with its curve, and today's set."""
        self.train_a_little()
        self.page.goto("/train")
        self.page.wait_for_selector("button.card")
        self.page.wait_for_load_state("networkidle")

    def train_a_little(self) -> None:
        """Notes some tries at problems of several levels, once."""
        training = self.page.request.get("/api/train").json()
        if training["tables"]["total"][0]["tries"] > 10:  # one comes from the picture of a right move
            return
        found = self.page.request.get("/api/library/problems?sort=level&lowest=20k&limit=40").json()[
            "problems"
        ]
        for number, problem in enumerate(found):
            board = self.post(f"/api/library/problems/{problem['id']}/open", {})["id"]
            clean = number % 5 != 3 and number < 33
            tried = {"id": board, "solved": True, "seconds": 9 + number, "mistakes": 0 if clean else 1}
            self.post("/api/train/reviews", tried)

    def newgame(self) -> None:
        """The dialog for a new game."""
        self.go("/play")
        self.page.get_by_role("button", name="New game").click()
        self.page.get_by_role("dialog").wait_for()


MODES: dict[str, Callable[[Shots], None]] = {
    "home": Shots.home, "review": Shots.review,
    "play": Shots.play, "variations": Shots.variations, "count": Shots.count, "estimate": Shots.estimate,
    "first": Shots.first, "right": Shots.right, "checked": Shots.checked,
    "moyo": Shots.moyo, "small": Shots.small, "problems": Shots.problems, "solution": Shots.solution,
    "editor": Shots.editor, "samegame": Shots.samegame, "newgame": Shots.newgame,
    "library": Shots.library, "train": Shots.train,
}  # fmt: skip


GUIDE = {
    "home-desktop-light", "review-desktop-light",
    "play-desktop-light", "count-desktop-dark", "estimate-desktop-light", "moyo-desktop-light",
    "small-desktop-light", "problems-desktop-light", "editor-desktop-light", "samegame-desktop-light",
    "play-phone-light", "solution-phone-dark", "samegame-phone-light", "variations-desktop-light",
    "first-desktop-light", "right-desktop-light", "checked-desktop-light",
    "library-desktop-light", "train-desktop-light", "library-phone-dark",
}  # fmt: skip
"""The pictures that docs/guides/workbench.md and docs/tutorial.md show."""


def save(page: Page, path: Path) -> None:
    """Saves a picture of the page, with colors rounded to multiples of four, so that the file stays small."""
    page.mouse.move(0, 0)
    page.evaluate("() => scrollTo(0, 0)")
    page.wait_for_timeout(400)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.point(lambda value: min(255, (value + 2) // 4 * 4)).save(path, optimize=True)


def serve(folder: str) -> tuple[uvicorn.Server, str]:
    """Starts the server in a thread; returns it and its address."""
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    app = create_app(Path(folder) / "shots.sqlite3", warm=False)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    while not server.started:
        time.sleep(0.02)
    return server, f"http://127.0.0.1:{listener.getsockname()[1]}"


def main() -> None:
    """Takes the screenshots that the options ask for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--all", action="store_true", help="every mode in every view")
    parser.add_argument("--only", nargs="*", choices=MODES, default=list(MODES), help="these modes alone")
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("HONTE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    sgf = sample_game()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = serve(folder)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for view in (f"{width}-{theme}" for width in VIEWS for theme in ("light", "dark")):
            width, theme = view.split("-")
            context = browser.new_context(base_url=address, color_scheme=theme, **VIEWS[width])
            page = context.new_page()
            page.set_default_timeout(90_000)
            page.goto("/")
            for name, prepare in MODES.items():
                if name in options.only and (options.all or f"{name}-{view}" in GUIDE):
                    prepare(Shots(page, sgf))
                    save(page, options.out / f"{name}-{view}.png")
            context.close()
        browser.close()
        server.should_exit = True


if __name__ == "__main__":
    main()
