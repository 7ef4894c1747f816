"""Where a program gave a win away, and which habit its moves follow.

A habit misleads in a position if every move it would make loses although another wins. Of these
positions we count those in which the program made such a move.
"""

from __future__ import annotations

from typing import Any

from games.play.programs.arena import LINES, Arena
from solver import BudgetExceededError, InvalidInputError, profile
from solver.teaching import misled, result_of

SAID = {
    "normal-habit": "It plays as if the last one won",
    "mirror": "It trusts equal pairs",
    "even-ones": "It counts on an even number of single pieces",
    "no-remainder": "It plays as if there were no maximum",
    "missed-split": "It plays as if no row could be split",
    "grab": "It takes as much as it can",
    "flip-everything": "It leaves one more than it would if the last one won",
    "odd-total": "It goes by whether the total is odd or even",
    "longest-row": "It plays in the longest row",
}
"""What a program does that follows a belief, by its key, before “: 31 of 40 such positions.”"""


def judged(arena: Arena, text: str) -> dict[str, Any]:
    """The verdict on each move that a program made, ``1+3+5+7:4>0``, in the order of the lines, and
    fewer of them if the budget ends.

    A verdict has the winning move that the program missed, or nothing; and, for each habit that
    misleads there, its key, whether the program followed it, and how likely a move at random would.
    """
    lines = text.split()
    if not 1 <= len(lines) <= LINES:
        raise InvalidInputError.of("the moves of a program", len(lines), f"send 1 to {LINES}")
    verdicts: list[dict[str, Any]] = []
    for line in lines:
        position, _, move = line.partition(":")
        try:
            verdicts.append(_verdict(arena, position, move))
        except BudgetExceededError:
            if verdicts:
                break
            raise
    return {"verdicts": verdicts, "said": SAID}


def _verdict(arena: Arena, position: str, text: str) -> dict[str, Any]:
    question = arena.question(position)
    move = arena.move(question, text)
    facts = profile(question)
    is_slip = bool(facts.winning) and not facts.analysis.keeps_win(move)
    made = result_of(move)
    habits = [
        [one.belief.key, made in set(map(result_of, one.moves)), one.share]
        for one in misled(facts)
        if one.moves
    ]
    preferred = facts.analysis.preferred
    return {"better": str(preferred) if is_slip else "", "habits": habits}
