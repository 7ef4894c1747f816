"""The position and order of questions for each student, if an assignment varies them.

Nothing is random: both follow from the keys of the item and the student. Students are served in the
order in which they joined the class, so a later arrival changes nothing for the others. Each starts
at a place in a list that follows from both keys, and gets the next position that no earlier
student has. So no two students of a class have the same position, as long as the list is long
enough.

Publishing cuts the list into blocks, the most similar positions first, and a block is used up
before the next one is begun. So the whole class has as many rows as the question, as long as there
are enough such positions. What was published before there were blocks stays one list.
"""

from __future__ import annotations

import uuid
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

from games.boards.games import game_of
from games.questions.goals import goal_of
from games.questions.shown_question import shuffled
from games.questions.siblings import MOST_SIBLINGS
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item, ItemAttempt
from games.teach.work.standings.cells import Cell
from games.teach.work.terms import ItemTerms
from solver import as_position, get_ruleset
from solver.teaching import counted, joined, plural

SHOWN = 3
"""The number of positions that an instructor sees."""
NEAREST = 240
"""Students start among this many of the first positions, because those are the most similar."""
BLOCK = 5
"""The number of positions in a block: few, so that a small class has only the most similar ones,
and enough that the order of a register does not tell who has which."""
Key = tuple[uuid.UUID, int]
"""A student, by membership, and a question."""
Siblings = Sequence[str] | Sequence[Sequence[str]]
"""The other positions of a question as stored: a list, or blocks of it once it is published."""


def flat(siblings: Siblings) -> list[str]:
    """All positions in one list.

    >>> flat([["1+2"], ["3"]]), flat(["1+2", "3"])
    (['1+2', '3'], ['1+2', '3'])
    """
    return [position for one in siblings for position in ([one] if isinstance(one, str) else one)]


def in_blocks(positions: Sequence[str]) -> list[Sequence[str]]:
    """A list as it is stored from publication on."""
    return [positions[start : start + BLOCK] for start in range(0, len(positions), BLOCK)]


def dealt(items: Iterable[ItemTerms]) -> dict[int, list[str]]:
    """The positions for each question of one sheet that asks each student another, by its key: none
    that another question asks about, and none in two questions. If two questions could have the
    same one, they take turns."""
    asked = [item for item in items if not item.is_lesson]
    taken = {(item.ruleset, item.rows) for item in asked}
    waiting = {item.pk: deque(flat(item.siblings)) for item in asked if item.siblings}
    games = {item.pk: item.ruleset for item in asked}
    given: dict[int, list[str]] = {key: [] for key in waiting}
    while any(waiting.values()):
        for key, positions in waiting.items():
            while positions:
                position = positions.popleft()
                rows = games[key], as_position(position)
                if rows not in taken:
                    taken.add(rows)
                    given[key].append(position)
                    break
    return given


def allotted(item: int, siblings: Siblings, students: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    """A position for each of these *students*, who are in the order in which they joined. If there
    are more students than positions, each position has about equally many of them.

    >>> ann, ben = uuid.UUID(int=1), uuid.UUID(int=2)
    >>> allotted(7, ["1+2", "1+3"], [ann, ben]) == allotted(7, ["1+2", "1+3"], [ann]) | {
    ...     ben: allotted(7, ["1+2", "1+3"], [ann, ben])[ben]
    ... }
    True
    >>> set(allotted(7, [["1+2", "1+3"], ["2+3+4"]], [ann, ben]).values()) == {"1+2", "1+3"}
    True
    """
    blocks = [[str(one)] if isinstance(one, str) else one for one in siblings]
    if blocks and isinstance(siblings[0], str):
        blocks = [flat(siblings)]
    own: dict[uuid.UUID, str] = {}
    left: deque[tuple[Sequence[str], set[int]]] = deque()
    for student in students:
        left = left or deque((block, set(range(len(block)))) for block in blocks)
        block, free = left[0]
        place = int.from_bytes(blake2b(f"{item} {student}".encode()).digest()[:8])
        place %= min(len(block), NEAREST)
        while place not in free:
            place = (place + 1) % len(block)
        free.remove(place)
        if not free:
            left.popleft()
        own[student] = block[place]
    return own


class OwnPositions:
    """The positions of these *students*, by membership, in those questions, by assignment, that ask
    each student about another position. A student who has started keeps the first one."""

    def __init__(
        self,
        assignments: Iterable[Assignment],
        items: Mapping[uuid.UUID, Iterable[Item]],
        students: Iterable[uuid.UUID],
    ) -> None:
        varied = [
            (assignment.classroom_id, item)
            for assignment in assignments
            for item in items.get(assignment.pk, ())
            if item.siblings
        ]
        self._own: dict[Key, str] = {}
        if not varied:
            return
        joined: Mapping[uuid.UUID, list[uuid.UUID]] = defaultdict(list)
        classes = {classroom for classroom, _ in varied}
        everybody = Membership.objects.filter(classroom__in=classes).order_by("joined_at", "pk")
        for classroom, student in everybody.values_list("classroom_id", "pk"):
            joined[classroom].append(student)
        for classroom, item in varied:
            allotment = allotted(item.pk, item.siblings, joined[classroom])
            self._own.update(((student, item.pk), at) for student, at in allotment.items())
        keys = [item.pk for _, item in varied]
        begun = ItemAttempt.objects.filter(item__in=keys, membership__in=list(students))
        told = begun.order_by("-created_at", "-pk")
        for student, place, position in told.values_list("membership_id", "item_id", "position"):
            self._own[student, place] = position

    def varies(self, item: Item) -> bool:
        """Whether students are asked this question in different ways."""
        return bool(item.siblings) or (not item.is_lesson and goal_of(item.goal).is_seeded)

    def of(self, student: uuid.UUID, item: Item) -> Item:
        """The question as this student is asked it."""
        if not item.is_lesson and goal_of(item.goal).is_seeded:
            return item.drawn_by(f"{item.pk} {student}")
        position = self._own.get((student, item.pk)) if item.siblings else None
        return item if position is None else item.at(position)


def words_of_siblings(item: ItemTerms, positions: Sequence[str], students: int | None) -> str:
    """What an instructor reads about a question with these other *positions*, in a class of this
    number of *students* (None without a class); empty for other questions."""
    if not item.siblings:
        return ""
    number = len(positions)
    used = positions if students is None else positions[: -(-max(students, 1) // BLOCK) * BLOCK]
    found = f"{number} or more" if number == MOST_SIBLINGS else f"{number}"
    words = f"Each student gets another position of the same kind: {spread(item.ruleset, used)}."
    told = f"such as {joined(positions[:SHOWN])}"
    if students is None or students <= number:
        return f"{words} There are {found} others, {told}."
    return (
        f"{words} There are {found} others for {counted(students, 'student')}, so some students "
        f"get the same one, {told}."
    )


def spread(ruleset: str, positions: Sequence[str]) -> str:
    """How different these positions are.

    >>> spread("nim", ["1+2+4", "3+4+10"]), spread("kayles", ["9", "4+5"]), spread("nim", [])
    ('3 rows, 7 to 17 matches', '1 to 2 rows, 9 pins', 'none')
    """
    if not positions:
        return "none"
    rules, sizes = get_ruleset(ruleset), [as_position(position) for position in positions]
    rows = _range([len(rows) for rows in sizes], rules.component_word)
    return f"{rows}, {_range([sum(rows) for rows in sizes], game_of(rules).piece)}"


def _range(numbers: Sequence[int], word: str) -> str:
    least, most = min(numbers), max(numbers)
    return counted(most, word) if least == most else f"{least} to {most} {plural(word)}"


def in_own_order(
    assignment: Assignment, student: Membership, cells: Sequence[Cell]
) -> tuple[Cell, ...]:
    """The cells of a student in the order of the student's questions. If it is mixed, lessons keep
    their places, and replacements come last."""
    if not assignment.is_mixed:
        return tuple(cells)
    mixed = [cell for cell in cells if _moves(cell.item)]
    lot = iter(shuffled(f"{assignment.pk} {student.pk}", mixed))
    return tuple(next(lot) if _moves(cell.item) else cell for cell in cells)


def _moves(item: Item) -> bool:
    return not item.is_lesson and item.replaces_id is None
