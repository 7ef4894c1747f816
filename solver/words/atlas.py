"""The words about a game in the atlas."""

PERIOD = "period {period} from row {row} on"
ELEMENTS = "{elements}, {losing} losing"
NIM = "Nim-values: {words}."
QUOTIENT = "Misère quotient: {words}."
OPEN_PERIOD = "no period found"
OPEN_QUOTIENT = "not found"
MISSING = "The atlas has the octal games with up to {digits} digits."
