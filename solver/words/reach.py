"""The words about R1's reach: where it stops, and why it covers rows of every length."""

STOPS = "R1 stops at {row}, on condition {condition}."
OPEN = "R1 covers {rows}; nothing is proved beyond that."
FORMULA = "R1 covers {every}: their kinds follow from a formula."
REPEATS = "R1 covers {every}: from {size} on, the kinds repeat every {period}."
ONE_KIND = "R1 covers {every}: from {size} on, all are of one kind."
FIRM = "R1 covers {every}: from {size} on, every {word} is a trap or a switch."

VIOLATIONS = {
    1: "a {row} of {size} is a {kind} whose options are {options}; R1 has no higher inverter.",
    2: "a {row} of {size} is a {kind} whose options are {options}, and none of them is a null or a "
    "gremlin.",
    3: "a {row} of {size} is a {kind} whose options are {options}; no null can become a gremlin.",
    4: "a {row} of {size} is a {kind} whose options are {options}; no gremlin can become a null.",
}
CONDITIONS = {
    1: "There is no higher inverter.",
    2: "A higher switch can become a null or a gremlin.",
    3: "No null can become a gremlin.",
    4: "No gremlin can become a null.",
}
