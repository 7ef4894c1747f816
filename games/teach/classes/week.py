"""The weekly list of a class, with the real names of students who agreed to be named."""

from __future__ import annotations

from games.learn.puzzles.week import WeeklyList, listed_since, monday
from games.teach.classes.models import Classroom


def weekly_list_of(classroom: Classroom) -> WeeklyList:
    """The list of this week, which starts on Monday in the class's time zone. The *others* are all
    students of the class who are not on it."""
    since = monday(classroom.zone)
    people = classroom.memberships.active()
    willing = people.filter(is_listed=True)
    names = dict(willing.by_name().values_list("user_id", "real_name"))
    listed = listed_since(since, willing.values("user"), names)
    return WeeklyList(since, listed, people.count() - len(listed))
