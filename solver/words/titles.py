"""What a frame is called in the list of a film's steps, in a few words."""

from __future__ import annotations

from collections.abc import Mapping

MAX_TITLE = 40
"""How many letters a title may have."""

COUNT_ONES = "Only the number of ones matters"
CHANGE_OF_PLAN = "The moment to change the plan"
MOVE = "Make the move"
NO_MOVE = "No move is left"
WHO_WINS = "Who wins?"

TITLES: Mapping[str, str] = {
    "nim-sum:end": NO_MOVE,
    "nim-sum:values": "What each {word} counts as",
    "nim-sum:columns": "Find the nim-sum",
    "nim-sum:misere-moment": CHANGE_OF_PLAN,
    "nim-sum:misere-as-normal": "Play as if the last one won",
    "nim-sum:misere-endgame": COUNT_ONES,
    "nim-sum:verdict": WHO_WINS,
    "nim-sum:move": MOVE,
    "nim-sum:raise": "Other winning moves",
    "safe-harbors:end": NO_MOVE,
    "safe-harbors:divisor": "Find the divisor",
    "safe-harbors:remainders": "Divide and keep the remainders",
    "safe-harbors:one-row": "The harbors of one row",
    "safe-harbors:two-rows": "The harbors of two rows",
    "safe-harbors:universal": "A universal safe harbor",
    "safe-harbors:columns": "The remainders in binary",
    "safe-harbors:moment": CHANGE_OF_PLAN,
    "safe-harbors:ones": COUNT_ONES,
    "safe-harbors:verdict": "Is it a safe harbor?",
    "safe-harbors:replies": "Complement or match",
    "safe-harbors:move": MOVE,
    "safe-harbors:grow": "A remainder may grow too",
    "safe-harbors:set-aside": "Why not set the single card aside?",
    "r1:end": NO_MOVE,
    "r1:kinds": "Every {word} has its kind",
    "r1:count": "Count them",
    "r1:case-1": "Which case?",
    "r1:case-2": "Which case?",
    "r1:case-3": "Which case?",
    "r1:case-4": "Which case?",
    "r1:why": "Why that wins",
    "r1:lost": "No case: a losing position",
    "r1:move": MOVE,
    "r1:others": "Winning moves that no case names",
    "quotient:end": NO_MOVE,
    "quotient:elements": "Every {word} is an element",
    "quotient:product": "Multiply them",
    "quotient:verdict": "Is it a losing product?",
    "quotient:move": MOVE,
    "quotient:certificate": "How far this is proved",
    "reduction:stuck": NO_MOVE,
    "reduction:reduce": "Cut into squares and dominoes",
    "reduction:cancel": "Cancel across the strips",
    "reduction:outcome": "Who wins? Theorem 3",
    "reduction:theorem-4": f"{MOVE}: Theorem 4",
    "reduction:silence": f"{MOVE}: Theorem 4 is silent",
    "reduction:lost": "Where every move leads",
    "exhaustive:visit": "Follow every line of play",
    "exhaustive:values": "Add up what the strips are worth",
    "exhaustive:daisies": "The rule for rows of every length",
    "exhaustive:end": NO_MOVE,
    "below:pairs": "Equal {word}s cancel",
    "exhaustive:count": "How many moves win?",
    "exhaustive:outcome": WHO_WINS,
    "exhaustive:moves": "The winning moves",
}
"""The titles of what an analysis says, by its rule; a film names the frames that it adds."""
