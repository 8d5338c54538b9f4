"""The rules under which small boards are solved: area scoring, no suicide, two passes, one of three ko
rules."""

from __future__ import annotations

from honte.core import KoRule, Rules, Scoring
from honte.errors import InputError

SIMPLE = Rules("simple", KoRule.SIMPLE, komi=0.0)
POSITIONAL = Rules("positional", KoRule.POSITIONAL, komi=0.0)
SITUATIONAL = Rules("situational", KoRule.SITUATIONAL, komi=0.0)
KO_RULES = {rules.name: rules for rules in (SIMPLE, POSITIONAL, SITUATIONAL)}


def rules_named(name: str) -> Rules:
    """The rules of a name: simple, positional, situational or a preset; raises InputError for others.

    >>> rules_named("situational").ko
    <KoRule.SITUATIONAL: 'situational'>
    """
    rules = KO_RULES.get(name.strip().lower())
    if rules is None:
        try:
            rules = Rules.named(name)
        except InputError as error:
            raise InputError(f"{error}; and {', '.join(KO_RULES)}") from None
    check_rules(rules)
    return rules


def check_rules(rules: Rules) -> None:
    """Raises InputError for rules that the solver does not support."""
    if rules.scoring is not Scoring.AREA:
        raise InputError(f"{rules.name} rules count territory; small boards are solved for area scoring")
    if rules.suicide:
        raise InputError(
            f"{rules.name} rules allow suicide; small boards are solved without suicide, "
            f"as under {', '.join(KO_RULES)} rules"
        )
    if rules.passes_to_end != 2 or rules.ko is KoRule.NONE:
        raise InputError(f"{rules.name} rules do not end a game after two passes under a ko rule")
