"""The words about a game as one object: its sequence and its quotient in a line."""

NIM_VALUES = "{game}: nim-values by size"
NO_PERIOD = "no period is proved"
NEVER_REPEATS = "a formula gives every value, and no two sizes share one: nothing repeats"
PERIODIC = "from {size} on they repeat every {period}"
CONSTANT = "from {size} on all are alike"
QUOTIENT = "<misère quotient of {game}: {elements}, {losing} losing; {reach}>"
KINDS = "<kinds of {game} up to {up_to}: {reach}>"
R1_STOPS, R1_HOLDS = "R1 stops at {size}", "R1 holds so far"
ANALYSIS = "<analysis of {game}, {position}: {outcome} by {theory}, {moves}>"
SAID = "<{game}: {said}>"
TABLE = "<monoid of {elements}, {losing} losing>"
KNOWN = "<quotient of {elements}, {losing} losing; rows up to {up_to}>"
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
SAGE = """# {heading}
R = PolynomialRing(QQ, "{letters}"); R.inject_variables()
relations = R.ideal([{relations}])
elements = [R(element) for element in [{elements}]]
losing = [R(element) for element in [{losing}]]
assert len(set(relations.reduce(element) for element in elements)) == len(elements)
"""
CGSUITE = """g := game.heap.TakeAndBreak("{code}");
[g(n).NimValue for n from 0 to {up_to}] == [{values}]
[g(n).Genus for n from 0 to {up_to}]
// {genera}
"""
