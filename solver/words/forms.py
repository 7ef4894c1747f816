"""The words about games written as forms, and about their comparison."""

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
