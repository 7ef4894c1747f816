"""A statement that was written once reads what Django would read: everybody their own rows."""

import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from games.learn.puzzles.models import Daily, Puzzle
from games.people.models import User, Visitor, owned_by
from games.play.models import Match
from games.web.written_once import MAX_SHAPES, MAX_VALUES, written_once

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def person(name):
    return User.objects.create(username=name)


def game(owner, start="3+5", **more):
    made = {"user": owner, "ruleset": "nim", "start": start, "seed": 1}
    return Match.objects.create(**made | more)


def reader(make):
    """A reader of this queryset, and how often the queryset was made."""
    made = []

    def counted(*values):
        made.append(values)
        return make(*values)

    return written_once(counted), made


def test_it_reads_everybodys_own_rows_and_writes_one_statement():
    ann, ben = person("Ann"), person("Ben")
    hers, his = game(ann), game(ben, "1+2")
    games_of, made = reader(lambda owner: Match.objects.select_related("user").filter(user=owner))
    assert games_of(ann) == [hers]
    number = len(made)
    with CaptureQueriesContext(connection) as asked:
        [read] = games_of(ben)
        assert (read, read.start, read.user.username) == (his, "1+2", "Ben")
    assert (len(asked), len(made)) == (1, number)
    assert games_of(SimpleLazyObject(lambda: ann)) == [hers]


def test_it_reads_what_was_changed_since():
    ann = person("Ann")
    starts, _ = reader(
        lambda owner: Match.objects.filter(user=owner).values_list("start", flat=True)
    )
    assert starts(ann) == []
    one = game(ann)
    assert starts(ann) == ["3+5"]
    Match.objects.filter(pk=one.pk).update(start="7")
    assert starts(ann) == ["7"]


def test_each_shape_of_values_has_a_statement():
    ann, guest = person("Ann"), Visitor.objects.create()
    hers = game(ann)
    theirs = game(None, visitor=guest)
    games_of, _ = reader(lambda owner: owned_by(owner, Match.objects.all()))
    assert [games_of(one) for one in (ann, guest, None)] == [[hers], [theirs], []]
    among, _ = reader(
        lambda keys, is_open: (
            Match.objects.filter(pk__in=keys, state="running")
            if is_open
            else Match.objects.filter(pk__in=keys)
        )
    )
    assert among([hers.pk], False) == among([hers.pk, uuid.uuid4()], False) == [hers]
    assert set(among([theirs.pk, hers.pk], False)) == {hers, theirs}
    Match.objects.filter(pk=hers.pk).update(state="finished")
    assert among([theirs.pk, hers.pk], True) == [theirs]
    with CaptureQueriesContext(connection) as asked:
        assert among([], False) == []
    assert not asked.captured_queries


def test_moments_keys_and_words_are_compared_as_django_compares_them():
    ann = person("Ann")
    one = game(ann)
    reads, _ = reader(
        lambda key, since, start, user: Match.objects.filter(
            pk=key, created_at__gte=since, start=start, user=user
        ).values_list("created_at", "pk", "user__username")
    )
    before, after = one.created_at - timedelta(seconds=1), one.created_at + timedelta(seconds=1)
    assert reads(one.pk, before, "3+5", ann.pk) == [(one.created_at, one.pk, "Ann")]
    for other in ((uuid.uuid4(), before, "3+5"), (one.pk, after, "3+5"), (one.pk, before, "3+6")):
        assert reads(*other, ann.pk) == []


def test_a_day_is_compared_as_django_compares_it():
    monday = timezone.localdate()
    puzzle = Puzzle.objects.create(ruleset="nim", position="1+2", convention="normal", goal="move")
    Daily.objects.bulk_create([Daily(day=monday, puzzle=puzzle)])
    days, _ = reader(lambda day: Daily.objects.filter(day=day).values_list("day", flat=True))
    assert (days(monday), days(monday + timedelta(days=1))) == ([monday], [])


def test_rows_of_two_tables_are_read_together():
    ann = person("Ann")
    game(ann), game(ann, "1+2")
    both, _ = reader(
        lambda owner: (
            Match.objects.filter(user=owner)
            .order_by()
            .values_list("start")
            .union(User.objects.filter(pk=owner.pk).values_list("username"))
        )
    )
    assert sorted(both(ann)) == [("1+2",), ("3+5",), ("Ann",)]


def test_a_long_list_and_many_shapes_are_read_without_a_statement():
    ann = person("Ann")
    hers = game(ann)
    among, made = reader(lambda keys: Match.objects.filter(pk__in=keys))
    assert among([hers.pk, *(uuid.uuid4() for _ in range(MAX_VALUES))]) == [hers]
    assert len(made) == 1
    for length in range(MAX_SHAPES + 4):
        assert among([hers.pk, *(uuid.uuid4() for _ in range(length))]) == [hers]
    assert len(made) == 1 + 2 * MAX_SHAPES + 4


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (
            lambda key: Match.objects.filter(pk=key, created_at__lte=timezone.now()),
            "depends on more than its arguments",
        ),
        (lambda key: Match.objects.all(), "does not only compare"),
        (lambda key: Match.objects.all()[: key.int], "does not only compare"),
    ],
)
def test_a_queryset_that_depends_on_anything_else_is_refused(make, why):
    read, _ = reader(make)
    with pytest.raises(ValueError, match=why):
        read(uuid.uuid4())


def test_what_no_statement_can_be_sent_with_is_refused():
    read, _ = reader(lambda user: Match.objects.filter(user=user))
    with pytest.raises(TypeError, match="AnonymousUser"):
        read(AnonymousUser())
