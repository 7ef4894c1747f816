"""The words of rules that count: what each number is called, and what a rule asks of it."""

from __future__ import annotations

from typing import NamedTuple

from . import nim_sum


class Naming(NamedTuple):
    """The name of a number that a position has.

    *singular* and *plural* name the things that are counted, *none* says that there are none of
    them. A number that counts no things has only *singular*.
    """

    singular: str
    plural: str = ""
    none: str = ""


TOTAL = Naming("{piece}", "{pieces} in all")
ROWS = Naming("{row}", "{rows}")
LARGEST = Naming("the longest {row}")
DIFFERENCE = Naming("difference of the two {rows}")
UNPAIRED = Naming(
    "{row} without an equal partner",
    "{rows} without an equal partner",
    "only {rows} in equal pairs",
)
NIM_SUM = Naming("{nim_sum}")
PLAIN_NIM_SUM = Naming("nim-sum of the {rows} as they are")
NULLS = Naming("null", "nulls")
INVERTERS = Naming("inverter", "inverters")
TRAPS = Naming("trap", "traps")
GREMLINS = Naming("gremlin", "gremlins")
HIGHER_SWITCHES = Naming("higher switch", "higher switches")
SWITCHES = Naming("switch", "switches")
FIRM = Naming("trap or switch", "traps or switches", "neither a trap nor a switch")
SQUARES = Naming("square", "squares")
DOMINOES = Naming("domino", "dominoes")
BALANCE = Naming("balance")

OF_ROWS = nim_sum.NIM_SUM
OF_REMAINDERS = "nim-sum of the remainders"
OF_NIM_VALUES = "nim-sum of the nim-values"
"""The nim-sum, by what the rows of a game count as."""

# --- how many -----------------------------------------------------------------------------

NO, ONE, SOME = "no {one}", "exactly one {one}", "at least one {one}"
ODD_OR_EVEN = "an {parity} number of {many}"
MANY = "{numbers} {things}"
IS = "{name} {numbers}"
AT_LEAST, AT_MOST = "at least {number}", "at most {number}"

# --- a rule -------------------------------------------------------------------------------

AND, OR = ", and ", "; or "
TO_MOVE = "{player} to move"
TO_MOVE_AND = "{player} to move: {conditions}"
MEANS_NOTHING = "{name} means nothing in {game}."
