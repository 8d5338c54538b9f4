"""Training: today's set, spaced repetition, a rating with its curve, the status quiz, statistics.

trainer      `Trainer`: notes a review, keeps rating and schedule, makes today's set
schedule     when a problem comes again (FSRS)
rating       how strong the player is (Glicko)
quiz         alive, dead, unsettled or ko?
statistics   what was solved, by place, aim, level and tag
"""

from honte.trainer.rating import Rating
from honte.trainer.trainer import Daily, Noted, Trainer

__all__ = ["Daily", "Noted", "Rating", "Trainer"]
