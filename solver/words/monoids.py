"""The words of misère monoids."""

FINITE = "The sums of {rows} have {elements}, and that is proved."
INTEGERS = "The sums of {rows} count as the integers, and that is proved."
OPEN = "The sums of {rows} have at least {elements}; whether there are more is not settled."
TOO_LARGE = "The sums of sizes above {most} are not looked at."
CANCELS = "Beside sums of {rows}, {sum} cancels it."
