"""The words about games written as forms, and about their comparison."""

from .unreadable import Unreadable

FORM = Unreadable(
    "a form",
    "write 0, a number, * or *2, Left's and Right's options as in {{0,*|-1}}, or a sum of such",
)
LONG = Unreadable("a short form", "use at most {most} characters")
DEEP = Unreadable("a short form", "a game may last at most {most} moves")
LARGE = Unreadable(
    "a small form", "play may lead to at most {most} different positions, since we compare pairs"
)
MISSING = "nothing after {before}"
NUMBER_OF_MOVES = Unreadable("a number of moves", "write a whole number from 0 to {most}")
UNIVERSE = Unreadable("a universe", "use {known}")
DAY = Unreadable("a day that can be counted", "write 0, 1 or 2, or 3 with a sample")
SAMPLE = Unreadable("a sample", "write how many games to draw, from 1 to {most}")

RELATIONS = {
    "=": "equal",
    ">": "greater: it is at least as good for Left",
    "<": "less: it is at least as good for Right",
    "||": "incomparable",
    "?": "unknown: the budget ended before the answer",
}
TELLS = "Beside {game}, with {first} to move, Left wins {wins} and loses {loses}."
SMALLEST = "No game there with fewer moves does that."
TRIED = "No game there with up to {most} moves does that."
ALONE = "{form}: outcome {outcome}, at most {moves} to the end, {positions} in all."
FREE, NOT_FREE = "Nothing in it is a P-position.", "Something in it is a P-position."
BESIDE = "Outcomes beside {companies}: {outcomes}."
UNKNOWN = "?"
CENSUS = (
    "{universe:<12} day {day}: {forms} {sort}, {classes} classes, {invertible} invertible, "
    "{p_free} P-free, {outcomes}"
)
SORTS = {False: "forms", True: "forms drawn"}
