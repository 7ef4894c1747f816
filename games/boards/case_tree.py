"""The four cases of R1 as a tree: the question at each branch, and the ends that it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.teaching import Scene, counted, joined

LOST = 0
"""The end of two branches, where no move wins."""
CASES = {
    1: "a trap, a gremlin, or two switches",
    2: "one switch, inverters even",
    3: "one switch, inverters odd",
    4: "no trap or switch, inverters even",
    LOST: "a losing position: nim-sum 0 with a trap or a switch, or inverters odd without either",
}


@dataclass(frozen=True)
class Branch:
    """A branch: the question that it *asks* about the kinds, and its *ends*, each a case with its
    condition. The lost end belongs to two branches and is drawn once."""

    key: str
    asks: str
    ends: tuple[tuple[int, str], ...]


TREE = (
    Branch(
        "many",
        "A trap, a gremlin, or two or more higher switches?",
        ((1, "nim-sum not 0"), (LOST, "nim-sum 0")),
    ),
    Branch("none", "No trap and no switch?", ((4, "inverters even"), (LOST, "inverters odd"))),
    Branch("one", "Just one higher switch?", ((2, "inverters even"), (3, "inverters odd"))),
)


@dataclass(frozen=True)
class End:
    """An end of the tree: a case, whether it *applies*, and *why*. *when* is its condition under
    its own branch, *otherwise* the condition under another branch."""

    number: int
    when: str
    otherwise: str
    applies: bool
    why: str

    @property
    def title(self) -> str:
        return f"Case {self.number}" if self.number else "No case"

    @property
    def name(self) -> str:
        return CASES[self.number]


@dataclass(frozen=True)
class DrawnBranch:
    """A branch of the drawn tree, *lit* if it applies, with the ends that no earlier branch has
    drawn."""

    key: str
    asks: str
    ends: tuple[End, ...]
    lit: bool


def case_tree() -> tuple[DrawnBranch, ...]:
    """The tree without a lit branch."""
    return tuple(_drawn({}, "", 0))


def case_tree_of(scene: Scene) -> tuple[DrawnBranch, ...]:
    """The tree with its branch lit, if the scene is about the cases; otherwise empty."""
    facts = {line.label: line for line in scene.tally}
    if "case" not in facts:
        return ()
    kinds = [tag.text for tag in scene.tags]
    right = int(facts["case"].value)
    branch = _branch_of(kinds)
    why = {case: facts[f"case {case}"].verdict for case in CASES if f"case {case}" in facts}
    return tuple(_drawn(why | {right: _why(right, kinds)}, branch, right))


def _drawn(why: dict[int, str], lit: str, right: int) -> Iterator[DrawnBranch]:
    drawn: set[int] = set()
    for branch in TREE:
        ends = []
        for case, when in branch.ends:
            if case not in drawn:
                drawn.add(case)
                applies = bool(lit) and case == right
                ends.append(End(case, when, _otherwise(case, when), applies, why.get(case, "")))
        yield DrawnBranch(branch.key, branch.asks, tuple(ends), branch.key == lit)


def _otherwise(case: int, when: str) -> str:
    """The condition of this end under another branch than the one with *when*."""
    ways = [way for branch in TREE for end, way in branch.ends if end == case and way != when]
    return " ".join(ways)


def _branch_of(kinds: list[str]) -> str:
    """The key of the branch that fits these kinds."""
    switches = kinds.count("higher switch")
    if "trap" in kinds or "gremlin" in kinds or switches > 1:
        return "many"
    return "one" if switches else "none"


def _why(number: int, kinds: list[str]) -> str:
    """Why this case applies."""
    big = [kind for kind in ("trap", "gremlin") if kind in kinds]
    switches = kinds.count("higher switch")
    if number == LOST and (big or switches):
        return "the nim-sum is 0"
    if number == 1:
        return f"there is a {joined(big, 'and a')}" if big else f"{switches} higher switches"
    inverters = kinds.count("inverter")
    return f"{counted(inverters, 'inverter')}: {'odd' if inverters % 2 else 'even'}"
