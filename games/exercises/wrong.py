"""What is wrong with a wrong answer: a sentence about it that does not tell the right one."""

from __future__ import annotations

from collections.abc import Sequence

from games.exercises.tasks import Task
from solver import Kind, Move, joined, with_article

ALONE = {
    "null": "lost alone if the last one wins, and won if the last one loses",
    "inverter": "won alone if the last one wins, and lost if the last one loses",
    "trap": "lost alone with both endings",
    "switch": "won alone with both endings",
    "gremlin": "won alone with both endings, and of nim-value 1",
    "higher switch": "won alone with both endings, and of nim-value above 1",
    "higher inverter": (
        "won alone if the last one wins, lost if the last one loses, and of nim-value above 1"
    ),
}
"""What a kind says of a row."""


def about_kinds(task: Task, said: Sequence[str]) -> str:
    """Which rows are not what they were called, and why the first of them is not."""
    wrong = [
        (size, kind)
        for size, kind in zip(task.sizes, said, strict=True)
        if kind != task.kind_name(size)
    ]
    word, (size, kind) = task.ruleset.component_word, wrong[0]
    sizes = joined(size for size, _ in wrong)
    look = f"Look again at the {word}{'s' if wrong[1:] else ''} of {sizes}."
    meant = ALONE[kind]
    if kind == "inverter" and not task.extra.get("simple"):
        meant += ", and of nim-value 1"
    return f"{look} {with_article(kind).capitalize()} is {meant}: the {word} of {size} is not."


def about_case(task: Task, said: int) -> str:
    """Which condition of the case that was named does not hold."""
    kinds = task.facts.kinds
    firm = [kind for kind in kinds if kind in (Kind.TRAP, Kind.GREMLIN)]
    switches, inverters = kinds.count(Kind.HIGHER_SWITCH), kinds.count(Kind.INVERTER)
    if said == 0:
        return "It is not lost: some move leaves a lost position."
    if said == 1:
        if firm or switches > 1:
            return "The nim-sum is 0 already, so that case has no move to make."
        there = "only one higher switch" if switches else "no higher switch"
        return f"There is no trap and no gremlin here, and {there}."
    if firm:
        return f"There is {with_article(firm[0].value)} here, which that case does not allow."
    if (said == 4 and switches) or (said != 4 and switches != 1):
        return f"{_are(switches, 'higher switch', 'es')} here."
    parity = "odd" if inverters % 2 else "even"
    return f"{_are(inverters, 'inverter', 's')} here, an {parity} number."


def _are(number: int, word: str, plural: str) -> str:
    if number == 1:
        return f"There is one {word}"
    return f"There are {number or 'no'} {word}{plural}"


def about_sum(task: Task, squares: int, dominoes: int) -> str:
    """What is off in a sum of squares and dominoes."""
    true_squares, true_dominoes = task.reduction
    whole, told = sum(task.question.position), squares + 2 * dominoes
    if task.extra.get("cancel"):
        if squares and dominoes:
            return "Squares and dominoes are both left: a square and a domino cancel."
    elif told != whole:
        return f"Together they cover {told} squares, and there are {whole}."
    off = [
        f"too {'many' if said > true else 'few'} {name}"
        for said, true, name in (
            (squares, true_squares, "squares"),
            (dominoes, true_dominoes, "dominoes"),
        )
        if said != true
    ]
    return f"Those are {joined(off)}."


def about_list(task: Task, missed: Sequence[Move], wrong: Sequence[Move]) -> str:
    """How many winning moves are missing and how many losing ones marked, and in which rows."""
    parts = [f"{len(missed)} missing, in {_rows(task, missed)}"] if missed else []
    if wrong:
        lose = "loses" if len(wrong) == 1 else "lose"
        parts.append(f"{len(wrong)} marked that {lose}, in {_rows(task, wrong)}")
    return f"Not quite: {', and '.join(parts)}."


def _rows(task: Task, moves: Sequence[Move]) -> str:
    word = task.ruleset.component_word
    numbers = sorted({move.component + 1 for move in moves})
    return f"{word}{'s' if numbers[1:] else ''} {joined(numbers)}"
