"""Rule sets: what may be played, when the game ends, and how it is counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from honte.errors import InputError


class KoRule(Enum):
    """Which repetitions are forbidden."""

    NONE = "none"
    """Nothing is forbidden: for counting and for solvers that keep their own history."""
    SIMPLE = "simple"
    """The stone that just took a single stone may not be retaken at once."""
    POSITIONAL = "positional"
    """Simple ko, and no board that stood before may come back (positional superko)."""
    SITUATIONAL = "situational"
    """Simple ko, and no board may come back with the same side to play; a pass makes a situation too."""


class Scoring(Enum):
    """How a finished board is counted."""

    AREA = "area"
    """Stones and surrounded points (Chinese, AGA, Tromp-Taylor)."""
    TERRITORY = "territory"
    """Surrounded points and prisoners; nothing inside a seki (Japanese, Korean)."""
    PROBLEM_SET = "problem-set"
    """Surrounded points minus one's own captured and dead stones: territory, but seki eyes count."""


class Compensation(Enum):
    """The points that White gets for handicap stones under area counting."""

    NONE = "none"
    STONES = "stones"
    """One point for each stone (Chinese)."""
    STONES_LESS_ONE = "stones-1"
    """One point for each stone after the first (AGA)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A set of rules. Presets are below and in PRESETS.

    >>> CHINESE.with_komi(0.5).komi
    0.5
    >>> Rules.named("tromp-taylor").suicide
    True
    """

    name: str
    ko: KoRule = KoRule.POSITIONAL
    suicide: bool = False
    scoring: Scoring = Scoring.AREA
    komi: float = 7.5
    passes_to_end: int | None = 2
    """How many passes in a row end the game; None when passes never do."""
    compensation: Compensation = Compensation.NONE

    def with_komi(self, komi: float) -> Rules:
        """The same rules with another komi."""
        return replace(self, komi=komi)

    @staticmethod
    def named(name: str) -> Rules:
        """A preset by its name, in any spelling that SGF files use."""
        key = "".join(ch for ch in name.lower() if ch.isalnum())
        for known, rules in PRESETS.items():
            if key == known.replace("-", "") or key in _ALIASES.get(known, ()):
                return rules
        raise InputError(f"{name!r} is not a known rule set; known: {', '.join(PRESETS)}")


TROMP_TAYLOR = Rules("tromp-taylor", suicide=True)
CHINESE = Rules("chinese", compensation=Compensation.STONES)
JAPANESE = Rules("japanese", ko=KoRule.SIMPLE, scoring=Scoring.TERRITORY, komi=6.5)
AGA = Rules("aga", ko=KoRule.SITUATIONAL, compensation=Compensation.STONES_LESS_ONE)
NEW_ZEALAND = Rules("new-zealand", ko=KoRule.SITUATIONAL, suicide=True, komi=7.0)
PROBLEM_SET = Rules("problem-set", ko=KoRule.SIMPLE, scoring=Scoring.PROBLEM_SET, komi=0.0, passes_to_end=3)
TSUMEGO = Rules("tsumego", ko=KoRule.SIMPLE, komi=0.0, passes_to_end=None)

PRESETS: dict[str, Rules] = {
    rules.name: rules for rules in (TROMP_TAYLOR, CHINESE, JAPANESE, AGA, NEW_ZEALAND, PROBLEM_SET, TSUMEGO)
}
_ALIASES = {
    "tromp-taylor": ("tt", "trumptaylor", "logical"),
    "chinese": ("cn", "ch", "zh", "goe", "ing", "chineserules", "cgos"),
    "japanese": ("jp", "ja", "japan", "korean", "kr", "korea", "japaneserules"),
    "aga": ("bga", "french", "agarules"),
    "new-zealand": ("nz",),
    "problem-set": ("ps", "arsdigita"),
    "tsumego": ("gold", "lifeanddeath"),
}
