"""The words of misère monoids."""

FINITE = "The sums of {rows} have {elements}, and that is proved."
INTEGERS = "The sums of {rows} count as the integers, and that is proved."
OPEN = "The sums of {rows} have at least {elements}; whether there are more is not settled."
TOO_LARGE = "We did not check sums with sizes above {most}."
CANCELS = "Beside sums of {rows}, {sum} cancels it."

ATLAS_HEADING = "| monoid | games of two heaps | of three heaps | the smallest |"
SORTS = {"integers": "the integers", "open": "not settled"}
NEVER_THREE = (
    "No game has a misère monoid of 3 elements. Every other finite order occurs if both players "
    "may have moves of their own. This is proved in Rubinstein-Salzedo and Zhou, “Finite "
    "cardinalities of misère quotients”, arXiv 2603.18244, 2026."
)
