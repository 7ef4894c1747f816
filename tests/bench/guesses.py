"""What guessing is worth: ``python -m tests.bench.guesses``.

For every set of puzzles, every unit plan's own lines and every skill of the trainer: how many
who-wins questions are losing positions, how often the best constant answer is right, and how often
a move by lot is. ``tests/games/learn/puzzles/test_guesses.py`` holds the limits.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from games.questions.question import QuestionLike

SEEDS = 20
"""How often the trainer is asked for its candidates at each skill."""
RATING = 1500.0


@dataclass(frozen=True)
class Guessed:
    """What guessing is worth in one *place*.

    *outcomes* counts the who-wins questions by their answer, *constant* is the best rate of one
    answer to all questions of a kind that are answered from a list or in words, and *moves* are the
    chances of a move by lot.
    """

    place: str
    outcomes: Counter[str]
    constant: Fraction
    moves: Sequence[Fraction]

    @property
    def lost(self) -> Fraction:
        """The share of losing positions among the who-wins questions."""
        asked = self.outcomes.total()
        return Fraction(self.outcomes["P"], asked) if asked else Fraction(0)

    @property
    def mean(self) -> Fraction:
        """How often a move by lot is right on average."""
        return sum(self.moves, Fraction(0)) / len(self.moves) if self.moves else Fraction(0)


def guessed(place: str, exercises: Iterable[QuestionLike]) -> Guessed:
    """What guessing is worth at these questions."""
    from games.questions.guessing import chance
    from games.questions.shown_question import ShownQuestion

    right: dict[str, Counter[str]] = {}
    moves = []
    for exercise in exercises:
        task = ShownQuestion(exercise)
        if task.asking.is_about_moves:
            moves.append(chance(exercise))
        else:
            answer = task.asking.right(task)
            right.setdefault(exercise.goal, Counter())[answer] += 1
    rates = (Fraction(max(kind.values()), kind.total()) for kind in right.values())
    return Guessed(place, right.get("predict", Counter()), max(rates, default=Fraction(0)), moves)


def of_sets() -> Iterator[Guessed]:
    """Every set of puzzles."""
    from games.learn.puzzles.models import Puzzle
    from games.learn.puzzles.puzzle_files import read_puzzles, read_sets

    for found in read_sets():
        slug = found["slug"]
        yield guessed(slug, [Puzzle(**entry) for entry in read_puzzles(slug)])


def of_plans() -> Iterator[Guessed]:
    """The positions that every unit plan adds to its sets and lessons, but for whole games, which
    no first move wins."""
    import yaml

    from games.content.reading import FOLDER
    from games.teach.work.writing.typed_lines import read_lines

    for file in sorted((FOLDER / "plans").glob("*.yaml")):
        for plan in yaml.safe_load(file.read_text(encoding="utf-8")):
            texts = [
                item
                for entry in plan["assignments"]
                for item in entry.get("items", [])
                if item.split()[0] not in ("lesson", "set")
            ]
            if texts:
                lines = read_lines("\n".join(texts))
                asked = (line.exercise for line in lines)
                yield guessed(plan["slug"], [one for one in asked if one and one.goal != "play"])


def of_trainer(goals: Sequence[str] | None = None, seeds: int = SEEDS) -> Iterator[Guessed]:
    """Every skill of the trainer, asked for these *goals* alone if any are given."""
    from games.learn.puzzles.trainer.training import TRAINED, Aim, candidates

    for skill, training in TRAINED.items():
        frames = training.frames
        if goals is not None:
            frames = tuple(f for f in (f.asking_only(goals) for f in frames) if f.goals)
        if not frames:
            continue
        aim = Aim(skill, RATING, frames)
        made: list[Any] = [p for seed in range(seeds) for p in candidates(aim, Random(seed))]
        yield guessed(f"trainer: {skill}", made)


def main() -> None:
    """Measure and print."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    table = Table("where", "who wins", "losing", "best constant answer", "a move by lot", "at most")
    for one in (*of_sets(), *of_plans(), *of_trainer()):
        who = ", ".join(f"{number} {key}" for key, number in sorted(one.outcomes.items()))
        table.add_row(
            one.place,
            who,
            f"{float(one.lost):.0%}" if who else "",
            f"{float(one.constant):.0%}" if one.constant else "",
            f"{float(one.mean):.0%}" if one.moves else "",
            f"{float(max(one.moves)):.0%}" if one.moves else "",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
