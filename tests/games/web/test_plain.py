"""Rows of numbers and texts come as Django would give them."""

import pytest
from django.db.models import Count

from games.people.models import User
from games.play.models import Match
from games.web.plain import plain_rows

pytestmark = pytest.mark.django_db


def test_rows_are_those_of_the_query(alice, django_assert_num_queries):
    for start in ("3+2", "3+2", "4+1"):
        Match.objects.create(user=alice, ruleset="nim", start=start, position=start, seed=1)
    counted = Match.objects.order_by("start").values("start").annotate(times=Count("pk"))
    with django_assert_num_queries(1):
        rows = plain_rows(counted.filter(user=alice).values_list("start", "times"))
    assert [tuple(row) for row in rows] == [("3+2", 2), ("4+1", 1)]


def test_nothing_is_asked_of_no_rows(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert plain_rows(User.objects.filter(pk__in=[]).values_list("pk")) == []
