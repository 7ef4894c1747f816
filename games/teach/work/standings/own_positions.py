"""The position and order of questions for each student, if an assignment varies them.

Nothing is random: both follow from the keys of the item and the student. Students are served in the
order in which they joined the class, so a later arrival changes nothing for the others. Each starts
at a place in the list that follows from both keys, and gets the next position that no earlier
student has. So no two students of a class have the same position, as long as the list is long
enough.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

from games.questions.shown_question import shuffled
from games.questions.siblings import MOST_SIBLINGS
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item, ItemAttempt
from games.teach.work.standings.cells import Cell
from games.teach.work.terms import ItemTerms
from solver.teaching import counted, joined

SHOWN = 3
"""The number of positions that an instructor sees."""
NEAREST = 240
"""Students start among this many of the first positions, because those are the most similar."""
Key = tuple[uuid.UUID, int]
"""A student, by membership, and a question."""


def allotted(
    item: int, siblings: Sequence[str], students: Iterable[uuid.UUID]
) -> dict[uuid.UUID, str]:
    """A position for each of these *students*, who are in the order in which they joined. If there
    are more students than positions, each position has about equally many of them.

    >>> ann, ben = uuid.UUID(int=1), uuid.UUID(int=2)
    >>> allotted(7, ["1+2", "1+3"], [ann, ben]) == allotted(7, ["1+2", "1+3"], [ann]) | {
    ...     ben: allotted(7, ["1+2", "1+3"], [ann, ben])[ben]
    ... }
    True
    """
    own: dict[uuid.UUID, str] = {}
    free: set[int] = set()
    for student in students:
        free = free or set(range(len(siblings)))
        place = int.from_bytes(blake2b(f"{item} {student}".encode()).digest()[:8])
        place %= min(len(siblings), NEAREST)
        while place not in free:
            place = (place + 1) % len(siblings)
        free.remove(place)
        own[student] = siblings[place]
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

    def of(self, student: uuid.UUID, item: Item) -> Item:
        """The question as this student is asked it."""
        position = self._own.get((student, item.pk)) if item.siblings else None
        return item if position is None else item.at(position)


def words_of_siblings(item: ItemTerms, students: int | None) -> str:
    """What an instructor reads about a question with other positions, in a class of this number of
    *students* (None without a class); empty for other questions."""
    if not item.siblings:
        return ""
    number = len(item.siblings)
    found = f"{number} or more" if number == MOST_SIBLINGS else f"{number}"
    words = f"Each student gets another position of the same kind. There are {found} others"
    told = f"such as {joined(item.siblings[:SHOWN])}"
    if students is None or students <= number:
        return f"{words}, {told}."
    return f"{words} for {counted(students, 'student')}, so some students get the same one, {told}."


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
