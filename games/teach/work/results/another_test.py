"""Another test of the same kind for one student, who was ill; the first one is excused."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games.boards.bounds import SEARCH_BUDGET, thinking
from games.people.models import User
from games.questions.siblings import siblings
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item, Override
from games.teach.work.standings.own_positions import BLOCK, OwnPositions, allotted, flat, in_blocks
from games.teach.work.standings.revealing import keep_revealed
from games.teach.work.terms import TITLE_LENGTH
from games.teach.work.writing.storing_work import create, publish
from games.web.watch.audit import What, note
from solver import BudgetExceededError, InvalidInputError
from solver.teaching import joined

SEARCH = (60 * SEARCH_BUDGET, 3.0)
"""The budget for new positions on the whole sheet, in positions and seconds: the instructor waits
for the next page. Each question has an equal part."""


class OldQuestionsError(InvalidInputError):
    """Some questions have no other position of their kind."""


def another_test(
    assignment: Assignment,
    membership: Membership,
    *,
    due_at: datetime,
    by: User,
    key: uuid.UUID,
    keeps_old: bool = False,
) -> Assignment:
    """A test for this student alone, open until *due_at*: every question asks about another
    position of its kind, which is not on the first sheet and which nobody in the class had. The
    first test is excused. A second request with this *key* returns the first result.

    Raises :class:`OldQuestionsError` if a question has no such position, unless *keeps_old* asks it
    as it was; and :class:`InvalidInputError` if there is nothing to replace.
    """
    if not assignment.is_test or not assignment.is_published:
        raise InvalidInputError("Only a published test can be given again.")
    made = Assignment.objects.filter(pk=key, classroom=assignment.classroom_id).first()
    if made is not None:
        return made
    items = [item for item in assignment.items.all() if not item.is_dropped]
    found = new_positions(assignment, items, membership)
    old = [item for item in items if item.pk not in found]
    if old and not keeps_old:
        raise OldQuestionsError(_said_of(old, items))
    with transaction.atomic():
        made = create(
            assignment.classroom,
            by,
            key=key,
            items=[{**item.at(found.get(item.pk, item.position)).what, **ALONE} for item in items],
            **{**assignment.terms, "title": _title(assignment, membership)},
            due_at=due_at,
            closes_at=due_at,
        )
        made.students.set([membership])
        publish(made)
        keep_revealed(Assignment.objects.filter(pk=assignment.pk))
        Override.objects.update_or_create(
            assignment=assignment, membership=membership, defaults={"is_excused": True}
        )
        note(What.GRADES, assignment, f"user {membership.user_id}: excused, test {made.pk} instead")
        return made


ALONE: dict[str, Any] = {"siblings": [], "puzzle_id": None}
"""A question for one student: nobody gets another position, and it is no puzzle's own."""


def new_positions(
    assignment: Assignment, items: Sequence[Item], membership: Membership
) -> dict[int, str]:
    """For each question that has one, another position for this student."""
    known = {(item.ruleset, item.rows) for item in items} | _given(assignment, items)
    positions, seconds = SEARCH
    found: dict[int, str] = {}
    for item in items:
        others = flat(item.siblings)
        if not others and item.can_vary:
            budget = thinking(positions // len(items), seconds / len(items))
            try:
                others = list(siblings(item.asked, budget, most=len(known) + BLOCK))
            except BudgetExceededError:
                others = []
        fresh = [one for one in others if (item.ruleset, item.at(one).rows) not in known]
        if fresh:
            [found[item.pk]] = allotted(item.pk, in_blocks(fresh), [membership.pk]).values()
            known.add((item.ruleset, item.at(found[item.pk]).rows))
    return found


def _given(assignment: Assignment, items: Sequence[Item]) -> set[tuple[str, tuple[int, ...]]]:
    """What the students of the class were asked, each another."""
    varied = [item for item in items if item.siblings]
    if not varied:
        return set()
    class_keys = Membership.objects.filter(classroom=assignment.classroom_id)
    people = list(class_keys.values_list("pk", flat=True))
    own = OwnPositions([assignment], {assignment.pk: varied}, people)
    return {(item.ruleset, own.of(person, item).rows) for item in varied for person in people}


def _title(assignment: Assignment, membership: Membership) -> str:
    """The title says for whom it is, because the grades have a column for each."""
    title, name = f"{assignment.title}, again", membership.real_name
    whole = f"{title}: {name}"
    return whole if len(whole) <= TITLE_LENGTH else f"{whole[: TITLE_LENGTH - 1]}…"


def _said_of(old: Sequence[Item], items: Sequence[Item]) -> str:
    numbers = {item.pk: number for number, item in enumerate(items, 1)}
    named = joined([str(numbers[item.pk]) for item in old])
    questions = "Question" if len(old) == 1 else "Questions"
    has = "has" if len(old) == 1 else "have"
    return (
        f"{questions} {named} {has} no other position of the same kind. Tick “As they were” to ask "
        f"{'it' if len(old) == 1 else 'them'} again, or give a copy with other positions."
    )
