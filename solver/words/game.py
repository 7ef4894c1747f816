"""The words about a game as one object: its sequence and its quotient in a line."""

NIM_VALUES = "{game}: nim-values by size"
NO_PERIOD = "no period is proved"
NEVER_REPEATS = "a formula gives every value, and no two sizes share one: nothing repeats"
PERIODIC = "from {size} on they repeat every {period}"
CONSTANT = "from {size} on all are alike"
QUOTIENT = "<misère quotient of {game}: {elements}, {losing} losing; {reach}>"
ROWS = "{rows} up to {size}"

# What is written into files for other programs.
SAVED = "The misere quotient of {ruleset}: order {order} (marienbad-solver {solver})"
GAP = """# {heading}
quotient := MagmaByMultiplicationTable([
  {rows}
]);
names := [{names}];
losing := {losing};
"""
CGSUITE = """g := game.heap.TakeAndBreak("{code}");
[g(n).NimValue for n from 0 to {up_to}] == [{values}]
[g(n).Genus for n from 0 to {up_to}]
// {genera}
"""
