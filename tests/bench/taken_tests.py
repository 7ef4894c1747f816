"""How often guessers pass the tests of the course: ``make bench`` prints it for every test and
checkpoint, the mean over some draws, and for every lesson at first try."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from solver import Outcome

DRAWS = 10


def percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def main() -> None:
    """Draw, compute and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from tests import guessers

    tests = Table("what", "about", "passed by a guesser", "who", "cue", "losing of who wins")
    for kind, slug, groups in guessers.taken_tests():
        guessed, asked = guessers.Guessed(kind, slug), list["Outcome"]()
        for number in range(DRAWS):
            questions = guessers.draw(kind, slug, groups, number)
            guessed.add(questions)
            asked += guessers.outcomes(questions)
        share, who = guessed.best
        cue = guessers.cue_for(kind, slug)
        lost = sum(outcome.value == "P" for outcome in asked)
        known = cue.name if cue else ""
        tests.add_row(kind, slug, percent(share), who, known, f"{lost} of {len(asked)}")
    lessons = Table("lesson", "four of five questions at first try", "who")
    for slug in guessers.the_lessons():
        share, who = guessers.first_try(slug)
        lessons.add_row(slug, percent(share), who)
    console = Console(width=130)
    console.print(tests)
    console.print(lessons)


if __name__ == "__main__":
    main()
