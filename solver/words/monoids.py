"""The words of misère monoids."""

FINITE = "The sums of {rows} have {elements}, and that is proved."
INTEGERS = "The sums of {rows} count as the integers, and that is proved."
OPEN = "The sums of {rows} have at least {elements}; whether there are more is not settled."
TOO_LARGE = "We did not check sums with sizes above {most}."
CANCELS = "Beside sums of {rows}, {sum} cancels it."
