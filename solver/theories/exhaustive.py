"""`exhaustive`: look at every line of play. Slow, and never wrong.

It covers everything up to its budget, and is the oracle the other theories are tested against.
"""

from __future__ import annotations

from solver.conventions import Convention, Outcome
from solver.explanation import Analysis, Step, counted
from solver.search import Search
from solver.theory import Question, Theory, conclude


class Exhaustive(Theory):
    """Search of the whole game below a position, within a budget."""

    key = "exhaustive"
    name = "Search"

    def refusal(self, question: Question) -> str | None:
        return None

    def analyse(self, question: Question) -> Analysis:
        search = Search(question.ruleset, question.convention, question.budget)
        outcome = search.outcome(question.position)
        winning = tuple(
            move
            for player in question.players
            for move in search.winning_moves(question.position, player)
        )
        return conclude(
            question,
            self.key,
            outcome,
            winning,
            preferred=winning[0] if winning else None,
            components=({"size": size} for size in question.position),
            steps=_steps(question, search, outcome, len(winning)),
        )


def _steps(question: Question, search: Search, outcome: Outcome, winning: int) -> tuple[Step, ...]:
    ending = (
        "whoever cannot move has won"
        if question.convention is Convention.MISERE
        else "whoever cannot move has lost"
    )
    legal = sum(1 for _ in question.legal_moves())
    steps = [
        Step(
            "exhaustive:visit",
            f"Following every line of play to its end takes {counted(search.visited, 'position')}, "
            f"the order of the rows left aside; at the end, {ending}.",
            {"visited": search.visited, "budget": search.budget.positions},
        )
    ]
    if legal:
        steps.append(
            Step(
                "exhaustive:count",
                f"Of {counted(legal, 'legal move')}, {winning or 'none'} "
                f"{'leaves' if winning == 1 else 'leave'} a position that the next player loses.",
                {"legal": legal, "winning": winning},
            )
        )
    else:
        steps.append(Step("exhaustive:end", f"There is no move here, and {ending}."))
    steps.append(
        Step(
            "exhaustive:outcome",
            OUTCOME_SENTENCE[outcome],
            {"outcome": outcome.value},
        )
    )
    return tuple(steps)


OUTCOME_SENTENCE = {
    Outcome.N: "So whoever moves next wins, with perfect play.",
    Outcome.P: "So whoever moves next loses, against perfect play.",
    Outcome.L: "So Left wins, whoever starts.",
    Outcome.R: "So Right wins, whoever starts.",
}
