"""The words of misère monoids."""

FINITE = "The sums of {rows} of up to {up_to} have {elements}, and that is proved."
INTEGERS = "The sums of {rows} of up to {up_to} count as the integers, and that is proved."
OPEN = (
    "The sums of {rows} of up to {up_to} have at least {elements}; whether there are more is "
    "not settled."
)
TOO_LARGE = "The sums of sizes above {most} are not looked at."
CANCELS = "Beside sums of the same sizes, {sum} cancels it."
