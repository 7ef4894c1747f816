"""A class with people in it, and work for them, through the pages where that is what is tested."""

from __future__ import annotations

import re
import uuid

from django.test import Client

from games.people.models import User
from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.work.models import Assignment, ItemAttempt
from games.teach.work.standings.settling import settle
from games.teach.work.writing import storing_work as service
from games.teach.work.writing.typed_lines import read_lines


def person(name):
    """Somebody with an account, and their browser."""
    user = User.objects.create_user(name, password="correct horse battery")
    client = Client()
    client.force_login(user)
    client.user = user
    return client


def classroom(owner, name="7b"):
    """A class and its owner."""
    made = Classroom.objects.create(name=name)
    Staff.objects.create(classroom=made, user=owner.user, role="owner")
    return made


def member(room, client, real_name=""):
    """Put somebody into a class."""
    return Membership.objects.create(
        classroom=room, user=client.user, real_name=real_name or client.user.username.title()
    )


def assignment(room, *lines, publish=True, **fields):
    """An assignment of typed positions."""
    made = Assignment.objects.create(classroom=room, title="Homework", **fields)
    solved = read_lines("\n".join(lines or ["nim 1+2+4 misere", "kayles 4 misere"]))
    assert not [line.problem for line in solved if line.problem]
    service.add_exercises(made, [line.exercise for line in solved])
    if publish:
        service.publish(made)
    return Assignment.objects.get(pk=made.pk)


def address(found, place=0, what=""):
    """The address of an assignment, an item of it, or something to do with it."""
    return (
        f"/assignments/{found.pk}/" + (f"{place}/" if place else "") + (f"{what}/" if what else "")
    )


def give(client, found, place, **posted):
    """Answer an item with the form of its page; the response after the redirect."""
    posted.setdefault("token", uuid.uuid4())
    return client.post(address(found, place, "answer"), posted, follow=True)


def form_token(client, found, place):
    page = client.get(address(found, place)).content.decode()
    return re.search(r'name="token" value="([^"]+)"', page)[1]


def tried(*, item, membership, **values):
    """A try that is stored as it is told, without a page."""
    own = {"item": item, "membership": membership, **item.asked.columns}
    attempt = ItemAttempt.objects.create(**own, **values)
    settle(item.assignment, [membership.pk], item)
    return attempt


def answers():
    """Every recorded answer: who, where, what, right or wrong."""
    return [
        (one.membership.real_name, one.item.order, one.answer, one.solved)
        for one in ItemAttempt.objects.select_related("membership", "item")
    ]
