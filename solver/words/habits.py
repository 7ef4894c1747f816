"""The words of mistaken habits: a heading for each, and one sentence to the player who shows it."""

from __future__ import annotations

from typing import NamedTuple


class Habit(NamedTuple):
    """The name of a habit, and the sentence for a player who shows it."""

    name: str
    text: str


# --- in a losing move ---------------------------------------------------------------------

EVEN_ONES = Habit(
    "An even number of ones",
    "That leaves only rows of 1, and an even number of them: you will have to take the last.",
)
MIRROR = Habit(
    "Trusting the mirror",
    "Equal pairs look safe, but when the last one loses, they are not always losing positions.",
)
NO_REMAINDER = Habit(
    "Forgetting the maximum",
    "That would be right if you could take any number, but here there is a maximum.",
)
MISSED_SPLIT = Habit("Not splitting", "Only a move that splits a row wins here.")
NORMAL_HABIT = Habit(
    "The habit of the other game",
    "That move would win if the last one won, but here the last one loses.",
)
GRAB = Habit("Taking as much as you can", "The largest take is not the best take.")
RIGHT_ROW = Habit(
    "The right row, but the wrong move", "That is the right row, but another move in it wins."
)
RIGHT_SUM = Habit(
    "The right number, but the wrong row", "That is the right number, but it wins in another row."
)
FLIP_EVERYTHING = Habit(
    "Doing the opposite",
    "You left one more than you would if the last one won, but the opposite rule does not mean the "
    "opposite move.",
)

# --- what no move alone shows -------------------------------------------------------------

ODD_TOTAL = Habit(
    "An odd total wins",
    "Whether the number of pieces is odd or even does not say who wins here.",
)
LONGEST_ROW = Habit(
    "The longest row first",
    "The longest row is not always the one to play in.",
)

# --- in many answers ----------------------------------------------------------------------

AS_BELIEVED = {
    "normal-habit": "you played as if the last one won",
    "mirror": "you trusted equal pairs",
    "even-ones": "you counted on an even number of single pieces",
    "no-remainder": "you played as if there were no maximum",
    "missed-split": "you played as if no row could be split",
    "grab": "you took as much as you could",
    "flip-everything": "you left one more than in the other game",
    "odd-total": "you went by whether the total is odd or even",
    "longest-row": "you played in the longest row",
}
"""What somebody did who followed a belief, by its key, after “In 9 of 12 positions …”."""

# --- in a wrong answer --------------------------------------------------------------------

# One wrong answer of two may be a guess, so these two name what is so of the board.
NORMAL_JUDGEMENT = Habit(
    "The two rules differ here",
    "That would be right if the last one won, but here the last one loses.",
)
FLIPPED_JUDGEMENT = Habit(
    "The two rules agree here",
    "The opposite rule does not always mean the opposite result: here both rules give the same.",
)
PLAYS_ON_LOST = Habit(
    "Winning or losing",
    "A position is losing when every move leaves a winning one, and winning when some move leaves "
    "a losing one.",
)
FORGETS_THE_PARTIZAN = Habit(
    "Left is not Right",
    "Left and Right have different moves, so ask who wins when Left starts and when Right starts.",
)
WRONG_CASE = Habit(
    "Another case", "Count first: traps and gremlins, then higher switches, then inverters."
)
GIVES_AWAY_PARITY = Habit(
    "Odd or even",
    "With one higher switch, everything depends on whether the number of inverters is odd or even.",
)
