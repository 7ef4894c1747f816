"""What a student is to do."""

import uuid

import pytest
from django.utils import timezone

from games.teach.classes.models import Group
from games.teach.work.standings.own_work import everything

from .assignments import assignment, classroom, member, person, tried

pytestmark = pytest.mark.django_db


def test_each_student_is_told_of_what_is_for_them_and_how_far_they_are():
    room = classroom(person("boss"))
    ann, bob = (member(room, person(name)) for name in ("ann", "bob"))
    for_all, for_bob, for_group = (assignment(room, "nim 1+2 misere") for _ in range(3))
    for_bob.students.set([bob])
    red = Group.objects.create(classroom=room, name="Red")
    red.memberships.set([ann])
    for_group.groups.set([red])
    tried(
        item=for_all.items.get(),
        membership=ann,
        token=uuid.uuid4(),
        answer="x",
        solved=True,
        answered_at=timezone.now(),
    )

    def told(student):
        works = everything(student.user)
        return {work.assignment.pk: (work.done, work.next_place) for work in works}

    assert told(ann) == {for_all.pk: (1, 0), for_group.pk: (0, 1)}
    assert told(bob) == {for_all.pk: (0, 1), for_bob.pk: (0, 1)}
