"""KataGo as the model of a review, where the user has it."""

from __future__ import annotations

from collections.abc import Sequence

from honte.estimate.ownership import Setting
from honte.katago import KataGo, load
from honte.network import Prediction, View
from honte.review.seeing import KEPT_MOVES, Sight


class ByKataGo:
    """KataGo as a model: stronger than the network and slower, with its own error for each margin."""

    name = "katago"
    note = ""

    def __init__(self, katago: KataGo | None = None, *, visits: int | None = None) -> None:
        """Takes the program's KataGo unless one is given; raises InputError when it is not installed."""
        self.katago, self.visits = katago or load(), visits

    def see(self, settings: Sequence[Setting]) -> list[Sight]:
        """One answer for each position; all of them under the rules of the first."""
        if not settings:
            return []
        rules, bonus = settings[0].rules, settings[0].bonus
        views = [View(setting.position, setting.last) for setting in settings]
        answers = self.katago.predict(views, rules=rules, bonus=bonus, visits=self.visits)
        return [_sight(*each) for each in zip(settings, answers, strict=True)]


def _sight(setting: Setting, said: Prediction) -> Sight:
    komi = setting.rules.komi + setting.bonus
    return Sight(
        setting,
        margin=said.margin - komi,
        error=said.error,
        chance=said.black_wins(komi),
        owners=said.owners.astype(float),
        moves=tuple(said.moves(KEPT_MOVES)),
        policy=said.policy,
    )
